"""What each flag of `create cluster azure` changes in the manifests, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.unit.cli.azure_world import SUBSCRIPTION
from tests.unit.cli.create.cluster_world import SUBNET, differences, hosted_cluster

if TYPE_CHECKING:
    from tests.unit.cli.create.cluster_world import Render, Run

SPEC = "HostedCluster/demo spec"
META = "HostedCluster/demo metadata"
OPERATOR_IMAGE = "hypershift.openshift.io/control-plane-operator-image"
POOL = "NodePool/demo spec"
PLATFORM = f"{SPEC} platform azure"
PRIVATE_LINK = {
    f"{PLATFORM} private type": "PrivateLink",
    "HostedCluster/demo spec services": [
        {"service": service, "servicePublishingStrategy": {"type": "Route"}}
        for service in ("APIServer", "Ignition", "Konnectivity", "OAuthServer")
    ],
    f"{PLATFORM} topology": "Private",
}
NEIGHBOUR = "5EE9A4C0-58B6-4F0C-8A3D-5A9B1F6F5DFF"

CHANGES: list[tuple[str, dict[str, Any]]] = [
    ("--annotations=a.test/b=c=d", {f"{META} annotations a.test/b": "c=d"}),
    ("--annotations=a=", {f"{META} annotations a": ""}),
    (
        "--annotations=a=1 --annotations=b=2",
        {f"{META} annotations a": "1", f"{META} annotations b": "2"},
    ),
    ("--labels=team=blue", {f"{META} labels team": "blue"}),
    (
        "--control-plane-operator-image=quay.io/a/b:c",
        {f"{META} annotations {OPERATOR_IMAGE}": "quay.io/a/b:c"},
    ),
    ("--pausedUntil=true", {f"{SPEC} pausedUntil": "true", f"{POOL} pausedUntil": "true"}),
    (
        "--release-image=quay.io/a/b@sha256:c",
        {
            f"{SPEC} release image": "quay.io/a/b@sha256:c",
            f"{POOL} release image": "quay.io/a/b@sha256:c",
        },
    ),
    ("--release-image=", {f"{SPEC} release image": "", f"{POOL} release image": ""}),
    ("--release-stream=4-stable", {}),
    (
        "--feature-set=DevPreviewNoUpgrade",
        {
            f"{SPEC} configuration": None,
            f"{SPEC} configuration featureGate featureSet": "DevPreviewNoUpgrade",
        },
    ),
    ("--base-domain-prefix=blue", {f"{SPEC} dns baseDomainPrefix": "blue"}),
    ("--base-domain-prefix=none", {f"{SPEC} dns baseDomainPrefix": ""}),
    ("--base-domain-prefix=", {f"{SPEC} dns baseDomainPrefix": ""}),
    ("--kas-dns-name=api.demo.test", {f"{SPEC} kubeAPIServerDNSName": "api.demo.test"}),
    ("--network-type=Calico", {f"{SPEC} networking networkType": "Calico"}),
    (
        "--network-type=Other --allocate-node-cidrs",
        {
            f"{SPEC} networking networkType": "Other",
            f"{SPEC} networking allocateNodeCIDRs": "Enabled",
        },
    ),
    (
        "--network-type=Other --disable-multi-network",
        {
            f"{SPEC} networking networkType": "Other",
            f"{SPEC} operatorConfiguration clusterNetworkOperator disableMultiNetwork": True,
        },
    ),
    (
        "--ovn-kubernetes-mtu=1400",
        {
            f"{SPEC} operatorConfiguration clusterNetworkOperator ovnKubernetesConfig mtu": 1400,
        },
    ),
    (
        "--cluster-cidr=10.0.0.1/16 --cluster-cidr=fd01::/48",
        {f"{SPEC} networking clusterNetwork": [{"cidr": "10.0.0.1/16"}, {"cidr": "fd01::/48"}]},
    ),
    (
        "--service-cidr=10.1.0.0/16",
        {f"{SPEC} networking serviceNetwork": [{"cidr": "10.1.0.0/16"}]},
    ),
    (
        "--machine-cidr=10.2.0.0/16",
        {f"{SPEC} networking machineNetwork": [{"cidr": "10.2.0.0/16"}]},
    ),
    ("--ssh-key=id.pub", {f"{SPEC} sshKey": None, f"{SPEC} sshKey name": "demo-ssh-key"}),
    ("--generate-ssh", {f"{SPEC} sshKey": None, f"{SPEC} sshKey name": "demo-ssh-key"}),
    (
        "--control-plane-availability-policy=HighlyAvailable",
        {f"{SPEC} controllerAvailabilityPolicy": "HighlyAvailable"},
    ),
    (
        "--infra-availability-policy=SingleReplica",
        {f"{SPEC} infrastructureAvailabilityPolicy": "SingleReplica"},
    ),
    (
        "--etcd-storage-class=fast",
        {f"{SPEC} etcd managed storage persistentVolume storageClassName": "fast"},
    ),
    (
        "--etcd-storage-size=1.5Ti",
        {f"{SPEC} etcd managed storage persistentVolume size": "1.5Ti"},
    ),
    (
        "--node-selector=role=cp,disk=fast --node-selector=disk=slow",
        {f"{SPEC} nodeSelector role": "cp", f"{SPEC} nodeSelector disk": "slow"},
    ),
    ("--pods-labels=team=blue", {f"{SPEC} labels team": "blue"}),
    ("--fips", {f"{SPEC} fips": True}),
    ("--fips=false", {}),
    ("--fips false", {}),
    ("--fips TRUE", {f"{SPEC} fips": True}),
    (
        "--enable-cluster-capabilities=baremetal,Insights",
        {
            f"{SPEC} capabilities": None,
            f"{SPEC} capabilities enabled": ["baremetal", "Insights"],
        },
    ),
    (
        "--disable-cluster-capabilities=Console --disable-cluster-capabilities=Ingress",
        {
            f"{SPEC} capabilities": None,
            f"{SPEC} capabilities disabled": ["Console", "Ingress"],
        },
    ),
    ("--olm-catalog-placement=GUEST", {f"{SPEC} olmCatalogPlacement": "guest"}),
    (
        "--olm-disable-default-sources",
        {
            f"{SPEC} configuration": None,
            f"{SPEC} configuration operatorhub disableAllDefaultSources": True,
        },
    ),
    (
        "--image-content-sources=mirrors.yaml",
        {f"{SPEC} imageContentSources": [{"source": "quay.io/a", "mirrors": ["mirror.test/a"]}]},
    ),
    ("--oidc-issuer-url=https://issuer.test/a", {f"{SPEC} issuerURL": "https://issuer.test/a"}),
    (
        "--sa-token-issuer-private-key-path=signer.private --oidc-issuer-url=https://issuer.test/a",
        {
            f"{SPEC} issuerURL": "https://issuer.test/a",
            f"{SPEC} serviceAccountSigningKey name": "demosa-token-issuer-key",
        },
    ),
    ("--endpoint-access=", {}),
    (
        "--endpoint-access=Private",
        PRIVATE_LINK
        | {f"{PLATFORM} private privateLink additionalAllowedSubscriptions": [SUBSCRIPTION]},
    ),
    (
        f"--endpoint-access=Private --endpoint-access-private-nat-subnet-id={SUBNET}-nat",
        PRIVATE_LINK | {f"{PLATFORM} private privateLink natSubnetID": f"{SUBNET}-nat"},
    ),
    (
        "--endpoint-access=Private --endpoint-access-private-additional-allowed-subscriptions"
        f" {NEIGHBOUR},{NEIGHBOUR.lower()}",
        PRIVATE_LINK
        | {
            f"{PLATFORM} private privateLink additionalAllowedSubscriptions": [NEIGHBOUR.lower()],
        },
    ),
    ("--timeout=10m", {}),
    ("--wait --node-pool-replicas=1", {f"{POOL} replicas": 1}),
    ("--kubeconfig=absent", {}),
    ("-t a=1,b=2", {}),
]


@pytest.mark.parametrize(("flags", "changes"), CHANGES, ids=[flags for flags, _ in CHANGES])
def test_a_flag_changes_what_it_is_about_and_nothing_else(
    render: Render, flags: str, changes: dict[str, Any]
) -> None:
    least = render()

    objects = render(*flags.split())

    assert differences(least, objects) == changes


@pytest.mark.parametrize(
    ("typed", "toleration"),
    [
        ("key=a", {"key": "a"}),
        ("KEY=a,OPERATOR=exists", {"key": "a", "operator": "Exists"}),
        ("key=a,value=b,operator=equal", {"key": "a", "value": "b", "operator": "Equal"}),
        ("operator=Exists", {"operator": "Exists"}),
        ("key=a,operator=,effect=", {"key": "a"}),
        ("key=a,effect=noSchedule", {"key": "a", "effect": "NoSchedule"}),
        ("key=a,effect=prefernoschedule", {"key": "a", "effect": "PreferNoSchedule"}),
        (
            "key=a, effect = NoExecute, tolerationSeconds = 30",
            {"key": "a", "effect": "NoExecute", "tolerationSeconds": 30},
        ),
    ],
)
def test_a_toleration_is_read_in_any_case(
    render: Render, typed: str, toleration: dict[str, Any]
) -> None:
    objects = render(f"--toleration={typed}")

    assert hosted_cluster(objects)["spec"]["tolerations"] == [toleration]


def test_each_toleration_flag_adds_one(render: Render) -> None:
    objects = render("--toleration=key=a", "--toleration=key=b")

    assert hosted_cluster(objects)["spec"]["tolerations"] == [{"key": "a"}, {"key": "b"}]


def test_a_trust_bundle_becomes_a_config_map_that_the_cluster_names(
    render: Render, certificate: bytes
) -> None:
    least = render()

    objects = render("--additional-trust-bundle=bundle.pem")

    bundle = "ConfigMap/user-ca-bundle"
    assert differences(least, objects) == {
        f"{bundle} apiVersion": "v1",
        f"{bundle} kind": "ConfigMap",
        f"{bundle} metadata name": "user-ca-bundle",
        f"{bundle} metadata namespace": "clusters",
        f"{bundle} data ca-bundle.crt": certificate.decode(),
        f"{SPEC} additionalTrustBundle name": "user-ca-bundle",
    }


def test_objects_come_in_the_order_in_which_they_are_to_be_applied(render: Render) -> None:
    objects = render(
        "--additional-trust-bundle=bundle.pem",
        "--ssh-key=id.pub",
        "--sa-token-issuer-private-key-path=signer.private",
        "--oidc-issuer-url=https://issuer.test",
        "--render-sensitive",
        "--availability-zones=2,1",
    )

    assert [(one["kind"], one["metadata"]["name"]) for one in objects] == [
        ("Namespace", "clusters"),
        ("ConfigMap", "user-ca-bundle"),
        ("Secret", "demo-pull-secret"),
        ("Secret", "demo-ssh-key"),
        ("Secret", "demo-cloud-credentials"),
        ("Secret", "demosa-token-issuer-key"),
        ("Secret", "demo-etcd-encryption-key"),
        ("HostedCluster", "demo"),
        ("NodePool", "demo-2"),
        ("NodePool", "demo-1"),
    ]


def test_rendering_twice_gives_the_same_manifests(create_cluster: Run) -> None:
    first = create_cluster("--render", "--generate-ssh")

    second = create_cluster("--render", "--generate-ssh")

    assert second == first


def test_every_object_with_a_namespace_is_in_that_of_the_cluster(render: Render) -> None:
    objects = render(
        "--namespace=tenants", "--render-sensitive", "--additional-trust-bundle=bundle.pem"
    )

    namespace, *others = objects
    assert namespace["metadata"] == {"name": "tenants"}
    assert {one["metadata"]["namespace"] for one in others} == {"tenants"}
