"""Whatever a registry does wrong has a sentence of its own, and does no harm."""

from __future__ import annotations

import asyncio
import base64
import dataclasses
import json
import os
from email.utils import formatdate
from time import time
from typing import TYPE_CHECKING

import pytest

from hypershift.release import registry as limits
from hypershift.release.cache import Cache
from hypershift.release.errors import (
    NotARegistryError,
    NotFoundError,
    PayloadError,
    RegistryError,
    ReleaseError,
    ThrottledError,
    TooLargeError,
    TruncatedError,
    UnauthorizedError,
    UnreachableError,
    WrongDigestError,
)
from hypershift.release.payload import BOOT_IMAGES, METADATA, REFERENCES
from hypershift.release.reading import Releases
from hypershift.release.transport import Transport
from tests.integration.release.images import files, image
from tests.integration.release.scripted import Answer, Asked

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from hypershift.release.payload import Release
    from sandbox.apiserver.authority import Authority
    from sandbox.images import Layout
    from tests.integration.release.scripted import Server

    Read = Callable[..., Release]

PAGE = {"Content-Type": "text/html; charset=utf-8"}
SECRET = "hunter2"
ESCAPING = (
    b'{"schemaVersion": 2, "config": {"digest": "../../etc/passwd", "size": 1}, "layers": []}'
)


@pytest.fixture
def served(bad: Server, release: Layout) -> str:
    """A release that is served as it should be, until a test changes that."""
    return bad.serve(release, "team/app", "1")


@pytest.fixture
def layer(release: Layout) -> str:
    """The path of the release's layer."""
    return f"/v2/team/app/blobs/{release.blobs[-1].digest}"


MANIFEST = "/v2/team/app/manifests/1"


def test_a_release_that_is_served_well_is_read(served: str, read: Read) -> None:
    assert read(served).version == "4.21.4"


def test_a_second_reader_of_a_digest_asks_for_nothing(
    bad: Server, served: str, release: Layout, read: Read
) -> None:
    name = f"{served.removesuffix(':1')}@{release.manifest.digest}"
    first = read(name)
    asked = len(bad.asked)

    assert read(name) == first
    assert len(bad.asked) == asked > 0


def test_a_tag_is_looked_up_again_but_its_layers_are_not_fetched(
    bad: Server, served: str, read: Read
) -> None:
    read(served)
    bad.asked.clear()

    read(served)

    assert bad.paths() == [MANIFEST]


def test_layers_below_the_one_that_settles_everything_are_not_fetched(
    bad: Server, read: Read, tmp_path: Path
) -> None:
    references = json.dumps({"kind": "ImageStream", "metadata": {"name": "4.0.1"}})
    top = {REFERENCES: references, METADATA: "{}", BOOT_IMAGES: "data: {stream: '{}'}"}
    made = image(tmp_path / "image", files({"lower": "x"}), files(top))
    lower, upper = made.blobs[1:]

    assert read(bad.serve(made, "team/app", "1")).version == "4.0.1"

    assert f"/v2/team/app/blobs/{upper.digest}" in bad.paths()
    assert f"/v2/team/app/blobs/{lower.digest}" not in bad.paths()


def test_who_asks_at_the_same_time_waits_for_the_first(
    bad: Server, served: str, authority: Authority, tmp_path: Path
) -> None:
    async def both() -> list[Release]:
        async with Transport(None, authority.certificate.read_text()) as transport:
            releases = Releases(transport, Cache(tmp_path / "cache"))
            found = await asyncio.gather(releases.get(served), releases.get(served))
            return [*found, await releases.get(served)]

    first, second, third = asyncio.run(both())

    assert first is second is third
    assert bad.paths().count(MANIFEST) == 1


