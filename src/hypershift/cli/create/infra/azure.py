"""`hypershift create infra azure`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypershift.cli import plans
from hypershift.cli.command import Command
from hypershift.cli.create.infra.flags import CreateAzureInfraFlags

if TYPE_CHECKING:
    from hypershift.azure.access import Access
    from hypershift.azure.infra_plan import InfraSpec


def run(flags: CreateAzureInfraFlags) -> None:
    """Make the infrastructure and write the file."""
    from hypershift.cli.create.infra.validation import read

    credentials, spec = read(flags)
    plans.with_azure(credentials, flags.cloud, lambda azure: _create(azure, flags, spec))


async def _create(azure: Access, flags: CreateAzureInfraFlags, spec: InfraSpec) -> None:
    from hypershift.azure.infra import document
    from hypershift.azure.infra_plan import InfraPlan
    from hypershift.cli.documents import to_yaml, write_file

    plan = await InfraPlan.prepare(azure, spec)

    def finish() -> dict[str, Any]:
        infra = document(plan.output())
        if not flags.output_file:
            return {"infra": infra}
        write_file(flags.output_file, to_yaml(infra), "--output-file", secret=True)
        return {"infra": infra, "outputFile": flags.output_file}

    await plans.carry_out(plan.steps, flags, finish)


COMMAND = Command(
    CreateAzureInfraFlags,
    run,
    help="""
Create the Azure resources that a cluster needs before it is created: resource groups, network,
private DNS zone, and a load balancer by which machines reach the internet; and give the cluster's
identities their roles, if wanted.

Run again, the command makes what is missing and puts right what has changed. What others have
added, such as rules, subnets and tags, stays.
""",
    example="""
hypershift create infra azure --name my-cluster --infra-id my-cluster-x7k2p \\
    --azure-creds azure-credentials.json --base-domain example.com \\
    --workload-identities-file workload-identities.json \\
    --assign-identity-roles --dns-zone-rg-name my-dns-zones --output-file infra.json
""",
)
