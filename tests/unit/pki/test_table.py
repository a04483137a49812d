"""The names, keys, subjects and hosts that components and adopted clusters rely on."""

from __future__ import annotations

from dataclasses import replace

import pytest
from cryptography import x509
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from hypershift.pki import kubeconfigs
from hypershift.pki.ensure import ensure
from hypershift.pki.facts import Endpoint, Facts
from hypershift.pki.objects import Holdings
from hypershift.pki.subjects import user
from hypershift.pki.table import WEBHOOKS, control_plane
from tests.unit.pki.plane import EVERYTHING, FACTS, NOW, after, certificate, names, run

SIGNER = {"ca.crt", "ca.key", "tls.crt", "tls.key"}
LEAF = {"tls.crt", "tls.key", "ca.crt"}
ETCD_CLIENT = {"etcd-client.crt", "etcd-client.key", "ca.crt"}
KUBECONFIG = {"kubeconfig"}
ACCOUNT = LEAF | KUBECONFIG

CORE = {
    "root-ca": SIGNER,
    "etcd-signer": SIGNER,
    "etcd-metrics-signer": SIGNER,
    "kas-aggregator-client-signer": SIGNER,
    "kube-control-plane-signer": SIGNER,
    "kube-apiserver-to-kubelet-signer": SIGNER,
    "system-admin-signer": SIGNER,
    "hcco-signer": SIGNER,
    "kas-bootstrap-container-signer": SIGNER,
    "cluster-signer-ca": SIGNER,
    "konnectivity-signer": SIGNER,
    "ignition-server-ca-cert": {"tls.crt", "tls.key"},
    "etcd-client-tls": ETCD_CLIENT,
    "etcd-metrics-client-tls": ETCD_CLIENT,
    "etcd-server-tls": {"server.crt", "server.key", "ca.crt"},
    "etcd-peer-tls": {"peer.crt", "peer.key", "ca.crt"},
    "kas-server-crt": LEAF,
    "kas-server-private-crt": LEAF,
    "kas-kubelet-client-crt": LEAF,
    "kas-aggregator-crt": LEAF,
    "kube-scheduler-client": LEAF,
    "kube-controller-manager": LEAF,
    "system-admin-client": LEAF,
    "hcco-client": LEAF,
    "kas-bootstrap-container-client": LEAF,
    "kas-bootstrap-client": LEAF,
    "metrics-client": LEAF,
    "konnectivity-server": LEAF,
    "konnectivity-cluster": LEAF,
    "konnectivity-client": LEAF,
    "konnectivity-agent": LEAF,
    "kcm-server": LEAF,
    "scheduler-server": LEAF,
    "ignition-server": LEAF,
    "ignition-server-serving-cert": LEAF,
    "azure-workload-identity-webhook-serving-cert": LEAF,
    "azure-workload-identity-webhook-kubeconfig": ACCOUNT,
    "ingress-operator-service-account-kubeconfig": ACCOUNT,
    "localhost-kubeconfig": KUBECONFIG,
    "service-network-admin-kubeconfig": KUBECONFIG,
    "demo-abc12-kubeconfig": {"value"},
    "hcco-kubeconfig": KUBECONFIG,
    "kas-bootstrap-container-kubeconfig": KUBECONFIG,
    "kube-controller-manager-kubeconfig": KUBECONFIG,
    "kube-scheduler-kubeconfig": KUBECONFIG,
    "admin-kubeconfig": KUBECONFIG,
    "bootstrap-kubeconfig": KUBECONFIG,
    "sa-signing-key": {"service-account.key", "service-account.pub"},
    "kubeadmin-password": {"password"},
}
OPENSHIFT = dict.fromkeys(
    (
        "openshift-authenticator-cert",
        "cvo-server",
        "openshift-apiserver-cert",
        "openshift-oauth-apiserver-cert",
        "openshift-controller-manager-cert",
        "openshift-route-controller-manager-cert",
        "cluster-policy-controller-cert",
        "packageserver-cert",
        "catalog-operator-serving-cert",
        "olm-operator-serving-cert",
        "node-tuning-operator-tls",
        "cluster-image-registry-operator",
        "cluster-storage-operator-serving-cert",
        "csi-snapshot-controller-operator-serving-cert",
        "mcs-crt",
        "ingress-crt",
        "oauth-server-crt",
        "multus-admission-controller-secret",
        "network-node-identity-secret",
        "ovn-control-plane-metrics-cert",
        "azure-disk-csi-driver-operator-serving-cert",
        "azure-file-csi-driver-operator-serving-cert",
        "azure-disk-csi-driver-controller-metrics-serving-cert",
        "azure-file-csi-driver-controller-metrics-serving-cert",
        "metrics-proxy-serving-cert",
        "endpoint-resolver-serving-cert",
    ),
    LEAF,
) | {
    "metrics-proxy-ca-cert": SIGNER,
    "endpoint-resolver-ca": SIGNER,
    "custom-admin-kubeconfig": KUBECONFIG,
}
BUNDLES = {
    "root-ca": ["root-ca"],
    "etcd-ca": ["etcd-signer"],
    "etcd-metrics-ca": ["etcd-metrics-signer"],
    "aggregator-client-ca": ["aggregator-signer"],
    "client-ca": [
        "kube-control-plane-signer",
        "kube-apiserver-to-kubelet-signer",
        "admin-kubeconfig-signer",
        "hcco-signer",
        "kas-bootstrap-container-signer",
        "kube-csr-signer",
    ],
    "kubelet-client-ca": ["kube-apiserver-to-kubelet-signer", "kube-csr-signer"],
    "konnectivity-ca-bundle": ["konnectivity-signer"],
}
ACCOUNTS = "system:serviceaccounts"
USERS = {
    "kas-kubelet-client-crt": ("system:kube-apiserver", ["kubernetes"]),
    "kas-aggregator-crt": ("system:openshift-aggregator", ["kubernetes"]),
    "kube-scheduler-client": ("system:kube-scheduler", ["kubernetes"]),
    "kube-controller-manager": ("system:kube-controller-manager", ["kubernetes"]),
    "system-admin-client": ("system:admin", ["system:masters"]),
    "hcco-client": ("system:hosted-cluster-config", ["kubernetes", f"{ACCOUNTS}:openshift"]),
    "kas-bootstrap-container-client": ("system:kas-bootstrap-container", ["kubernetes"]),
    "kas-bootstrap-client": (
        "system:serviceaccount:openshift-machine-config-operator:node-bootstrapper",
        [ACCOUNTS, f"{ACCOUNTS}:openshift-machine-config-operator"],
    ),
    "metrics-client": ("system:serviceaccount:hypershift:prometheus", ["kubernetes"]),
    "konnectivity-client": ("konnectivity-client", ["kubernetes"]),
    "konnectivity-agent": ("konnectivity-agent", ["kubernetes"]),
    "ingress-operator-service-account-kubeconfig": (
        "system:serviceaccount:openshift-ingress-operator:ingress",
        [ACCOUNTS, f"{ACCOUNTS}:openshift-ingress-operator"],
    ),
    "azure-workload-identity-webhook-kubeconfig": (
        "system:serviceaccount:openshift-authentication:azure-workload-identity-webhook",
        [ACCOUNTS, f"{ACCOUNTS}:openshift-authentication"],
    ),
}
IN_CLUSTER, LOCAL = "https://kube-apiserver:6443", "https://localhost:6443"
KUBECONFIGS = {
    "localhost-kubeconfig": (LOCAL, "system-admin-client", "local"),
    "service-network-admin-kubeconfig": (IN_CLUSTER, "system-admin-client", "service"),
    "hcco-kubeconfig": (IN_CLUSTER, "hcco-client", "service"),
    "kas-bootstrap-container-kubeconfig": (LOCAL, "kas-bootstrap-container-client", "local"),
    "kube-controller-manager-kubeconfig": (IN_CLUSTER, "kube-controller-manager", "service"),
    "kube-scheduler-kubeconfig": (IN_CLUSTER, "kube-scheduler-client", "service"),
    "azure-workload-identity-webhook-kubeconfig": (
        LOCAL,
        "azure-workload-identity-webhook-kubeconfig",
        "local",
    ),
    "ingress-operator-service-account-kubeconfig": (
        IN_CLUSTER,
        "ingress-operator-service-account-kubeconfig",
        "service",
    ),
    "admin-kubeconfig": ("https://api.demo.example.com:7443", "system-admin-client", "external"),
    "bootstrap-kubeconfig": (
        "https://api.demo.example.com:7443",
        "kas-bootstrap-client",
        "bootstrap",
    ),
}


