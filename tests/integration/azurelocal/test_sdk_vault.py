"""Microsoft's libraries for Key Vault: azure-mgmt-keyvault, -secrets, -keys and -certificates."""

from __future__ import annotations

import base64
import hashlib
import itertools
import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
from azure.core.exceptions import (
    ClientAuthenticationError,
    HttpResponseError,
    ResourceExistsError,
    ResourceNotFoundError,
)
from azure.keyvault.certificates import CertificateClient, CertificatePolicy
from azure.keyvault.keys import KeyClient
from azure.keyvault.keys.crypto import (
    CryptographyClient,
    EncryptionAlgorithm,
    KeyWrapAlgorithm,
    SignatureAlgorithm,
)
from azure.keyvault.secrets import SecretClient
from azure.mgmt.authorization import AuthorizationManagementClient
from azure.mgmt.keyvault import KeyVaultManagementClient
from cryptography.hazmat.primitives.serialization import pkcs12

if TYPE_CHECKING:
    from tests.integration.azurelocal.running import Server

ADMINISTRATOR = "00482a5a-887f-4fb3-b363-3b7fe8e74483"
SECRETS_USER = "4633458b-17de-408a-b874-0445c86b69e6"
CRYPTO_USER = "12338af0-0e69-4776-bea7-57ae8d297424"
_numbers = itertools.count(1)


@dataclass
class Vault:
    """A vault of the test's own."""

    server: Server
    group: str
    name: str
    id: str

    @property
    def management(self) -> Any:
        return self.server.client(KeyVaultManagementClient)

    @property
    def url(self) -> str:
        return self.server.vault_url(self.name)

    @property
    def secrets(self) -> Any:
        return self._client(SecretClient)

    @property
    def keys(self) -> KeyClient:
        return self._client(KeyClient)

    @property
    def certificates(self) -> Any:
        return self._client(CertificateClient)

    def _client(self, kind: Any) -> Any:
        return self.server.opened(kind(self.url, self.server.credential, **self.server.trust))

    def cryptography(self, key: Any) -> CryptographyClient:
        """Use a key in the vault: the library would do the public half by itself."""
        return self.server.opened(
            CryptographyClient(key.id, self.server.credential, **self.server.trust)
        )

    def assign(self, role: str) -> None:
        """Give the owner a role on what is in the vault."""
        client = self.server.client(AuthorizationManagementClient)
        scope = f"/subscriptions/{self.server.subscription}/providers"
        client.role_assignments.create(
            self.id,
            str(uuid.uuid4()),
            {
                "properties": {
                    "roleDefinitionId": f"{scope}/Microsoft.Authorization/roleDefinitions/{role}",
                    "principalId": owner(self.server),
                    "principalType": "ServicePrincipal",
                }
            },
        )


def code_of(refusal: Any) -> str:
    return refusal.value.error.code


def inner_code_of(refusal: Any) -> str:
    """The finer code that Key Vault adds."""
    return refusal.value.error.innererror["code"]


def owner(server: Server) -> str:
    """The object ID of the owner."""
    found = server.client(AuthorizationManagementClient).role_assignments.list_for_subscription()
    return next(iter(found)).principal_id


def parameters(server: Server, **properties: Any) -> dict[str, Any]:
    return {
        "location": "eastus",
        "properties": {
            "tenantId": server.tenant,
            "sku": {"family": "A", "name": "standard"},
            "enableRbacAuthorization": True,
            "accessPolicies": [],
            **properties,
        },
    }


def make(server: Server, group: str, **properties: Any) -> Vault:
    name = f"vault{next(_numbers)}-{uuid.uuid4().hex[:8]}"
    client = server.client(KeyVaultManagementClient)
    made = client.vaults.begin_create_or_update(
        group, name, parameters(server, **properties)
    ).result()
    return Vault(server, group, name, made.id)


@pytest.fixture
def bare(server: Server, group: str) -> Vault:
    """A vault on whose content nobody has a role."""
    return make(server, group)


