"""What `create cluster azure --render` prints, letter by letter.

After a change that is meant, write the files anew and read what git says of them:

    GOLDEN=write .venv/bin/python -m pytest tests/unit/cli/create/test_create_cluster_golden.py
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.unit.cli.azure_world import WORKLOAD_IDENTITIES, write
from tests.unit.cli.create.cluster_world import INFRA, KEY, KMS_CLIENT_ID, SUBNET

if TYPE_CHECKING:
    from tests.unit.cli.create.cluster_world import Run

GOLDEN = Path(__file__).parent / "golden"
SCENARIOS = {
    "least": [],
    "external-dns": [
        "--external-dns-domain=myprefix.example.com",
        "--node-pool-replicas=2",
        "--generate-ssh",
        "--sa-token-issuer-private-key-path=signer.private",
        "--oidc-issuer-url=https://myprefixwi.blob.core.windows.net/myprefixwi",
        "--diagnostics-storage-account-type=Managed",
    ],
    "private-zones-kms": [
        "--endpoint-access=Private",
        f"--endpoint-access-private-nat-subnet-id={SUBNET}-nat",
        "--availability-zones=1,2,3",
        "--node-pool-replicas=1",
        f"--encryption-key-id={KEY}",
        "--control-plane-availability-policy=HighlyAvailable",
        "--render-sensitive",
    ],
    "managed-identities": [
        "--infra-json=infra-without-identities.json",
        "--managed-identities-file=managed-identities.json",
        "--data-plane-identities-file=data-plane-identities.json",
        "--annotations=hypershift.openshift.io/pod-security-admission-label-override=baseline",
    ],
    "everything-else": [
        "--namespace=tenants",
        "--labels=team=blue",
        "--pausedUntil=2030-01-31T12:00:00Z",
        "--arch=arm64",
        "--feature-set=TechPreviewNoUpgrade",
        "--control-plane-operator-image=quay.io/hypershift/cpo:test",
        "--base-domain-prefix=none",
        "--kas-dns-name=api.demo.test",
        "--network-type=Other",
        "--cluster-cidr=10.0.1.9/16",
        "--cluster-cidr=fd01::/48",
        "--service-cidr=10.1.0.0/16",
        "--machine-cidr=10.2.0.0/16",
        "--allocate-node-cidrs",
        "--disable-multi-network",
        "--node-upgrade-type=InPlace",
        "--auto-repair",
        "--node-drain-timeout=1h30m",
        "--node-volume-detach-timeout=90s",
        "--ssh-key=id.pub",
        "--infra-availability-policy=HighlyAvailable",
        "--etcd-storage-class=fast",
        "--etcd-storage-size=16Gi",
        "--node-selector=role=cp,disk=fast",
        "--toleration=Key=dedicated,operator=equal,value=cp,effect=noschedule",
        "--toleration=operator=Exists,effect=NoExecute,tolerationSeconds=30",
        "--pods-labels=cost-center=7",
        "--fips",
        "--enable-cluster-capabilities=baremetal",
        "--disable-cluster-capabilities=Ingress,Console",
        "--olm-catalog-placement=Guest",
        "--olm-disable-default-sources",
        "--image-content-sources=mirrors.yaml",
        "--oauth-publishing-strategy=LoadBalancer",
        "--instance-type=Standard_D8ps_v5",
        "--root-disk-size=200",
        "--disk-storage-account-type=StandardSSD_LRS",
        "--enable-ephemeral-disk",
        "true",
        "--encryption-at-host=Disabled",
        "--diagnostics-storage-account-type=UserManaged",
        "--diagnostics-storage-account-uri=https://logs.blob.core.windows.net/",
        "--marketplace-publisher=azureopenshift",
        "--marketplace-offer=aro4",
        "--marketplace-sku=aro_419",
        "--marketplace-version=419.6.20250523",
        "--image-generation=Gen1",
    ],
}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_manifests_are_those_that_were_read_and_found_right(
    create_cluster: Run, cluster_files: Path, scenario: str
) -> None:
    write(cluster_files / "infra-without-identities.json", INFRA | {"workloadIdentities": None})
    identities = WORKLOAD_IDENTITIES | INFRA["workloadIdentities"] | {"kmsClientID": KMS_CLIENT_ID}
    write(cluster_files / "infra.json", INFRA | {"workloadIdentities": identities})
    golden = GOLDEN / f"{scenario}.yaml"

    result = create_cluster("--render", *SCENARIOS[scenario])

    assert result.code == 0, result.err
    if os.environ.get("GOLDEN") == "write":
        golden.write_text(result.out)
    assert result.out == golden.read_text()


def test_no_golden_file_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == set(SCENARIOS)
