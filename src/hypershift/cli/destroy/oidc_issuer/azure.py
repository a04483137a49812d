"""`hypershift destroy oidc-issuer azure`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypershift.cli import plans
from hypershift.cli.command import Command
from hypershift.cli.create.oidc_issuer.flags import DestroyAzureOIDCIssuerFlags, credentials, names

if TYPE_CHECKING:
    from hypershift.azure.access import Access


def run(flags: DestroyAzureOIDCIssuerFlags) -> None:
    """Delete what was made."""
    chosen = names(flags)
    who = credentials(flags.azure_creds, flags.subscription_id, flags.tenant_id)

    async def destroy(azure: Access) -> None:
        from hypershift.azure.issuer import unwanted_issuer

        await plans.carry_out(unwanted_issuer(azure, chosen), flags)

    plans.with_azure(who, flags.cloud, destroy)


COMMAND = Command(
    DestroyAzureOIDCIssuerFlags,
    run,
    help="""
Destroy the OIDC issuer that `create oidc-issuer azure` made: the container and the storage account.
From then on nobody can act in Azure with a token of this issuer.

What carries no tag of this issuer stays, and so does a storage account with other containers in it.
The resource group goes only if it was made with the issuer and nothing is left in it.
""",
    example="""
hypershift destroy oidc-issuer azure --name myprefixoidc --oidc-resource-group-name os4-common \\
    --azure-creds azure-credentials.json
""",
)
