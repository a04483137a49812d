"""Builds the images that are missing."""

from __future__ import annotations

import shutil
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from sandbox import components
from sandbox.errors import SandboxError
from sandbox.images import debian, layout, store
from sandbox.images.catalog import PACKAGES, Image, chosen
from sandbox.images.layout import Layer, Layout, Settings
from sandbox.images.plans import Plan, plans
from sandbox.images.tree import File, Packed, Tree, pack
from sandbox.progress import Reporter, Step, duration

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from sandbox.images.debian import Packages

_BLOB, _FACTS = "blob", "layer.json"
_MEGABYTE = 1_000_000


@dataclass(frozen=True)
class Built:
    """An image, and its layout once it is built."""

    image: Image
    layout: Layout | None = None
    fresh: bool = False


def find(names: Iterable[str] = ()) -> list[Built]:
    """Give the named images, or all, built or not."""
    packages = debian.find(PACKAGES)
    images = chosen(tuple(names))
    wanted = [image.component for image in images if image.component]
    found = {one.component.name: one for one in components.find(wanted)} if wanted else {}
    return [Built(image, _found(image, found.get(image.component), packages)) for image in images]


def ensure(names: Iterable[str], reporter: Reporter) -> list[Built]:
    """Give the named images, or all but those on demand, after building what is missing."""
    names = tuple(names)
    images = [image for image in chosen(names) if names or not image.on_demand]
    wanted = [image.component for image in images if image.component]
    built = (
        {one.component.name: one for one in components.ensure(wanted, reporter)} if wanted else {}
    )
    try:
        packages = debian.ensure(PACKAGES, reporter)
        return [assemble(image, built.get(image.component), packages, reporter) for image in images]
    except OSError as error:
        raise SandboxError(
            f"cannot keep images in {store.images().parent} ({error.strerror}): mend that, or name"
            " another directory with HYPERSHIFT_CACHE"
        ) from error


def _found(
    image: Image, built: components.Built | None, packages: Packages | None
) -> Layout | None:
    if packages is None or (built and not built.exists):
        return None
    layers = [_read(plan) for plan in plans(image, built, packages)]
    if None in layers:
        return None
    place = _place(image, [layer for layer in layers if layer])
    return Layout(place) if place.is_dir() else None


def assemble(
    image: Image, built: components.Built | None, packages: Packages, reporter: Reporter
) -> Built:
    """Make an image out of what is there, or find it."""
    started = time.monotonic()
    layers = [_layer(plan, image, reporter) for plan in plans(image, built, packages)]
    place = _place(image, layers)
    if place.is_dir():
        return Built(image, Layout(place))
    with store.building(place, _waiting(image, reporter)) as made:
        if made:
            layout.write(made, layers, _settings(image))
    done = Layout(place)
    reporter.finished(
        image.name,
        f"{done.size / _MEGABYTE:.1f} MB compressed, built in"
        f" {duration(time.monotonic() - started)}",
    )
    return Built(image, done, fresh=True)


def _place(image: Image, layers: list[Layer]) -> Path:
    decides = ([layer.digest for layer in layers], _settings(image), layout.architecture())
    return store.images() / f"{image.name}-{store.key(*decides)}"


def _settings(image: Image) -> Settings:
    environment = ["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin"]
    if image.python:
        # The root is read-only, and what goes on shall be seen at once.
        environment += ["HOME=/tmp", "PYTHONDONTWRITEBYTECODE=1", "PYTHONUNBUFFERED=1"]
    return Settings(
        entrypoint=image.entrypoint,
        user=image.user,
        environment=tuple(environment),
        labels=(("org.opencontainers.image.title", image.name),),
    )


def _layer(plan: Plan, image: Image, reporter: Reporter) -> Layer:
    """Give a layer, after making it if it is not there."""
    if found := _read(plan):
        return found
    with store.building(plan.place, _waiting(image, reporter)) as made:
        if made:
            reporter.working(image.name, Step(f"gathering the files of layer {plan.name}"))
            workplace = made / "workplace"
            workplace.mkdir()
            tree = plan.make(workplace)
            packed = _pack(tree, made / _BLOB, image.name, plan.name, reporter)
            (made / _FACTS).write_bytes(msgspec.json.encode(packed))
            shutil.rmtree(workplace)
    layer = _read(plan)
    assert layer is not None
    return layer


def _pack(tree: Tree, target: Path, image: str, name: str, reporter: Reporter) -> Packed:
    total = sum(entry.size for entry in tree.values() if isinstance(entry, File))

    def progress(size: int) -> None:
        done = min(size, total) // _MEGABYTE
        reporter.working(image, Step(f"packing layer {name} (MB)", done, total // _MEGABYTE))

    with target.open("wb") as file:
        return pack(tree, file, progress)


def _read(plan: Plan) -> Layer | None:
    try:
        facts = msgspec.json.decode((plan.place / _FACTS).read_bytes(), type=Packed)
    except FileNotFoundError:
        return None
    return Layer(plan.place / _BLOB, facts.digest, facts.diff_id, facts.size)


def _waiting(image: Image, reporter: Reporter) -> Callable[[], None]:
    return lambda: reporter.working(image.name, Step("waiting for another build"))
