"""azure-identity: every credential that a program has, and what becomes of each mismatch.

The workload identities trust two issuers: one in blob storage of this same Azure, which it reads
without a connection, and one behind TLS on loopback, which it reads as any issuer in the world.
"""

from __future__ import annotations

import base64
import datetime
import json
import ssl
import threading
import time
import urllib.error
import urllib.request
import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import jwt
import pytest
from azure.core.exceptions import ClientAuthenticationError, HttpResponseError
from azure.identity import (
    CertificateCredential,
    ClientAssertionCredential,
    WorkloadIdentityCredential,
)
from azure.mgmt.authorization import AuthorizationManagementClient
from azure.mgmt.msi import ManagedServiceIdentityClient
from azure.mgmt.resource.resources import ResourceManagementClient
from azure.mgmt.storage import StorageManagementClient
from azure.storage.blob import BlobServiceClient
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
)

from tests.integration.azurelocal.issuers import CONFIGURATION, KEYS, Issuer, issuing, new_key
from tests.integration.azurelocal.running import Server, serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from azure.core.credentials import TokenCredential

SUBJECT = "system:serviceaccount:kube-system:azure-cloud-provider"
AUDIENCE = "openshift"
READER = "acdd72a7-3385-48ef-bd42-f606fba81ae7"


def graph(server: Server, method: str, path: str, body: Any = None) -> Any:
    """Ask Graph as the owner."""
    token = server.credential.get_token(f"{server.url}/graph/.default").token
    request = urllib.request.Request(
        f"{server.url}/graph/v1.0{path}",
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"authorization": f"Bearer {token}", "content-type": "application/json"},
    )
    context = ssl.create_default_context(cafile=server.ca)
    with urllib.request.urlopen(request, context=context) as answer:
        content = answer.read()
    return json.loads(content) if content else None


def access_token(server: Server, credential: TokenCredential) -> dict[str, Any]:
    """Log in, and give what the token says."""
    token = credential.get_token(f"{server.url}/.default").token
    return jwt.decode(token, options={"verify_signature": False})


def refusal(server: Server, credential: TokenCredential) -> str:
    """Log in, which must fail, and give what is said."""
    with pytest.raises(ClientAuthenticationError) as caught:
        credential.get_token(f"{server.url}/.default")
    return str(caught.value)


@dataclass
class Registered:
    """An application with its service principal."""

    server: Server
    id: str
    client_id: str
    principal_id: str


@pytest.fixture
def registered(server: Server) -> Iterator[Registered]:
    application = graph(server, "POST", "/applications", {"displayName": f"app-{uuid.uuid4()}"})
    principal = graph(server, "POST", "/servicePrincipals", {"appId": application["appId"]})
    yield Registered(server, application["id"], application["appId"], principal["id"])
    graph(server, "DELETE", f"/applications/{application['id']}")


def test_a_secret_logs_in(server: Server) -> None:
    claims = access_token(server, server.credential)

    assert (claims["appid"], claims["tid"]) == (server.credentials["clientId"], server.tenant)


def test_a_secret_that_was_added_logs_in_until_it_is_removed(
    server: Server, registered: Registered
) -> None:
    place = f"/applications/{registered.id}"
    made = graph(server, "POST", f"{place}/addPassword", {"passwordCredential": {}})

    claims = access_token(server, server.credential_of(registered.client_id, made["secretText"]))
    graph(server, "POST", f"{place}/removePassword", {"keyId": made["keyId"]})
    said = refusal(server, server.credential_of(registered.client_id, made["secretText"]))

    assert claims["oid"] == registered.principal_id
    assert "AADSTS7000215" in said


@pytest.mark.parametrize("with_chain", [False, True])
def test_a_certificate_logs_in(
    server: Server, registered: Registered, tmp_path: Path, with_chain: bool
) -> None:
    file = certificate(tmp_path / "registered.pem")
    der = x509.load_pem_x509_certificate(file.read_bytes()).public_bytes(Encoding.DER)
    key = {
        "type": "AsymmetricX509Cert",
        "usage": "Verify",
        "key": base64.b64encode(der).decode(),
    }
    graph(server, "PATCH", f"/applications/{registered.id}", {"keyCredentials": [key]})

    claims = access_token(
        server, certified(server, registered.client_id, file, send_certificate_chain=with_chain)
    )
    said = refusal(
        server, certified(server, registered.client_id, certificate(tmp_path / "other.pem"))
    )

    assert (claims["oid"], claims["appidacr"]) == (registered.principal_id, "2")
    assert "AADSTS700027" in said