@pytest.fixture
def vault(bare: Vault) -> Vault:
    """A vault whose content the owner administers."""
    bare.assign(ADMINISTRATOR)
    return bare


# Resource Manager


def test_a_vault_is_made_read_changed_listed_and_deleted(bare: Vault) -> None:
    vaults = bare.management.vaults

    read = vaults.get(bare.group, bare.name)
    assert read.properties.vault_uri == f"{bare.url}/"
    assert read.properties.enable_soft_delete is True
    changed = vaults.update(bare.group, bare.name, {"tags": {"a": "b"}})
    assert changed.tags == {"a": "b"}
    assert [one.name for one in vaults.list_by_resource_group(bare.group)] == [bare.name]
    assert bare.name in [one.name for one in vaults.list_by_subscription()]
    vaults.delete(bare.group, bare.name)
    with pytest.raises(ResourceNotFoundError):
        vaults.get(bare.group, bare.name)


def test_a_deleted_vault_keeps_its_name_until_it_is_purged(bare: Vault) -> None:
    vaults = bare.management.vaults
    vaults.delete(bare.group, bare.name)

    deleted = vaults.get_deleted(bare.name, "eastus")
    assert deleted.properties.vault_id == bare.id
    assert bare.name in [one.name for one in vaults.list_deleted()]
    free = vaults.check_name_availability({"name": bare.name, "type": "Microsoft.KeyVault/vaults"})
    assert free.name_available is False
    with pytest.raises(ResourceExistsError):
        vaults.begin_create_or_update(bare.group, bare.name, parameters(bare.server))
    vaults.begin_purge_deleted(bare.name, "eastus").result()

    with pytest.raises(ResourceNotFoundError):
        vaults.get_deleted(bare.name, "eastus")
    vaults.begin_create_or_update(bare.group, bare.name, parameters(bare.server)).result()


def test_a_recovered_vault_has_what_it_had(vault: Vault) -> None:
    vault.secrets.set_secret("s", "kept")
    vault.management.vaults.delete(vault.group, vault.name)

    vault.management.vaults.begin_create_or_update(
        vault.group, vault.name, parameters(vault.server, createMode="recover")
    ).result()

    vault.assign(ADMINISTRATOR)
    assert vault.secrets.get_secret("s").value == "kept"


# Secrets


def test_a_secret_is_set_read_listed_and_changed(vault: Vault) -> None:
    first = vault.secrets.set_secret("s", "one", content_type="text/plain", tags={"a": "b"})
    second = vault.secrets.set_secret("s", "two")

    assert vault.secrets.get_secret("s").value == "two"
    assert vault.secrets.get_secret("s", first.properties.version).value == "one"
    assert [one.name for one in vault.secrets.list_properties_of_secrets()] == ["s"]
    versions = vault.secrets.list_properties_of_secret_versions("s")
    assert {one.version for one in versions} == {
        first.properties.version,
        second.properties.version,
    }
    vault.secrets.update_secret_properties("s", enabled=False)
    with pytest.raises(HttpResponseError) as refusal:
        vault.secrets.get_secret("s")
    assert refusal.value.status_code == 403
    with pytest.raises(ResourceNotFoundError) as missing:
        vault.secrets.get_secret("nothing")
    assert code_of(missing) == "SecretNotFound"


def test_secrets_are_listed_page_by_page(vault: Vault) -> None:
    names = [f"s{number}" for number in range(7)]
    for name in names:
        vault.secrets.set_secret(name, "x")

    pages = vault.secrets.list_properties_of_secrets(max_page_size=3).by_page()

    assert [[one.name for one in page] for page in pages] == [names[:3], names[3:6], names[6:]]


