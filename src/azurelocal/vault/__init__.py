"""Key Vault: secrets, keys and certificates, for whoever a role or an access policy allows it.

Everything is in the state, the private keys too. Cryptography is the `cryptography` package's.
"""
