"""What runs on the cluster from the start."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from sandbox.images.catalog import IMAGES
from sandbox.management import addons, raising, registry

MAKEFILE = Path(__file__).parents[4] / "Makefile"
PULLED = {name: f"{registry.HOST}/{name}@sha256:{'0' * 64}" for name in raising.IMAGES}


def objects() -> list[dict[str, Any]]:
    return [*yaml.safe_load_all(addons.manifests(PULLED))]


def pods() -> list[tuple[str, dict[str, Any]]]:
    found = [one for one in objects() if "template" in one.get("spec", {})]
    return [(one["metadata"]["name"], one["spec"]["template"]["spec"]) for one in found]


def test_every_image_is_one_that_is_built_and_pulled_by_digest() -> None:
    assert set(raising.IMAGES) <= set(IMAGES)
    used = {one["image"] for _, pod in pods() for one in pod["containers"]}

    assert used <= set(PULLED.values())
    for name in addons.IMAGES:
        assert PULLED[name] in addons.manifests(PULLED), name


def test_an_image_that_is_missing_is_an_error() -> None:
    with pytest.raises(KeyError, match="coredns"):
        addons.manifests({name: at for name, at in PULLED.items() if name != "coredns"})


def test_every_account_that_pods_use_is_there() -> None:
    accounts = {one["metadata"]["name"] for one in objects() if one["kind"] == "ServiceAccount"}

    assert {pod["serviceAccountName"] for _, pod in pods()} == accounts


def test_everything_asks_for_what_it_needs() -> None:
    for name, pod in pods():
        for container in pod["containers"]:
            assert set(container["resources"]["requests"]) == {"cpu", "memory"}, name


def test_nobody_may_do_everything() -> None:
    for one in objects():
        for rule in one.get("rules", []):
            assert "*" not in str(rule), one["metadata"]["name"]


def test_there_is_one_default_for_volumes() -> None:
    default = "storageclass.kubernetes.io/is-default-class"
    classes = [one for one in objects() if one["kind"] == "StorageClass"]

    assert [one["metadata"]["annotations"][default] for one in classes] == ["true"]


def test_make_builds_the_images_that_the_cluster_runs() -> None:
    [listed] = re.findall(r"^CLUSTER_IMAGES := (.*)$", MAKEFILE.read_text(), re.MULTILINE)

    assert sorted(listed.split()) == sorted(raising.IMAGES)