def test_a_deleted_secret_is_recovered_or_purged(vault: Vault) -> None:
    vault.secrets.set_secret("s", "one")

    deleted = vault.secrets.begin_delete_secret("s").result()
    assert deleted.name == "s"
    assert deleted.scheduled_purge_date > deleted.deleted_date
    with pytest.raises(ResourceExistsError):
        vault.secrets.set_secret("s", "two")
    vault.secrets.begin_recover_deleted_secret("s").wait()
    assert vault.secrets.get_secret("s").value == "one"

    vault.secrets.begin_delete_secret("s").wait()
    assert [one.name for one in vault.secrets.list_deleted_secrets()] == ["s"]
    vault.secrets.purge_deleted_secret("s")
    assert list(vault.secrets.list_deleted_secrets()) == []


# Keys


@pytest.mark.parametrize(
    "algorithm",
    [EncryptionAlgorithm.rsa1_5, EncryptionAlgorithm.rsa_oaep, EncryptionAlgorithm.rsa_oaep_256],
)
def test_a_key_encrypts_and_decrypts(vault: Vault, algorithm: EncryptionAlgorithm) -> None:
    key = vault.keys.create_rsa_key("k", size=2048)
    crypto = vault.cryptography(key)

    encrypted = crypto.encrypt(algorithm, b"plain")
    decrypted = crypto.decrypt(algorithm, encrypted.ciphertext)

    assert decrypted.plaintext == b"plain"
    assert decrypted.key_id == key.id == f"{vault.url}/keys/k/{key.properties.version}"


def test_a_key_wraps_and_unwraps(vault: Vault) -> None:
    crypto = vault.cryptography(vault.keys.create_rsa_key("k"))

    wrapped = crypto.wrap_key(KeyWrapAlgorithm.rsa_oaep_256, b"0123456789abcdef")

    unwrapped = crypto.unwrap_key(KeyWrapAlgorithm.rsa_oaep_256, wrapped.encrypted_key)
    assert unwrapped.key == b"0123456789abcdef"


@pytest.mark.parametrize("algorithm", [SignatureAlgorithm.rs256, SignatureAlgorithm.ps256])
def test_an_rsa_key_signs(vault: Vault, algorithm: SignatureAlgorithm) -> None:
    crypto = vault.cryptography(vault.keys.create_rsa_key("k"))
    digest = hashlib.sha256(b"text").digest()

    signed = crypto.sign(algorithm, digest)

    assert crypto.verify(algorithm, digest, signed.signature).is_valid
    other = hashlib.sha256(b"other").digest()
    assert not crypto.verify(algorithm, other, signed.signature).is_valid


def test_an_ec_key_signs(vault: Vault) -> None:
    crypto = vault.cryptography(vault.keys.create_ec_key("k", curve="P-256"))
    digest = hashlib.sha256(b"text").digest()

    signed = crypto.sign(SignatureAlgorithm.es256, digest)

    assert crypto.verify(SignatureAlgorithm.es256, digest, signed.signature).is_valid


def test_a_key_is_rotated_and_still_decrypts_the_old(vault: Vault) -> None:
    first = vault.keys.create_rsa_key("k")
    encrypted = vault.cryptography(first).encrypt(EncryptionAlgorithm.rsa_oaep, b"plain")

    second = vault.keys.rotate_key("k")

    assert second.id != first.id
    assert vault.keys.get_key("k").id == second.id
    decrypted = vault.cryptography(first).decrypt(
        EncryptionAlgorithm.rsa_oaep, encrypted.ciphertext
    )
    assert decrypted.plaintext == b"plain"


def test_a_key_is_changed_listed_deleted_and_recovered(vault: Vault) -> None:
    vault.keys.create_rsa_key("k")

    changed = vault.keys.update_key_properties("k", tags={"a": "b"}, key_operations=["sign"])
    assert (changed.properties.tags, changed.key_operations) == ({"a": "b"}, ["sign"])
    assert [one.name for one in vault.keys.list_properties_of_keys()] == ["k"]
    vault.keys.begin_delete_key("k").wait()
    with pytest.raises(ResourceNotFoundError):
        vault.keys.get_key("k")
    vault.keys.begin_recover_deleted_key("k").wait()
    assert vault.keys.get_key("k").name == "k"


# Certificates


