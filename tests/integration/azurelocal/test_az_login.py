"""`az login` in every way that a program has: by secret, certificate and federated token.

Each login is a user of its own, since `az` keeps tokens and would not ask again.
"""

from __future__ import annotations

import datetime
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
)

from tests.integration.azurelocal import documents as issuer_documents
from tests.integration.azurelocal.tokens import sign

if TYPE_CHECKING:
    from pathlib import Path

    from tests.integration.azurelocal.names import Az, SecludedAzure

ACCOUNT = "issueroftests"
ISSUER = f"https://{ACCOUNT}.blob.core.windows.net/oidc"
SUBJECT = "system:serviceaccount:kube-system:azure-cloud-provider"
AUDIENCE = "openshift"


@dataclass
class Federation:
    """An identity that trusts a service account, and the key of who signs its tokens."""

    azure: SecludedAzure
    client: str
    key: bytes

    def token(self, **claims: Any) -> str:
        """Sign the token that is right, but for what the claims say."""
        return sign(
            self.key, **({"issuer": ISSUER, "subject": SUBJECT, "audience": AUDIENCE} | claims)
        )

    def login(self, az: Az, token: str, *more: str) -> Any:
        return az.login(
            self.client, "--federated-token", token, *more, tenant=self.azure.server.tenant
        )

    def refused(self, token: str) -> str:
        """Try to log in as the identity, and give the refusal."""
        return self.azure.az().refused(
            "login --service-principal --allow-no-subscriptions",
            *("-u", self.client, "--tenant", self.azure.server.tenant, "--federated-token", token),
        )


@pytest.fixture(scope="module")
def federation(secluded_azure: SecludedAzure, az: Az) -> Federation:
    """An issuer in blob storage, and an identity that trusts it."""
    key = rsa.generate_private_key(65537, 2048)
    secluded_azure.lead_here(f"{ACCOUNT}.blob.core.windows.net")
    az("group create -n login -l eastus")
    az(f"storage account create -n {ACCOUNT} -g login --allow-blob-public-access true")
    az(f"storage container create -n oidc --account-name {ACCOUNT} --public-access container")
    documents = {
        ".well-known/openid-configuration": issuer_documents.configuration(ISSUER),
        "openid/v1/jwks": {"keys": [issuer_documents.jwk(key.public_key())]},
    }
    for name, document in documents.items():
        az(
            f"storage blob upload --account-name {ACCOUNT} -c oidc -n {name} --no-progress --data",
            json.dumps(document),
        )
    identity = az("identity create -n workload -g login")
    az(
        "identity federated-credential create -n fic --identity-name workload -g login",
        *("--issuer", ISSUER, "--subject", SUBJECT, "--audiences", AUDIENCE),
    )
    return Federation(secluded_azure, identity["clientId"], pem(key))


def test_a_wrong_secret_is_refused(secluded_azure: SecludedAzure) -> None:
    owner = secluded_azure.server.credentials

    said = refused(secluded_azure, owner["clientId"], "-p", "wrong")

    assert "AADSTS7000215" in said


def test_an_unknown_client_is_refused(secluded_azure: SecludedAzure) -> None:
    said = refused(secluded_azure, "11111111-1111-1111-1111-111111111111", "-p", "secret")

    assert "AADSTS700016" in said


def test_an_unknown_tenant_is_refused(secluded_azure: SecludedAzure) -> None:
    owner, tenant = secluded_azure.server.credentials, "22222222-2222-2222-2222-222222222222"

    said = refused(secluded_azure, owner["clientId"], "-p", owner["clientSecret"], tenant=tenant)

    assert "AADSTS90002" in said


def test_a_certificate_of_an_application_logs_in(
    secluded_azure: SecludedAzure, az: Az, tmp_path: Path
) -> None:
    registered, other = (
        certificate(tmp_path / "registered.pem"),
        certificate(tmp_path / "other.pem"),
    )
    made = az(
        "ad sp create-for-rbac --name certified --role Reader --scopes",
        f"/subscriptions/{secluded_azure.server.subscription}",
        "--cert",
        f"@{public_part(registered)}",
    )

    [account] = secluded_azure.az().login(
        made["appId"], "--certificate", str(registered), tenant=made["tenant"]
    )
    said = refused(secluded_azure, made["appId"], "--certificate", str(other))

    assert account["id"] == secluded_azure.server.subscription
    assert "AADSTS700027" in said


