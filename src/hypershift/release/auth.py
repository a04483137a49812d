"""Who we are to a registry: the pull secret, and the tokens that registries give for it."""

from __future__ import annotations

import base64
import binascii
import re
from dataclasses import dataclass, field

import msgspec

from hypershift.release.errors import PullSecretError

_PARAMETER = re.compile(r'([a-zA-Z_]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))')


@dataclass(frozen=True)
class Credentials:
    """One user of a registry. An identity token stands for user and password."""

    user: str = field(repr=False)
    password: str = field(repr=False)
    identity_token: str = field(default="", repr=False)

    @property
    def basic(self) -> str:
        """The value of the header Authorization."""
        pair = f"{self.user}:{self.password}".encode()
        return f"Basic {base64.b64encode(pair).decode()}"


class _Entry(msgspec.Struct, frozen=True):
    auth: str = ""
    username: str = ""
    password: str = ""
    identitytoken: str = ""


class _Document(msgspec.Struct, frozen=True):
    auths: dict[str, _Entry]


class PullSecret:
    """Credentials by registry, or by a part of its repositories."""

    def __init__(self, entries: dict[str, Credentials] | None = None) -> None:
        """Take credentials by what they are for."""
        self._entries = entries or {}

    @classmethod
    def parse(cls, content: bytes) -> PullSecret:
        """Read a dockerconfigjson. No message shows what is in it."""
        try:
            auths = msgspec.json.decode(content, type=_Document).auths
            found = {_place(key): _credentials(entry) for key, entry in auths.items()}
        except (msgspec.DecodeError, ValueError):
            # Nothing of the cause: it could quote a credential.
            raise PullSecretError(
                "the pull secret is not a dockerconfigjson, which is JSON with the registries under"
                " the key auths: take one such as docker and podman write"
            ) from None
        # Where docker leaves the password to a helper, an entry is empty.
        return cls({place: one for place, one in found.items() if one.user or one.identity_token})

    def find(self, registry: str, repository: str) -> Credentials | None:
        """Find the credentials of the longest entry that the repository is in."""
        place = f"{registry}/{repository}"
        while place:
            if found := self._entries.get(place):
                return found
            place = place.rpartition("/")[0]
        return None

    def __repr__(self) -> str:
        """Name the places alone."""
        return f"PullSecret({', '.join(sorted(self._entries))})"


def _place(key: str) -> str:
    """Read a key as docker and podman write it: a host, a host and a path, or an old address."""
    place = key.removeprefix("https://").removeprefix("http://").rstrip("/")
    host, slash, path = place.partition("/")
    if path in ("v1", "v2"):
        slash = path = ""
    host = "docker.io" if host in ("index.docker.io", "registry-1.docker.io") else host
    return f"{host}{slash}{path}"


def _credentials(entry: _Entry) -> Credentials:
    user, password = entry.username, entry.password
    if entry.auth:
        try:
            pair = base64.b64decode(entry.auth, validate=True).decode()
        except (binascii.Error, UnicodeDecodeError):
            raise ValueError from None
        user, colon, password = pair.partition(":")
        if not colon:
            raise ValueError
    return Credentials(user, password.rstrip("\0"), entry.identitytoken)


@dataclass(frozen=True)
class Challenge:
    """How a registry wants to be asked, as its header WWW-Authenticate says."""

    scheme: str
    parameters: dict[str, str]

    @classmethod
    def parse(cls, headers: list[str]) -> Challenge | None:
        """Read the headers: Bearer where it is offered, else Basic, else nothing."""
        found: dict[str, Challenge] = {}
        for header in headers:
            scheme, _, rest = header.strip().partition(" ")
            pairs = {
                match[1].lower(): re.sub(r"\\(.)", r"\1", match[2] or "") or match[3] or ""
                for match in _PARAMETER.finditer(rest)
            }
            found.setdefault(scheme.lower(), cls(scheme.lower(), pairs))
        return found.get("bearer") or found.get("basic")


class Token(msgspec.Struct, frozen=True):
    """What a token service answers. Services spell the token in one way or the other."""

    token: str = ""
    access_token: str = ""
    expires_in: float = 60

    @property
    def value(self) -> str:
        """The token."""
        return self.token or self.access_token

    def __repr__(self) -> str:
        """Keep it secret."""
        return "Token(…)"
