"""What each machine of the management cluster is told when it starts for the first time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from sandbox.management import shape, statics
from sandbox.management.ignition import PLAIN, PROGRAM, SECRET, config
from sandbox.management.registry import HOST
from sandbox.management.statics import CLOUD, PKI, PLACE

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sandbox.management.shape import Node

Files = dict[str, tuple[str, int]]
"""Content and mode, by path."""

_CONTROL_KEYS = (
    "ca.key",
    *(
        f"{pair}.{kind}"
        for pair in (
            "kube-apiserver",
            "kubelet-client",
            "kube-controller-manager",
            "kube-scheduler",
            "cloud-controller-manager",
            "etcd/server",
            "etcd/client",
            "front-proxy/client",
        )
        for kind in ("crt", "key")
    ),
    "etcd/ca.crt",
    "front-proxy/ca.crt",
    "service-accounts.key",
    "service-accounts.pub",
)
_HOSTS = "/etc/containerd/certs.d"
_CONTAINERD = """\
version = 2

[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "{pause}"
  restrict_oom_score_adj = true
  max_concurrent_downloads = 6

  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "/usr/lib/cni"
    conf_dir = "/etc/cni/net.d"
    conf_template = "/etc/containerd/pods.template"

  [plugins."io.containerd.grpc.v1.cri".registry]
    config_path = "{hosts}"
"""
_TRUST = """\
server = "https://{host}"
ca = "/usr/local/share/ca-certificates/azure.crt"

[host]
"""
# Each pod has a link of its own to its node, so that what pods of a node say to each other passes
# through the rules of the node as well: services and policies count on that.
_NETWORK = {
    "cniVersion": "0.4.0",
    "name": "pods",
    "plugins": [
        {
            "type": "ptp",
            "ipam": {
                "type": "host-local",
                "ranges": [[{"subnet": "{{.PodCIDR}}"}]],
                "routes": [{"dst": "0.0.0.0/0"}],
            },
        },
        {"type": "portmap", "capabilities": {"portMappings": True}},
    ],
}
# Nobody outside knows the addresses of pods. And as long as nobody answers for the addresses of
# services, whoever asks is told so: a connection that went nowhere once would go on doing that.
_RULES = f"""\
[Unit]
Description=Rules for what pods send
Before=kubelet.service
[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/usr/sbin/iptables -w -t nat -A POSTROUTING -s {shape.PODS} ! -d 10.0.0.0/8 -j MASQUERADE
ExecStart=/usr/sbin/iptables -w -A FORWARD -d {shape.SERVICES} -j REJECT
ExecStart=/usr/sbin/iptables -w -A OUTPUT -d {shape.SERVICES} -j REJECT
[Install]
WantedBy=multi-user.target
"""
_FETCH = """\
#!/bin/sh
# Takes the kubelet out of the image that has it.
set -eu
[ ! -x /opt/bin/kubernetes ] || exit 0
ctr() { /usr/bin/ctr --namespace k8s.io images "$@"; }
root=/run/kubernetes-image
ctr pull --hosts-dir "$2" "$1" >/dev/null
mkdir -p "$root" /opt/bin
ctr mount "$1" "$root" >/dev/null
cp "$root/usr/bin/kubernetes" /opt/bin/.kubernetes
mv /opt/bin/.kubernetes /opt/bin/kubernetes
ctr unmount --rm "$root" >/dev/null
"""
_KUBELET_UNIT = """\
[Unit]
After=containerd.service network-online.target
Requires=containerd.service
StartLimitIntervalSec=0
[Service]
ExecStartPre={place}/fetch {image} {hosts}
ExecStart=/opt/bin/kubernetes kubelet --config={place}/kubelet.json \
--kubeconfig={place}/kubelet.kubeconfig --cloud-provider=external \
--hostname-override={node.name} --node-ip={node.address}
Restart=always
RestartSec=1
TimeoutStartSec=300
[Install]
WantedBy=multi-user.target
"""
_KUBELET: dict[str, Any] = {
    "apiVersion": "kubelet.config.k8s.io/v1beta1",
    "kind": "KubeletConfiguration",
    "authentication": {"x509": {"clientCAFile": f"{PKI}/ca.crt"}, "anonymous": {"enabled": False}},
    "authorization": {"mode": "Webhook"},
    "tlsCertFile": f"{PKI}/kubelet.crt",
    "tlsPrivateKeyFile": f"{PKI}/kubelet.key",
    "containerRuntimeEndpoint": "unix:///run/containerd/containerd.sock",
    "staticPodPath": f"{PLACE}/manifests",
    "clusterDNS": [shape.DNS],
    "clusterDomain": shape.DOMAIN,
    "cgroupDriver": "cgroupfs",
    "failCgroupV1": False,
    "failSwapOn": False,
    "serializeImagePulls": False,
    "fileCheckFrequency": "1s",
    "syncFrequency": "10s",
    "nodeLeaseDurationSeconds": 20,
    "nodeStatusUpdateFrequency": "4s",
    # How full the disk of the host is does not matter to the pods.
    "evictionHard": {"memory.available": "100Mi", "nodefs.available": "1%"},
    "imageGCHighThresholdPercent": 99,
    "imageGCLowThresholdPercent": 98,
    # Whoever kills a part of the control plane shall not have to wait for minutes.
    "featureGates": {"KubeletCrashLoopBackOffMax": True},
    "crashLoopBackOff": {"maxContainerRestartPeriod": "2s"},
}


def ignition(
    node: Node, keys: Path, images: Mapping[str, str], cloud: Mapping[str, Any], authority: str
) -> bytes:
    """Everything that makes a machine a node; `cloud` is for the cloud provider."""
    files = _node(node, keys, images)
    if node == shape.CONTROL:
        files |= _control(keys, images, cloud)
    kubelet = _KUBELET_UNIT.format(place=PLACE, image=images["kube"], hosts=_HOSTS, node=node)
    units = {"pod-rules.service": _RULES, "kubelet.service": kubelet}
    return config(files, units, authority)


def _node(node: Node, keys: Path, images: Mapping[str, str]) -> Files:
    """What every node has."""
    containerd = _CONTAINERD.format(pause=images["pause"], hosts=_HOSTS)
    return {
        "/etc/containerd/config.toml": (containerd, PLAIN),
        "/etc/containerd/pods.template": (_json(_NETWORK), PLAIN),
        f"{_HOSTS}/{HOST}/hosts.toml": (_TRUST.format(host=HOST), PLAIN),
        "/etc/sysctl.d/90-pods.conf": ("net.ipv4.ip_forward = 1\n", PLAIN),
        f"{PLACE}/fetch": (_FETCH, PROGRAM),
        f"{PLACE}/kubelet.json": (_json(_KUBELET), PLAIN),
        f"{PLACE}/kubelet.kubeconfig": (_kubeconfig("kubelet"), SECRET),
        f"{PLACE}/manifests/.keep": ("", PLAIN),
        f"{PKI}/ca.crt": (_read(keys / "ca.crt"), PLAIN),
        f"{PKI}/kubelet.crt": (_read(keys / f"{node.name}.crt"), PLAIN),
        f"{PKI}/kubelet.key": (_read(keys / f"{node.name}.key"), SECRET),
    }


def _control(keys: Path, images: Mapping[str, str], cloud: Mapping[str, Any]) -> Files:
    """What the control plane has besides."""
    files: Files = {CLOUD: (_json(cloud), SECRET)}
    for name, pod in statics.pods(images).items():
        files[f"{PLACE}/manifests/{name}.json"] = (_json(pod), SECRET)
    for client in ("kube-controller-manager", "kube-scheduler", "cloud-controller-manager"):
        files[f"{PLACE}/{client}.kubeconfig"] = (_kubeconfig(client), SECRET)
    for name in _CONTROL_KEYS:
        files[f"{PKI}/{name}"] = (_read(keys / name), SECRET)
    return files


def _kubeconfig(client: str) -> str:
    """Where the API server is, and who a client is: files that are on the machine."""
    cluster = {
        "server": f"https://{shape.CONTROL.address}:{shape.PORT}",
        "certificate-authority": f"{PKI}/ca.crt",
    }
    user = {"client-certificate": f"{PKI}/{client}.crt", "client-key": f"{PKI}/{client}.key"}
    return _json(
        {
            "apiVersion": "v1",
            "kind": "Config",
            "clusters": [{"name": shape.NAME, "cluster": cluster}],
            "users": [{"name": client, "user": user}],
            "contexts": [{"name": shape.NAME, "context": {"cluster": shape.NAME, "user": client}}],
            "current-context": shape.NAME,
        }
    )


def _read(path: Path) -> str:
    return path.read_text()


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
