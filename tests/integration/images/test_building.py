"""Images are built out of real components, are the same each time, and get into a registry once."""

from __future__ import annotations

import json
import shutil
import subprocess
import tarfile
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from sandbox import components
from sandbox.apiserver.authority import Authority
from sandbox.errors import SandboxError
from sandbox.images import build, store
from sandbox.images.catalog import IMAGES
from sandbox.images.debian import Packages
from sandbox.progress import Reporter, Step
from tests.integration.release import registries

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sandbox.images import Layout
    from sandbox.images.build import Built
    from tests.integration.release.registries import Running

PATH = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin"


class Listening(Reporter):
    """Remembers what it was told."""

    def __init__(self) -> None:
        self.steps: list[str] = []

    def working(self, name: str, step: Step) -> None:
        self.steps.append(f"{name}: {step.text}")

    def told(self, text: str) -> int:
        return sum(text in step for step in self.steps)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of the test's own."""
    monkeypatch.setenv("HYPERSHIFT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture(scope="module")
def etcd() -> components.Built:
    """A component, out of the cache of all."""
    [built] = components.ensure(["etcd"], Reporter())
    return built


def packages(folder: Path) -> Packages:
    """What would be unpacked of Debian, where no package source can be reached."""
    root = folder / "root"
    for path, content in {
        "usr/bin/busybox": "a shell",
        "usr/share/ca-certificates/mozilla/b.crt": "B\n",
        "usr/share/ca-certificates/mozilla/a.crt": "A\n",
    }.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(content)
    (folder / "packages").write_text("busybox-static_1_amd64\n")
    return Packages(folder)


def made(etcd: components.Built, folder: Path, reporter: Reporter | None = None) -> Built:
    """The image of etcd."""
    return build.assemble(IMAGES["etcd"], etcd, packages(folder), reporter or Reporter())


def layout(built: Built) -> Layout:
    """Its layout, which is there."""
    assert built.layout is not None
    return built.layout


def test_two_builds_at_two_places_give_one_digest(
    etcd: components.Built, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    digests: list[str] = []
    for name in ("one", "another"):
        monkeypatch.setenv("HYPERSHIFT_CACHE", str(tmp_path / name / "cache"))
        built = made(etcd, tmp_path / name / "debian")
        assert built.fresh
        digests.append(layout(built).manifest.digest)

    assert digests[0] == digests[1]


def test_an_image_is_what_oci_says(etcd: components.Built, cache: Path, tmp_path: Path) -> None:
    image = layout(made(etcd, tmp_path / "debian"))

    config, *layers = image.blobs
    manifest = json.loads(image.read(image.manifest.digest))
    said = json.loads(image.read(config.digest))
    assert json.loads((image.folder / "oci-layout").read_text()) == {"imageLayoutVersion": "1.0.0"}
    assert manifest["mediaType"] == "application/vnd.oci.image.manifest.v1+json"
    assert len(said["rootfs"]["diff_ids"]) == len(layers) == 3
    assert said["config"] == {
        "Env": [PATH],
        "Labels": {"org.opencontainers.image.title": "etcd"},
        "WorkingDir": "/",
    }
    assert (said["architecture"], said["os"]) == ("amd64", "linux")
    for blob in (image.manifest, *image.blobs):
        sums = subprocess.run(
            ["sha256sum", image.path(blob.digest)], capture_output=True, text=True, check=True
        )
        assert f"sha256:{sums.stdout.split()[0]}" == blob.digest
        assert image.path(blob.digest).stat().st_size == blob.size


def test_what_is_in_an_image_runs(etcd: components.Built, cache: Path, tmp_path: Path) -> None:
    image = layout(made(etcd, tmp_path / "debian"))
    root = tmp_path / "root"
    for layer in image.blobs[1:]:
        with tarfile.open(image.path(layer.digest)) as archive:
            archive.extractall(root, filter="tar")

    for program in ("etcd", "etcdctl", "etcdutl"):
        flag = "version" if program != "etcd" else "--version"
        said = subprocess.run(
            [root / "usr/bin" / program, flag], capture_output=True, text=True, check=True
        )
        assert "3.6.4" in said.stdout
    assert (root / "etc/ssl/certs/ca-certificates.crt").read_text() == "A\nB\n"
    assert (root / "usr/bin/sh").readlink().name == "busybox"
    assert "1001:0" in (root / "etc/passwd").read_text()


def test_what_was_built_is_found_and_layers_are_shared(
    etcd: components.Built, cache: Path, tmp_path: Path
) -> None:
    first = made(etcd, tmp_path / "debian")
    listening = Listening()

    again = made(etcd, tmp_path / "debian", listening)
    tools = build.assemble(IMAGES["tools"], None, packages(tmp_path / "debian"), Reporter())

    assert (first.fresh, again.fresh, listening.steps) == (True, False, [])
    assert layout(again).manifest.digest == layout(first).manifest.digest
    shared = layout(tools).blobs[1]
    assert shared.digest in [blob.digest for blob in layout(first).blobs]
    one, other = (layout(built).path(shared.digest).stat() for built in (tools, first))
    assert one.st_ino == other.st_ino


def test_two_builds_at_once_are_one(etcd: components.Built, cache: Path, tmp_path: Path) -> None:
    reporters = [Listening(), Listening()]
    packages(tmp_path / "debian")

    with ThreadPoolExecutor(2) as pool:
        built = list(pool.map(lambda one: made(etcd, tmp_path / "debian", one), reporters))

    assert layout(built[0]).folder == layout(built[1]).folder
    gathered = [one.told("gathering the files of layer etcd") for one in reporters]
    assert sorted(gathered) == [0, 1]


def test_what_a_killed_build_left_is_removed(
    etcd: components.Built, cache: Path, tmp_path: Path
) -> None:
    built = made(etcd, tmp_path / "debian")
    place = layout(built).folder
    shutil.rmtree(place)
    leftover = place.with_name(f".{place.name}.building-of-somebody")
    leftover.mkdir()

    made(etcd, tmp_path / "debian")

    assert not leftover.exists()
    assert [path.name for path in store.images().iterdir() if not path.name.endswith(".lock")] == [
        place.name
    ]


def test_a_full_or_forbidden_cache_is_told(
    etcd: components.Built, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("HYPERSHIFT_CACHE", str(tmp_path / "file"))

    with pytest.raises(SandboxError, match=r"^cannot keep .* name another directory with HYPERSHI"):
        build.ensure(["tools"], Reporter())


@pytest.fixture(scope="module")
def registry(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A real registry."""
    authority = Authority(tmp_path_factory.mktemp("authority"))
    with registries.running(tmp_path_factory.mktemp("r") / "images", authority) as running:
        yield running


def test_what_the_registry_has_is_not_sent_again(
    etcd: components.Built, registry: Running, cache: Path, tmp_path: Path
) -> None:
    image = layout(made(etcd, tmp_path / "debian"))
    first, second, third = Listening(), Listening(), Listening()

    with registry.client(reporter=first) as client:
        name = client.push(image, "hypershift/etcd", "3.6.4")
        assert client.has("hypershift/etcd", "3.6.4")
        assert client.has("hypershift/etcd", image.manifest.digest)
        assert not client.has("hypershift/etcd", "3.6.5")
    with registry.client(reporter=second) as client:
        assert client.push(image, "hypershift/etcd") == name
    with registry.client(reporter=third) as client:
        assert client.put_blob("programs", etcd.programs / "etcd") == client.put_blob(
            "programs", etcd.programs / "etcd"
        )

    assert name == f"{registry.name}/hypershift/etcd@{image.manifest.digest}"
    assert first.told("pushing") > 0
    assert second.told("pushing") == 0
    assert third.told("pushing") > 0


def test_a_registry_that_does_not_answer_or_is_not_trusted_is_told(registry: Running) -> None:
    from sandbox.images.push import Registry

    with Registry("localhost:1") as nowhere, Registry(registry.name) as untrusted:
        with pytest.raises(SandboxError, match=r"^the registry localhost:1 cannot be reached \("):
            nowhere.has("a", "b")
        with pytest.raises(SandboxError, match="certificate verify failed"):
            untrusted.has("a", "b")
        assert not nowhere.answers()
    with registry.client() as client, pytest.raises(SandboxError) as refused:
        client.put_manifest("a", "b", b"{}", "text/plain")
    assert "answers 400 to PUT /v2/a/manifests/b: see what it says" in str(refused.value)
    assert "MANIFEST_INVALID" in refused.value.detail
