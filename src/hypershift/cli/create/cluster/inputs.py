"""The files that flags name, apart from those about Azure. No message shows what is in them."""

from __future__ import annotations

import re

import msgspec

from hypershift.api.cluster import ImageContentSource
from hypershift.cli.errors import UsageError
from hypershift.cli.files import read_filled, read_value, shaped

_PUBLIC_KEY = rb"(ssh-[a-z0-9-]+|ecdsa-sha2-nistp[0-9]+|sk-[a-z0-9@.-]+) +[A-Za-z0-9+/]+={0,2}"


def read_pull_secret(path: str) -> bytes:
    """Read the credentials of image registries."""
    content = read_filled(path, "--pull-secret")
    try:
        registries = msgspec.json.decode(content, type=dict[str, msgspec.Raw])["auths"]
        msgspec.json.decode(registries, type=dict[str, dict[str, msgspec.Raw]])
    except (msgspec.DecodeError, KeyError):
        raise UsageError(
            f"--pull-secret: {path} must be a dockerconfigjson, which is JSON with the registries"
            " under the key auths"
        ) from None
    return content


def read_ssh_key(path: str) -> bytes:
    """Read a public key."""
    content = read_filled(path, "--ssh-key")
    if not re.match(_PUBLIC_KEY, content.lstrip()):
        raise UsageError(
            f"--ssh-key: {path} must hold a public key of SSH, such as ~/.ssh/id_ed25519.pub"
        )
    return content


def read_signing_key(path: str) -> bytes:
    """Read the private key that signs service account tokens."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    flag = "--sa-token-issuer-private-key-path"
    content = read_filled(path, flag)
    try:
        # Whether the numbers belong together takes longer to find out than all the rest.
        key = load_pem_private_key(content, None, unsafe_skip_rsa_key_validation=True)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        key = None
    if not isinstance(key, RSAPrivateKey):
        raise UsageError(
            f"{flag}: {path} must hold an RSA private key in PEM form, without a passphrase"
        )
    return content


def read_trust_bundle(path: str) -> str:
    """Read certificates of authorities."""
    from cryptography.x509 import load_pem_x509_certificates

    flag = "--additional-trust-bundle"
    content = read_filled(path, flag)
    try:
        load_pem_x509_certificates(content)
        return content.decode()
    except ValueError:
        raise UsageError(f"{flag}: {path} must hold certificates in PEM form") from None


class _Mirrors(msgspec.Struct, forbid_unknown_fields=True):
    """An entry of the file of image mirrors. An unknown key is most likely a slip."""

    source: str
    mirrors: list[str] = []


def read_image_content_sources(path: str) -> list[ImageContentSource]:
    """Read the list of image mirrors."""
    flag = "--image-content-sources"
    entries = shaped(list[_Mirrors], read_value(path, flag), path, flag)
    return [ImageContentSource(source=one.source, mirrors=one.mirrors or None) for one in entries]