@pytest.mark.parametrize(
    ("answer", "kind", "sentence"),
    [
        (
            Answer(200, b"<html>", PAGE),
            NotARegistryError,
            "{bad} answers with a web page: name a registry for container images",
        ),
        (
            Answer(404, b"<html>", PAGE),
            NotARegistryError,
            "{bad} answers with a web page: name a registry for container images",
        ),
        (
            Answer(200, b"hello"),
            NotARegistryError,
            "{bad} answers with something else than JSON: name a registry for container images",
        ),
        (
            Answer(418, b"hello"),
            NotARegistryError,
            "{bad} answers with 418, as no registry does: name a registry for container images",
        ),
        (
            Answer(404, b"{}"),
            NotFoundError,
            "{bad} has no manifest 1 of team/app: correct the image, or push it again",
        ),
        (
            Answer(403, b"{}"),
            UnauthorizedError,
            "{bad} wants credentials for team/app (403), and the pull secret has none:"
            " add them to it",
        ),
        (
            Answer(401, b"{}"),
            NotARegistryError,
            "{bad} wants credentials in a way that is neither Basic nor Bearer: name a"
            " registry for container images",
        ),
        (
            Answer(401, b"{}", {"WWW-Authenticate": 'Bearer realm="http://in.the.clear/"'}),
            NotARegistryError,
            "{bad} names no token service that is reached over TLS: ask those who run it",
        ),
        (
            Answer(401, b"{}", {"WWW-Authenticate": 'Bearer realm="https://[half"'}),
            NotARegistryError,
            "{bad} names no token service that is reached over TLS: ask those who run it",
        ),
        (
            Answer(302, b"", {"Location": "http://localhost/"}),
            NotARegistryError,
            "{bad} redirects to no place that is reached over TLS: name a registry for"
            " container images",
        ),
        (
            Answer(302),
            NotARegistryError,
            "{bad} redirects to no place that is reached over TLS: name a registry for"
            " container images",
        ),
        (
            Answer(503, b"{}"),
            UnreachableError,
            "{bad} has a fault of its own (503): try again later",
        ),
        (
            Answer(200, b"{" + b" " * (5 << 20)),
            TooLargeError,
            "localhost sends more than 4194304 bytes for the manifest of"
            " {bad}/team/app:1: that is no such thing",
        ),
        (
            Answer(200, b"{}", length=100),
            TruncatedError,
            "{bad} broke off within manifests/1 of team/app: try again",
        ),
        (
            Answer(200, b'{"schemaVersion": 1}'),
            PayloadError,
            "the manifest of {bad}/team/app:1 cannot be used, since it is of schema 1,"
            " and images of schema 2 are needed: name an image in the format of OCI or of"
            " Docker's schema 2",
        ),
        (
            Answer(200, b'{"schemaVersion": 2}'),
            PayloadError,
            "the manifest of {bad}/team/app:1 cannot be used, since it is neither an"
            " image nor a list of images: name an image in the format of OCI or of"
            " Docker's schema 2",
        ),
        (
            Answer(200, ESCAPING),
            PayloadError,
            "the manifest of {bad}/team/app:1 cannot be used, since it says: a digest or"
            " a size makes no sense - at `$.config`: name an image in the format of OCI"
            " or of Docker's schema 2",
        ),
        (
            Answer(200, b'{"schemaVersion": 2, "manifests": []}'),
            NotFoundError,
            "the image is not there for Linux, but for nothing: name an image that is",
        ),
    ],
)
def test_a_manifest_that_does_not_come_as_it_should_is_told(
    bad: Server,
    served: str,
    read: Read,
    answer: Answer,
    kind: type[ReleaseError],
    sentence: str,
) -> None:
    bad.answers[MANIFEST] = answer

    with pytest.raises(kind) as error:
        read(served)

    assert str(error.value) == sentence.format(bad=bad.name)


def test_another_manifest_than_the_digest_says_is_refused(
    bad: Server, served: str, release: Layout, read: Read
) -> None:
    digest = release.manifest.digest
    bad.answers[f"/v2/team/app/manifests/{digest}"] = Answer(200, b'{"schemaVersion": 2}')

    with pytest.raises(WrongDigestError) as error:
        read(f"{bad.name}/team/app@{digest}")

    assert str(error.value) == (
        f"{bad.name} gave another manifest than {digest} for {bad.name}/team/app@{digest}: do not"
        " use it, and ask those who run the registry"
    )