def test_a_token_of_the_trusted_service_account_logs_in(federation: Federation) -> None:
    az = federation.azure.az()

    [account] = federation.login(az, federation.token(), "--allow-no-subscriptions")

    assert account["user"] == {"name": federation.client, "type": "servicePrincipal"}


@pytest.mark.parametrize(
    ("claims", "code"),
    [
        ({"subject": f"{SUBJECT}s"}, "AADSTS700213"),
        ({"subject": SUBJECT.upper()}, "AADSTS700213"),
        ({"issuer": f"{ISSUER}/"}, "AADSTS700211"),
        ({"audience": "api://AzureADTokenExchange"}, "AADSTS700212"),
        ({"nbf": 1, "iat": 1, "exp": 2}, "AADSTS700024"),
    ],
    ids=["subject", "case of subject", "slash of issuer", "audience", "expired"],
)
def test_a_token_that_differs_is_refused(
    federation: Federation, claims: dict[str, Any], code: str
) -> None:
    said = federation.refused(federation.token(**claims))

    assert code in said


def test_a_token_of_another_key_is_refused(federation: Federation) -> None:
    federation_of_another = Federation(
        federation.azure, federation.client, pem(rsa.generate_private_key(65537, 2048))
    )

    said = federation_of_another.refused(federation_of_another.token())

    assert "AADSTS7000272" in said


def test_an_identity_may_do_what_its_roles_allow_and_only_while_they_do(
    federation: Federation, az: Az
) -> None:
    assign = ("--role", "Reader", "--assignee", federation.client, "--scope")
    elsewhere, scope = (
        az("group create -n elsewhere -l eastus")["id"],
        az("group show -n login")["id"],
    )
    az("role assignment create", *assign, elsewhere)
    workload = federation.azure.az()
    federation.login(workload, federation.token())

    before = workload.refused("group show -n login")
    az("role assignment create", *assign, scope)
    between = workload("group show -n login")
    az("role assignment delete", *assign, scope)
    after = workload.refused("group show -n login")

    assert "(AuthorizationFailed)" in before
    assert "'Microsoft.Resources/subscriptions/resourceGroups/read'" in before
    assert between["id"] == scope
    assert "(AuthorizationFailed)" in after


def test_a_token_is_worth_nothing_once_the_credential_is_deleted(
    federation: Federation, az: Az
) -> None:
    made = az("identity create -n forgotten -g login")
    forgotten = Federation(federation.azure, made["clientId"], federation.key)
    named = ("-n", "fic", "--identity-name", "forgotten", "-g", "login")
    trust = ("--issuer", ISSUER, "--subject", SUBJECT, "--audiences", AUDIENCE)
    az("identity federated-credential create", *named, *trust)
    forgotten.login(federation.azure.az(), forgotten.token(), "--allow-no-subscriptions")

    az("identity federated-credential delete --yes", *named)
    said = forgotten.refused(forgotten.token())

    assert "AADSTS70025" in said


def test_an_issuer_that_nobody_reaches_is_named(federation: Federation, az: Az) -> None:
    issuer = "https://nowhere.blob.core.windows.net/oidc"
    az(
        "identity federated-credential create -n nowhere --identity-name workload -g login",
        *("--issuer", issuer, "--subject", SUBJECT, "--audiences", AUDIENCE),
    )

    said = federation.refused(federation.token(issuer=issuer))

    assert "AADSTS90061" in said


def refused(azure: SecludedAzure, client: str, *proof: str, tenant: str = "") -> str:
    """Try to log in, and give the refusal."""
    words = ("-u", client, *proof, "--tenant", tenant or azure.server.tenant)
    return azure.az().refused("login --service-principal", *words)


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
    path.write_bytes(pem(key) + made.public_bytes(Encoding.PEM))
    return path


def public_part(path: Path) -> Path:
    """Write the certificate of such a file alone."""
    text = path.read_text()
    alone = path.with_suffix(".crt")
    alone.write_text(text[text.index("-----BEGIN CERTIFICATE") :])
    return alone


def pem(key: rsa.RSAPrivateKey) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
