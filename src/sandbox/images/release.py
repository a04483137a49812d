"""The community release: an image in OpenShift's layout that names images by digest.

`releases` is the table of them. Components that only OpenShift has are left out, which whoever
reads a release takes for what it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import yaml

from azurelocal.arm.providers.compute.marketplace import find as find_skus
from hypershift.release.payload import BOOT_IMAGES, METADATA, REFERENCES
from sandbox import components
from sandbox.errors import SandboxError
from sandbox.images import layout, store
from sandbox.images.build import ensure
from sandbox.images.catalog import of_release
from sandbox.images.layout import Layer, Layout, Settings
from sandbox.images.releases import VERSION, kubernetes_version, replaced
from sandbox.images.tree import File, Folder, Tree, pack
from sandbox.progress import Reporter, Step

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sandbox.images.push import Registry

_PREFIX = "hypershift"
REPOSITORY = f"{_PREFIX}/release"
STREAM = "debian-12"
# By the names that releases have for them: the image of ours that does the work.
COMPONENTS = {
    "apiserver-network-proxy": "konnectivity",
    "azure-cloud-controller-manager": "cloud-provider-azure",
    "azure-cloud-node-manager": "cloud-provider-azure",
    "azure-cluster-api-controllers": "cluster-api-provider-azure",
    "azure-disk-csi-driver": "azuredisk-csi-driver",
    "cli": "kube",
    "cluster-capi-controllers": "cluster-api",
    "container-networking-plugins": "cni-plugins",
    "coredns": "coredns",
    "csi-external-attacher": "external-attacher",
    "csi-external-provisioner": "external-provisioner",
    "csi-node-driver-registrar": "csi-node-driver-registrar",
    "docker-registry": "registry",
    "etcd": "etcd",
    "haproxy-router": "haproxy",
    "hyperkube": "kube",
    "hypershift": "hypershift",
    "kube-proxy": "kube-proxy",
    "kube-router": "kube-router",
    "pod": "pause",
    "tools": "tools",
}
_KUBERNETES = ("cli", "hyperkube", "kube-proxy")
_PUBLISHER, _OFFER = "Debian", "debian-12"
# Architecture and generation in stream metadata: the SKU of the Marketplace.
_SKUS = {
    "x86_64": {"hyperVGen1": "12", "hyperVGen2": "12-gen2"},
    "aarch64": {"hyperVGen2": "12-arm64"},
}


def images(version: str = VERSION) -> list[str]:
    """Give the images that a release is made of."""
    return sorted(set(_images(version).values()))


def assemble(folder: Path, version: str, pushed: Mapping[str, str]) -> Layout:
    """Write a release into a new folder. `pushed` has the name by which each image is pulled.

    A component whose image was not pushed is left out.
    """
    tree: Tree = {
        "release-manifests": Folder(),
        REFERENCES: File(_json(_references(version, pushed))),
        METADATA: File(_json(_metadata(version))),
        BOOT_IMAGES: File(_boot_images().encode()),
    }
    folder.mkdir(exist_ok=True)
    blob = folder / ".layer"
    with blob.open("wb") as file:
        packed = pack(tree, file, lambda _: None)
    layer = Layer(blob, packed.digest, packed.diff_id, packed.size)
    made = layout.write(folder, [layer], Settings(labels=(("io.openshift.release", version),)))
    blob.unlink()
    return made


def _images(version: str) -> dict[str, str]:
    """By the names that releases have for them: the images of this one."""
    return {name: of_release(image, version).name for name, image in COMPONENTS.items()}


def _references(version: str, pushed: Mapping[str, str]) -> dict[str, Any]:
    tags = [
        {
            "name": name,
            "annotations": _versions(name, version),
            "from": {"kind": "DockerImage", "name": pushed[image]},
        }
        for name, image in sorted(_images(version).items())
        if image in pushed
    ]
    return {
        "kind": "ImageStream",
        "apiVersion": "image.openshift.io/v1",
        "metadata": {"name": version},
        "spec": {"lookupPolicy": {"local": False}, "tags": tags},
    }


def _versions(name: str, version: str) -> dict[str, str]:
    if name in _KUBERNETES:
        kubernetes = kubernetes_version(version)
        kubectl = f",kubectl={kubernetes}" if name == "cli" else ""
        return {"io.openshift.build.versions": f"kubernetes={kubernetes}{kubectl}"}
    component = of_release(COMPONENTS[name], version).component
    known = components.load()
    if component not in known:
        return {}
    built = known[component].version.removeprefix("v")
    return {"io.openshift.build.versions": f"{component}={built}"}


def _metadata(version: str) -> dict[str, Any]:
    return {
        "kind": "cincinnati-metadata-v0",
        "version": version,
        "previous": [],
        "metadata": {"release.openshift.io/architecture": layout.architecture()},
    }


def _boot_images() -> str:
    architectures = {
        architecture: {
            "artifacts": {},
            "rhel-coreos-extensions": {
                "marketplace": {
                    "azure": {
                        "no-purchase-plan": {
                            generation: _marketplace(sku) for generation, sku in skus.items()
                        }
                    }
                }
            },
        }
        for architecture, skus in _SKUS.items()
    }
    stream = {"stream": STREAM, "architectures": architectures}
    return yaml.safe_dump(
        {
            "apiVersion": "v1",
            "kind": "ConfigMap",
            "metadata": {
                "name": "coreos-bootimages",
                "namespace": "openshift-machine-config-operator",
            },
            "data": {"stream": _json(stream).decode()},
        }
    )


def _marketplace(sku: str) -> dict[str, str]:
    [found] = find_skus(_PUBLISHER, _OFFER, sku)
    return {
        "publisher": found.publisher,
        "offer": found.offer,
        "sku": found.name,
        "version": found.versions[-1],
    }


def _json(value: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value, order="sorted"), indent=2)


def publish(registry: Registry, reporter: Reporter, version: str = VERSION) -> str:
    """Build and push all images and the release of them; give the name of the release."""
    component = replaced(version).get("kubernetes", "kubernetes")
    carried, built = kubernetes_version(version), components.load()[component].version
    if built != f"v{carried}":
        raise SandboxError(
            f"release {version} carries Kubernetes {carried}, but {built} is what is built here:"
            " correct the table of releases"
        )
    pushed: dict[str, str] = {}
    for made in ensure(images(version), reporter):
        assert made.layout is not None
        repository = f"{_PREFIX}/{made.image.name}"
        pushed[made.image.name] = registry.push(made.layout, repository)
    decides = (pushed, COMPONENTS, _references(version, pushed), _boot_images())
    place = store.images() / f"release-{version}-{store.key(*decides)}"
    if not place.is_dir():
        waiting = Step("waiting for another build")
        with store.building(place, lambda: reporter.working("release", waiting)) as folder:
            if folder:
                assemble(folder, version, pushed)
    name = registry.push(Layout(place), REPOSITORY, version)
    reporter.finished("release", f"{version} is {name}")
    return name