def test_a_manifest_must_have_the_digest_that_comes_with_it(
    bad: Server, served: str, read: Read
) -> None:
    good = bad.answers[MANIFEST]
    assert isinstance(good, Answer)
    header = {**good.headers, "Docker-Content-Digest": f"sha256:{'0' * 64}"}
    bad.answers[MANIFEST] = dataclasses.replace(good, headers=header)

    with pytest.raises(WrongDigestError, match="gave another manifest than sha256:0000"):
        read(served)


def other_content(good: bytes) -> Answer:
    return Answer(200, bytes(len(good)))


def cut_off(good: bytes) -> Answer:
    return Answer(200, good[:-10], length=len(good))


def too_short(good: bytes) -> Answer:
    return Answer(200, good[:-10])


def too_long(good: bytes) -> Answer:
    return Answer(200, good + b"x")


@pytest.mark.parametrize(
    ("spoil", "kind", "sentence"),
    [
        (
            lambda _: Answer(404, b"{}"),
            NotFoundError,
            "{bad} has no part {digest} of team/app: correct the image, or push it again",
        ),
        (
            other_content,
            WrongDigestError,
            "what {bad} sends for {digest} of {bad}/team/app has another digest: do not"
            " use it, and push the image again",
        ),
        (cut_off, TruncatedError, "{bad} broke off within blobs/{digest} of team/app: try again"),
        (
            too_short,
            TruncatedError,
            "{bad} sends {less} of the {size} bytes of {digest} of {bad}/team/app: push"
            " the image again",
        ),
        (
            too_long,
            TooLargeError,
            "{bad} sends more than the {size} bytes of {digest} of {bad}/team/app: push"
            " the image again",
        ),
        (
            lambda _: Answer(403, b"{}"),
            UnauthorizedError,
            "{bad} wants credentials for team/app (403), and the pull secret has none:"
            " add them to it",
        ),
    ],
)
def test_a_layer_that_does_not_come_as_it_should_is_told_and_not_kept(
    bad: Server,
    served: str,
    layer: str,
    release: Layout,
    read: Read,
    tmp_path: Path,
    spoil: Callable[[bytes], Answer],
    kind: type[RegistryError],
    sentence: str,
) -> None:
    good = bad.answers[layer]
    assert isinstance(good, Answer)
    bad.answers[layer] = spoil(good.body)

    with pytest.raises(kind) as error:
        read(served)

    blob = release.blobs[-1]
    assert str(error.value) == sentence.format(
        bad=bad.name, digest=blob.digest, size=blob.size, less=blob.size - 10
    )
    assert blob.digest.replace(":", "-") not in os.listdir(tmp_path / "cache")
    bad.answers[layer] = good
    assert read(served).version == "4.21.4"


def test_a_layer_that_breaks_off_is_fetched_again(
    bad: Server, served: str, layer: str, read: Read
) -> None:
    good = bad.answers[layer]
    assert isinstance(good, Answer)
    answers = iter([cut_off(good.body), cut_off(good.body), good])
    bad.answers[layer] = lambda _: next(answers)

    assert read(served).version == "4.21.4"
    assert bad.paths().count(layer) == 3


def test_a_layer_that_no_image_needs_is_not_fetched(
    bad: Server, served: str, layer: str, read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "BLOB_SIZE", 1_000)

    with pytest.raises(TooLargeError, match=r"bytes: no image needs so many$"):
        read(served)

    assert layer not in bad.paths()


def test_a_layer_that_is_no_archive_is_told(bad: Server, read: Read, tmp_path: Path) -> None:
    made = image(tmp_path / "image", files({"a": "b"}))
    manifest = json.loads(made.read(made.manifest.digest))
    manifest["layers"] = [manifest["config"]]  # which is JSON
    served = bad.serve(made, "team/app", "1")
    bad.answers[MANIFEST] = Answer.json(manifest)

    with pytest.raises(PayloadError, match=r"^layer sha256:\w{64} of .*/team/app cannot be read"):
        read(served)


