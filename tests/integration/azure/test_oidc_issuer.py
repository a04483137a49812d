"""`create key-pair`, `create oidc-issuer azure` and `destroy oidc-issuer azure` against an Azure.

What counts is that Entra takes the tokens: it reads the issuer's documents as strangers do.
"""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from hypershift.azure.components import AUDIENCE, DISK
from hypershift.azure.signing_keys import generate, key_id, public_half, read_public
from tests.integration.azurelocal.tokens import sign

if TYPE_CHECKING:
    from tests.integration.azure.office import Desk

SUBJECT = DISK.accounts[0].subject
DONE = "Nothing to do: everything is as it should be.\n"


def url_of(name: str) -> str:
    return f"https://{name}.blob.core.windows.net/{name}"


def create(desk: Desk, name: str, *more: str, keys: str = "") -> str:
    """Publish the key in a folder: what is printed."""
    desk.azure.lead_here(f"{name}.blob.core.windows.net")
    return desk.hypershift(
        f"create oidc-issuer azure --name {name} --region eastus"
        f" --oidc-resource-group-name {name}-group --azure-creds {desk.credentials}"
        f" --public-key-file {keys or name}/serviceaccount-signer.public --output-dir {name}",
        *more,
    )


def make_key(desk: Desk, name: str, *more: str) -> str:
    """Make a pair of keys in a folder: the ID."""
    return desk.hypershift(f"create key-pair --output-dir {name}", *more).strip()