def test_a_tenant_that_is_not_there_is_named(server: Server) -> None:
    credential = ClientAssertionCredential(
        str(uuid.uuid4()), str(uuid.uuid4()), lambda: "x", **server.authority, **server.trust
    )

    said = refusal(server, server.opened(credential))

    assert "AADSTS90002" in said


@dataclass
class Workload:
    """A user-assigned identity that trusts an issuer."""

    server: Server
    issuer: Issuer
    group: str
    name: str
    client_id: str
    principal_id: str

    @property
    def credentials(self) -> Any:
        """The operations on what it trusts."""
        return self.server.client(ManagedServiceIdentityClient).federated_identity_credentials

    def trust(self, name: str = "fic", **changes: Any) -> None:
        properties = {
            "issuer": self.issuer.url,
            "subject": SUBJECT,
            "audiences": [AUDIENCE],
            **changes,
        }
        self.credentials.create_or_update(self.group, self.name, name, {"properties": properties})

    def token(self, **changes: Any) -> str:
        """Sign the token that is right, but for the changes."""
        wanted: dict[str, Any] = {"subject": SUBJECT, "audience": AUDIENCE, **changes}
        return self.issuer.token(**wanted)

    def credential(self, token: str | None = None) -> TokenCredential:
        assertion = token or self.token()
        return self.server.opened(
            ClientAssertionCredential(
                self.server.tenant,
                self.client_id,
                lambda: assertion,
                **self.server.authority,
                **self.server.trust,
            )
        )

    def refusal(self, token: str | None = None) -> str:
        return refusal(self.server, self.credential(token))


def workload(server: Server, issuer: Issuer, group: str) -> Workload:
    """Make an identity that trusts an issuer."""
    name = f"id-{uuid.uuid4().hex[:8]}"
    identities = server.client(ManagedServiceIdentityClient).user_assigned_identities
    made = identities.create_or_update(group, name, {"location": "eastus"})
    found = Workload(server, issuer, group, name, made.client_id, made.principal_id)
    found.trust()
    return found


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Issuer]]:
    """An issuer on loopback, and an azurelocal that trusts its authority."""
    folder = tmp_path_factory.mktemp("issuer")
    with (
        issuing(folder) as issuer,
        serving(folder / "state", "--trust", str(folder / "ca.pem")) as server,
    ):
        groups = server.client(ResourceManagementClient).resource_groups
        groups.create_or_update("workloads", {"location": "eastus"})
        yield server, issuer


@pytest.fixture
def away(outside: tuple[Server, Issuer]) -> Iterator[Workload]:
    """A workload whose issuer is behind a connection."""
    server, issuer = outside
    documents = dict(issuer.documents)
    yield workload(server, issuer, "workloads")
    issuer.documents = documents
    issuer.hold.set()


@pytest.fixture
def home(server: Server, group: str) -> Workload:
    """A workload whose issuer is in blob storage of the Azure that it logs in to."""
    account = f"oidc{uuid.uuid4().hex[:12]}"
    storage = server.client(StorageManagementClient)
    parameters = {
        "location": "eastus",
        "sku": {"name": "Standard_LRS"},
        "kind": "StorageV2",
        "properties": {"allowBlobPublicAccess": True},
    }
    storage.storage_accounts.begin_create(group, account, parameters).result()
    issuer = Issuer(f"{server.blob_url(account)}/cluster")
    key = storage.storage_accounts.list_keys(group, account).keys_property[0].value
    blobs = server.opened(
        BlobServiceClient(
            server.blob_url(account), {"account_name": account, "account_key": key}, **server.trust
        )
    )
    container = blobs.create_container("cluster", public_access="container")
    for path, document in issuer.documents.items():
        container.upload_blob(path.lstrip("/"), json.dumps(document))
    return workload(server, issuer, group)


def test_a_service_account_logs_in_with_keys_from_blob_storage(home: Workload) -> None:
    claims = access_token(home.server, home.credential())

    assert (claims["oid"], claims["appid"]) == (home.principal_id, home.client_id)
    assert claims["xms_mirid"].endswith(f"/userAssignedIdentities/{home.name}")


