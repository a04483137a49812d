"""The files of the key that signs service account tokens: made, used again, rotated, never lost."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from hypershift.azure.signing_keys import key_id, public_half, read_public
from hypershift.cli.errors import UsageError
from hypershift.cli.key_files import KeyFiles

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.unit.cli.conftest import Result

    Run = Callable[..., Result]

PRIVATE, PUBLIC = "serviceaccount-signer.private", "serviceaccount-signer.public"
TLS = "tls/bound-service-account-signing-key.key"


def pkcs1() -> bytes:
    """A key that is made quickly."""
    return rsa.generate_private_key(65537, 1024).private_bytes(
        Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption()
    )


class Broken(Exception):
    """The command has been killed."""


def files(directory: Path, generate: Callable[[], bytes] = pkcs1) -> tuple[KeyFiles, list[str]]:
    said: list[str] = []
    return KeyFiles(str(directory), said.append, generate), said


def contents(directory: Path) -> dict[str, bytes]:
    found = sorted(directory.rglob("*"))
    return {str(one.relative_to(directory)): one.read_bytes() for one in found if one.is_file()}


def modes(directory: Path) -> dict[str, int]:
    return {name: stat.S_IMODE((directory / name).stat().st_mode) for name in contents(directory)}


def id_of(private: bytes) -> str:
    return key_id(read_public(public_half(private)))


def test_the_command_makes_an_rsa_key_of_4096_bits(hypershift: Run, tmp_path: Path) -> None:
    result = hypershift("create", "key-pair", "--output-dir", str(tmp_path / "keys"))

    made = contents(tmp_path / "keys")
    key = load_pem_private_key(made[PRIVATE], None)
    assert isinstance(key, rsa.RSAPrivateKey)
    assert key.key_size == 4096
    assert made.keys() == {PRIVATE, PUBLIC, TLS}
    assert made[PRIVATE].startswith(b"-----BEGIN RSA PRIVATE KEY-----\n")
    assert made[PUBLIC].startswith(b"-----BEGIN PUBLIC KEY-----\n")
    assert made[PUBLIC] == public_half(made[PRIVATE])
    assert made[TLS] == made[PRIVATE]
    assert modes(tmp_path / "keys") == {PRIVATE: 0o600, PUBLIC: 0o644, TLS: 0o600}
    assert (result.code, result.out) == (0, f"{id_of(made[PRIVATE])}\n")
    assert "which may take some seconds" in result.err


def test_the_files_stand_in_the_working_directory_by_default(
    hypershift: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    private = pkcs1()
    (tmp_path / PRIVATE).write_bytes(private)

    result = hypershift("ccoctl", "azure", "create-key-pair")

    assert (result.code, result.out) == (0, f"{id_of(private)}\n")
    assert contents(tmp_path) == {PRIVATE: private, PUBLIC: public_half(private), TLS: private}


def test_a_key_that_is_there_is_used_again_and_that_is_said(tmp_path: Path) -> None:
    first, _ = files(tmp_path)
    kid = first.create()
    before = contents(tmp_path)

    second, said = files(tmp_path, generate=lambda: pytest.fail("a second key was made"))

    assert second.create() == kid
    assert said == [f"used      {tmp_path / PRIVATE}, which was there"]
    assert contents(tmp_path) == before


@pytest.mark.parametrize("name", [PUBLIC, TLS])
def test_a_file_that_is_missing_is_made_from_the_private_key(tmp_path: Path, name: str) -> None:
    files(tmp_path)[0].create()
    before = contents(tmp_path)
    (tmp_path / name).unlink()

    files(tmp_path)[0].create()

    assert contents(tmp_path) == before


def test_a_private_key_that_others_could_read_is_closed(tmp_path: Path) -> None:
    (tmp_path / PRIVATE).write_bytes(pkcs1())
    (tmp_path / PRIVATE).chmod(0o644)

    files(tmp_path)[0].create()

    assert modes(tmp_path)[PRIVATE] == 0o600


def test_a_rotation_keeps_the_old_key(tmp_path: Path) -> None:
    keys, _ = files(tmp_path)
    former = keys.create()
    old = (tmp_path / PRIVATE).read_bytes()

    kid = keys.rotate()

    made = contents(tmp_path)
    assert kid != former
    assert kid == id_of(made[PRIVATE])
    assert (made[PUBLIC], made[TLS]) == (public_half(made[PRIVATE]), made[PRIVATE])
    assert made["old-key.pub"] == made[f"old/{former}.public"] == public_half(old)
    assert made[f"old/{former}.private"] == old
    assert modes(tmp_path)[f"old/{former}.private"] == 0o600


def test_many_rotations_lose_no_key(tmp_path: Path) -> None:
    keys, _ = files(tmp_path)
    ids = [keys.create(), keys.rotate(), keys.rotate(), keys.rotate()]

    made = contents(tmp_path)
    assert {f"old/{one}.private" for one in ids[:-1]} <= made.keys()
    assert made["old-key.pub"] == made[f"old/{ids[-2]}.public"]


def test_there_is_nothing_to_rotate_without_a_key(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="leave --rotate away to make a first key"):
        files(tmp_path)[0].rotate()


@pytest.mark.parametrize("write", range(1, 8))
def test_a_rotation_that_is_killed_at_any_write_loses_no_key(
    tmp_path: Path, write: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys, _ = files(tmp_path)
    keys.create()
    first = (tmp_path / PRIVATE).read_bytes()
    original, count = KeyFiles._put, 0

    def killed(self: KeyFiles, name: str, content: bytes, *, secret: bool) -> None:
        nonlocal count
        count += 1
        if count == write:
            raise Broken
        original(self, name, content, secret=secret)

    with monkeypatch.context() as patch:
        patch.setattr(KeyFiles, "_put", killed)
        try:
            keys.rotate()
        except Broken:
            pass
        else:
            assert write > 6
    interrupted = (tmp_path / PRIVATE).read_bytes()

    kid = files(tmp_path)[0].rotate()

    made = contents(tmp_path)
    assert kid == id_of(made[PRIVATE]) != id_of(first)
    assert (made[PUBLIC], made[TLS]) == (public_half(made[PRIVATE]), made[PRIVATE])
    assert made[f"old/{id_of(first)}.private"] == first
    # A key that was made, but not published yet, goes on in place of a third one.
    if write <= 6:
        assert made["old-key.pub"] == public_half(first)
        assert interrupted in (first, made[PRIVATE])


@pytest.mark.parametrize("rotate", [(), ("--rotate",)], ids=["create", "rotate"])
@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"no key", "it is no private key in PEM form"),
        (
            ec.generate_private_key(ec.SECP256R1()).private_bytes(
                Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()
            ),
            "it is no RSA key",
        ),
        (
            rsa.generate_private_key(65537, 2048).private_bytes(
                Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"secret")
            ),
            "it is encrypted",
        ),
    ],
    ids=["text", "elliptic", "encrypted"],
)
def test_what_is_no_rsa_key_is_refused_and_left(
    hypershift: Run, tmp_path: Path, rotate: tuple[str, ...], content: bytes, reason: str
) -> None:
    (tmp_path / PRIVATE).write_bytes(content)

    result = hypershift("create", "key-pair", "--output-dir", str(tmp_path), *rotate)

    assert (result.code, result.out) == (2, "")
    assert result.err == (
        f"Error: --output-dir: {tmp_path / PRIVATE} cannot be used, {reason}: move it away, or name"
        " another directory\n"
    )
    assert contents(tmp_path) == {PRIVATE: content}


def test_a_public_key_of_another_pair_is_kept_aside(tmp_path: Path) -> None:
    files(tmp_path)[0].create()
    other = public_half(pkcs1())
    (tmp_path / PUBLIC).write_bytes(other)

    files(tmp_path)[0].create()

    made = contents(tmp_path)
    assert made[PUBLIC] == public_half(made[PRIVATE])
    assert made[f"old/{key_id(read_public(other))}.public"] == other


def test_something_else_by_the_name_of_the_public_key_is_not_overwritten(tmp_path: Path) -> None:
    files(tmp_path)[0].create()
    (tmp_path / PUBLIC).write_bytes(b"a note")

    with pytest.raises(UsageError, match="no RSA key at all: move it away"):
        files(tmp_path)[0].create()

    assert (tmp_path / PUBLIC).read_bytes() == b"a note"


def test_a_file_in_place_of_the_directory_is_refused(hypershift: Run, tmp_path: Path) -> None:
    (tmp_path / "keys").write_text("")

    result = hypershift("create", "key-pair", "--output-dir", str(tmp_path / "keys"))

    assert result.code == 2
    assert "is not a directory: name one, or one that is to be made" in result.err


def test_no_key_is_in_a_representation(tmp_path: Path) -> None:
    assert "generate" not in repr(files(tmp_path)[0])
