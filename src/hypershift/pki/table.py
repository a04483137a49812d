"""The table of all signers, certificates, bundles and kubeconfigs of a control plane.

Names, keys, subjects and names of hosts are what the components mount and what adopted clusters
have; they are not ours to choose.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypershift.api import names
from hypershift.pki.entries import Bundle, Keys, Kubeconfig, Leaf, Names, Signer, Table
from hypershift.pki.facts import API_PORT, Endpoint
from hypershift.pki.objects import TLS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hypershift.pki.facts import Facts

ROOT = "root-ca"
ETCD = "etcd-signer"
ETCD_METRICS = "etcd-metrics-signer"
AGGREGATOR = "kas-aggregator-client-signer"
CONTROL_PLANE = "kube-control-plane-signer"
KUBELET = "kube-apiserver-to-kubelet-signer"
ADMIN = "system-admin-signer"
HOSTED_CONFIG = "hcco-signer"
BOOTSTRAP = "kas-bootstrap-container-signer"
CLUSTER = "cluster-signer-ca"
KONNECTIVITY = "konnectivity-signer"
IGNITION = "ignition-server-ca-cert"
METRICS_PROXY = "metrics-proxy-ca-cert"
ENDPOINT_RESOLVER = "endpoint-resolver-ca"

ADMIN_CLIENT = "system-admin-client"
IDENTITY_WEBHOOK = "azure-workload-identity-webhook-kubeconfig"
IN_CLUSTER = Endpoint("kube-apiserver", API_PORT).url

_KUBERNETES = ("kubernetes",)
_GUEST = "cluster.local"

WEBHOOKS = Table((Signer(names.CAPI_WEBHOOKS_CERTIFICATE, "capi-webhooks", keys=(Keys(),)),))
"""The certificate of Cluster API's webhooks. It signs itself, and nothing else."""


def control_plane(facts: Facts) -> Table:
    """Say what the control plane has to have."""
    return Table(
        signers=(*_signers(facts),),
        leaves=(
            *_etcd(facts),
            *_api_server(facts),
            *_clients(),
            *_konnectivity(facts),
            *_kubernetes(facts),
            *(_ignition(facts) if facts.ignition else ()),
            *(_metrics(facts) if facts.metrics_forwarding else ()),
            *(_azure(facts) if facts.azure else ()),
            *(_openshift(facts) if facts.openshift else ()),
            *_service_accounts(facts),
        ),
        bundles=(*_bundles(facts),),
        kubeconfigs=(*_kubeconfigs(facts), *_service_account_kubeconfigs(facts)),
        signing_key=not facts.signing_key_supplied,
        kubeadmin=facts.kubeadmin,
    )


def _signers(facts: Facts) -> Iterator[Signer]:
    yield Signer(ROOT, "root-ca")
    yield Signer(ETCD, "etcd-signer")
    yield Signer(ETCD_METRICS, "etcd-metrics-signer")
    yield Signer(AGGREGATOR, "aggregator-signer")
    yield Signer(CONTROL_PLANE, "kube-control-plane-signer")
    yield Signer(KUBELET, "kube-apiserver-to-kubelet-signer")
    yield Signer(ADMIN, "admin-kubeconfig-signer")
    yield Signer(HOSTED_CONFIG, "hcco-signer")
    yield Signer(BOOTSTRAP, "kas-bootstrap-container-signer")
    yield Signer(CLUSTER, "kube-csr-signer")
    yield Signer(KONNECTIVITY, "konnectivity-signer", "kubernetes")
    if facts.ignition:
        yield Signer(IGNITION, "ignition-root-ca", keys=(Keys(),), type=TLS)
    if facts.metrics_forwarding:
        yield Signer(METRICS_PROXY, "metrics-proxy-ca")
        yield Signer(ENDPOINT_RESOLVER, "endpoint-resolver-ca")


