"""The key that signs the tokens of service accounts, in its files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hypershift.azure import signing_keys
from hypershift.azure.doctor.checks import check
from hypershift.azure.doctor.credentials import open_to_others
from hypershift.azure.doctor.findings import wrong

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from hypershift.azure.doctor.case import Case
    from hypershift.azure.doctor.findings import Finding
    from hypershift.azure.doctor.given import Given

PRIVATE = "--sa-token-issuer-private-key-path"
PUBLIC = "--public-key-file"
_LEAST_BITS = 2048


@dataclass(frozen=True)
class Key:
    """The public half of the key that a file holds, or why it holds none."""

    path: str
    jwk: dict[str, Any] | None
    fault: str = ""

    @property
    def id(self) -> str:
        """The ID by which tokens name it."""
        return str(self.jwk["kid"]) if self.jwk else ""


def private_key(given: Given) -> Key | None:
    """The key with which the cluster will sign."""
    file = given.private_key
    return _key(file.path, file.content or b"", private=True) if file else None


def public_key(given: Given) -> Key | None:
    """The key that is to be published."""
    file = given.public_key
    return _key(file.path, file.content or b"", private=False) if file else None


def _key(path: str, pem: bytes, *, private: bool) -> Key:
    try:
        public = signing_keys.read_public(signing_keys.public_half(pem) if private else pem)
    except ValueError as error:
        return Key(path, None, f"{path}: {error}")
    if public.key_size < _LEAST_BITS:
        return Key(path, None, f"{path}: the key has {public.key_size} bits of at least 2048")
    return Key(path, signing_keys.jwk(public))


def signing_key(given: Given) -> Key | None:
    """The key with which tokens are signed, from whichever file there is."""
    return private_key(given) or public_key(given)


@check(
    "keys.form",
    "The signing key is an RSA key of 2048 bits or more",
    f"{PRIVATE}|{PUBLIC}",
    local=True,
)
async def form(case: Case) -> AsyncIterator[Finding]:
    """Read the files."""
    for key in (private_key(case.given), public_key(case.given)):
        if key and key.fault:
            yield wrong(f"{key.fault}; Azure takes RSA keys alone", "hypershift create key-pair")


@check("keys.mode", "Nobody else can read the private key", PRIVATE, local=True)
async def mode(case: Case) -> AsyncIterator[Finding]:
    """Whoever reads it can make tokens of every component."""
    file = case.given.private_key
    if file and (cure := open_to_others(file)):
        yield wrong(f"{file.path} can be read by others (mode {file.mode:04o})", cure)


@check(
    "keys.pair",
    "The private and the public key belong together",
    PRIVATE,
    PUBLIC,
    after=("keys.form",),
    local=True,
)
async def pair(case: Case) -> AsyncIterator[Finding]:
    """Compare what they say of themselves."""
    private, public = private_key(case.given), public_key(case.given)
    if private and public and private.jwk != public.jwk:
        yield wrong(
            f"{public.path} is not of {private.path}: it is of key {public.id}, not {private.id}",
            f"openssl rsa -in {private.path} -pubout -out {public.path}",
        )


CHECKS = (form, mode, pair)
