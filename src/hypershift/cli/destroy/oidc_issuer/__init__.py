"""`destroy oidc-issuer`: the issuer that `create oidc-issuer` made."""