def _etcd(facts: Facts) -> Iterator[Leaf]:
    client, server, peer = (
        Keys(f"{each}.crt", f"{each}.key") for each in ("etcd-client", "server", "peer")
    )
    yield Leaf("etcd-client-tls", ETCD, "etcd-client", _KUBERNETES, "client", keys=client)
    yield Leaf(
        "etcd-metrics-client-tls",
        ETCD_METRICS,
        "etcd-metrics-client",
        _KUBERNETES,
        "client",
        keys=client,
    )
    for shard in ("", *facts.etcd_shards):
        prefix, suffix = (f"etcd-{shard}", f"-{shard}") if shard else ("etcd", "")
        entry, discovery = f"etcd-client{suffix}", f"etcd-discovery{suffix}"
        members = _service(facts, f"*.{discovery}")
        everywhere = (*_service(facts, entry), *members, entry, "localhost")
        numbers = () if shard else ("127.0.0.1", "::1")
        yield Leaf(
            f"{prefix}-server-tls",
            ETCD,
            "etcd-server",
            _KUBERNETES,
            names=Names(everywhere),
            keys=server,
        )
        yield Leaf(
            f"{prefix}-peer-tls",
            ETCD,
            discovery,
            _KUBERNETES,
            names=Names(members, numbers),
            keys=peer,
        )


def _api_server(facts: Facts) -> Iterator[Leaf]:
    inside = [
        f"{name}{domain}"
        for name in ("kubernetes", "openshift")
        for domain in ("", ".default", ".default.svc", f".default.svc.{_GUEST}")
    ]
    everywhere = Names.of(
        "localhost",
        *inside,
        facts.api.host if facts.api else "",
        facts.internal_host,
        "127.0.0.1",
        "::1",
        *facts.first_addresses(),
        facts.advertised,
    )
    yield Leaf("kas-server-crt", ROOT, "kubernetes", _KUBERNETES, "server", everywhere)
    yield Leaf(
        "kas-server-private-crt",
        ROOT,
        "kubernetes-private",
        _KUBERNETES,
        "server",
        Names(_named(facts, "kube-apiserver")),
    )
    yield Leaf("kas-kubelet-client-crt", KUBELET, "system:kube-apiserver", _KUBERNETES, "client")
    yield Leaf(
        "kas-aggregator-crt", AGGREGATOR, "system:openshift-aggregator", _KUBERNETES, "client"
    )


def _clients() -> Iterator[Leaf]:
    for secret, signer, user, groups in (
        ("kube-scheduler-client", CONTROL_PLANE, "system:kube-scheduler", _KUBERNETES),
        (
            "kube-controller-manager",
            CONTROL_PLANE,
            "system:kube-controller-manager",
            _KUBERNETES,
        ),
        (ADMIN_CLIENT, ADMIN, "system:admin", ("system:masters",)),
        (
            "hcco-client",
            HOSTED_CONFIG,
            "system:hosted-cluster-config",
            ("kubernetes", "system:serviceaccounts:openshift"),
        ),
        (
            "kas-bootstrap-container-client",
            BOOTSTRAP,
            "system:kas-bootstrap-container",
            _KUBERNETES,
        ),
        (
            "kas-bootstrap-client",
            CLUSTER,
            "system:serviceaccount:openshift-machine-config-operator:node-bootstrapper",
            (
                "system:serviceaccounts:openshift-machine-config-operator",
                "system:serviceaccounts",
            ),
        ),
        ("metrics-client", CLUSTER, "system:serviceaccount:hypershift:prometheus", _KUBERNETES),
    ):
        yield Leaf(secret, signer, user, groups, "client")


def _konnectivity(facts: Facts) -> Iterator[Leaf]:
    local, cluster = "konnectivity-server-local", "konnectivity-server"
    yield Leaf(
        "konnectivity-server",
        KONNECTIVITY,
        local,
        _KUBERNETES,
        "server",
        Names.of("localhost", *_named(facts, local), "127.0.0.1"),
    )
    yield Leaf(
        "konnectivity-cluster",
        KONNECTIVITY,
        cluster,
        _KUBERNETES,
        "server",
        Names.of(*_named(facts, cluster), facts.konnectivity_host),
    )
    for name in ("konnectivity-client", "konnectivity-agent"):
        yield Leaf(name, KONNECTIVITY, name, _KUBERNETES, "client")


def _kubernetes(facts: Facts) -> Iterator[Leaf]:
    for secret, name in (
        ("kcm-server", "kube-controller-manager"),
        ("scheduler-server", "kube-scheduler"),
    ):
        yield _local_server(facts, secret, name)


