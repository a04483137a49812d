"""`hypershift create iam azure`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypershift.cli import checks, outputs, plans
from hypershift.cli.command import Command
from hypershift.cli.create.iam.flags import CreateAzureIAMFlags

if TYPE_CHECKING:
    from hypershift.azure.access import Access


def run(flags: CreateAzureIAMFlags) -> None:
    """Make the identities and write the file."""
    from hypershift.cli.azure_files import read_credentials

    checks.label("--name", flags.name)
    checks.url("--oidc-issuer-url", flags.oidc_issuer_url, "https")
    outputs.check_file("--output-file", flags.output_file)
    credentials = read_credentials(flags.azure_creds)
    plans.with_azure(credentials, flags.cloud, lambda azure: _create(azure, flags))


async def _create(azure: Access, flags: CreateAzureIAMFlags) -> None:
    from hypershift.azure.iam import IdentityPlan
    from hypershift.azure.identities import to_json
    from hypershift.cli.documents import plain, write_file

    plan = IdentityPlan(
        azure,
        name=flags.name,
        infra_id=flags.infra_id,
        group=flags.resource_group_name,
        location=flags.location,
        issuer=flags.oidc_issuer_url,
        with_kms=flags.enable_kms,
    )

    def finish() -> dict[str, Any]:
        file = plan.file()
        write_file(flags.output_file, to_json(file), "--output-file")
        return {"workloadIdentities": plain(file), "outputFile": flags.output_file}

    await plans.carry_out(plan.steps, flags, finish)


COMMAND = Command(
    CreateAzureIAMFlags,
    run,
    help="""
Create the managed identities of a cluster's components, with the federated credentials by which
Azure trusts the cluster's service accounts, and write their client IDs to a file.

Run again, the command makes what is missing and puts right what has changed.
""",
    example="""
hypershift create iam azure --name my-cluster --infra-id my-cluster-x7k2p \\
    --azure-creds azure-credentials.json --resource-group-name my-identities \\
    --oidc-issuer-url https://myissuer.blob.core.windows.net/myissuer \\
    --output-file workload-identities.json
""",
)