def test_a_certificate_is_made_with_its_key_and_its_secret(vault: Vault) -> None:
    policy = CertificatePolicy("Self", subject="CN=test.example", san_dns_names=["test.example"])

    made = vault.certificates.begin_create_certificate("c", policy).result()

    assert made.name == "c"
    assert made.key_id == f"{vault.url}/keys/c/{made.properties.version}"
    secret = vault.secrets.get_secret("c")
    assert secret.properties.content_type == "application/x-pkcs12"
    assert secret.properties.key_id == made.key_id
    key, certificate, _ = pkcs12.load_key_and_certificates(base64.b64decode(secret.value), b"")
    assert key is not None
    assert certificate is not None
    assert certificate.subject.rfc4514_string() == "CN=test.example"
    assert vault.keys.get_key("c").properties.managed


def test_a_certificate_is_imported_as_pem(vault: Vault) -> None:
    policy = CertificatePolicy(
        "Self", subject="CN=first", content_type="application/x-pem-file", key_type="EC"
    )
    vault.certificates.begin_create_certificate("first", policy).result()
    pem = vault.secrets.get_secret("first").value

    imported = vault.certificates.import_certificate("second", pem.encode(), policy=policy)

    assert imported.policy.content_type == "application/x-pem-file"
    assert vault.secrets.get_secret("second").value == pem
    assert {one.name for one in vault.certificates.list_properties_of_certificates()} == {
        "first",
        "second",
    }


def test_a_certificate_goes_and_comes_back_with_all_that_is_its_own(vault: Vault) -> None:
    policy = CertificatePolicy.get_default()
    vault.certificates.begin_create_certificate("c", policy).result()

    vault.certificates.begin_delete_certificate("c").wait()
    with pytest.raises(ResourceNotFoundError):
        vault.secrets.get_secret("c")
    vault.certificates.begin_recover_deleted_certificate("c").wait()

    assert vault.secrets.get_secret("c").value
    assert vault.certificates.get_certificate("c").cer


# Who may


def test_the_owner_of_a_vault_does_not_see_what_is_in_it(bare: Vault) -> None:
    with pytest.raises(HttpResponseError) as refusal:
        bare.secrets.get_secret("s")

    assert refusal.value.status_code == 403
    assert code_of(refusal) == "Forbidden"
    assert inner_code_of(refusal) == "ForbiddenByRbac"


def test_a_role_gives_what_it_says_and_no_more(bare: Vault) -> None:
    bare.assign(SECRETS_USER)

    with pytest.raises(ResourceNotFoundError):
        bare.secrets.get_secret("s")
    with pytest.raises(HttpResponseError) as refusal:
        bare.secrets.set_secret("s", "x")
    assert refusal.value.status_code == 403


def test_an_access_policy_gives_what_it_says_and_no_more(server: Server, group: str) -> None:
    policy = {
        "tenantId": server.tenant,
        "objectId": owner(server),
        "permissions": {"secrets": ["get", "set"]},
    }
    vault = make(server, group, enableRbacAuthorization=False, accessPolicies=[policy])

    vault.secrets.set_secret("s", "x")
    assert vault.secrets.get_secret("s").value == "x"
    with pytest.raises(HttpResponseError) as refusal:
        list(vault.secrets.list_properties_of_secrets())
    assert inner_code_of(refusal) == "AccessDenied"
    more = policy | {"permissions": {"secrets": ["list"]}}
    vault.management.vaults.update_access_policy(
        vault.group, vault.name, "add", {"properties": {"accessPolicies": [more]}}
    )
    assert [one.name for one in vault.secrets.list_properties_of_secrets()] == ["s"]


def test_a_token_for_something_else_is_refused(bare: Vault) -> None:
    class ForManagement:
        """Gives tokens for Resource Manager, whatever is asked for."""

        def get_token(self, *_: str, **__: Any) -> Any:
            return bare.server.credential.get_token(f"{bare.server.url}/.default")

    client: Any = SecretClient(bare.url, ForManagement(), **bare.server.trust)

    with client, pytest.raises(ClientAuthenticationError):
        client.get_secret("s")
