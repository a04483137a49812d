"""Which images there are, and what is in each: this table, and nothing else decides.

An image is a stack of layers. At the bottom are the files that every program expects, the same for
all images; then a shell where scripts run; then files of Debian packages; on top the component.
Images that share a layer share its blob.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from sandbox.errors import UsageError
from sandbox.images import releases

PROGRAMS = "usr/bin"
USER = "1001"


@dataclass(frozen=True)
class Image:
    """One image."""

    name: str
    purpose: str
    component: str = ""
    """The component whose programs are in it, in /usr/bin unless `programs` says otherwise."""
    programs: str = PROGRAMS
    links: dict[str, str] = field(default_factory=dict[str, str])
    """Further links, by path: where programs are expected at other places, or by other names."""
    shell: bool = False
    """Whether it has busybox, as scripts need a shell."""
    debian: tuple[str, ...] = ()
    """Files of Debian packages, with all that they load; patterns may be used."""
    python: bool = False
    """Whether it is ours: Python with what we depend on, and our source."""
    entrypoint: tuple[str, ...] = ()
    user: str = ""
    on_demand: bool = False
    """Whether it is built only when it is named."""


_BUSYBOX = "busybox-static"
PACKAGES = (_BUSYBOX, "ca-certificates", "e2fsprogs", "haproxy", "iptables", "ipset", "conntrack",
            "iproute2", "kmod", "libpython3.11-stdlib", "mount", "python3.11-minimal", "util-linux",
            "xfsprogs", "netbase", "tzdata")  # fmt: skip
"""The Debian packages that any image takes files from. apt adds what they need."""

_FIREWALL = (
    "usr/sbin/ip*tables*",
    "usr/sbin/xtables-*-multi",
    "usr/lib/*/xtables",
    "usr/sbin/ipset",
    "usr/sbin/conntrack",
    "usr/bin/ip",
    "usr/sbin/modprobe",
)
# Packages leave these links to a script that runs when they are installed.
_FIREWALL_LINKS = {
    f"usr/sbin/{family}{what}": "xtables-nft-multi"
    for family in ("iptables", "ip6tables")
    for what in ("", "-save", "-restore")
}
_DISKS = (
    "usr/bin/mount",
    "usr/bin/umount",
    "usr/bin/lsblk",
    "usr/sbin/blkid",
    "usr/sbin/blockdev",
    "usr/sbin/mke2fs",
    "usr/sbin/mkfs.ext4",
    "usr/sbin/e2fsck",
    "usr/sbin/fsck",
    "usr/sbin/fsck.ext4",
    "usr/sbin/resize2fs",
    "usr/sbin/mkfs.xfs",
    "usr/sbin/xfs_repair",
    "etc/mke2fs.conf",
)

_TABLE = (
    Image("pause", "Holds a pod's namespaces", "pause", entrypoint=("/usr/bin/pause",)),
    Image("etcd", "etcd, etcdctl, etcdutl", "etcd", shell=True),
    Image(
        "kube",
        "API server, controller manager, scheduler, kubelet, kubectl",
        "kubernetes",
        links={"usr/bin/hyperkube": "kubernetes"},
        shell=True,
    ),
    Image(
        "kube-proxy",
        "kube-proxy, with iptables",
        "kubernetes",
        links=_FIREWALL_LINKS,
        shell=True,
        debian=_FIREWALL,
        entrypoint=("/usr/bin/kube-proxy",),
    ),
    Image("registry", "The registry itself", "registry", entrypoint=("/usr/bin/registry",)),
    Image(
        "cluster-api",
        "Cluster API",
        "cluster-api",
        links={
            "manager": "usr/bin/cluster-api",
            "bin/cluster-api-controller-manager": "cluster-api",
        },
        entrypoint=("/usr/bin/cluster-api",),
        user=USER,
    ),
    Image(
        "cluster-api-provider-azure",
        "Cluster API's provider for Azure",
        "cluster-api-provider-azure",
        links={
            "manager": "usr/bin/cluster-api-provider-azure",
            "bin/cluster-api-provider-azure-controller-manager": "cluster-api-provider-azure",
        },
        entrypoint=("/usr/bin/cluster-api-provider-azure",),
        user=USER,
    ),
    Image(
        "cloud-provider-azure",
        "Cloud controller manager and cloud node manager of Azure",
        "cloud-provider-azure",
        links={
            "usr/bin/azure-cloud-controller-manager": "cloud-controller-manager",
            "usr/bin/azure-cloud-node-manager": "cloud-node-manager",
        },
    ),
    Image("konnectivity", "Konnectivity's server and agent", "konnectivity"),
    Image("coredns", "CoreDNS", "coredns", entrypoint=("/usr/bin/coredns",)),
    Image(
        "external-dns",
        "External DNS",
        "external-dns",
        entrypoint=("/usr/bin/external-dns",),
        user=USER,
    ),
    Image(
        "kube-router",
        "kube-router, for network policies",
        "kube-router",
        links=_FIREWALL_LINKS,
        shell=True,
        debian=_FIREWALL,
        entrypoint=("/usr/bin/kube-router",),
    ),
    Image(
        "local-path-provisioner",
        "Volumes on the disk of a node",
        "local-path-provisioner",
        shell=True,
        entrypoint=("/usr/bin/local-path-provisioner",),
    ),
    Image(
        "cni-plugins",
        "Plugins that connect pods, to be copied to nodes",
        "cni-plugins",
        programs="usr/libexec/cni",
        shell=True,
    ),
    Image(
        "azuredisk-csi-driver",
        "The CSI driver of Azure disks",
        "azuredisk-csi-driver",
        debian=_DISKS,
        shell=True,
        entrypoint=("/usr/bin/azurediskplugin",),
    ),
    Image(
        "external-provisioner",
        "Makes volumes for claims, by CSI",
        "external-provisioner",
        entrypoint=("/usr/bin/csi-provisioner",),
    ),
    Image(
        "external-attacher",
        "Attaches volumes to machines, by CSI",
        "external-attacher",
        entrypoint=("/usr/bin/csi-attacher",),
    ),
    Image(
        "csi-node-driver-registrar",
        "Makes a CSI driver known to its kubelet",
        "csi-node-driver-registrar",
        entrypoint=("/usr/bin/csi-node-driver-registrar",),
    ),
    Image(
        "haproxy",
        "HAProxy",
        shell=True,
        debian=("usr/sbin/haproxy",),
        entrypoint=("/usr/sbin/haproxy",),
        user=USER,
    ),
    Image("tools", "A shell, and nothing else", shell=True),
    Image("hypershift", "Our own programs", python=True, user=USER),
)


def _instead(image: Image, component: str) -> Image:
    """Give the same image with another release of its component in it."""
    further = component.removeprefix(image.component)
    return replace(
        image,
        name=f"{image.name}{further}",
        purpose=f"{image.purpose}, of {component}",
        component=component,
        on_demand=True,
    )


_VARIANTS = {
    (image.name, component): _instead(image, component)
    for further in releases.RELEASES.values()
    for usual, component in further.items()
    for image in _TABLE
    if image.component == usual
}
IMAGES = {image.name: image for image in (*_TABLE, *_VARIANTS.values())}


def of_release(name: str, version: str) -> Image:
    """Give the image that a release has where the usual one has the image of this name."""
    usual = IMAGES[name]
    component = releases.replaced(version).get(usual.component)
    return _VARIANTS[name, component] if component else usual


def chosen(names: tuple[str, ...] | list[str] = ()) -> list[Image]:
    """Give the images of these names, or all."""
    unknown = [name for name in names if name not in IMAGES]
    if unknown:
        raise UsageError(f"there is no image {', '.join(unknown)}; there are: {', '.join(IMAGES)}")
    return [IMAGES[name] for name in dict.fromkeys(names or IMAGES)]
