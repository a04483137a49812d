"""Objects come out of our types as they went in, so that a controller changes what it means to."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from hypershift.api.controlplanecomponent import ControlPlaneComponent
from hypershift.api.durations import format_duration, parse_duration
from hypershift.api.hostedcluster import HostedCluster
from hypershift.api.nodepool import NodePool

if TYPE_CHECKING:
    from hypershift.api.schema import Resource

IMAGE = "quay.io/openshift-release-dev/ocp-release:4.21.4-multi"
CLUSTER: dict[str, Any] = {
    "apiVersion": "hypershift.openshift.io/v1beta1",
    "kind": "HostedCluster",
    "metadata": {
        "name": "demo",
        "namespace": "clusters",
        "labels": {"example.com/team": "blue"},
        "finalizers": ["hypershift.openshift.io/finalizer"],
        "generation": 3,
        "creationTimestamp": "2030-01-31T12:00:00Z",
        "ownerReferences": [
            {
                "apiVersion": "v1",
                "kind": "ConfigMap",
                "name": "owner",
                "uid": "1",
                "controller": True,
            }
        ],
    },
    "spec": {
        "release": {"image": IMAGE},
        "pullSecret": {"name": "demo-pull-secret"},
        "fips": False,
        "etcd": {
            "managementType": "Managed",
            "managed": {
                "storage": {"type": "PersistentVolume", "persistentVolume": {"size": "8Gi"}}
            },
        },
        "networking": {
            "networkType": "OVNKubernetes",
            "clusterNetwork": [{"cidr": "10.132.0.0/14", "hostPrefix": 23}],
        },
        "services": [
            {
                "service": "APIServer",
                "servicePublishingStrategy": {
                    "type": "Route",
                    "route": {"hostname": "api-demo.example.com"},
                },
            }
        ],
        "platform": {"type": "None"},
        "nodeSelector": {},
        "tolerations": [{"key": "dedicated", "operator": "Exists"}],
    },
    "status": {
        "conditions": [
            {
                "type": "Available",
                "status": "True",
                "reason": "AsExpected",
                "message": "",
                "lastTransitionTime": "2030-01-31T12:00:00Z",
            }
        ],
        "controlPlaneEndpoint": {"host": "api-demo.example.com", "port": 443},
    },
}
POOL: dict[str, Any] = {
    "apiVersion": "hypershift.openshift.io/v1beta1",
    "kind": "NodePool",
    "metadata": {"name": "demo", "namespace": "clusters"},
    "spec": {
        "clusterName": "demo",
        "replicas": 0,
        "arch": "amd64",
        "release": {"image": IMAGE},
        "management": {
            "upgradeType": "Replace",
            "autoRepair": False,
            "replace": {
                "strategy": "RollingUpdate",
                "rollingUpdate": {"maxSurge": "25%", "maxUnavailable": 0},
            },
        },
        "nodeDrainTimeout": "1h30m",
        "platform": {
            "type": "Azure",
            "azure": {
                "vmSize": "Standard_D4s_v5",
                "image": {"type": "ImageID", "imageID": "/subscriptions/s/image"},
                "osDisk": {"sizeGiB": 64, "diskStorageAccountType": "Premium_LRS"},
                "subnetID": "/subscriptions/s/subnet",
            },
        },
    },
    "status": {"replicas": 0},
}


@pytest.mark.parametrize(
    ("kind", "document"), [(HostedCluster, CLUSTER), (NodePool, POOL)], ids=["cluster", "pool"]
)
def test_an_object_is_written_as_it_was_read(
    kind: type[Resource], document: dict[str, Any]
) -> None:
    read = msgspec.json.decode(msgspec.json.encode(document), type=kind)

    assert msgspec.to_builtins(read) == document


def test_zero_false_and_the_empty_map_are_not_the_same_as_absent() -> None:
    empty = {"spec": {**POOL["spec"], "replicas": 0, "nodeLabels": {}}}
    absent = {"spec": {key: value for key, value in POOL["spec"].items() if key != "replicas"}}

    [with_zero, without] = [msgspec.convert(each, NodePool) for each in (empty, absent)]

    assert with_zero.spec is not None
    assert without.spec is not None
    assert (with_zero.spec.replicas, with_zero.spec.nodeLabels) == (0, {})
    assert (without.spec.replicas, without.spec.nodeLabels) == (None, None)


def test_fields_that_our_types_do_not_know_are_dropped() -> None:
    written_by_a_later_version = {
        **POOL,
        "metadata": {**POOL["metadata"], "managedFields": [{"manager": "kubectl"}]},
        "spec": {**POOL["spec"], "invented": {"deeply": 1}},
    }

    read = msgspec.convert(written_by_a_later_version, NodePool)

    assert msgspec.to_builtins(read) == POOL


def test_what_the_schema_would_refuse_is_read_all_the_same() -> None:
    spec = {**POOL["spec"], "clusterName": "Not.A.Name", "replicas": -1}

    read = msgspec.convert({**POOL, "spec": spec}, NodePool)

    assert msgspec.to_builtins(read) == {**POOL, "spec": spec}


def test_a_value_of_another_type_is_named_by_its_path() -> None:
    broken = {**POOL, "spec": {**POOL["spec"], "replicas": "three"}}

    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert(broken, NodePool)

    assert str(caught.value) == "Expected `int | null`, got `str` - at `$.spec.replicas`"


@pytest.mark.parametrize("kind", [HostedCluster, NodePool, ControlPlaneComponent])
def test_a_new_object_knows_its_kind_and_says_nothing_else(kind: type[Resource]) -> None:
    assert msgspec.to_builtins(kind()) == {
        "apiVersion": kind.info.api_version,
        "kind": kind.info.kind,
        "metadata": {},
    }


DURATIONS = [
    ("0s", timedelta(), "0s"),
    ("0", timedelta(), "0s"),
    ("90s", timedelta(seconds=90), "1m30s"),
    ("1h30m", timedelta(minutes=90), "1h30m0s"),
    ("1.5h", timedelta(minutes=90), "1h30m0s"),
    ("1h", timedelta(hours=1), "1h0m0s"),
    ("48h", timedelta(days=2), "48h0m0s"),
    ("300ms", timedelta(milliseconds=300), "300ms"),
    ("1.5s", timedelta(seconds=1.5), "1.5s"),
    ("250us", timedelta(microseconds=250), "250µs"),
    ("-5m", timedelta(minutes=-5), "-5m0s"),
    ("+5m", timedelta(minutes=5), "5m0s"),
]


@pytest.mark.parametrize(
    ("text", "duration", "canonical"), DURATIONS, ids=[text for text, _, _ in DURATIONS]
)
def test_a_duration_is_read_and_written_as_kubernetes_does(
    text: str, duration: timedelta, canonical: str
) -> None:
    assert parse_duration(text) == duration
    assert format_duration(duration) == canonical
    assert parse_duration(canonical) == duration


@pytest.mark.parametrize("text", ["", "5", "m", "5 m", "1h30", "1d", "5m!", "--5m", "1e3s", "∞"])
def test_what_is_not_a_duration_is_refused_with_examples(text: str) -> None:
    with pytest.raises(ValueError, match="is not a duration such as 90s, 10m or 1h30m"):
        parse_duration(text)
