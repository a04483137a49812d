"""What can be typed about an issuer, and what is refused of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypershift.cli import checks, kinds
from hypershift.cli.azure_flags import CloudFlags
from hypershift.cli.errors import UsageError
from hypershift.cli.flags import Flags, pairs, path, text, texts
from hypershift.cli.plans import PlanFlags

if TYPE_CHECKING:
    from hypershift.azure.credentials import Credentials
    from hypershift.azure.issuer import IssuerNames

_ACCOUNT = "[a-z0-9]{3,24}"
_CONTAINER = "(?=.{3,63}$)[a-z0-9]+(-[a-z0-9]+)*"
_TAG_KEY, _LONGEST_TAG, _MOST_TAGS = r"[^<>%&\\?/]{1,128}", 256, 13


class IssuerNameFlags(Flags):
    """Issuer"""

    name: str = text("The name of the issuer.", required=True)
    oidc_resource_group_name: str = text(
        "The resource group of the issuer; made if it does not exist. Default: NAME-oidc."
    )
    storage_account_name: str = text("The storage account. Default: NAME.")
    blob_container_name: str = text("The container of the documents. Default: NAME.")


class AccountFlags(Flags):
    """Azure"""

    subscription_id: str = text("The subscription. Default: the one of --azure-creds.")
    tenant_id: str = text("The tenant. Default: the one of --azure-creds.")


class OptionalCredentialsFlags(Flags):
    """Azure"""

    azure_creds: str = path(
        "The file with subscriptionId, tenantId, clientId and clientSecret, as JSON or YAML."
        " Without it, whoever is logged in here acts, as with `az login`."
    )


class DocumentFlags(Flags):
    """Documents"""

    region: str = text("The region.", required=True, aliases=("location",))
    public_key_file: str = path(
        "The public key to publish, as `create key-pair` writes it.", required=True
    )
    output_dir: str = text(
        "The directory for copies of the documents, and for manifests.", ".", kinds.Path("string")
    )
    user_tags: dict[str, str] = pairs("Tags for the resource group and the storage account.")


class RotationFlags(Flags):
    """Rotation"""

    retire_key: tuple[str, ...] = texts(
        "The ID of a former key that is to be trusted no more; may be given several times."
    )


class CreateAzureOIDCIssuerFlags(
    IssuerNameFlags,
    DocumentFlags,
    RotationFlags,
    AccountFlags,
    OptionalCredentialsFlags,
    CloudFlags,
    PlanFlags,
):
    """Flags of `create oidc-issuer azure`."""


class DestroyAzureOIDCIssuerFlags(
    IssuerNameFlags, AccountFlags, OptionalCredentialsFlags, CloudFlags, PlanFlags
):
    """Flags of `destroy oidc-issuer azure`."""


def names(flags: IssuerNameFlags) -> IssuerNames:
    """Check what the parts of the issuer are called."""
    from hypershift.azure.issuer import IssuerNames

    checks.label("--name", flags.name)
    chosen = IssuerNames(
        flags.name,
        flags.oidc_resource_group_name,
        flags.storage_account_name,
        flags.blob_container_name,
    )
    checks.matches(
        "--storage-account-name" if flags.storage_account_name else "--name",
        chosen.account_name,
        _ACCOUNT,
        "3 to 24 lower-case letters and digits, as names of storage accounts are",
    )
    checks.matches(
        "--blob-container-name" if flags.blob_container_name else "--name",
        chosen.container_name,
        _CONTAINER,
        "3 to 63 lower-case letters, digits and single dashes, as names of containers are",
    )
    return chosen


def tags(given: dict[str, str]) -> dict[str, str]:
    """Check tags for what Azure takes."""
    if len(given) > _MOST_TAGS:
        raise UsageError(f"--user-tags may name at most {_MOST_TAGS} tags, not {len(given)}")
    for key, value in given.items():
        checks.matches(
            "--user-tags: the name of a tag",
            key,
            _TAG_KEY,
            r"1 to 128 characters without any of <>%&\?/",
        )
        if len(value) > _LONGEST_TAG:
            raise UsageError(
                f"--user-tags: the value of {key} must have at most {_LONGEST_TAG} characters, not"
                f" {len(value)}"
            )
    return given


def credentials(azure_creds: str, subscription_id: str, tenant_id: str) -> Credentials:
    """Tell who acts where: as the file says, but for what flags say."""
    import msgspec

    from hypershift.azure.credentials import Credentials
    from hypershift.cli.azure_files import read_credentials

    if subscription_id:
        checks.uuid("--subscription-id", subscription_id)
    if azure_creds:
        file = read_credentials(azure_creds)
        return msgspec.structs.replace(
            file,
            subscription_id=subscription_id or file.subscription_id,
            tenant_id=tenant_id or file.tenant_id,
        )
    if not (subscription_id and tenant_id):
        raise UsageError(
            "give --azure-creds, or --subscription-id and --tenant-id to act as whoever is logged"
            " in here"
        )
    return Credentials(subscription_id, tenant_id)