def published(desk: Desk, name: str, document: str) -> Any:
    """Read a document with curl, as anybody may."""
    done = subprocess.run(
        [*desk.azure.entry, "curl", "-sSf", f"{url_of(name)}/{document}"],
        env=desk.environment | desk.azure.trust,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def key_ids(desk: Desk, name: str) -> list[str]:
    return [one["kid"] for one in published(desk, name, "openid/v1/jwks")["keys"]]


def identity(desk: Desk, name: str) -> str:
    """Make the identities of a cluster that trust an issuer: the client ID of the one for disks."""
    desk.hypershift(
        f"create iam azure --name {name} --infra-id {name}-x7k2p --azure-creds {desk.credentials}"
        f" --resource-group-name {name}-ids --oidc-issuer-url {url_of(name)}"
        f" --output-file {name}.json"
    )
    return json.loads((desk.folder / f"{name}.json").read_text())["disk"]["clientID"]


def log_in(desk: Desk, name: str, private: bytes, client: str) -> tuple[int, str]:
    """Exchange a token of a service account at Entra, with az: how it ends, and what is said."""
    token = sign(private, url_of(name), SUBJECT, AUDIENCE)
    done = desk.azure.az().run(
        *f"login --service-principal -u {client} --tenant {desk.azure.server.tenant}".split(),
        *("--allow-no-subscriptions", "--federated-token", token),
    )
    return done.returncode, done.stderr


def private_key(desk: Desk, name: str) -> bytes:
    return (desk.folder / name / "serviceaccount-signer.private").read_bytes()


def test_az_and_curl_show_a_public_issuer(desk: Desk) -> None:
    kid = make_key(desk, "shownissuer")

    printed = create(desk, "shownissuer", "--user-tags", "team=platform")

    assert printed == f"{url_of('shownissuer')}\n"
    account = desk.az("storage account show -g shownissuer-group -n shownissuer")
    assert account["sku"]["name"] == "Standard_LRS"
    assert (account["kind"], account["minimumTlsVersion"]) == ("StorageV2", "TLS1_2")
    assert account["tags"] == {
        "openshift.io_cloud-credential-operator_shownissuer": "owned",
        "hypershift.openshift.io_made-by": "create oidc-issuer azure",
        "team": "platform",
    }
    container = desk.az(
        "storage container-rm show --storage-account shownissuer -n shownissuer -g",
        "shownissuer-group",
    )
    assert container["publicAccess"] == "Container"
    assert published(desk, "shownissuer", ".well-known/openid-configuration") == {
        "issuer": url_of("shownissuer"),
        "jwks_uri": f"{url_of('shownissuer')}/openid/v1/jwks",
        "response_types_supported": ["id_token"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["RS256"],
    }
    assert key_ids(desk, "shownissuer") == [kid]
    files = desk.folder / "shownissuer"
    assert json.loads((files / "jwks").read_text())["keys"][0]["kid"] == kid
    assert (files / "manifests/cluster-authentication-02-config.yaml").exists()


def test_a_blob_has_the_type_of_json(desk: Desk) -> None:
    make_key(desk, "typedissuer")
    create(desk, "typedissuer")

    for name in (".well-known/openid-configuration", "openid/v1/jwks"):
        [blob] = desk.az(
            "storage blob list --account-name typedissuer -c typedissuer --prefix", name
        )
        assert blob["properties"]["contentSettings"]["contentType"] == "application/json"


def test_a_second_run_has_nothing_to_do_and_says_so(desk: Desk) -> None:
    make_key(desk, "againissuer")
    create(desk, "againissuer")

    done = json.loads(create(desk, "againissuer", "-o", "json"))

    assert {one["outcome"] for one in done["steps"]} == {"unchanged"}
    assert done["issuerURL"] == url_of("againissuer")
    assert create(desk, "againissuer", "--dry-run").endswith(DONE)


def test_a_dry_run_prints_the_plan_and_makes_nothing(desk: Desk) -> None:
    make_key(desk, "plannedissuer")

    planned = create(desk, "plannedissuer", "--dry-run").splitlines()

    assert planned[-1] == "5 to create."
    assert desk.az("group exists -n plannedissuer-group") is False
    assert not (desk.folder / "plannedissuer" / "jwks").exists()


@pytest.mark.parametrize(
    ("broken", "why"),
    [
        ("storage account update -g {0}-group -n {0} --allow-blob-public-access false", "public"),
        (
            "storage container set-permission --account-name {0} -n {0} --public-access off",
            "public access was None",
        ),
    ],
    ids=["account", "container"],
)
def test_what_somebody_has_closed_is_opened_and_no_key_is_lost(
    desk: Desk, broken: str, why: str, request: pytest.FixtureRequest
) -> None:
    name = f"closed{request.node.callspec.id}"
    former = make_key(desk, name)
    create(desk, name)
    kid = make_key(desk, name, "--rotate")
    desk.az(broken.format(name))

    done = json.loads(create(desk, name, "-o", "json"))

    assert any(why in one.get("why", "") for one in done["steps"])
    assert key_ids(desk, name) == [kid, former]


def test_a_container_that_went_is_made_again(desk: Desk) -> None:
    kid = make_key(desk, "goneissuer")
    create(desk, "goneissuer")
    desk.az(
        "storage container-rm delete -g goneissuer-group --storage-account goneissuer"
        " -n goneissuer --yes"
    )

    done = json.loads(create(desk, "goneissuer", "-o", "json"))

    assert [one["outcome"] for one in done["steps"]] == ["unchanged"] * 2 + ["created"] * 3
    assert key_ids(desk, "goneissuer") == [kid]


def test_tokens_are_good_through_a_rotation_until_the_old_key_is_retired(desk: Desk) -> None:
    name = "rotatedissuer"
    former = make_key(desk, name)
    create(desk, name)
    client = identity(desk, name)
    old = private_key(desk, name)
    assert log_in(desk, name, old, client) == (0, "")

    kid = make_key(desk, name, "--rotate")
    create(desk, name)

    assert key_ids(desk, name) == [kid, former]
    new = private_key(desk, name)
    assert new != old
    # Entra remembers keys for a while; one that it does not know makes it look again.
    for private in (new, old):
        assert log_in(desk, name, private, client) == (0, "")

    # An ID that is not published takes no key out, and what stays is told.
    kept = json.loads(create(desk, name, "--retire-key", "mistyped", "-o", "json"))
    assert kept["publishedKeys"] == [kid, former]
    done = json.loads(create(desk, name, "--retire-key", former, "-o", "json"))

    assert done["publishedKeys"] == [kid]
    assert key_ids(desk, name) == [kid]
    stranger = generate()
    refused = [log_in(desk, name, one, client) for one in (stranger, old)]
    assert [code for code, _ in refused] == [1, 1]
    assert former in refused[1][1]
    assert log_in(desk, name, new, client) == (0, "")
    assert (desk.folder / name / "old-key.pub").read_bytes() == public_half(old)


def test_a_key_that_is_there_in_disorder_is_put_right(desk: Desk) -> None:
    kid = make_key(desk, "messyissuer")
    create(desk, "messyissuer")
    (desk.folder / "mess.json").write_text('{"keys": 3}')
    desk.az(
        "storage blob upload --account-name messyissuer -c messyissuer -n openid/v1/jwks"
        " --overwrite --no-progress -f",
        str(desk.folder / "mess.json"),
    )

    create(desk, "messyissuer")

    assert key_ids(desk, "messyissuer") == [kid]


def test_an_account_without_keys_takes_a_role_of_its_own(desk: Desk) -> None:
    name = "keylessissuer"
    kid = make_key(desk, name)
    create(desk, name)
    desk.az(f"storage account update -g {name}-group -n {name} --allow-shared-key-access false")
    new = make_key(desk, name, "--rotate")
    command = (
        f"create oidc-issuer azure --name {name} --region eastus --output-dir {name}"
        f" --oidc-resource-group-name {name}-group --azure-creds {desk.credentials}"
        f" --public-key-file {name}/serviceaccount-signer.public"
    )

    said = desk.refused(command)

    assert "give them the role Storage Blob Data Contributor there" in said
    scope = desk.az(f"storage account show -g {name}-group -n {name}")["id"]
    desk.az(
        "role assignment create --role",
        "Storage Blob Data Contributor",
        *("--assignee", desk.azure.server.credentials["clientId"], "--scope", scope),
    )
    desk.hypershift(command)
    assert key_ids(desk, name) == [new, kid]


def test_an_account_of_somebody_else_is_not_opened(desk: Desk) -> None:
    make_key(desk, "foreignissuer")
    desk.az("group create -n foreignissuer-group -l eastus")
    desk.az("storage account create -g foreignissuer-group -n foreignissuer -l eastus")

    with pytest.raises(AssertionError, match="was not made by this command"):
        create(desk, "foreignissuer")

    account = desk.az("storage account show -g foreignissuer-group -n foreignissuer")
    assert account["allowBlobPublicAccess"] is False


def test_an_account_of_another_group_is_said(desk: Desk) -> None:
    make_key(desk, "elsewhere")
    desk.az("group create -n elsewhere -l eastus")
    desk.az("storage account create -g elsewhere -n elsewhere -l eastus")

    with pytest.raises(AssertionError, match="name the resource group that it is in, or choose"):
        create(desk, "elsewhere")

    assert desk.az("storage account list -g elsewhere-group") == []


def test_a_group_of_our_naming_must_be_in_the_region(desk: Desk) -> None:
    make_key(desk, "regionissuer")
    desk.az("group create -n regionissuer-oidc -l westeurope")
    command = (
        f"create oidc-issuer azure --name regionissuer --azure-creds {desk.credentials}"
        " --public-key-file regionissuer/serviceaccount-signer.public --output-dir regionissuer"
    )

    said = desk.refused(f"{command} --region eastus")

    assert "there is a resource group regionissuer-oidc in westeurope already" in said
    desk.azure.lead_here("regionissuer.blob.core.windows.net")
    desk.hypershift(f"{command} --location westeurope")


def test_destroy_takes_what_was_made_and_keeps_the_group_that_was_there(desk: Desk) -> None:
    for name, group in (("endedissuer", "endedissuer-group"), ("otherissuer", "persistent")):
        make_key(desk, name)
        desk.azure.lead_here(f"{name}.blob.core.windows.net")
        if group == "persistent":
            desk.az("group create -n persistent -l eastus")
        issuer = (
            f"oidc-issuer azure --name {name} --oidc-resource-group-name {group}"
            f" --azure-creds {desk.credentials}"
        )
        desk.hypershift(
            f"create {issuer} --region eastus --output-dir {name}"
            f" --public-key-file {name}/serviceaccount-signer.public"
        )
        assert "3 to" in desk.hypershift(f"destroy {issuer} --dry-run") or group == "persistent"
        desk.hypershift(f"destroy {issuer}")
        assert desk.az("storage account list --query", f"[?name=='{name}']") == []
        assert desk.az(f"group exists -n {group}") is (group == "persistent")
        assert desk.hypershift(f"destroy {issuer}").startswith(
            "1 kept" if group == "persistent" else "Nothing to do"
        )


def test_destroy_keeps_what_it_has_not_made(desk: Desk) -> None:
    name = "keptissuer"
    make_key(desk, name)
    create(desk, name)
    desk.az(f"storage container-rm create -g {name}-group --storage-account {name} -n photos")
    issuer = (
        f"oidc-issuer azure --name {name} --oidc-resource-group-name {name}-group"
        f" --azure-creds {desk.credentials}"
    )

    done = json.loads(desk.hypershift(f"destroy {issuer} -o json"))

    assert [one["outcome"] for one in done["steps"]] == ["deleted", "kept", "kept"]
    assert "photos" in done["steps"][1]["why"]
    other = issuer.replace(f"--name {name}", f"--name other --storage-account-name {name}")
    done = json.loads(desk.hypershift(f"destroy {other} --blob-container-name photos -o json"))
    assert [one["outcome"] for one in done["steps"]] == ["kept"] * 3


def test_ccoctl_makes_the_same_as_who_is_logged_in(desk: Desk) -> None:
    owner = desk.azure.server.credentials
    desk.azure.lead_here("ccoctlissuer.blob.core.windows.net")
    desk.hypershift("ccoctl azure create-key-pair --output-dir ccoctl")
    words = desk.words(
        "ccoctl azure create-oidc-issuer --name ccoctlissuer --region eastus --output-dir ccoctl"
        f" --subscription-id {owner['subscriptionId']} --tenant-id {owner['tenantId']}"
        " --public-key-file ccoctl/serviceaccount-signer.public"
    )
    who = {
        "AZURE_TENANT_ID": owner["tenantId"],
        "AZURE_CLIENT_ID": owner["clientId"],
        "AZURE_CLIENT_SECRET": owner["clientSecret"],
    }

    done = subprocess.run(
        words, env=desk.environment | who, capture_output=True, text=True, check=False
    )

    assert (done.returncode, done.stdout) == (0, f"{url_of('ccoctlissuer')}\n"), done.stderr
    assert desk.az("storage account list -g ccoctlissuer-oidc --query [].name") == ["ccoctlissuer"]
    public = read_public((desk.folder / "ccoctl/serviceaccount-signer.public").read_bytes())
    assert key_ids(desk, "ccoctlissuer") == [key_id(public)]