def _ignition(facts: Facts) -> Iterator[Leaf]:
    name = "ignition-server"
    yield Leaf(name, ROOT, name, names=Names(_named(facts, name)))
    internal = f"{name}.apps.{facts.name}.hypershift.local" if facts.private else ""
    published = Names.of(facts.ignition_host, internal)
    if published != Names():
        yield Leaf("ignition-server-serving-cert", IGNITION, name, names=published, type=TLS)


def _metrics(facts: Facts) -> Iterator[Leaf]:
    for signer, name, host in (
        (METRICS_PROXY, "metrics-proxy", facts.metrics_host),
        (ENDPOINT_RESOLVER, "endpoint-resolver", ""),
    ):
        hosts = Names.of(*_named(facts, name), host)
        yield Leaf(f"{name}-serving-cert", signer, name, names=hosts)


def _azure(facts: Facts) -> Iterator[Leaf]:
    yield Leaf(
        "azure-workload-identity-webhook-serving-cert",
        ROOT,
        "127.0.0.1",
        (),
        names=Names(addresses=("127.0.0.1",)),
    )
    yield _service_account(
        IDENTITY_WEBHOOK, "openshift-authentication", "azure-workload-identity-webhook"
    )
    if facts.openshift:
        for kind in ("disk", "file"):
            driver = f"azure-{kind}-csi-driver"
            yield _local_server(facts, f"{driver}-operator-serving-cert", f"{driver}-operator")
            yield _local_server(
                facts, f"{driver}-controller-metrics-serving-cert", f"{driver}-controller"
            )


def _openshift(facts: Facts) -> Iterator[Leaf]:
    yield Leaf(
        "openshift-authenticator-cert",
        CLUSTER,
        "system:serviceaccount:openshift-oauth-apiserver:openshift-authenticator",
        usage="client",
    )
    yield _local_server(facts, "cvo-server", "cluster-version-operator")
    for secret, name in (
        ("openshift-apiserver-cert", "openshift-apiserver"),
        ("openshift-oauth-apiserver-cert", "openshift-oauth-apiserver"),
        ("packageserver-cert", "packageserver"),
    ):
        aggregated = (f"{name}.default.svc", f"{name}.default.svc.{_GUEST}")
        yield Leaf(secret, ROOT, name, names=Names((*_named(facts, name), *aggregated)))
    for secret, name in (
        ("openshift-controller-manager-cert", "openshift-controller-manager"),
        ("openshift-route-controller-manager-cert", "openshift-controller-manager"),
        ("cluster-policy-controller-cert", "openshift-controller-manager"),
        ("catalog-operator-serving-cert", "catalog-operator-metrics"),
        ("olm-operator-serving-cert", "olm-operator-metrics"),
        ("node-tuning-operator-tls", "node-tuning-operator"),
    ):
        yield Leaf(secret, ROOT, name, names=Names(_named(facts, name)))
    for secret, name in (
        ("cluster-image-registry-operator", "cluster-image-registry-operator"),
        ("cluster-storage-operator-serving-cert", "cluster-storage-operator"),
        ("csi-snapshot-controller-operator-serving-cert", "csi-snapshot-controller-operator"),
    ):
        yield Leaf(secret, ROOT, name, names=Names((name, "localhost")))
    for secret, name in (
        ("multus-admission-controller-secret", "multus-admission-controller"),
        ("network-node-identity-secret", "network-node-identity"),
        ("ovn-control-plane-metrics-cert", "ovn-kubernetes-control-plane"),
    ):
        yield _local_server(facts, secret, name, TLS)
    yield from _openshift_entrances(facts)


def _openshift_entrances(facts: Facts) -> Iterator[Leaf]:
    config = f"*.machine-config-server.{facts.namespace}.svc.{facts.cluster_domain}"
    yield Leaf("mcs-crt", ROOT, "machine-config-server", usage="server", names=Names((config,)))
    if facts.apps_domain:
        apps = Names((f"*.{facts.apps_domain}",))
        yield Leaf("ingress-crt", ROOT, "openshift-ingress", names=apps)
    inside = f"oauth-openshift.{facts.namespace}.svc.{facts.cluster_domain}"
    hosts = Names.of(facts.oauth_host, inside)
    yield Leaf("oauth-server-crt", ROOT, "openshift-oauth", names=hosts)


def _service_accounts(facts: Facts) -> Iterator[Leaf]:
    for each in facts.service_accounts:
        yield _service_account(_account_secret(each.component), each.namespace, each.name)


