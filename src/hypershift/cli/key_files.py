"""The files of the key that signs the tokens of service accounts.

    serviceaccount-signer.private            the private key, for `create cluster azure`
    serviceaccount-signer.public             its public half, for `create oidc-issuer azure`
    tls/bound-service-account-signing-key.key   the private key again, where OpenShift looks for it

After a rotation there are also

    old-key.pub                              the public half of the key before
    old/KID.private, old/KID.public          every key that was ever there, by its ID

The private key is the one that counts: whatever else is missing or of another key follows from it.
No file is replaced before what it holds is kept in `old`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from hypershift.azure import signing_keys
from hypershift.cli import outputs
from hypershift.cli.documents import SECRET_MODE, write_file
from hypershift.cli.errors import UsageError
from hypershift.cli.files import read_bytes

if TYPE_CHECKING:
    from collections.abc import Callable

FLAG = "--output-dir"
PRIVATE = "serviceaccount-signer.private"
PUBLIC = "serviceaccount-signer.public"
TLS = "tls/bound-service-account-signing-key.key"
OLD_PUBLIC = "old-key.pub"
ARCHIVE = "old"


@dataclass
class KeyFiles:
    """The files in one directory. Each method tells `say` what it does."""

    directory: str
    say: Callable[[str], None]
    generate: Callable[[], bytes] = field(default=signing_keys.generate, repr=False)

    def create(self) -> str:
        """Make a key, or use the one that is there: its ID."""
        outputs.check_directory(FLAG, self.directory)
        private = self._read(PRIVATE)
        if private is None:
            self._make_directory("", 0o755)
            private = self._generate()
            self._write(PRIVATE, private, secret=True)
        else:
            self._public_of(private)
            self.say(f"used      {self._path(PRIVATE)}, which was there")
            self._close(PRIVATE)
        return self._complete(private)

    def rotate(self) -> str:
        """Make a new key beside the one that is there: its ID. What was interrupted is finished."""
        outputs.check_directory(FLAG, self.directory)
        private = self._read(PRIVATE)
        if private is None:
            raise UsageError(
                f"--rotate: there is no {self._path(PRIVATE)} to rotate; leave --rotate away to"
                " make a first key"
            )
        public = self._public_of(private)
        if self._is_unfinished(public):
            self.say("finished  a rotation that was interrupted")
            return self._complete(private)
        self._keep(private, public)
        self._write(OLD_PUBLIC, public)
        new = self._generate()
        self._write(PRIVATE, new, secret=True)
        return self._complete(new)

    def _complete(self, private: bytes) -> str:
        """Write what follows from the private key, where it is not there."""
        public = self._public_of(private)
        self._replace(TLS, private, secret=True)
        self._replace(PUBLIC, public)
        return signing_keys.key_id(signing_keys.read_public(public))

    def _replace(self, name: str, content: bytes, *, secret: bool = False) -> None:
        there = self._read(name)
        if there == content:
            return
        if there is not None:
            self._keep_whatever(name, there, secret=secret)
        self._write(name, content, secret=secret)

    def _is_unfinished(self, public: bytes) -> bool:
        """Tell whether the private key is new already, and the public one still the old one."""
        old = self._read(OLD_PUBLIC)
        return old is not None and self._read(PUBLIC) == old and public != old

    def _keep_whatever(self, name: str, content: bytes, *, secret: bool) -> None:
        """Keep what stands in a file that is about to be replaced."""
        try:
            public = signing_keys.public_half(content) if secret else content
            id = signing_keys.key_id(signing_keys.read_public(public))
        except ValueError:
            raise UsageError(
                f"{FLAG}: {self._path(name)} is not of {PRIVATE}, and no RSA key at all: move it"
                " away"
            ) from None
        self._archive(id, content, "private" if secret else "public", secret=secret)

    def _keep(self, private: bytes, public: bytes) -> None:
        id = signing_keys.key_id(signing_keys.read_public(public))
        self._archive(id, private, "private", secret=True)
        self._archive(id, public, "public")

    def _archive(self, id: str, content: bytes, half: str, *, secret: bool = False) -> None:
        name = f"{ARCHIVE}/{id}.{half}"
        if self._read(name) is None:
            self._put(name, content, secret=secret)
            self.say(f"kept      {self._path(name)}")

    def _generate(self) -> bytes:
        self.say(f"making    an RSA key of {signing_keys.BITS} bits, which may take some seconds")
        return self.generate()

    def _public_of(self, private: bytes) -> bytes:
        try:
            return signing_keys.public_half(private)
        except ValueError as error:
            raise UsageError(
                f"{FLAG}: {self._path(PRIVATE)} cannot be used, {error}: move it away, or name"
                " another directory"
            ) from None

    def _close(self, name: str) -> None:
        """Let nobody but the owner read a file."""
        path = Path(self._path(name))
        if path.stat().st_mode & 0o077:
            path.chmod(SECRET_MODE)
            self.say(f"changed   {path}, which others could read")

    def _read(self, name: str) -> bytes | None:
        path = self._path(name)
        if not Path(path).exists():
            return None
        content = read_bytes(path, FLAG)
        if not content.isascii():
            raise UsageError(f"{FLAG}: {path} is no key in PEM form: move it away")
        return content

    def _write(self, name: str, content: bytes, *, secret: bool = False) -> None:
        is_new = not Path(self._path(name)).exists()
        self._put(name, content, secret=secret)
        self.say(f"{'created' if is_new else 'changed':<9} {self._path(name)}")

    def _put(self, name: str, content: bytes, *, secret: bool) -> None:
        if folder := name.rpartition("/")[0]:
            self._make_directory(folder, 0o700)
        write_file(self._path(name), content.decode(), FLAG, secret=secret)

    def _make_directory(self, name: str, mode: int) -> None:
        path = Path(self.directory, name)
        try:
            path.mkdir(mode, parents=not name, exist_ok=True)
        except OSError as error:
            raise UsageError(
                f"{FLAG}: {path} cannot be made ({error.strerror}): name a directory that you may"
                " write to"
            ) from error

    def _path(self, name: str) -> str:
        return str(Path(self.directory, name))