def keys(holdings: Holdings) -> dict[str, set[str]]:
    return {name: set(each.data) for name, each in holdings.secrets.items()}


def test_a_control_plane_has_these_secrets_with_these_keys(complete: Holdings) -> None:
    assert keys(complete) == CORE


def test_openshift_has_these_besides(openshift: Holdings) -> None:
    assert keys(openshift) == CORE | OPENSHIFT


def test_signers_are_named_as_in_adopted_clusters(openshift: Holdings) -> None:
    units = {
        name: certificate(openshift, name).subject.rfc4514_string()
        for name, held in keys(openshift).items()
        if held == SIGNER
    }

    assert units["cluster-signer-ca"] == "CN=kube-csr-signer,OU=openshift"
    assert units["system-admin-signer"] == "CN=admin-kubeconfig-signer,OU=openshift"
    assert units["konnectivity-signer"] == "CN=konnectivity-signer,OU=kubernetes"
    assert certificate(
        openshift, "ignition-server-ca-cert"
    ).subject == x509.Name.from_rfc4514_string("CN=ignition-root-ca,OU=openshift")


def test_bundles_have_these_signers(complete: Holdings) -> None:
    found = {
        name: [
            str(each.subject.get_attributes_for_oid(NameOID.COMMON_NAME)[0].value)
            for each in x509.load_pem_x509_certificates(held.data["ca.crt"].encode())
        ]
        for name, held in complete.config_maps.items()
    }

    assert found == BUNDLES


