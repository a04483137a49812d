"""`create iam azure` and `destroy iam azure`, with the libraries of Microsoft, against an Azure."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.integration.azure.office import Desk

ISSUER = "https://issuer.blob.core.windows.net/issuer"


def create(desk: Desk, name: str, *more: str) -> str:
    return desk.hypershift(
        f"create iam azure --name {name} --infra-id {name}-x7k2p --resource-group-name {name}-ids"
        f" --oidc-issuer-url {ISSUER} --azure-creds {desk.credentials} --output-file {name}.json",
        *more,
    )


def test_az_shows_the_identities_that_the_file_names(desk: Desk) -> None:
    create(desk, "shown")

    listed = desk.az("identity list -g shown-ids")
    file = json.loads((desk.folder / "shown.json").read_text())

    assert len(listed) == 8
    assert {one["clientId"] for one in listed} == {one["clientID"] for one in file.values()}
    assert {one["name"] for one in listed} >= {"shown-disk-shown-x7k2p", "shown-file-shown-x7k2p"}
    credentials = desk.az(
        "identity federated-credential list -g shown-ids --identity-name shown-disk-shown-x7k2p"
    )
    assert {
        (one["name"], one["issuer"], one["subject"], *one["audiences"]) for one in credentials
    } == {
        (
            f"shown-disk-fed-id-{part}",
            ISSUER,
            f"system:serviceaccount:openshift-cluster-csi-drivers:azure-disk-csi-driver-{account}",
            "openshift",
        )
        for part, account in (
            ("node", "node-sa"),
            ("operator", "operator"),
            ("controller", "controller-sa"),
        )
    }


def test_a_second_run_has_nothing_to_do_and_says_so(desk: Desk) -> None:
    create(desk, "again")
    first = (desk.folder / "again.json").read_bytes()

    said = create(desk, "again")

    assert said == "Nothing to do: everything is as it should be.\n"
    assert (desk.folder / "again.json").read_bytes() == first


def test_what_somebody_has_changed_is_put_right(desk: Desk) -> None:
    create(desk, "mended")
    identity = "-g mended-ids --identity-name mended-ingress-mended-x7k2p"
    desk.az(
        f"identity federated-credential update {identity} -n mended-ingress-fed-id"
        f" --issuer {ISSUER} --subject system:serviceaccount:a:b --audiences openshift"
    )
    desk.az("identity delete -g mended-ids -n mended-disk-mended-x7k2p")

    document = json.loads(create(desk, "mended", "-o", "json"))

    outcomes = {one["name"]: one["outcome"] for one in document["steps"]}
    assert outcomes.pop("mended-ingress-fed-id") == "changed"
    created = {name for name, outcome in outcomes.items() if outcome != "unchanged"}
    assert len(created) == 4
    assert all("disk" in name and outcomes[name] == "created" for name in created)


def test_a_dry_run_prints_the_plan_and_makes_nothing(desk: Desk) -> None:
    planned = create(desk, "planned", "--dry-run", "--enable-kms").splitlines()

    assert planned[-1] == "24 to create."
    assert desk.az("group exists -n planned-ids") is False
    assert not (desk.folder / "planned.json").exists()
