"""`hypershift install helm`."""

from __future__ import annotations

from hypershift.cli.command import Command
from hypershift.cli.flags import path
from hypershift.cli.install.flags import InstallationFlags
from hypershift.cli.install.plan import installation
from hypershift.cli.install.validation import problems_of

FOLDER = "chart"


class ChartFlags(InstallationFlags):
    """Output"""

    output_dir: str = path("Write the chart to this directory. Default: ./chart.")


def run(flags: ChartFlags) -> None:
    """Check the flags, then write the chart."""
    problems_of(flags).refuse()

    from hypershift.cli.install.chart import chart
    from hypershift.cli.install.chartfolder import write

    write(flags.output_dir or FOLDER, chart(installation(flags)))


COMMAND = Command(
    ChartFlags,
    run,
    help="Write a Helm chart that installs the operator. Needs no cluster.",
    example="""
hypershift install helm --limit-crd-install Azure --output-dir chart
helm install hypershift chart --namespace hypershift --create-namespace
""",
)
