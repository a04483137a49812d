"""The control plane: pods that the kubelet of the first machine runs by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandbox.management import shape

if TYPE_CHECKING:
    from collections.abc import Mapping

Pod = dict[str, Any]

PLACE = "/etc/kubernetes"
PKI = f"{PLACE}/pki"
CLOUD = f"{PLACE}/azure.json"
_AUTHORITIES = "/etc/ssl/certs"
_ETCD_DATA = "/var/lib/etcd"
_ETCD = "127.0.0.1:2379"
_ETCD_PEER = "https://127.0.0.1:2380"


def pods(images: Mapping[str, str]) -> dict[str, Pod]:
    """All of them, by name."""
    return {
        "etcd": _etcd(images["etcd"]),
        "kube-apiserver": _apiserver(images["kube"]),
        "kube-controller-manager": _controller_manager(images["kube"]),
        "kube-scheduler": _scheduler(images["kube"]),
        "cloud-controller-manager": _cloud_controller_manager(images["cloud-provider-azure"]),
    }


def _etcd(image: str) -> Pod:
    flags = {
        "name": shape.CONTROL.name,
        "data-dir": _ETCD_DATA,
        "log-level": "warn",
        "listen-client-urls": f"https://{_ETCD}",
        "advertise-client-urls": f"https://{_ETCD}",
        # There are no others.
        "listen-peer-urls": _ETCD_PEER,
        "initial-advertise-peer-urls": _ETCD_PEER,
        "initial-cluster": f"{shape.CONTROL.name}={_ETCD_PEER}",
        "peer-cert-file": f"{PKI}/etcd/server.crt",
        "peer-key-file": f"{PKI}/etcd/server.key",
        "peer-client-cert-auth": "true",
        "peer-trusted-ca-file": f"{PKI}/etcd/ca.crt",
        # The kubelet has no certificate of etcd's.
        "listen-metrics-urls": "http://127.0.0.1:2381",
        "cert-file": f"{PKI}/etcd/server.crt",
        "key-file": f"{PKI}/etcd/server.key",
        "client-cert-auth": "true",
        "trusted-ca-file": f"{PKI}/etcd/ca.crt",
    }
    probe = _probe("/health?serializable=true", 2381, "HTTP")
    return _pod(
        "etcd", image, flags, probe, cpu="50m", mounts={_ETCD_DATA: False, f"{PKI}/etcd": True}
    )


def _apiserver(image: str) -> Pod:
    flags = {
        "advertise-address": shape.CONTROL.address,
        "secure-port": str(shape.PORT),
        "allow-privileged": "true",
        "authorization-mode": "Node,RBAC",
        "enable-admission-plugins": "NodeRestriction",
        "client-ca-file": f"{PKI}/ca.crt",
        "tls-cert-file": f"{PKI}/kube-apiserver.crt",
        "tls-private-key-file": f"{PKI}/kube-apiserver.key",
        "etcd-servers": f"https://{_ETCD}",
        "etcd-cafile": f"{PKI}/etcd/ca.crt",
        "etcd-certfile": f"{PKI}/etcd/client.crt",
        "etcd-keyfile": f"{PKI}/etcd/client.key",
        "kubelet-certificate-authority": f"{PKI}/ca.crt",
        "kubelet-client-certificate": f"{PKI}/kubelet-client.crt",
        "kubelet-client-key": f"{PKI}/kubelet-client.key",
        "kubelet-preferred-address-types": "InternalIP,Hostname",
        "service-cluster-ip-range": shape.SERVICES,
        "proxy-client-cert-file": f"{PKI}/front-proxy/client.crt",
        "proxy-client-key-file": f"{PKI}/front-proxy/client.key",
        "requestheader-client-ca-file": f"{PKI}/front-proxy/ca.crt",
        "requestheader-allowed-names": "front-proxy-client",
        "requestheader-username-headers": "X-Remote-User",
        "requestheader-group-headers": "X-Remote-Group",
        "requestheader-extra-headers-prefix": "X-Remote-Extra-",
        "service-account-issuer": f"https://kubernetes.default.svc.{shape.DOMAIN}",
        "service-account-key-file": f"{PKI}/service-accounts.pub",
        "service-account-signing-key-file": f"{PKI}/service-accounts.key",
    }
    probe = _probe("/livez", shape.PORT)
    return _pod("kube-apiserver", image, flags, probe, cpu="150m", mounts={PKI: True})


def _controller_manager(image: str) -> Pod:
    flags = {
        **_client("kube-controller-manager"),
        "bind-address": "127.0.0.1",
        "use-service-account-credentials": "true",
        # As many as it has controllers, whose accounts are made one after the other when it starts.
        "kube-api-qps": "100",
        "kube-api-burst": "200",
        "root-ca-file": f"{PKI}/ca.crt",
        "service-account-private-key-file": f"{PKI}/service-accounts.key",
        "cluster-signing-cert-file": f"{PKI}/ca.crt",
        "cluster-signing-key-file": f"{PKI}/ca.key",
        "cluster-name": shape.NAME,
        "service-cluster-ip-range": shape.SERVICES,
        "allocate-node-cidrs": "true",
        "cluster-cidr": shape.PODS,
        # That is for who knows the cloud.
        "configure-cloud-routes": "false",
    }
    probe = _probe("/healthz", 10257)
    return _pod("kube-controller-manager", image, flags, probe, cpu="50m", mounts={PLACE: True})


def _scheduler(image: str) -> Pod:
    flags = {**_client("kube-scheduler"), "bind-address": "127.0.0.1"}
    probe = _probe("/healthz", 10259)
    return _pod("kube-scheduler", image, flags, probe, cpu="25m", mounts={PLACE: True})


def _cloud_controller_manager(image: str) -> Pod:
    flags = {
        **_client("cloud-controller-manager", authenticated=False),
        "bind-address": "127.0.0.1",
        "cloud-provider": "azure",
        "cloud-config": CLOUD,
        "cluster-name": shape.NAME,
        "cluster-cidr": shape.PODS,
        "allocate-node-cidrs": "false",
        "configure-cloud-routes": "true",
        "route-reconciliation-period": "3s",
        # Each node has a manager of its own.
        "controllers": "*,-cloud-node-controller",
        "v": "2",
    }
    probe = _probe("/healthz", 10258)
    mounts = {PLACE: True, _AUTHORITIES: True}
    return _pod("cloud-controller-manager", image, flags, probe, cpu="25m", mounts=mounts)


def _client(name: str, *, authenticated: bool = True) -> dict[str, str]:
    """Flags of a client of the API server. There is one of each, so nobody has to be elected."""
    config = f"{PLACE}/{name}.kubeconfig"
    more = {"authentication-kubeconfig": config, "authorization-kubeconfig": config}
    return {"kubeconfig": config, "leader-elect": "false", **(more if authenticated else {})}


def _probe(path: str, port: int, scheme: str = "HTTPS") -> dict[str, Any]:
    return {
        "httpGet": {"host": "127.0.0.1", "path": path, "port": port, "scheme": scheme},
        "periodSeconds": 10,
        "timeoutSeconds": 15,
        "failureThreshold": 8,
    }


def _pod(
    name: str,
    image: str,
    flags: Mapping[str, str],
    liveness: dict[str, Any],
    *,
    cpu: str,
    mounts: Mapping[str, bool],
) -> Pod:
    """A pod of one container, called like its program. Mounts tell whether they are read-only."""
    container = {
        "name": name,
        "image": image,
        "imagePullPolicy": "IfNotPresent",
        "command": [name, *(f"--{flag}={value}" for flag, value in flags.items())],
        "resources": {"requests": {"cpu": cpu, "memory": "64Mi"}},
        "livenessProbe": liveness,
        "volumeMounts": [
            {"name": f"host-{at}", "mountPath": path, "readOnly": read_only}
            for at, (path, read_only) in enumerate(mounts.items())
        ],
    }
    volumes = [
        {"name": f"host-{at}", "hostPath": {"path": path, "type": "DirectoryOrCreate"}}
        for at, path in enumerate(mounts)
    ]
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {
            "name": name,
            "namespace": "kube-system",
            "labels": {"component": name, "tier": "control-plane"},
        },
        "spec": {
            "hostNetwork": True,
            "priorityClassName": "system-node-critical",
            "containers": [container],
            "volumes": volumes,
        },
    }
