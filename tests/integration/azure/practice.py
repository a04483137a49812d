"""A good set-up, with everything that the doctor looks at, and the doctor's visits to it.

with practice(folder) as there:
    visit = there.visit()
    assert (visit.code, visit.wrong) == (0, {})
"""

from __future__ import annotations

import json
import uuid
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import TYPE_CHECKING, Any

import yaml

from tests.integration.azure.courier import Courier, sent
from tests.integration.azure.office import Desk, opened
from tests.integration.azure.preloaded import preloaded

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from pathlib import Path

    from tests.integration.azure.office import Done

NAME, INFRA_ID = "demo", "demo-x7k2p"
IDENTITIES, ZONES = "persistent", "dns"
PARENT, BASE, HOSTS = "example.com", "apps.example.com", "hosts.example.com"
ACCOUNT, CONTAINER = "demoissuer", "demo"
HOST = f"{ACCOUNT}.blob.core.windows.net"
ISSUER = f"https://{HOST}/{CONTAINER}"
NETWORK = "providers/Microsoft.Network"
CONTRIBUTOR = "b24988ac-6180-42a0-ab88-20f7382dd24c"
READER = "acdd72a7-3385-48ef-bd42-f606fba81ae7"


@dataclass
class Visit:
    """What the doctor said."""

    code: int
    document: dict[str, Any]
    errors: str

    def __post_init__(self) -> None:
        assert "Traceback" not in self.errors, self.errors

    @property
    def findings(self) -> list[dict[str, str]]:
        """Everything."""
        return self.document["findings"]

    def of(self, status: str) -> dict[str, list[dict[str, str]]]:
        """The findings of a status, by check."""
        found: dict[str, list[dict[str, str]]] = {}
        for one in self.findings:
            if one["status"] == status:
                found.setdefault(one["check"], []).append(one)
        return found