def test_a_pod_logs_in_with_its_token_file(away: Workload, tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text(away.token())
    credential = away.server.opened(
        WorkloadIdentityCredential(
            tenant_id=away.server.tenant,
            client_id=away.client_id,
            token_file_path=str(file),
            **away.server.authority,
            **away.server.trust,
        )
    )

    claims = access_token(away.server, credential)

    assert claims["oid"] == away.principal_id


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"iss": "https://localhost:1"}, "AADSTS700211:"),
        ({"subject": "system:serviceaccount:kube-system:other"}, "AADSTS700213:"),
        ({"subject": SUBJECT.upper()}, "AADSTS7002138:"),
        ({"audience": "api://AzureADTokenExchange"}, "AADSTS700212:"),
        ({"iat": 1, "nbf": 1, "exp": 2}, "AADSTS700024:"),
        ({"kid": "second"}, "AADSTS7000272:"),
    ],
    ids=["issuer", "subject", "case of subject", "audience", "expired", "key that is not there"],
)
def test_each_mismatch_has_an_error_of_its_own(
    away: Workload, changes: dict[str, Any], code: str
) -> None:
    said = away.refusal(away.token(**changes))

    assert code in said


def test_a_signature_of_another_key_has_its_own_error(away: Workload) -> None:
    said = away.refusal(away.token(signed_by=new_key()))

    assert "AADSTS50013:" in said


def test_an_unreachable_issuer_has_its_own_error(away: Workload) -> None:
    away.trust("gone", issuer="https://localhost:9")

    said = away.refusal(away.token(iss="https://localhost:9"))

    assert "AADSTS90061:" in said


def test_a_deleted_credential_has_its_own_error(away: Workload) -> None:
    access_token(away.server, away.credential())

    away.credentials.delete(away.group, away.name, "fic")
    said = away.refusal()

    assert "AADSTS70025:" in said


@pytest.mark.parametrize(
    ("path", "document", "code"),
    [
        (CONFIGURATION, 404, "AADSTS90061:"),
        (CONFIGURATION, 302, "AADSTS90061:"),
        (CONFIGURATION, b"x" * 300_000, "AADSTS90061:"),
        (CONFIGURATION, {"issuer": "https://other.example"}, "AADSTS50166:"),
        (KEYS, 500, "AADSTS501661:"),
    ],
    ids=["missing", "redirect", "too large", "of another issuer", "keys fail"],
)
def test_documents_that_cannot_be_used_are_told_apart(
    tmp_path: Path, outside: tuple[Server, Issuer], path: str, document: Any, code: str
) -> None:
    # An issuer that nobody has read yet: what was read is kept for a minute.
    server, issuer = outside
    fresh = Issuer(issuer.url.replace("localhost", "127.0.0.1"), key=issuer.key)
    fresh.url = f"{fresh.url}/{uuid.uuid4().hex}"
    prefix = fresh.url.removeprefix(issuer.url.replace("localhost", "127.0.0.1"))
    fresh.publish("first")
    issuer.documents |= {f"{prefix}{one}": what for one, what in fresh.documents.items()}
    issuer.documents[f"{prefix}{path}"] = document

    said = workload(server, fresh, "workloads").refusal()

    assert code in said
    assert f"{prefix}/elsewhere" not in issuer.asked


def test_an_issuer_whose_certificate_is_not_trusted_is_not_believed(
    server: Server, group: str, outside: tuple[Server, Issuer]
) -> None:
    _, issuer = outside

    said = workload(server, issuer, group).refusal()

    assert "AADSTS90061:" in said
    assert "no secure connection" in said
    assert "certificate" in said


def test_a_slow_issuer_keeps_nobody_else_waiting(outside: tuple[Server, Issuer]) -> None:
    server, issuer = outside
    slow = Issuer(issuer.url.replace("localhost", "127.0.0.1"), key=issuer.key)
    waiting = workload(server, slow, "workloads")
    issuer.asked.clear()
    issuer.hold.clear()
    said: list[str] = []
    login = threading.Thread(target=lambda: said.append(waiting.refusal()))
    login.start()
    while CONFIGURATION not in issuer.asked:
        time.sleep(0.01)

    started = time.monotonic()
    server.client(ResourceManagementClient).resource_groups.get("workloads")
    elapsed = time.monotonic() - started
    login.join(30)
    issuer.hold.set()

    assert elapsed < 5
    assert "AADSTS90061:" in said[0]
    assert "did not answer within 10 seconds" in said[0]


