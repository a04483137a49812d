"""What the files of a release say, and what is wrong with those of others."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml

from hypershift.release import payload
from hypershift.release.errors import PayloadError
from hypershift.release.payload import BOOT_IMAGES, METADATA, REFERENCES, Release
from hypershift.release.streams import MarketplaceImage
from hypershift.release.versions import kubernetes_minor

IMAGE = "quay.io/ocp/release:4.21.4"
DIGEST = f"sha256:{'d' * 64}"


def tag(name: str, image: str = "", **annotations: str) -> dict[str, Any]:
    """A component of a release."""
    return {
        "name": name,
        "annotations": {f"io.openshift.build.{key}": text for key, text in annotations.items()},
        "from": {"kind": "DockerImage", "name": image or f"quay.io/ocp/art@sha256:{name}"},
    }


def references(*tags: dict[str, Any], name: str = "4.21.4") -> bytes:
    """The list of components."""
    return json.dumps(
        {
            "kind": "ImageStream",
            "apiVersion": "image.openshift.io/v1",
            "metadata": {"name": name, "creationTimestamp": None},
            "spec": {"lookupPolicy": {"local": False}, "tags": tags},
        }
    ).encode()


def stream(name: str, *generations: str, architecture: str = "x86_64") -> dict[str, Any]:
    """Stream metadata with images of the Marketplace for some generations."""
    images = {
        f"hyperV{one}": {"publisher": "p", "offer": name, "sku": one.lower(), "version": "1.2.3"}
        for one in generations
    }
    extensions = {"marketplace": {"azure": {"no-purchase-plan": images}}} if images else {}
    return {
        "stream": name,
        "metadata": {"last-modified": "2026-01-01T00:00:00Z"},
        "architectures": {architecture: {"artifacts": {}, "rhel-coreos-extensions": extensions}},
    }


def boot_images(**data: Any) -> bytes:
    """The ConfigMap with stream metadata."""
    data = {key: one if isinstance(one, str) else json.dumps(one) for key, one in data.items()}
    return yaml.safe_dump({"kind": "ConfigMap", "apiVersion": "v1", "data": data}).encode()


def release(
    files: dict[str, bytes] | None = None, overrides: dict[str, str] | None = None
) -> Release:
    """Read a release."""
    return payload.parse(
        IMAGE, DIGEST, ("amd64",), files or {REFERENCES: references()}, overrides or {}
    )


def test_a_release_has_a_version_and_the_images_of_its_components() -> None:
    found = release(
        {
            REFERENCES: references(
                tag("etcd"), tag("hyperkube", versions="kubernetes=1.34.4,x=1"), tag("cli")
            ),
            METADATA: b'{"kind": "cincinnati-metadata-v0", "version": "4.21.4"}',
        }
    )

    assert found.version == "4.21.4"
    assert found.kubernetes_version == "1.34.4"
    assert found.images["etcd"] == "quay.io/ocp/art@sha256:etcd"
    assert found.missing(["etcd", "oauth-server", "cli", "openshift-apiserver"]) == [
        "oauth-server",
        "openshift-apiserver",
    ]
    assert found.component_versions == {"kubernetes": "1.34.4", "x": "1"}
    assert found.metadata["kind"] == "cincinnati-metadata-v0"
    assert found.marketplace_image("amd64") is None


def test_overrides_apply_to_components_whose_own_images_stay_known() -> None:
    found = release(
        {REFERENCES: references(tag("etcd"), tag("cli", "other.example/cli:1"))},
        {"quay.io/ocp": "mirror.example/x"},
    )

    assert found.images == {
        "etcd": "mirror.example/x/art@sha256:etcd",
        "cli": "other.example/cli:1",
    }
    assert found.canonical_images["etcd"] == "quay.io/ocp/art@sha256:etcd"


@pytest.mark.parametrize(
    ("version", "minor"),
    [
        ("4.14.0", "1.27"),
        ("4.21.4-rc.1", "1.34"),
        ("4.23.1", "1.36"),
        ("5.0.0", "1.36"),
        ("5.1.2", "1.37"),
        ("3.11.0", ""),
        ("main", ""),
        ("4", ""),
    ],
)
def test_a_release_that_does_not_say_so_still_has_a_minor_version_of_kubernetes(
    version: str, minor: str
) -> None:
    assert kubernetes_minor(version) == minor


def test_versions_that_contradict_each_other_are_refused_except_those_of_the_system() -> None:
    names = {"version-display-names": "machine-os=Debian 12"}
    fine = references(
        tag("a", versions="machine-os=1,kubernetes=1.34.4"),
        tag("b", versions="machine-os=2,kubernetes=1.34.4", **names),
    )

    assert release({REFERENCES: fine}).component_versions["machine-os"] == "1"
    assert release({REFERENCES: fine}).display_names == {"machine-os": "Debian 12"}
    with pytest.raises(PayloadError, match=r"names two versions of kubernetes, 1\.34\.4 and 1\.3"):
        release(
            {
                REFERENCES: references(
                    tag("a", versions="kubernetes=1.34.4"), tag("b", versions="kubernetes=1.3")
                )
            }
        )


def test_kubectl_counts_only_where_it_is_the_subject() -> None:
    found = references(tag("tests", versions="kubectl=1.0"), tag("cli", versions="kubectl=1.34.4"))

    assert release({REFERENCES: found}).component_versions == {"kubectl": "1.34.4"}


@pytest.mark.parametrize(
    ("generation", "expected"), [("", "gen2"), ("Gen2", "gen2"), ("Gen1", "gen1")]
)
def test_nodes_boot_from_the_generation_that_is_asked_for(generation: str, expected: str) -> None:
    found = release(
        {
            REFERENCES: references(),
            BOOT_IMAGES: boot_images(stream=stream("debian", "Gen1", "Gen2")),
        }
    )

    assert found.marketplace_image("amd64", generation) == MarketplaceImage(
        "p", "debian", expected, "1.2.3"
    )


def test_a_generation_or_an_architecture_that_is_not_there_is_an_error() -> None:
    arm = stream("debian", "Gen2", architecture="aarch64")
    found = release({REFERENCES: references(), BOOT_IMAGES: boot_images(stream=arm)})

    assert str(found.marketplace_image("arm64")) == "p:debian:gen2:1.2.3"
    with pytest.raises(PayloadError, match="no image of generation Gen1 for arm64, but of Gen2"):
        found.marketplace_image("arm64", "Gen1")
    with pytest.raises(PayloadError, match="no nodes of architecture amd64, but of aarch64"):
        found.marketplace_image("amd64")


def test_a_stream_without_the_marketplace_has_no_image() -> None:
    found = release({REFERENCES: references(), BOOT_IMAGES: boot_images(stream=stream("debian"))})

    assert found.marketplace_image("amd64", "Gen1") is None


def test_streams_may_have_names() -> None:
    both = {"stream": stream("nine", "Gen2"), "streams": {"ten": stream("ten", "Gen2")}}
    named = release({REFERENCES: references(), BOOT_IMAGES: boot_images(**both)})
    plain = release({REFERENCES: references(), BOOT_IMAGES: boot_images(stream=both["stream"])})

    def offer(found: Release, name: str) -> str:
        image = found.marketplace_image("amd64", stream=name)
        assert image is not None
        return image.offer

    assert [offer(named, ""), offer(named, "ten"), offer(plain, "ten")] == ["nine", "ten", "nine"]
    with pytest.raises(PayloadError, match="has no stream eleven, but ten"):
        named.marketplace_image("amd64", stream="eleven")


@pytest.mark.parametrize(
    "content",
    [
        b"- a list",
        b"{unclosed",
        b"\xff\xfe\x00",
        boot_images(),
        boot_images(stream="no JSON"),
        boot_images(stream={"architectures": ["x86_64"]}),
        boot_images(streams={"ten": 5}),
    ],
)
def test_a_broken_list_of_boot_images_is_an_error(content: bytes) -> None:
    with pytest.raises(PayloadError, match="the release's list of boot images"):
        release({REFERENCES: references(), BOOT_IMAGES: content})


@pytest.mark.parametrize(
    "files",
    [
        {"etc/os-release": b"ID=debian"},
        {REFERENCES: b""},
        {REFERENCES: b"<html>"},
        {REFERENCES: b'{"kind": "List"}'},
        {REFERENCES: b'{"kind": "List", "metadata": {"name": "4.21.4"}}'},
        {REFERENCES: references(name="")},
        {REFERENCES: references(), METADATA: b"[]"},
        {REFERENCES: b'{"kind": "ImageStream", "metadata": {"name": 4}}'},
    ],
)
def test_what_is_no_release_is_refused(files: dict[str, bytes]) -> None:
    with pytest.raises(PayloadError, match=r"^quay\.io/ocp/release:4\.21\.4 is not a release"):
        release(files)