@pytest.mark.parametrize("secret", USERS)
def test_a_client_is_this_user_and_nothing_else(complete: Holdings, secret: str) -> None:
    client = certificate(complete, secret)
    usage = client.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value

    assert user(client) == USERS[secret]
    assert list(usage) == [ExtendedKeyUsageOID.CLIENT_AUTH]


@pytest.mark.parametrize("secret", KUBECONFIGS)
def test_a_kubeconfig_leads_there_as_this_client(complete: Holdings, secret: str) -> None:
    server, leaf, label = KUBECONFIGS[secret]
    held = complete.secrets[secret]
    access = kubeconfigs.read(held.data["kubeconfig"])
    client = complete.secrets[leaf].data

    assert access.server == server
    assert (access.certificate, access.key) == (client["tls.crt"], client["tls.key"])
    assert access.trusted == complete.config_maps["root-ca"].data["ca.crt"].encode()
    assert held.labels == {"hypershift.openshift.io/kubeconfig": label}


def test_cluster_api_finds_its_kubeconfig_by_label(complete: Holdings) -> None:
    assert complete.secrets["demo-abc12-kubeconfig"].labels == {
        "hypershift.openshift.io/kubeconfig": "capi",
        "cluster.x-k8s.io/cluster-name": "demo-abc12",
    }


def test_the_api_server_answers_to_these_names(complete: Holdings) -> None:
    inside = ["", ".default", ".default.svc", ".default.svc.cluster.local"]

    assert names(complete, "kas-server-crt") == sorted(
        [
            "localhost",
            *(f"kubernetes{each}" for each in inside),
            *(f"openshift{each}" for each in inside),
            "api.demo.example.com",
            "api.demo.hypershift.local",
            *("127.0.0.1", "::1", "172.31.0.1", "172.20.0.1"),
        ]
    )


def test_etcd_answers_to_these_names(complete: Holdings) -> None:
    members = [f"*.etcd-discovery.clusters-demo.svc{end}" for end in ("", ".cluster.local")]
    services = [f"etcd-client.clusters-demo.svc{end}" for end in ("", ".cluster.local")]

    assert names(complete, "etcd-server-tls", "server.crt") == sorted(
        [*members, *services, "etcd-client", "localhost"]
    )
    assert names(complete, "etcd-peer-tls", "peer.crt") == sorted([*members, "127.0.0.1", "::1"])


def test_a_host_that_is_a_number_is_an_address(complete: Holdings) -> None:
    hosts = certificate(complete, "konnectivity-cluster").extensions.get_extension_for_class(
        x509.SubjectAlternativeName
    )

    assert [str(each) for each in hosts.value.get_values_for_type(x509.IPAddress)] == ["20.1.2.3"]
    assert "konnectivity-server.clusters-demo.svc" in names(complete, "konnectivity-cluster")


def leaf_names(facts: Facts, secret: str) -> tuple[str, ...]:
    (leaf,) = (each for each in control_plane(facts).leaves if each.secret == secret)
    return (*leaf.names.dns, *leaf.names.addresses)


