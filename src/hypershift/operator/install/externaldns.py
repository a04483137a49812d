"""External DNS: publishes the host names of Services and Routes in an Azure DNS zone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypershift.api.labels import ROUTE_VISIBILITY
from hypershift.operator.install import assets
from hypershift.operator.install.credentials import made_from
from hypershift.operator.install.trust import mount_user_bundle

if TYPE_CHECKING:
    from hypershift.operator.install.assets import Object
    from hypershift.operator.install.installation import ExternalDNS, Installation


def external_dns(installation: Installation) -> list[Object]:
    """Its account, rights, credentials and Deployment, and how it is measured."""
    dns = installation.external_dns
    if dns is None:
        return []
    account, role, binding, deployment, monitor = assets.read(
        "external-dns.yaml", installation.namespace
    )
    adapt_deployment(installation, dns, deployment)
    secrets = made_from(dns.credentials, installation.namespace)
    return [account, role, binding, *secrets, deployment, monitor]


def adapt_deployment(installation: Installation, dns: ExternalDNS, deployment: Object) -> None:
    """Say which names it publishes, and as whom."""
    pod = deployment["spec"]["template"]["spec"]
    container = pod["containers"][0]
    container["image"] = dns.image
    container["imagePullPolicy"] = installation.image_pull_policy
    container["args"] += [
        f"--domain-filter={dns.domain_filter}",
        "--provider=azure",
        "--registry=txt",
        "--txt-suffix=-external-dns",
        f"--txt-owner-id={dns.txt_owner_id}",
        f"--label-filter={ROUTE_VISIBILITY}!=private",
        f"--interval={dns.interval}",
        "--txt-cache-interval=1h",
        f"--azure-config-file=/etc/provider/{dns.credentials.key}",
    ]
    pod["volumes"][0]["secret"] = {"secretName": dns.credentials.secret}
    if installation.trust_bundle:
        mount_user_bundle(pod)