def _bundles(facts: Facts) -> Iterator[Bundle]:
    yield Bundle("root-ca", (ROOT,), ("observed-default-ingress-cert",))
    yield Bundle("etcd-ca", (ETCD,))
    yield Bundle("etcd-metrics-ca", (ETCD_METRICS,))
    yield Bundle("aggregator-client-ca", (AGGREGATOR,))
    yield Bundle(
        "client-ca",
        (CONTROL_PLANE, KUBELET, ADMIN, HOSTED_CONFIG, BOOTSTRAP, CLUSTER),
        ("total-client-ca",),
    )
    yield Bundle("kubelet-client-ca", (KUBELET, CLUSTER))
    yield Bundle("konnectivity-ca-bundle", (KONNECTIVITY,))
    if facts.openshift:
        texts = (facts.named_certificates, facts.trusted)
        yield Bundle("oauth-master-ca-bundle", (ROOT,), texts=texts)


def _kubeconfigs(facts: Facts) -> Iterator[Kubeconfig]:
    local = Endpoint("localhost", facts.pod_port).url
    yield Kubeconfig("localhost-kubeconfig", local, ADMIN_CLIENT, "local")
    yield Kubeconfig(names.SERVICE_NETWORK_KUBECONFIG, IN_CLUSTER, ADMIN_CLIENT, "service")
    yield Kubeconfig(
        f"{facts.infra_id}-kubeconfig",
        IN_CLUSTER,
        ADMIN_CLIENT,
        "capi",
        "value",
        {"cluster.x-k8s.io/cluster-name": facts.infra_id},
    )
    yield Kubeconfig("hcco-kubeconfig", IN_CLUSTER, "hcco-client", "service")
    yield Kubeconfig(
        "kas-bootstrap-container-kubeconfig", local, "kas-bootstrap-container-client", "local"
    )
    yield Kubeconfig(
        "kube-controller-manager-kubeconfig", IN_CLUSTER, "kube-controller-manager", "service"
    )
    yield Kubeconfig("kube-scheduler-kubeconfig", IN_CLUSTER, "kube-scheduler-client", "service")
    if facts.outside:
        yield from _outside_kubeconfigs(facts, facts.outside)


def _outside_kubeconfigs(facts: Facts, api: Endpoint) -> Iterator[Kubeconfig]:
    secret, key = facts.admin_kubeconfig
    named = facts.named_certificates
    yield Kubeconfig(secret, api.url, ADMIN_CLIENT, "external", key, trusted=named)
    if facts.custom_api_name:
        custom = Endpoint(facts.custom_api_name, api.port).url
        yield Kubeconfig(
            names.CUSTOM_ADMIN_KUBECONFIG, custom, ADMIN_CLIENT, "external", trusted=named
        )
    yield Kubeconfig("bootstrap-kubeconfig", api.url, "kas-bootstrap-client", "bootstrap")


def _service_account_kubeconfigs(facts: Facts) -> Iterator[Kubeconfig]:
    if facts.azure:
        local = Endpoint("localhost", facts.pod_port).url
        yield Kubeconfig(IDENTITY_WEBHOOK, local, IDENTITY_WEBHOOK, "local")
    for each in facts.service_accounts:
        secret = _account_secret(each.component)
        yield Kubeconfig(secret, IN_CLUSTER, secret, "service")


def _account_secret(component: str) -> str:
    return f"{component}-service-account-kubeconfig"


def _service_account(secret: str, namespace: str, name: str) -> Leaf:
    groups = ("system:serviceaccounts", f"system:serviceaccounts:{namespace}")
    user = f"system:serviceaccount:{namespace}:{name}"
    return Leaf(secret, CLUSTER, user, groups, "client")


def _local_server(facts: Facts, secret: str, name: str, kind: str = "Opaque") -> Leaf:
    hosts = Names((*_named(facts, name), "localhost"))
    return Leaf(secret, ROOT, name, names=hosts, type=kind)


def _service(facts: Facts, name: str) -> tuple[str, ...]:
    return (
        f"{name}.{facts.namespace}.svc",
        f"{name}.{facts.namespace}.svc.{facts.cluster_domain}",
    )


def _named(facts: Facts, name: str) -> tuple[str, ...]:
    """All names by which a Service of the control plane's namespace is called."""
    return (name, *_service(facts, name))
