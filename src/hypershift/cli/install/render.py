"""`hypershift install render`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from hypershift.cli.command import Command
from hypershift.cli.flags import choice, path, switch
from hypershift.cli.install.flags import InstallationFlags
from hypershift.cli.install.plan import installation
from hypershift.cli.install.validation import problems_of
from hypershift.operator.install.definitions import definitions
from hypershift.operator.install.manifests import resources

if TYPE_CHECKING:
    from hypershift.operator.install.assets import Object

OUTPUTS = ("all", "crds", "resources")
FORMATS = ("yaml", "json")


class OutputFlags(InstallationFlags):
    """Output"""

    outputs: str = choice(
        "What is printed: all, crds (the CustomResourceDefinitions) or resources (all others).",
        OUTPUTS,
        "all",
    )
    format: str = choice("How: yaml or json.", FORMATS, "yaml")
    output_file: str = path("Write to this file instead.")
    render_sensitive: bool = switch("Render the Secrets, too.")
    template: bool = switch(
        "Render an OpenShift Template, in which values are still open. Needs --render-sensitive."
    )


def run(flags: OutputFlags) -> None:
    """Check the flags, then print the manifests."""
    problems = problems_of(flags)
    problems.demand(
        flags.render_sensitive or not flags.template,
        "--template needs --render-sensitive, since a template holds the Secrets, too",
    )
    problems.demand(
        flags.outputs == "all" or not flags.template,
        "--template and --outputs exclude each other: a template holds everything",
    )
    problems.refuse()
    output = _output(flags)
    text = _as_json(output) if flags.format == "json" else _as_yaml(output)
    if not flags.output_file:
        click.echo(text, nl=False)
        return

    from hypershift.cli.documents import write_file

    write_file(flags.output_file, text, "--output-file", secret=flags.render_sensitive)


@dataclass(frozen=True)
class Output:
    """What is to be written: definitions, which are text already, and then objects."""

    definitions: list[str]
    objects: list[Object]


def _output(flags: OutputFlags) -> Output:
    wanted = installation(flags)
    if flags.template:
        from hypershift.cli.install.template import template

        return Output([], [template(wanted)])
    crds = definitions(wanted).values() if flags.outputs in ("all", "crds") else ()
    objects = resources(wanted) if flags.outputs in ("all", "resources") else []
    if not flags.render_sensitive:
        objects = [each for each in objects if each["kind"] != "Secret"]
    return Output([*crds], objects)


def _as_yaml(output: Output) -> str:
    from hypershift.cli.documents import to_yaml

    return "---\n".join([*output.definitions, *map(to_yaml, output.objects)])


def _as_json(output: Output) -> str:
    import msgspec

    from hypershift.operator.install.definitions import parsed

    objects = [*map(parsed, output.definitions), *output.objects]
    result = objects[0]
    if len(objects) > 1:
        result = {"apiVersion": "v1", "kind": "List", "items": objects}
    encoded = msgspec.json.encode(result, order="sorted")
    return msgspec.json.format(encoded, indent=2).decode() + "\n"


COMMAND = Command(
    OutputFlags,
    run,
    help="Print the manifests that install the operator. Needs no cluster.",
    example="""
hypershift install render --limit-crd-install Azure --pull-secret pull-secret.json \\
    --external-dns-provider azure --external-dns-domain-filter dev.example.com \\
    --external-dns-credentials azure_mgmt.json --render-sensitive \\
    | kubectl apply --server-side -f -
""",
)
