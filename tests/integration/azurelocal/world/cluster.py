"""A Kubernetes of three machines: the first has the control plane, the others have a kubelet.

Every machine gets all that it needs from Ignition: its programs out of the registry, its
certificates, and units that run from the first boot on.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sandbox import components
from sandbox.apiserver import kubeconfig
from sandbox.apiserver.authority import Authority, new_keys
from sandbox.progress import Reporter
from tests.integration.azurelocal.world.containers import HOSTS, Machine, way_out
from tests.integration.azurelocal.world.ignition import service

if TYPE_CHECKING:
    from pathlib import Path

    from tests.integration.azurelocal.world.raised import Done
    from tests.integration.azurelocal.world.registry import Registry
    from tests.integration.azurelocal.world.shapes import Group, Vm

PODS = "10.244.0.0/16"
NODES = ("node-a", "node-b")
_CONTROL = "10.0.0.10"
_URL = f"https://{_CONTROL}:6443"
_PLACE = "/etc/kubernetes"
_ETCD = "http://127.0.0.1:2379"
_KUBECONFIG = f"{_PLACE}/kubeconfig"
_RESTART = "Restart=always\nRestartSec=1\nEnvironment=KUBECONFIG=" + _KUBECONFIG

_CONTAINERD = """\
version = 2