def test_a_new_key_of_the_issuer_is_found_at_once(away: Workload) -> None:
    access_token(away.server, away.credential())

    away.issuer.publish("first", "new")
    claims = access_token(away.server, away.credential(away.token(kid="new")))

    assert claims["oid"] == away.principal_id


def test_keys_are_read_once_for_many_logins(away: Workload) -> None:
    access_token(away.server, away.credential())
    away.issuer.asked.clear()

    for _ in range(3):
        access_token(away.server, away.credential())

    assert away.issuer.asked == []


def test_an_application_takes_tokens_of_an_issuer_too(
    outside: tuple[Server, Issuer],
) -> None:
    server, issuer = outside
    application = graph(server, "POST", "/applications", {"displayName": "federated"})
    principal = graph(server, "POST", "/servicePrincipals", {"appId": application["appId"]})
    place = f"/applications/{application['id']}/federatedIdentityCredentials"
    trusted = {
        "name": "one",
        "issuer": issuer.url,
        "subject": SUBJECT,
        "audiences": [AUDIENCE],
    }
    made = graph(server, "POST", place, trusted)
    user = Workload(server, issuer, "", "", application["appId"], principal["id"])

    claims = access_token(server, user.credential())
    graph(server, "DELETE", f"{place}/{made['id']}")
    said = user.refusal()

    assert claims["oid"] == principal["id"]
    assert "AADSTS70025:" in said


def test_an_identity_may_do_what_its_roles_allow_and_only_while_they_do(home: Workload) -> None:
    server, scope = home.server, f"/subscriptions/{home.server.subscription}"
    assignments = server.client(AuthorizationManagementClient).role_assignments
    groups = server.client(ResourceManagementClient, home.credential()).resource_groups
    definition = f"{scope}/providers/Microsoft.Authorization/roleDefinitions/{READER}"
    role = {
        "role_definition_id": definition,
        "principal_id": home.principal_id,
        "principal_type": "ServicePrincipal",
    }

    with pytest.raises(HttpResponseError) as before:
        groups.get(home.group)
    made = assignments.create(f"{scope}/resourceGroups/{home.group}", str(uuid.uuid4()), role)
    found = groups.get(home.group)
    with pytest.raises(HttpResponseError) as writing:
        groups.create_or_update(home.group, {"location": "eastus", "tags": {"a": "b"}})
    assignments.delete_by_id(made.id)
    with pytest.raises(HttpResponseError) as after:
        groups.get(home.group)

    assert found.name == home.group
    for caught, action in ((before, "read"), (writing, "write"), (after, "read")):
        assert caught.value.status_code == 403
        assert "(AuthorizationFailed)" in caught.value.message
        named = f"'Microsoft.Resources/subscriptions/resourceGroups/{action}'"
        assert named in caught.value.message


def test_who_may_not_read_the_directory_is_refused(server: Server, registered: Registered) -> None:
    place = f"/applications/{registered.id}/addPassword"
    made = graph(server, "POST", place, {"passwordCredential": {}})
    credential = server.credential_of(registered.client_id, made["secretText"])
    token = credential.get_token(f"{server.url}/graph/.default").token
    request = urllib.request.Request(
        f"{server.url}/graph/v1.0/applications", headers={"authorization": f"Bearer {token}"}
    )

    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(request, context=ssl.create_default_context(cafile=server.ca))

    with caught.value as error:
        body = json.load(error)
    assert (error.code, body["error"]["code"]) == (403, "Authorization_RequestDenied")


def certified(server: Server, client_id: str, file: Path, **options: Any) -> TokenCredential:
    return server.opened(
        CertificateCredential(
            server.tenant,
            client_id,
            certificate_path=str(file),
            **options,
            **server.authority,
            **server.trust,
        )
    )


def certificate(path: Path) -> Path:
    """Write a key with a certificate that it has signed itself."""
    key = rsa.generate_private_key(65537, 2048)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, path.stem)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(hours=1))
        .not_valid_after(now + datetime.timedelta(days=30))
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(secret + made.public_bytes(Encoding.PEM))
    return path
