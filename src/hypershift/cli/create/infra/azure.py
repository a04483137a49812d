"""`hypershift create infra azure`."""

from __future__ import annotations

from hypershift.cli.command import Command
from hypershift.cli.create.infra.flags import CreateAzureInfraFlags
from hypershift.cli.errors import NOT_AVAILABLE, NotAvailableError


def run(flags: CreateAzureInfraFlags) -> None:
    """Check the flags and the files."""
    from hypershift.cli.create.infra.validation import check_flags

    check_flags(flags)
    raise NotAvailableError(
        "create infra azure",
        "make the resources with `az` and describe them in a file for --infra-json of"
        " 'create cluster azure'",
    )


COMMAND = Command(
    CreateAzureInfraFlags,
    run,
    help=f"""
Create the Azure resources that a cluster needs before it is created: resource groups, network,
private DNS zone and load balancer.

{NOT_AVAILABLE}
""",
    example="""
hypershift create infra azure --name my-cluster --infra-id my-cluster-x7k2p \\
    --azure-creds azure-credentials.json --base-domain example.com \\
    --workload-identities-file workload-identities.json \\
    --assign-identity-roles --dns-zone-rg-name my-dns-zones --output-file infra.json
""",
)
