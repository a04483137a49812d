"""`create oidc-issuer`: publishes the keys by which tokens of service accounts are checked."""
