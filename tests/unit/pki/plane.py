"""A control plane whose certificates the tests make, spoil and let grow old."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from cryptography import x509

from hypershift.pki.ensure import Result, ensure
from hypershift.pki.facts import Endpoint, Facts, ServiceAccount
from hypershift.pki.objects import ConfigMap, Holdings, Secret
from hypershift.pki.table import control_plane

if TYPE_CHECKING:
    from hypershift.pki.policy import Policy

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
FACTS = Facts(
    namespace="clusters-demo",
    name="demo",
    infra_id="demo-abc12",
    service_cidrs=("172.31.0.0/16",),
    api=Endpoint("api.demo.example.com", 7443),
    konnectivity_host="20.1.2.3",
    ignition_host="ignition.demo.example.com",
    service_accounts=(ServiceAccount("ingress-operator", "openshift-ingress-operator", "ingress"),),
)
EVERYTHING = replace(
    FACTS,
    openshift=True,
    metrics_forwarding=True,
    apps_domain="apps.demo.example.com",
    oauth_host="oauth.demo.example.com",
    custom_api_name="custom.example.com",
)
NOTHING = Holdings.of()


def run(
    existing: Holdings = NOTHING,
    facts: Facts = FACTS,
    now: datetime = NOW,
    policy: Policy | None = None,
) -> Result:
    """Compare what there is with what has to be."""
    return ensure(control_plane(facts), existing, now, policy)


def after(result: Result, existing: Holdings = NOTHING) -> Holdings:
    """What there is once the changes have been applied."""
    return existing.with_changes(*(each.object for each in result.changes))


def reasons(result: Result) -> dict[str, str]:
    """The reason of each change, by the name of the object; a Secret goes before a ConfigMap."""
    secrets_last = sorted(result.changes, key=lambda each: isinstance(each.object, Secret))
    return {each.object.name: each.reason for each in secrets_last}


def without(existing: Holdings, *names: str) -> Holdings:
    """What there is without some objects."""
    return Holdings(
        {name: each for name, each in existing.secrets.items() if name not in names},
        {name: each for name, each in existing.config_maps.items() if name not in names},
    )


def spoil(existing: Holdings, name: str, **data: bytes) -> Holdings:
    """What there is with other values in a Secret; an underscore in a key stands for its dot."""
    held = existing.secrets[name]
    changed = {key.replace("_", "."): value for key, value in data.items()}
    return existing.with_changes(replace(held, data={**held.data, **changed}))


def copied(existing: Holdings, source: str, target: str) -> Holdings:
    """What there is with the data of one Secret in another."""
    held = existing.secrets[target]
    return existing.with_changes(replace(held, data=existing.secrets[source].data))


def certificate(existing: Holdings, name: str, key: str = "tls.crt") -> x509.Certificate:
    """Read a certificate of a Secret."""
    return x509.load_pem_x509_certificate(existing.secrets[name].data[key])


def bundle(existing: Holdings, name: str) -> list[x509.Certificate]:
    """Read the certificates of a ConfigMap."""
    return x509.load_pem_x509_certificates(existing.config_maps[name].data["ca.crt"].encode())


def names(existing: Holdings, secret: str, key: str = "tls.crt") -> list[str]:
    """The names and addresses of a certificate."""
    found = certificate(existing, secret, key).extensions
    values = found.get_extension_for_class(x509.SubjectAlternativeName).value
    return sorted(str(each.value) for each in values)  # pyright: ignore[reportAttributeAccessIssue] names and addresses have one


def held(each: Secret | ConfigMap | None) -> Secret:
    """Take an object for the Secret that it is."""
    assert isinstance(each, Secret)
    return each
