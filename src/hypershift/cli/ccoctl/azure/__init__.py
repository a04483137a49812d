"""`ccoctl azure`: `create key-pair` and `create oidc-issuer azure` in other words."""
