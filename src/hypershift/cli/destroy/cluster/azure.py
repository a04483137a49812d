"""`hypershift destroy cluster azure`."""

from __future__ import annotations

from hypershift.cli import checks
from hypershift.cli.command import Command
from hypershift.cli.destroy.cluster.flags import DestroyAzureClusterFlags
from hypershift.cli.errors import NOT_AVAILABLE, NotAvailableError


def run(flags: DestroyAzureClusterFlags) -> None:
    """Check the flags and the credentials."""
    from hypershift.cli.azure_files import read_credentials

    checks.not_negative("--cluster-grace-period", flags.cluster_grace_period)
    read_credentials(flags.azure_creds)
    raise NotAvailableError(
        "destroy cluster azure",
        f"use kubectl delete hostedcluster {flags.name} -n {flags.namespace},"
        " then `az group delete` for the cluster's resource groups",
    )


COMMAND = Command(
    DestroyAzureClusterFlags,
    run,
    help=f"""
Destroy a hosted cluster and its Azure resources. Identities, the OIDC issuer and the public DNS
zone are kept, since other clusters may use them.

{NOT_AVAILABLE}
""",
    example="""
hypershift destroy cluster azure --name my-cluster --azure-creds azure-credentials.json \\
    --resource-group-name my-cluster-rg --dns-zone-rg-name my-dns-zones
""",
)
