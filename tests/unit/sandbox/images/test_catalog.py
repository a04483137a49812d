"""The table of images fits the components, and the release fits the table."""

from __future__ import annotations

import pytest

from sandbox import components
from sandbox.errors import SandboxError, UsageError
from sandbox.images import plans, python, release
from sandbox.images.catalog import IMAGES, USER, Image, chosen
from sandbox.images.push import Registry
from sandbox.progress import Reporter

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


def test_the_community_release_carries_the_kubernetes_that_is_built() -> None:
    assert f"v{release.kubernetes_version(release.VERSION)}" == COMPONENTS["kubernetes"].version


def test_a_release_of_another_kubernetes_than_is_built_is_refused() -> None:
    with pytest.raises(
        SandboxError, match=r"^release 4\.20\.6 carries Kubernetes 1\.33\.6, but v1"
    ):
        release.publish(Registry("localhost:1"), Reporter(), "4.20.6")


def test_links_at_the_top_are_not_replaced() -> None:
    links = plans.links({"bin/tool": "other", "manager": "usr/bin/tool"})

    assert sorted(links) == ["manager", "usr/bin/tool"]