@pytest.mark.parametrize(
    ("after", "expected"), [("7", 7.0), ("0", 0.1), ("", 0.5), ("no number", 0.5)]
)
def test_who_is_throttled_waits_as_long_as_the_registry_says(
    bad: Server, served: str, read: Read, after: str, expected: float
) -> None:
    good = bad.answers[MANIFEST]
    assert isinstance(good, Answer)
    answers = iter([Answer(429, b"{}", {"Retry-After": after} if after else {}), good])
    bad.answers[MANIFEST] = lambda _: next(answers)
    waited: list[float] = []

    assert read(served, waited=waited).version == "4.21.4"

    assert waited == [expected]


def test_a_moment_to_try_again_may_be_a_date(bad: Server, served: str, read: Read) -> None:
    good = bad.answers[MANIFEST]
    assert isinstance(good, Answer)
    answers = iter([Answer(429, b"{}", {"Retry-After": formatdate(time() + 30)}), good])
    bad.answers[MANIFEST] = lambda _: next(answers)
    waited: list[float] = []

    read(served, waited=waited)

    assert 20 < waited[0] <= 30


def test_who_is_throttled_for_too_long_is_told(bad: Server, served: str, read: Read) -> None:
    bad.answers[MANIFEST] = Answer(429, b"{}", {"Retry-After": "3600"})
    waited: list[float] = []

    with pytest.raises(ThrottledError) as error:
        read(served, waited=waited)

    assert waited == []
    assert str(error.value) == (
        f"{bad.name} answers too many requests already (429): try again later"
    )


def test_a_fault_that_passes_is_waited_for(bad: Server, served: str, read: Read) -> None:
    good = bad.answers[MANIFEST]
    assert isinstance(good, Answer)
    answers = iter([Answer(503), Answer(500), Answer(502), good])
    bad.answers[MANIFEST] = lambda _: next(answers)
    waited: list[float] = []

    assert read(served, waited=waited).version == "4.21.4"
    assert waited == sorted(waited)
    assert len(waited) == 3


def test_a_proxy_is_used_unless_the_environment_excepts_the_registry(
    served: str, read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://localhost:1")
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)
    with pytest.raises(UnreachableError, match="the proxy that the environment names does not ans"):
        read(served)

    monkeypatch.setenv("NO_PROXY", "localhost")
    assert read(served).version == "4.21.4"


def test_passwords_that_lie_about_for_other_programs_are_not_sent(
    bad: Server, served: str, read: Read, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "netrc").write_text(f"machine localhost login me password {SECRET}\n")
    monkeypatch.setenv("NETRC", str(tmp_path / "netrc"))

    read(served)

    assert [asked for asked in bad.asked if "Authorization" in asked.headers] == []


def test_a_registry_that_is_not_there_is_told(read: Read) -> None:
    with pytest.raises(UnreachableError, match=r"^localhost cannot be reached; Connect call faile"):
        read("localhost:1/team/app:1")


def basic(asked: Asked, good: Answer) -> Answer:
    """Give what was asked for to whoever has the password."""
    wanted = base64.b64encode(f"me:{SECRET}".encode()).decode()
    if asked.headers.get("Authorization") == f"Basic {wanted}":
        return good
    return Answer(401, b"{}", {"WWW-Authenticate": 'Basic realm="r"'})


def lock(bad: Server) -> None:
    """Let a server want a password for all that it has."""
    for path, answer in list(bad.answers.items()):
        assert isinstance(answer, Answer)
        bad.answers[path] = lambda asked, good=answer: basic(asked, good)


