"""Azure as the product knows it: credentials, identities, infrastructure, resource IDs and keys."""
