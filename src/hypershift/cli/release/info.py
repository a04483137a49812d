"""`hypershift release info`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from hypershift.cli.command import Command
from hypershift.cli.errors import CommandError
from hypershift.cli.flags import Flags, choice, path, text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hypershift.release.payload import Release
    from hypershift.release.streams import Stream

FORMATS = ("text", "json", "yaml")


class ReleaseInfoFlags(Flags):
    """Release"""

    release_image: str = text("The image of the release.", required=True)
    pull_secret: str = path("The file with the credentials of the image registries.")
    additional_trust_bundle: str = path("The file with further certificate authorities to trust.")
    image_content_sources: str = path("The file that lists image mirrors.")
    output: str = choice(
        f"How to print the release: {', '.join(FORMATS)}.", FORMATS, FORMATS[0], short="o"
    )


def run(flags: ReleaseInfoFlags) -> None:
    """Read the release and print it."""
    import asyncio

    from hypershift.cli.documents import to_yaml
    from hypershift.release.errors import ReleaseError

    try:
        facts = _facts(asyncio.run(_read(flags)))
    except ReleaseError as error:
        raise CommandError(str(error)) from error
    match flags.output:
        case "json":
            import json

            click.echo(json.dumps(facts, indent=2))
        case "yaml":
            click.echo(to_yaml(facts), nl=False)
        case _:
            click.echo(_text(facts))


async def _read(flags: ReleaseInfoFlags) -> Release:
    from hypershift.cli.create.cluster import inputs
    from hypershift.release.auth import PullSecret
    from hypershift.release.cache import Cache, default_folder
    from hypershift.release.reading import Releases
    from hypershift.release.transport import Transport

    secret = flags.pull_secret and inputs.read_pull_secret(flags.pull_secret)
    pull_secret = PullSecret.parse(secret) if secret else None
    bundle = flags.additional_trust_bundle
    trust = inputs.read_trust_bundle(bundle) if bundle else ""
    sources = flags.image_content_sources
    listed = inputs.read_image_content_sources(sources) if sources else []
    mirrors = {one.source: one.mirrors or [] for one in listed}
    async with Transport(pull_secret, trust) as transport:
        releases = Releases(transport, Cache(default_folder()), mirrors=mirrors)
        return await releases.get(flags.release_image)


def _facts(release: Release) -> dict[str, Any]:
    default = release.streams.get()
    streams = {"": default} if default else {}
    return {
        "image": release.image,
        "digest": release.digest,
        "version": release.version,
        "kubernetesVersion": release.kubernetes_version,
        "architectures": list(release.architectures),
        "componentVersions": release.component_versions,
        "images": dict(sorted(release.images.items())),
        "bootImages": list(_boot_images({**streams, **(release.streams.named or {})})),
    }


def _boot_images(streams: dict[str, Stream]) -> Iterable[dict[str, str]]:
    for name, stream in streams.items():
        for architecture in sorted(stream.architectures):
            for generation, image in stream.marketplace(architecture).items():
                yield {
                    "stream": name or stream.stream,
                    "architecture": architecture,
                    "generation": generation,
                    "marketplace": str(image),
                }


def _text(facts: dict[str, Any]) -> str:
    rows = [
        ("Image", facts["image"]),
        ("Digest", facts["digest"]),
        ("Version", facts["version"]),
        ("Kubernetes", facts["kubernetesVersion"]),
        ("Architectures", ", ".join(facts["architectures"])),
    ]
    lines = _columns(rows)
    lines += ["", "Boot images of the Azure Marketplace:"]
    lines += _indented(
        [
            (one["stream"] or "-", one["architecture"], one["generation"], one["marketplace"])
            for one in facts["bootImages"]
        ]
    )
    return "\n".join([*lines, "", "Images:", *_indented(list(facts["images"].items()))])


def _indented(rows: list[tuple[str, ...]]) -> list[str]:
    return [f"  {line}" for line in _columns(rows)] or ["  none"]


def _columns(rows: list[tuple[str, ...]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(f"{text:<{width}}" for text, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


COMMAND = Command(
    ReleaseInfoFlags,
    run,
    help=(
        "Read a release out of its registry and print its version, the images of its components,"
        " and the images of the Azure Marketplace that its nodes boot from."
    ),
    example="""
hypershift release info --pull-secret pull-secret.json \\
    --release-image quay.io/openshift-release-dev/ocp-release:4.21.4-multi
""",
)