def test_credentials_do_not_follow_a_redirect_to_another_host(
    bad: Server, other: Server, served: str, layer: str, read: Read
) -> None:
    good = bad.answers[layer]
    assert isinstance(good, Answer)
    lock(bad)
    target = f"https://{other.name}/store/blob"
    moved = Answer(307, b"", {"Location": f"{target}?signature={SECRET}"})
    bad.answers[layer] = lambda asked: basic(asked, moved)
    other.answers["/store/blob"] = good

    assert read(served, user="me", password=SECRET).version == "4.21.4"

    [asked] = other.asked
    assert asked.path == f"/store/blob?signature={SECRET}"
    assert "Authorization" not in asked.headers
    assert "Cookie" not in asked.headers


def test_credentials_follow_a_redirect_within_the_host(
    bad: Server, served: str, layer: str, read: Read
) -> None:
    lock(bad)
    bad.answers["/moved"] = bad.answers[layer]
    bad.answers[layer] = Answer(307, b"", {"Location": "/moved"})

    assert read(served, user="me", password=SECRET).version == "4.21.4"


def test_redirects_come_to_an_end(bad: Server, served: str, read: Read) -> None:
    bad.answers[MANIFEST] = Answer(302, b"", {"Location": "/a"})
    bad.answers["/a"] = Answer(302, b"", {"Location": MANIFEST})

    with pytest.raises(NotARegistryError, match="answers with 302, as no registry does"):
        read(served)

    assert len(bad.asked) == 6


@pytest.mark.parametrize("status", [403, 404, 500, 429])
def test_no_message_has_a_secret_in_it(
    bad: Server, other: Server, served: str, layer: str, read: Read, status: int
) -> None:
    """Neither of the pull secret, nor of an address that the registry has signed."""
    lock(bad)
    target = f"https://{other.name}/store/blob?signature={SECRET}"
    moved = Answer(307, b"", {"Location": target})
    bad.answers[layer] = lambda asked: basic(asked, moved)
    other.answers["/store/blob"] = Answer(status, SECRET.encode())

    with pytest.raises(RegistryError) as error:
        read(served, user="me", password=SECRET, patience=1.0)

    shown: list[str] = []
    cause: BaseException | None = error.value
    while cause:
        shown.append(repr(cause))
        cause = cause.__cause__
    assert SECRET not in "".join(shown)
    assert base64.b64encode(f"me:{SECRET}".encode()).decode() not in "".join(shown)


@pytest.mark.parametrize(
    ("answer", "kind", "sentence"),
    [
        (
            Answer(401, b"{}"),
            UnauthorizedError,
            "{bad} refuses the credentials that the pull secret has for team/app (401):"
            " replace them",
        ),
        (
            Answer(403, b"{}"),
            UnauthorizedError,
            "{bad} does not let the user of the pull secret read team/app (403): ask for"
            " access, or use other credentials",
        ),
        (
            Answer(500, b"{}"),
            UnreachableError,
            "the token service of {bad} answers with 500: try again later",
        ),
        (
            Answer(200, b"{}"),
            NotARegistryError,
            "the token service of {bad} does not answer with a token: name a registry for"
            " container images",
        ),
        (
            Answer(200, b"<html>", PAGE),
            NotARegistryError,
            "the token service of {bad} does not answer with a token: name a registry for"
            " container images",
        ),
        (
            Answer(302, b"", {"Location": "https://localhost/"}),
            UnreachableError,
            "the token service of {bad} answers with 302: try again later",
        ),
    ],
)
def test_a_token_service_that_gives_none_is_told(
    bad: Server,
    other: Server,
    served: str,
    read: Read,
    answer: Answer,
    kind: type[RegistryError],
    sentence: str,
) -> None:
    realm = f'Bearer realm="https://{other.name}/token",service="s"'
    bad.answers[MANIFEST] = Answer(401, b"{}", {"WWW-Authenticate": realm})
    other.answers["/token"] = answer

    with pytest.raises(kind) as error:
        read(served, user="me", password=SECRET)

    assert str(error.value) == sentence.format(bad=bad.name)
    assert other.asked[0].path == "/token?scope=repository:team/app:pull&service=s"
