"""What machines are told: everything that makes them nodes, and no more than has room."""

from __future__ import annotations

import base64
import gzip
import json
from typing import TYPE_CHECKING, Any

import pytest

from azurelocal.machines.specs import CUSTOM_DATA_LIMIT, is_ignition
from sandbox.management import machines, shape, statics
from sandbox.management.raising import IMAGES

if TYPE_CHECKING:
    from sandbox.management.place import Place
    from sandbox.management.shape import Node

AUTHORITY = "-----BEGIN CERTIFICATE-----\nnobody's\n-----END CERTIFICATE-----\n"
PULLED = {name: f"registry.example.com/{name}@sha256:{'0' * 64}" for name in IMAGES}
CLOUD = {"cloud": "AzurePublicCloud", "useManagedIdentityExtension": True}


def told(place: Place, node: Node) -> dict[str, Any]:
    whole = machines.ignition(node, place.keys, PULLED, CLOUD, AUTHORITY)
    assert is_ignition(whole)
    assert len(whole) < CUSTOM_DATA_LIMIT * 0.75, "leave room for what is to come"
    return json.loads(whole)


def files(config: dict[str, Any]) -> dict[str, tuple[str, int]]:
    """Content and mode, by path."""
    found = [one for one in config["storage"]["files"] if "contents" in one]
    return {one["path"]: (text(one["contents"]), one["mode"]) for one in found}


def text(contents: dict[str, str]) -> str:
    packed = contents["source"].removeprefix("data:;base64,")
    return gzip.decompress(base64.b64decode(packed)).decode()


@pytest.mark.parametrize("node", shape.NODES, ids=lambda node: node.name)
def test_the_same_is_told_each_time(place: Place, node: Node) -> None:
    assert told(place, node) == told(place, node)


def test_the_authority_is_trusted_beside_those_that_the_machine_has(place: Place) -> None:
    config = told(place, shape.WORKER)

    [bundle] = [one for one in config["storage"]["files"] if "append" in one]
    assert bundle["path"] == "/etc/ssl/certs/ca-certificates.crt"
    assert text(bundle["append"][0]) == f"\n{AUTHORITY}"


def test_a_worker_knows_no_secret_but_its_own(place: Place) -> None:
    found = files(told(place, shape.WORKER))

    keys = {path for path, (content, _) in found.items() if "PRIVATE KEY" in content}
    assert keys == {f"{statics.PKI}/kubelet.key"}
    assert not any(path.endswith(".json") and "manifests" in path for path in found)


@pytest.mark.parametrize("node", shape.NODES, ids=lambda node: node.name)
def test_secrets_are_for_root_alone(place: Place, node: Node) -> None:
    for path, (content, mode) in files(told(place, node)).items():
        assert "PRIVATE KEY" not in content or mode == 0o600, path


def test_the_control_plane_has_every_file_that_it_names(place: Place) -> None:
    found = files(told(place, shape.CONTROL))

    for name, pod in statics.pods(PULLED).items():
        assert json.loads(found[f"{statics.PLACE}/manifests/{name}.json"][0]) == pod
        [container] = pod["spec"]["containers"]
        mounted = tuple(f"{one['mountPath']}" for one in container["volumeMounts"])
        for word in container["command"][1:]:
            value = word.partition("=")[2]
            if value.startswith(statics.PLACE):
                assert value in found, word
                assert value.startswith(mounted), f"{name} does not see {value}"


def test_kubeconfigs_name_files_that_are_there(place: Place) -> None:
    found = files(told(place, shape.CONTROL))
    configs = [json.loads(found[path][0]) for path in found if path.endswith(".kubeconfig")]

    assert len(configs) == 4
    for config in configs:
        user, cluster = config["users"][0]["user"], config["clusters"][0]["cluster"]
        assert {*user.values(), cluster["certificate-authority"]} <= set(found)
