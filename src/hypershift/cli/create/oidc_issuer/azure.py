"""`hypershift create oidc-issuer azure`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from hypershift.cli import plans
from hypershift.cli.command import Command
from hypershift.cli.create.oidc_issuer import files
from hypershift.cli.create.oidc_issuer.flags import (
    CreateAzureOIDCIssuerFlags,
    credentials,
    names,
    tags,
)
from hypershift.cli.errors import UsageError
from hypershift.cli.files import read_filled

if TYPE_CHECKING:
    from hypershift.azure.access import Access
    from hypershift.azure.credentials import Credentials
    from hypershift.azure.issuer import IssuerNames
    from hypershift.azure.issuer_documents import Rotation


@dataclass(frozen=True)
class Wish:
    """What is to be made, checked."""

    flags: CreateAzureOIDCIssuerFlags
    names: IssuerNames
    rotation: Rotation
    credentials: Credentials


def checked(flags: CreateAzureOIDCIssuerFlags) -> Wish:
    """Refuse what cannot be."""
    chosen = names(flags)
    tags(flags.user_tags)
    rotation = _rotation(flags.public_key_file, flags.retire_key)
    files.check(flags.output_dir)
    who = credentials(flags.azure_creds, flags.subscription_id, flags.tenant_id)
    return Wish(flags, chosen, rotation, who)


def create(wish: Wish) -> None:
    """Make the issuer, and print its address."""
    plans.with_azure(wish.credentials, wish.flags.cloud, lambda azure: _create(azure, wish))


def run(flags: CreateAzureOIDCIssuerFlags) -> None:
    """Check, and make it."""
    create(checked(flags))


def write_files(wish: Wish, issuer: str, keys: str) -> None:
    """Leave copies and manifests."""
    tenant = wish.credentials.tenant_id
    files.write(wish.flags.output_dir, issuer=issuer, tenant=tenant, keys=keys)


async def _create(azure: Access, wish: Wish) -> None:
    from hypershift.azure.issuer import IssuerPlan
    from hypershift.azure.issuer_documents import read_keys

    plan = IssuerPlan(
        azure,
        wish.names,
        location=wish.flags.region,
        rotation=wish.rotation,
        tags=wish.flags.user_tags,
    )

    def finish() -> dict[str, Any]:
        text = plan.keys.result.text
        write_files(wish, plan.url, text)
        published = [str(one.get("kid")) for one in read_keys(text)]
        if wish.flags.output == "text":
            click.echo(f"Published: {', '.join(published)}.", err=True)
        return {"issuerURL": plan.url, "publishedKeys": published}

    await plans.carry_out(plan.steps, wish.flags, finish, answer=plan.url)


def _rotation(path: str, retired: tuple[str, ...]) -> Rotation:
    from hypershift.azure.issuer_documents import Rotation
    from hypershift.azure.signing_keys import jwk, read_public

    flag = "--public-key-file"
    try:
        key = jwk(read_public(read_filled(path, flag)))
    except ValueError as error:
        raise UsageError(
            f"{flag}: {path} cannot be used, {error}: name the public key that `hypershift create"
            " key-pair` made"
        ) from None
    if key["kid"] in retired:
        raise UsageError(
            f"--retire-key: {key['kid']} is the key of {flag}, which is to be trusted: name a"
            " former one"
        )
    return Rotation(key, frozenset(retired))


COMMAND = Command(
    CreateAzureOIDCIssuerFlags,
    run,
    help="""
Create an OIDC issuer: a public container with the two documents by which Azure checks the tokens of
a cluster's service accounts. Its address, for --oidc-issuer-url of other commands, is printed.

Run again with another public key, the command publishes it before the ones that are there. These
stay until --retire-key names them, so that what they have signed is still good.
""",
    example="""
hypershift create oidc-issuer azure --name myprefixoidc --region eastus \\
    --oidc-resource-group-name os4-common --azure-creds azure-credentials.json \\
    --public-key-file serviceaccount-signer.public
""",
)
