"""SSH keys for the nodes."""

from __future__ import annotations

from dataclasses import dataclass, field

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa


@dataclass(frozen=True)
class SSHKey:
    """Both halves of a key."""

    private: bytes = field(repr=False)
    public: bytes


def generate_ssh_key() -> SSHKey:
    """Make a key, in the forms that ssh reads."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=4096)
    return SSHKey(
        private=key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.TraditionalOpenSSL,
            serialization.NoEncryption(),
        ),
        public=key.public_key().public_bytes(
            serialization.Encoding.OpenSSH, serialization.PublicFormat.OpenSSH
        )
        + b"\n",
    )