def test_every_network_of_services_has_its_first_address_served() -> None:
    facts = replace(FACTS, service_cidrs=("fd02::/112", "10.96.0.0/12"))

    assert {"fd02::1", "10.96.0.1", "fd00::1"} <= set(leaf_names(facts, "kas-server-crt"))


def test_services_carry_the_domain_of_the_management_cluster() -> None:
    found = leaf_names(replace(FACTS, cluster_domain="corp.example"), "kas-server-private-crt")

    assert found == (
        "kube-apiserver",
        "kube-apiserver.clusters-demo.svc",
        "kube-apiserver.clusters-demo.svc.corp.example",
    )


def test_shards_of_etcd_have_certificates_of_their_own() -> None:
    facts = replace(FACTS, etcd_shards=("events",))

    assert "etcd-client-events.clusters-demo.svc" in leaf_names(facts, "etcd-events-server-tls")
    assert leaf_names(facts, "etcd-events-peer-tls") == (
        "*.etcd-discovery-events.clusters-demo.svc",
        "*.etcd-discovery-events.clusters-demo.svc.cluster.local",
    )


def test_a_private_cluster_is_reached_by_its_internal_name() -> None:
    table = control_plane(replace(FACTS, private=True))
    servers = {each.secret: each.server for each in table.kubeconfigs}

    assert servers["admin-kubeconfig"] == "https://api.demo.hypershift.local:7443"
    assert servers["bootstrap-kubeconfig"] == "https://api.demo.hypershift.local:7443"
    chosen = control_plane(replace(FACTS, private=True, api_route_hostname=True))
    assert "https://api.demo.example.com:7443" in {each.server for each in chosen.kubeconfigs}


def test_no_kubeconfig_leads_where_nobody_knows_the_way() -> None:
    table = control_plane(replace(FACTS, api=None))

    assert not {"admin-kubeconfig", "bootstrap-kubeconfig"} & {e.secret for e in table.kubeconfigs}


def test_users_choose_where_their_kubeconfig_is() -> None:
    table = control_plane(replace(FACTS, admin_kubeconfig=("mine", "config")))

    assert ("mine", "config") in {(each.secret, each.key) for each in table.kubeconfigs}


def test_an_address_of_ipv6_has_brackets_in_a_kubeconfig() -> None:
    assert Endpoint("fd00::5", 6443).url == "https://[fd00::5]:6443"


def test_without_azure_there_is_nothing_of_it() -> None:
    without = replace(EVERYTHING, azure=False, kubeadmin=False, signing_key_supplied=True)
    table = control_plane(without)

    assert not [each.secret for each in table.leaves if "azure" in each.secret]
    assert not table.kubeadmin
    assert not table.signing_key


def test_no_secret_is_listed_twice_and_every_signer_is_there() -> None:
    table = control_plane(EVERYTHING)
    secrets = [each.secret for each in (*table.signers, *table.leaves)]
    signers = {each.secret for each in table.signers}

    assert len(secrets) == len(set(secrets))
    assert {each.signer for each in table.leaves} <= signers
    assert {name for each in table.bundles for name in each.signers} <= signers
    assert {each.leaf for each in table.kubeconfigs} <= set(secrets)


def test_what_openshift_alone_has_comes_when_it_is_there() -> None:
    existing = after(run())
    grown = run(existing, EVERYTHING)

    assert {each.object.name for each in grown.changes} == {*OPENSHIFT, "oauth-master-ca-bundle"}


def test_webhooks_of_cluster_api_have_a_certificate_that_signs_itself() -> None:
    (change,) = ensure(WEBHOOKS, Holdings.of(), NOW).changes
    made = certificate(Holdings.of(change.object), "capi-webhooks-tls")

    assert set(change.object.data) == {"tls.crt", "tls.key"}
    assert made.subject == made.issuer
    made.verify_directly_issued_by(made)


@pytest.mark.parametrize(
    ("cidr", "reason"),
    [
        ("172.31.0.0/33", "'172.31.0.0/33' is none"),
        ("10.0.0.1/32", "no room"),
        ("x", "'x' is none"),
    ],
)
def test_a_network_that_is_none_is_named(cidr: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        control_plane(replace(FACTS, service_cidrs=(cidr,)))


def test_a_host_that_is_no_name_is_named() -> None:
    with pytest.raises(ValueError, match=r"'bücher[.]example' is no DNS name"):
        run(facts=replace(FACTS, konnectivity_host="bücher.example"))
