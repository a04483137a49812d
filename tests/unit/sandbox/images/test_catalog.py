"""The table of images fits the components, and the release fits the table."""

from __future__ import annotations

import io
import json
import tarfile
from typing import TYPE_CHECKING

import pytest

from hypershift.release.payload import REFERENCES
from sandbox import components
from sandbox.errors import SandboxError, UsageError
from sandbox.images import plans, python, release
from sandbox.images.catalog import IMAGES, USER, Image, chosen
from sandbox.images.push import Registry
from sandbox.images.releases import RELEASES
from sandbox.progress import Reporter

if TYPE_CHECKING:
    from pathlib import Path

COMPONENTS = components.load()
WITH_COMPONENT = [image for image in IMAGES.values() if image.component]


@pytest.mark.parametrize("image", WITH_COMPONENT, ids=lambda image: image.name)
def test_an_image_is_made_of_a_component_and_starts_a_program_of_it(image: Image) -> None:
    programs = COMPONENTS[image.component].programs

    started = [path.rpartition("/")[2] for path in image.entrypoint[:1]]
    assert set(started) <= set(programs)
    inside = {target.rpartition("/")[2] for target in image.links.values()} - {"xtables-nft-multi"}
    assert inside <= set(programs)


def test_a_release_names_images_that_there_are_each_by_its_own_name() -> None:
    assert set(release.COMPONENTS.values()) <= IMAGES.keys()
    assert list(release.COMPONENTS) == sorted(release.COMPONENTS)


def test_images_are_chosen_by_name() -> None:
    assert [image.name for image in chosen(["etcd", "kube", "etcd"])] == ["etcd", "kube"]
    assert [image.name for image in chosen()] == list(IMAGES)
    with pytest.raises(UsageError, match=r"^there is no image busybox, x; there are: pause, etcd,"):
        chosen(["etcd", "busybox", "x"])


def test_our_own_image_holds_the_product_alone() -> None:
    """Tests and the world that they are made in are no part of it."""
    sources = python.sources()

    assert "cli/main.py" in sources
    assert sources["revision"]
    assert [path for path in sources if "azurelocal" in path or "sandbox" in path] == []
    assert [path for path in sources if path.endswith(".pyc")] == []


def test_our_own_image_runs_as_nobody_in_particular() -> None:
    assert IMAGES["hypershift"].user == USER == "1001"


@pytest.mark.parametrize(
    ("version", "expected"), [("4.21.4", "1.34.4"), ("4.20.6", "1.33.6"), ("4.22.0", "1.35.0")]
)
def test_a_community_release_carries_the_kubernetes_of_its_number(
    version: str, expected: str
) -> None:
    assert release.kubernetes_version(version) == expected


@pytest.mark.parametrize("version", RELEASES)
def test_a_community_release_carries_the_kubernetes_that_is_built_for_it(version: str) -> None:
    built = {image.component for image in map(IMAGES.get, release.images(version)) if image}

    [component] = (name for name in built if name.startswith("kubernetes"))
    assert COMPONENTS[component].version == f"v{release.kubernetes_version(version)}"


def test_a_release_has_other_images_only_of_components_that_are_others_in_it() -> None:
    usual, older = set(release.images()), set(release.images("4.20.6"))

    assert usual == set(release.COMPONENTS.values())
    assert older - usual == {"kube-1.33", "kube-proxy-1.33"}
    assert usual - older == {"kube", "kube-proxy"}


def test_an_image_on_demand_is_as_the_usual_one_but_for_its_component() -> None:
    usual, older = IMAGES["kube-proxy"], IMAGES["kube-proxy-1.33"]

    assert (usual.on_demand, older.on_demand) == (False, True)
    assert older.component == "kubernetes-1.33"
    assert (older.links, older.debian, older.entrypoint) == (
        usual.links,
        usual.debian,
        usual.entrypoint,
    )


def test_what_is_built_without_being_named_is_what_the_usual_release_needs() -> None:
    """Another Kubernetes takes minutes to build."""
    on_demand = {name for name, image in IMAGES.items() if image.on_demand}

    assert not on_demand & set(release.images())
    assert {IMAGES[name].component for name in on_demand} == {
        name for name, component in COMPONENTS.items() if component.on_demand
    }


def test_a_release_names_its_own_images_and_versions(tmp_path: Path) -> None:
    pushed = {name: f"registry.example/{name}" for name in release.images("4.20.6")}

    made = release.assemble(tmp_path / "release", "4.20.6", pushed)

    [layer] = json.loads(made.read(made.manifest.digest))["layers"]
    with tarfile.open(fileobj=io.BytesIO(made.read(layer["digest"]))) as archive:
        file = archive.extractfile(REFERENCES)
        assert file is not None
        tags = {tag["name"]: tag for tag in json.load(file)["spec"]["tags"]}
    assert list(tags) == list(release.COMPONENTS)
    assert tags["hyperkube"]["from"]["name"] == "registry.example/kube-1.33"
    assert tags["kube-proxy"]["from"]["name"] == "registry.example/kube-proxy-1.33"
    assert tags["etcd"]["from"]["name"] == "registry.example/etcd"
    versions = {name: tag["annotations"] for name, tag in tags.items()}
    assert versions["hyperkube"] == {"io.openshift.build.versions": "kubernetes=1.33.6"}


def test_a_release_that_is_not_in_the_table_is_refused() -> None:
    with pytest.raises(
        UsageError, match=r"^there is no community release 4\.19\.1; there are: 4\.21\.4, 4\.20\.6$"
    ):
        release.publish(Registry("localhost:1"), Reporter(), "4.19.1")


def test_a_release_of_another_kubernetes_than_is_built_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(RELEASES, "4.20.7", RELEASES["4.20.6"])

    with pytest.raises(
        SandboxError, match=r"^release 4\.20\.7 carries Kubernetes 1\.33\.7, but v1\.33\.6 is"
    ):
        release.publish(Registry("localhost:1"), Reporter(), "4.20.7")


def test_links_at_the_top_are_not_replaced() -> None:
    links = plans.links({"bin/tool": "other", "manager": "usr/bin/tool"})

    assert sorted(links) == ["manager", "usr/bin/tool"]