@dataclass
class Practice:
    """The set-up, at its desk."""

    desk: Desk
    courier: Courier
    run: Callable[..., Done]
    flags: dict[str, str] = field(default_factory=dict)

    def visit(self, *more: str, **other: str) -> Visit:
        """Let the doctor look. `other` are flags with other values than usual."""
        flags = self.flags | {f"--{name.replace('_', '-')}": value for name, value in other.items()}
        words = [f"{flag}={value}" for flag, value in flags.items()]
        done = self.run("doctor azure -o json", *words, *more)
        assert done.stdout, done.stderr
        return Visit(done.returncode, json.loads(done.stdout), done.stderr)

    @property
    def subscription(self) -> str:
        """Its path."""
        return self.courier.subscription

    def path(self, name: str) -> Path:
        """A file of the desk."""
        return self.desk.folder / name

    def read(self, name: str) -> Any:
        """A file that holds an object."""
        return yaml.safe_load(self.path(name).read_text())

    @cached_property
    def infra(self) -> dict[str, Any]:
        """The infrastructure file."""
        return self.read("infra.yaml")

    @cached_property
    def external_dns(self) -> dict[str, str]:
        """The credentials of External DNS."""
        return self.read("azure_mgmt.json")

    def zone(self, name: str) -> str:
        """The ID of a public zone."""
        return f"{self.subscription}/resourceGroups/{ZONES}/{NETWORK}/dnsZones/{name}"

    def identity(self, suffix: str) -> str:
        """The ID of a component's identity."""
        return (
            f"{self.subscription}/resourceGroups/{IDENTITIES}/providers/Microsoft.ManagedIdentity"
            f"/userAssignedIdentities/{NAME}-{suffix}-{INFRA_ID}"
        )

    def credential(self, identity: str, name: str) -> str:
        """The ID of a federated credential."""
        return f"{self.identity(identity)}/federatedIdentityCredentials/{NAME}-{name}"

    @property
    def account(self) -> str:
        """The ID of the issuer's storage account."""
        group = f"{self.subscription}/resourceGroups/{IDENTITIES}"
        return f"{group}/providers/Microsoft.Storage/storageAccounts/{ACCOUNT}"

    def principal_of(self, identity: str) -> str:
        """The ID by which a component's identity has roles."""
        return self.courier.arm("GET", self.identity(identity))["properties"]["principalId"]

    def delegate(self, name: str, servers: list[str]) -> None:
        """Name the name servers of a zone in its parent."""
        record = name.removesuffix(f".{PARENT}")
        self.courier.arm(
            "PUT",
            f"{self.zone(PARENT)}/NS/{record}",
            {"properties": {"TTL": 300, "NSRecords": [{"nsdname": one} for one in servers]}},
        )

    def assign(self, principal: str, role: str, scope: str) -> str:
        """Give somebody a role: the ID of the assignment."""
        id = f"{scope}/providers/Microsoft.Authorization/roleAssignments/{uuid.uuid4()}"
        self.courier.arm(
            "PUT",
            id,
            {
                "properties": {
                    "roleDefinitionId": f"{self.subscription}/providers/Microsoft.Authorization"
                    f"/roleDefinitions/{role}",
                    "principalId": principal,
                    "principalType": "ServicePrincipal",
                }
            },
        )
        return id

    def service_principal(self, name: str, end: str = "") -> tuple[str, str, str]:
        """Make one: its client ID, its secret, and the ID by which it has roles.

        `end` says that its secret is good for ten days only.
        """
        application = self.courier.graph("POST", "/applications", {"displayName": name})
        client = application["appId"]
        principal = self.courier.graph("POST", "/servicePrincipals", {"appId": client})
        soon = (datetime.now(UTC) + timedelta(days=10)).strftime("%Y-%m-%dT%H:%M:%SZ")
        secret = self.courier.graph(
            "POST",
            f"/applications/{application['id']}/addPassword",
            {"passwordCredential": {"endDateTime": soon} if end else {}},
        )
        return client, secret["secretText"], principal["id"]

    def make(self) -> None:
        """Make everything."""
        self._zones()
        creds = f"--azure-creds {self.desk.credentials}"
        self.desk.hypershift("create key-pair --output-dir keys")
        self.desk.azure.lead_here(HOST)
        self.desk.hypershift(
            f"create oidc-issuer azure --name {NAME} --region eastus {creds}"
            f" --oidc-resource-group-name {IDENTITIES} --storage-account-name {ACCOUNT}"
            f" --blob-container-name {CONTAINER} --output-dir issuer"
            " --public-key-file keys/serviceaccount-signer.public"
        )
        self.desk.hypershift(
            f"create iam azure --name {NAME} --infra-id {INFRA_ID} {creds} --oidc-issuer-url"
            f" {ISSUER} --resource-group-name {IDENTITIES} --enable-kms --output-file ids.json"
        )
        self.desk.hypershift(
            f"create infra azure --name {NAME} --infra-id {INFRA_ID} {creds} --base-domain {BASE}"
            f" --workload-identities-file ids.json --assign-identity-roles --dns-zone-rg-name"
            f" {ZONES} --output-file infra.yaml"
        )
        self._external_dns()
        self.flags = {
            "--azure-creds": self.desk.credentials,
            "--name": NAME,
            "--infra-id": INFRA_ID,
            "--infra-json": "infra.yaml",
            "--base-domain": BASE,
            "--oidc-issuer-url": ISSUER,
            "--sa-token-issuer-private-key-path": "keys/serviceaccount-signer.private",
            "--public-key-file": "keys/serviceaccount-signer.public",
            "--workload-identities-file": "ids.json",
            "--resource-group-name": IDENTITIES,
            "--dns-zone-rg-name": ZONES,
            "--external-dns-domain": HOSTS,
            "--external-dns-credentials": "azure_mgmt.json",
            "--location": "eastus",
        }

    def _zones(self) -> None:
        group = f"{self.subscription}/resourceGroups/{ZONES}"
        self.courier.arm("PUT", group, {"location": "eastus"})
        self.courier.arm("PUT", self.zone(PARENT), {"location": "global"})
        for name in (BASE, HOSTS):
            self.desk.hypershift(
                f"create dns-zone azure --name {name} --resource-group-name {ZONES}"
                f" --azure-creds {self.desk.credentials}"
            )

    def _external_dns(self) -> None:
        self.desk.hypershift(
            f"create external-dns-credentials azure --dns-zone-name {HOSTS} --dns-zone-rg-name"
            f" {ZONES} --azure-creds {self.desk.credentials} --output-file azure_mgmt.json"
        )

    def write(self, name: str, content: Any, mode: int = 0o600) -> str:
        """Write a file that holds an object: its name."""
        path = self.path(name)
        path.write_text(json.dumps(content))
        path.chmod(mode)
        return name


@contextmanager
def practice(folder: Path, az: str = "az", *options: str) -> Generator[Practice]:
    """Make the set-up, which is there until the block ends; options are those of `opened`."""
    with opened(folder, az, *options) as desk, sent(desk) as courier, preloaded(desk) as run:
        made = Practice(desk, courier, run)
        made.make()
        yield made