[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "{pause}"
  restrict_oom_score_adj = true

  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "/usr/lib/cni"
    conf_dir = "/etc/cni/net.d"
    conf_template = "/etc/containerd/pods.template"

  [plugins."io.containerd.grpc.v1.cri".registry]
    config_path = "{hosts}"
"""
_NETWORK = {
    "cniVersion": "0.4.0",
    "name": "pods",
    "plugins": [
        {
            "type": "bridge",
            "bridge": "pods",
            "isGateway": True,
            "ipam": {
                "type": "host-local",
                "ranges": [[{"subnet": "{{.PodCIDR}}"}]],
                "routes": [{"dst": "0.0.0.0/0"}],
            },
        }
    ],
}
_KUBELET = {
    "apiVersion": "kubelet.config.k8s.io/v1beta1",
    "kind": "KubeletConfiguration",
    "authentication": {"x509": {"clientCAFile": f"{_PLACE}/ca.crt"}},
    "containerRuntimeEndpoint": "unix:///run/containerd/containerd.sock",
    "cgroupDriver": "cgroupfs",
    "failCgroupV1": False,
    "failSwapOn": False,
    # How full the disk of whoever runs the tests is does not matter to the pods.
    "evictionHard": {"memory.available": "50Mi", "nodefs.available": "1%"},
}


@dataclass
class Cluster:
    """The machines, and where they are."""

    group: Group
    subnet: str
    control: Vm
    nodes: tuple[Vm, Vm]
    _rest: dict[str, Any] = field(repr=False)

    def try_kubectl(self, *words: str, stdin: bytes | None = None) -> Done:
        """Run kubectl as the administrator, whatever comes of it."""
        command = ("/opt/bin/kubernetes", "kubectl", f"--kubeconfig={_PLACE}/admin.kubeconfig")
        return self.control.run(*command, *words, stdin=stdin)

    def kubectl(self, *words: str, stdin: bytes | None = None) -> str:
        """Run kubectl as the administrator; it must succeed."""
        done = self.try_kubectl(*words, stdin=stdin)
        assert done.returncode == 0, (words, done.stdout, done.stderr)
        return done.stdout.strip()

    def get(self, *words: str) -> Any:
        """What there is."""
        return json.loads(self.kubectl("get", *words, "--output=json"))

    def steer(self, table: str) -> None:
        """Let a route table decide what becomes of packets that leave the machines."""
        self.group.arm.put(self.subnet, {**self._rest, "routeTable": {"id": table}})


def raised(group: Group, registry: Registry, pause: str, folder: Path) -> Cluster:
    """Make the machines, and wait until both nodes are ready."""
    rest = {"addressPrefix": "10.0.0.0/24", **way_out(group)}
    subnet = group.network(**rest)
    configs = _Configs(registry, pause, folder)
    begun = [
        group.begin_machine(name, subnet, ignition=machine.ignition(), nic=nic)
        for name, machine, nic in configs.machines()
    ]
    for vm, answer, _ in begun:
        group.arm.finished(answer, vm.id)
    control, *nodes = (vm for vm, _, _ in begun)
    return Cluster(group, subnet, control, (nodes[0], nodes[1]), rest)


class _Configs:
    """What each of the machines is told."""

    def __init__(self, registry: Registry, pause: str, folder: Path) -> None:
        self._registry, self._pause, self._folder = registry, pause, folder
        self._authority = Authority(folder)
        etcd, kubernetes = components.ensure(("etcd", "kubernetes"), Reporter())
        self._etcd, self._kubernetes = (
            registry.add_blob("programs", built.programs / name)
            for built, name in ((etcd, "etcd"), (kubernetes, "kubernetes"))
        )

    def machines(self) -> list[tuple[str, Machine, dict[str, Any]]]:
        """The name of each machine, what is on it, and its interface."""
        static = {"privateIPAddress": _CONTROL, "privateIPAllocationMethod": "Static"}
        nodes = [(name, self._node(name), {"forwards": True}) for name in NODES]
        return [("control", self._control(), static), *nodes]

    def _control(self) -> Machine:
        keys = [*new_keys(self._folder, "service-accounts")]
        for file, name, group, at in (
            ("server", "kube-apiserver", "system:masters", [_CONTROL]),
            ("manager", "system:kube-controller-manager", "", []),
            ("admin", "admin", "system:masters", []),
        ):
            pair = self._authority.issue(file, name, [group] if group else [], at)
            keys += [pair.certificate, pair.key]
            kubeconfig.write(
                self._folder / f"{file}.kubeconfig", _URL, self._authority.certificate, pair
            )
            keys.append(self._folder / f"{file}.kubeconfig")
        return Machine(
            self._registry,
            files={f"{_PLACE}/{path.name}": path.read_text() for path in self._with_ca(keys)},
            programs={"/opt/bin/etcd": self._etcd, "/opt/bin/kubernetes": self._kubernetes},
            units={
                "etcd.service": service(_ETCD_COMMAND, _RESTART),
                "kube-apiserver.service": service(_API_SERVER_COMMAND, _RESTART),
                "kube-controller-manager.service": service(_MANAGER_COMMAND, _RESTART),
            },
        )

    def _node(self, name: str) -> Machine:
        pair = self._authority.issue(name, f"system:node:{name}", ["system:nodes"])
        own = self._folder / f"{name}.kubeconfig"
        kubeconfig.write(own, _URL, self._authority.certificate, pair)
        return Machine(
            self._registry,
            files={
                "/etc/containerd/config.toml": _CONTAINERD.format(pause=self._pause, hosts=HOSTS),
                "/etc/containerd/pods.template": json.dumps(_NETWORK),
                "/etc/sysctl.d/90-pods.conf": "net.ipv4.ip_forward = 1\n",
                f"{_PLACE}/ca.crt": self._authority.certificate.read_text(),
                f"{_PLACE}/kubelet.json": json.dumps(_KUBELET),
                _KUBECONFIG: own.read_text(),
            },
            programs={"/opt/bin/kubernetes": self._kubernetes},
            units={"kubelet.service": service(_KUBELET_COMMAND, _RESTART)},
        )

    def _with_ca(self, paths: list[Path]) -> list[Path]:
        return [self._authority.certificate, *paths]


def _command(program: str, *flags: str) -> str:
    return " ".join((program, *(f"--{flag}" for flag in flags)))


_ETCD_COMMAND = _command(
    "/opt/bin/etcd",
    "data-dir=/var/lib/etcd",
    "log-level=warn",
    f"listen-client-urls={_ETCD}",
    f"advertise-client-urls={_ETCD}",
)
_API_SERVER_COMMAND = _command(
    "/opt/bin/kubernetes kube-apiserver",
    f"advertise-address={_CONTROL}",
    f"etcd-servers={_ETCD}",
    f"tls-cert-file={_PLACE}/server.crt",
    f"tls-private-key-file={_PLACE}/server.key",
    f"client-ca-file={_PLACE}/ca.crt",
    f"kubelet-client-certificate={_PLACE}/server.crt",
    f"kubelet-client-key={_PLACE}/server.key",
    "kubelet-preferred-address-types=InternalIP",
    "authorization-mode=Node,RBAC",
    "enable-admission-plugins=NodeRestriction",
    "service-cluster-ip-range=10.96.0.0/16",
    f"service-account-issuer={_URL}",
    f"service-account-key-file={_PLACE}/service-accounts.pub",
    f"service-account-signing-key-file={_PLACE}/service-accounts.key",
)
_MANAGER_COMMAND = _command(
    "/opt/bin/kubernetes kube-controller-manager",
    f"kubeconfig={_PLACE}/manager.kubeconfig",
    "leader-elect=false",
    "use-service-account-credentials",
    "allocate-node-cidrs",
    f"cluster-cidr={PODS}",
    # Routes are the business of whoever knows the cloud.
    "configure-cloud-routes=false",
    "controllers=node-ipam-controller,node-lifecycle-controller,serviceaccount-controller",
)
_KUBELET_COMMAND = _command(
    "/opt/bin/kubernetes kubelet",
    f"config={_PLACE}/kubelet.json",
    f"kubeconfig={_KUBECONFIG}",
)
