"""`hypershift create iam azure`."""

from __future__ import annotations

from hypershift.cli import checks, outputs
from hypershift.cli.command import Command
from hypershift.cli.create.iam.flags import CreateAzureIAMFlags
from hypershift.cli.errors import NOT_AVAILABLE, NotAvailableError


def run(flags: CreateAzureIAMFlags) -> None:
    """Check the flags and the credentials."""
    from hypershift.cli.azure_files import read_credentials

    checks.label("--name", flags.name)
    checks.url("--oidc-issuer-url", flags.oidc_issuer_url, "https")
    outputs.check_file("--output-file", flags.output_file)
    read_credentials(flags.azure_creds)
    raise NotAvailableError(
        "create iam azure",
        "make the identities with `az identity create` and list their client IDs in a file",
    )


COMMAND = Command(
    CreateAzureIAMFlags,
    run,
    help=f"""
Create the managed identities of a cluster's components, with the federated credentials by which
Azure trusts the cluster's service accounts, and write their client IDs to a file.

{NOT_AVAILABLE}
""",
    example="""
hypershift create iam azure --name my-cluster --infra-id my-cluster-x7k2p \\
    --azure-creds azure-credentials.json --resource-group-name my-identities \\
    --oidc-issuer-url https://myissuer.blob.core.windows.net/myissuer \\
    --output-file workload-identities.json
""",
)
