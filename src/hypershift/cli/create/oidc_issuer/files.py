"""The files that `create oidc-issuer` leaves: the documents, and manifests for an installer."""

from __future__ import annotations

from pathlib import Path

from hypershift.azure import issuer_documents
from hypershift.cli import outputs
from hypershift.cli.documents import to_yaml, write_file
from hypershift.cli.errors import UsageError

FLAG = "--output-dir"
_MANIFESTS = "manifests"


def check(directory: str) -> None:
    """Refuse a directory that could not be written to once the issuer is made."""
    outputs.check_directory(FLAG, directory)
    for name in ("openid-configuration", "jwks"):
        if Path(directory).exists():
            outputs.check_file(FLAG, str(Path(directory, name)))


def write(directory: str, *, issuer: str, tenant: str, keys: str) -> None:
    """Write all of them."""
    try:
        Path(directory, _MANIFESTS).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(
            f"{FLAG}: {directory} cannot be written to ({error.strerror}): name a directory that"
            " you may write to"
        ) from error
    documents = {
        "openid-configuration": issuer_documents.configuration(issuer),
        "jwks": keys,
        f"{_MANIFESTS}/cluster-authentication-02-config.yaml": to_yaml(_authentication(issuer)),
    }
    for name, text in documents.items():
        write_file(str(Path(directory, name)), text, FLAG)
    webhook = Path(directory, _MANIFESTS, "azure-ad-pod-identity-webhook-config.yaml")
    write_file(str(webhook), to_yaml(_webhook_secret(tenant)), FLAG, secret=True)


def _authentication(issuer: str) -> dict[str, object]:
    return {
        "apiVersion": "config.openshift.io/v1",
        "kind": "Authentication",
        "metadata": {"name": "cluster"},
        "spec": {"serviceAccountIssuer": issuer},
    }


def _webhook_secret(tenant: str) -> dict[str, object]:
    return {
        "apiVersion": "v1",
        "kind": "Secret",
        "metadata": {
            "name": "azure-credentials",
            "namespace": "openshift-cloud-credential-operator",
        },
        "stringData": {"azure_tenant_id": tenant},
        "type": "Opaque",
    }
