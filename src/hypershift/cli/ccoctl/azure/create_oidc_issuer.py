"""`hypershift ccoctl azure create-oidc-issuer`."""

from __future__ import annotations

from hypershift.cli import kinds
from hypershift.cli.command import Command
from hypershift.cli.create.oidc_issuer import azure
from hypershift.cli.create.oidc_issuer.flags import (
    CreateAzureOIDCIssuerFlags,
    IssuerNameFlags,
)
from hypershift.cli.flags import Flags, pairs, path, switch, text


class CcoctlFlags(Flags):
    """Azure"""

    region: str = text("The region.", required=True)
    subscription_id: str = text("The subscription.", required=True)
    tenant_id: str = text("The tenant.", required=True)


class CcoctlDocumentFlags(Flags):
    """Documents"""

    public_key_file: str = path(
        "The public key to publish, as `create-key-pair` writes it.", required=True
    )
    output_dir: str = text(
        "The directory for copies of the documents, and for manifests.", ".", kinds.Path("string")
    )
    user_tags: dict[str, str] = pairs("Tags for the resource group and the storage account.")
    dry_run: bool = switch("Write the files, and make nothing in Azure.")


class CcoctlIssuerFlags(IssuerNameFlags, CcoctlFlags, CcoctlDocumentFlags):
    """Flags of `ccoctl azure create-oidc-issuer`."""


def run(flags: CcoctlIssuerFlags) -> None:
    """Make the issuer, or its files alone."""
    wish = azure.checked(
        CreateAzureOIDCIssuerFlags(
            name=flags.name,
            oidc_resource_group_name=flags.oidc_resource_group_name,
            storage_account_name=flags.storage_account_name,
            blob_container_name=flags.blob_container_name,
            region=flags.region,
            subscription_id=flags.subscription_id,
            tenant_id=flags.tenant_id,
            public_key_file=flags.public_key_file,
            output_dir=flags.output_dir,
            user_tags=flags.user_tags,
        )
    )
    if not flags.dry_run:
        azure.create(wish)
        return
    from hypershift.azure.clouds import PUBLIC
    from hypershift.azure.issuer_documents import keys

    azure.write_files(wish, wish.names.url(PUBLIC), keys([wish.rotation.key]))


COMMAND = Command(
    CcoctlIssuerFlags,
    run,
    help="""
Create an OIDC issuer as whoever is logged in here.

This is `hypershift create oidc-issuer azure`, by the name and with the flags that OpenShift's tool
`ccoctl` gives it. With --dry-run the files are written, and nothing is made in Azure.
""",
    example="""
hypershift ccoctl azure create-oidc-issuer --name myprefixoidc --region eastus \\
    --oidc-resource-group-name os4-common --subscription-id $SUBSCRIPTION_ID \\
    --tenant-id $TENANT_ID --public-key-file serviceaccount-signer.public
""",
)
