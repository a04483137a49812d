"""Releases are read out of the real registry, in every form and with every way to log in."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hypershift.release.errors import (
    BadReferenceError,
    NotFoundError,
    PayloadError,
    UnauthorizedError,
    UnreachableError,
)
from sandbox.images import release as releases
from sandbox.images.layout import INDEX
from tests.integration.release.images import (
    DOCKER_MANIFEST,
    NAMES,
    as_docker_has_it,
    files,
    image,
)
from tests.integration.release.registries import BASIC, PASSWORD, USER

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypershift.release.payload import Release
    from sandbox.images import Layout
    from tests.integration.release.registries import Running, Tokens

    Read = Callable[..., Release]

HYPERSHIFT = Path(sys.executable).with_name("hypershift")
BOOT_IMAGES = [
    ("aarch64", "Gen2", "Debian:debian-12:12-arm64:0.20251006.2257"),
    ("x86_64", "Gen1", "Debian:debian-12:12:0.20251006.2257"),
    ("x86_64", "Gen2", "Debian:debian-12:12-gen2:0.20251006.2257"),
]


@pytest.fixture(scope="module")
def pushed(registry: Running, release: Layout) -> str:
    """The name of the community release in the registry."""
    with registry.client() as client:
        client.push(release, "ocp/release", "4.21.4")
    return f"{registry.name}/ocp/release:4.21.4"


def test_the_community_release_says_what_it_is_made_of(
    pushed: str, release: Layout, read: Read
) -> None:
    found = read(pushed)

    assert found.version == "4.21.4"
    assert found.kubernetes_version == "1.34.4"
    assert found.digest == release.manifest.digest
    assert found.architectures == ("amd64",)
    assert found.images == {name: NAMES[made] for name, made in releases.COMPONENTS.items()}
    assert found.missing(["etcd", "hyperkube", "oauth-server", "openshift-apiserver"]) == [
        "oauth-server",
        "openshift-apiserver",
    ]
    assert found.component_versions["etcd"] == "3.6.4"
    assert found.metadata["kind"] == "cincinnati-metadata-v0"
    assert [
        (architecture, generation, str(found.marketplace_image(architecture, generation)))
        for architecture, generation, _ in BOOT_IMAGES
    ] == BOOT_IMAGES
    with pytest.raises(PayloadError, match="no image of generation Gen1 for arm64, but of Gen2"):
        found.marketplace_image("arm64", "Gen1")


def test_the_command_prints_the_same_in_three_forms(
    pushed: str, registry: Running, release: Layout, tmp_path: Path
) -> None:
    def info(*arguments: str) -> str:
        return subprocess.run(
            [HYPERSHIFT, "release", "info", *arguments],
            env={"HOME": str(tmp_path), "PATH": ""},
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    flags = ("--release-image", pushed, "--additional-trust-bundle", str(registry.trust))
    facts = json.loads(info(*flags, "-o", "json"))

    assert facts["version"] == "4.21.4"
    assert facts["kubernetesVersion"] == "1.34.4"
    assert facts["images"]["hyperkube"] == NAMES["kube"]
    assert facts["bootImages"] == [
        {"stream": "debian-12", "architecture": where, "generation": which, "marketplace": name}
        for where, which, name in BOOT_IMAGES
    ]
    text = info(*flags)
    assert f"Digest         {release.manifest.digest}\n" in text
    assert re.search(rf"^  etcd +{NAMES['etcd']}$", text, re.MULTILINE)
    assert "debian-12  x86_64   Gen2  Debian:debian-12:12-gen2:0.20251006.2257\n" in text
    assert "kubernetesVersion: 1.34.4\n" in info(*flags, "-o", "yaml")


def test_a_failed_command_says_why_in_one_line(registry: Running, tmp_path: Path) -> None:
    result = subprocess.run(
        [HYPERSHIFT, "release", "info", "--release-image", f"{registry.name}/a/b:1"],
        env={"HOME": str(tmp_path), "PATH": ""},
        capture_output=True,
        text=True,
    )

    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == (
        "Error: localhost cannot be reached; its certificate is not trusted: add its authority to"
        " the trust bundle\n"
    )


def test_a_list_for_several_platforms_and_dockers_format_are_read_alike(
    registry: Running, release: Layout, read: Read
) -> None:
    digest, manifest = as_docker_has_it(release)
    entries = [
        # What builders attach comes first here, to be passed over.
        {"digest": digest, "platform": {"architecture": "unknown", "os": "unknown"}},
        {"digest": digest, "platform": {"architecture": "amd64", "os": "linux"}},
        {"digest": digest, "platform": {"architecture": "arm64", "os": "linux"}},
    ]
    common = {"mediaType": DOCKER_MANIFEST, "size": len(manifest)}
    index = {
        "schemaVersion": 2,
        "mediaType": INDEX,
        "manifests": [{**common, **entry} for entry in entries],
    }
    with registry.client() as client:
        client.push(release, "ocp/multi")
        client.put_manifest("ocp/multi", digest, manifest, DOCKER_MANIFEST)
        client.put_manifest("ocp/multi", "multi", json.dumps(index).encode(), INDEX)

    found = read(f"{registry.name}/ocp/multi:multi")
    single = read(f"{registry.name}/ocp/multi@{digest}")

    assert found.architectures == ("amd64", "arm64")
    assert single.architectures == ("amd64",)
    assert single.digest == digest
    assert found.images == single.images
    assert found.version == "4.21.4"


def test_a_lower_layer_counts_where_upper_ones_say_nothing(
    registry: Running, read: Read, tmp_path: Path
) -> None:
    def references(version: str) -> str:
        return json.dumps({"kind": "ImageStream", "metadata": {"name": version}})

    path = "release-manifests/image-references"
    made = image(
        tmp_path / "image",
        files({path: references("4.0.1"), "release-manifests/release-metadata": "{}"}),
        files({path: references("4.0.2")}),
        files({"etc/os-release": "ID=debian", "release-manifests/.wh.release-metadata": ""}),
    )
    with registry.client() as client:
        name = client.push(made, "ocp/layers")

    found = read(name)

    assert (found.version, found.images, found.metadata) == ("4.0.2", {}, {})
    assert found.marketplace_image("amd64") is None


def test_what_is_no_release_or_not_there_is_told(
    registry: Running, read: Read, tmp_path: Path
) -> None:
    with registry.client() as client:
        name = client.push(image(tmp_path / "image", files({"bin/sh": "x"})), "plain/image", "1")

    with pytest.raises(PayloadError, match=r"is not a release image, since it has no release-man"):
        read(name)
    with pytest.raises(NotFoundError, match=r"has no manifest 2 of plain/image: correct the imag"):
        read(f"{registry.name}/plain/image:2")
    with pytest.raises(NotFoundError, match=r"has no manifest 1 of no/where: correct the image"):
        read(f"{registry.name}/no/where:1")
    with pytest.raises(BadReferenceError):
        read(f"{registry.name}/UPPER")


def test_mirrors_are_tried_first_and_the_source_last(
    registry: Running, pushed: str, release: Layout, read: Read
) -> None:
    with registry.client() as client:
        client.push(release, "mirror/release", "4.21.4")
    elsewhere = "localhost:1/team/release"
    mirrors = {"localhost:1/team": [f"{registry.name}/nothing", f"{registry.name}/mirror"]}

    assert read(f"{elsewhere}:4.21.4", mirrors=mirrors).digest == release.manifest.digest
    assert read(pushed, mirrors={pushed.partition(":4")[0]: ["localhost:1/x"]}).version == "4.21.4"
    with pytest.raises(UnreachableError) as error:
        read(f"{elsewhere}:5", mirrors=mirrors)
    assert str(error.value).startswith("localhost cannot be reached; ")
    assert "of its mirrors, localhost" in str(error.value)
    assert "has no manifest 5 of mirror/release" in str(error.value)


def test_overrides_apply_to_the_release_and_to_its_images(
    registry: Running, pushed: str, read: Read
) -> None:
    overrides = {
        "fixed.example/ocp": f"{registry.name}/ocp",
        "quay.example": "mirror.example/q",
    }

    found = read("fixed.example/ocp/release:4.21.4", overrides=overrides)

    assert found.images["etcd"] == NAMES["etcd"].replace("quay.example", "mirror.example/q")
    assert found.canonical_images["etcd"] == NAMES["etcd"]


def test_a_registry_with_passwords_takes_those_of_the_pull_secret(
    basic: Running, release: Layout, read: Read
) -> None:
    with basic.client(BASIC) as client:
        client.push(release, "team/app", "1")
    name = f"{basic.name}/team/app:1"

    assert read(name, user=USER, password=PASSWORD).version == "4.21.4"
    with pytest.raises(UnauthorizedError) as without:
        read(name)
    with pytest.raises(UnauthorizedError) as wrong:
        read(name, user=USER, password="hunter2")
    assert str(without.value) == (
        f"{basic.name} wants credentials for team/app (401), and the pull secret has none: add them"
        " to it"
    )
    assert str(wrong.value) == (
        f"{basic.name} refuses the credentials that the pull secret has for team/app (401): replace"
        " them"
    )


def test_a_registry_with_tokens_is_asked_with_one_for_each_repository(
    tokens: Tokens, release: Layout, read: Read
) -> None:
    registry = tokens.registry
    with registry.client(tokens.authorization) as client:
        client.push(release, "team/app", "1")
        client.push(release, "public/app", "1")

    assert read(f"{registry.name}/team/app:1", user=USER, password=PASSWORD).version == "4.21.4"
    # Manifest, configuration and layers: one token does for all.
    assert len(tokens.asked) == 1
    assert read(f"{registry.name}/public/app:1").version == "4.21.4"
    with pytest.raises(UnauthorizedError, match=r"wants credentials for team/app \(401\)"):
        read(f"{registry.name}/team/app:1")
    with pytest.raises(UnauthorizedError, match=r"refuses the credentials .* team/app \(401\)"):
        read(f"{registry.name}/team/app:1", user=USER, password="hunter2")
