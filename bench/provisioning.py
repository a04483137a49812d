"""Measures what stands between a subscription and a cluster: `create iam` and `create infra`.

Azure takes as long here as the real one. The floor is the longest chain of requests that need each
other, as the table of durations has them: no command can be quicker, whatever it does side by side.
Both commands run one after another, as a user runs them, so their floors add up. Needs root, as
Azure's own names lead to azurelocal only in a namespace.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from azurelocal.durations import duration
from tests.integration.azure.office import Desk, opened
from tests.integration.azurelocal.names import installed_az

if TYPE_CHECKING:
    from collections.abc import Iterator

DOMAIN = "example.com"
ISSUER = "https://issuer.blob.core.windows.net/issuer"

_GROUP = "Microsoft.Resources/resourceGroups"
_IDENTITY = "Microsoft.ManagedIdentity/userAssignedIdentities"
_NETWORK = "Microsoft.Network"

IAM_CHAIN = (_GROUP, _IDENTITY, *[f"{_IDENTITY}/federatedIdentityCredentials"] * 3)
"""The group, an identity in it, and its three credentials, which Azure writes one by one."""
INFRA_CHAIN = (
    _GROUP,
    f"{_NETWORK}/privateDnsZones",
    f"{_NETWORK}/privateDnsZones/virtualNetworkLinks",
)
"""The group, the private zone in it, and its link; everything else is done before the link."""


@dataclass(frozen=True)
class Measured:
    """One command."""

    name: str
    floor: float
    took: float
    calls: Counter[str]


def floor(chain: tuple[str, ...], scale: float) -> float:
    """How long requests take that are made one after another."""
    return scale * sum(sum(duration(type, "create")) for type in chain)


def measure(desk: Desk, name: str, command: str, least: float) -> Measured:
    """Run a command, and count what it asks Resource Manager."""
    before = len(asked(desk))
    began = time.perf_counter()
    desk.hypershift(command)
    took = time.perf_counter() - began
    calls = Counter(line["method"] for line in asked(desk)[before:] if line["service"] == "arm")
    return Measured(name, least, took, calls)


def asked(desk: Desk) -> list[dict[str, str]]:
    """All requests so far."""
    lines = desk.in_azurelocal("log -n 100000 -o json").splitlines()
    return [json.loads(line) for line in lines]


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--scale", type=float, default=1.0, help="a factor for Azure's durations")
    scale = parser.parse_args().scale
    options = ("--latency", "azure", "--scale", str(scale))
    with (
        tempfile.TemporaryDirectory(prefix="provisioning-bench-") as folder,
        opened(Path(folder), installed_az(), *options) as desk,
    ):
        desk.az("group create -n dns -l eastus")
        desk.az(f"network dns zone create -g dns -n {DOMAIN}")
        rows = list(_commands(desk, scale))
    print(f"Azure as slow as the real one, times {scale:g}")
    print(f"  {'':<14}{'floor':>8}{'took':>9}{'ratio':>8}   requests to Resource Manager")
    least, took = sum(row.floor for row in rows), sum(row.took for row in rows)
    calls = sum((row.calls for row in rows), Counter[str]())
    for row in [*rows, Measured("together", least, took, calls)]:
        counted = ", ".join(f"{count} {method}" for method, count in sorted(row.calls.items()))
        print(
            f"  {row.name:<14}{row.floor:>6.1f} s{row.took:>7.1f} s{row.took / row.floor:>8.2f}"
            f"   {row.calls.total()}: {counted}"
        )


def _commands(desk: Desk, scale: float) -> Iterator[Measured]:
    common = f"--name demo --infra-id demo-x7k2p --azure-creds {desk.credentials}"
    yield measure(
        desk,
        "create iam",
        f"create iam azure {common} --resource-group-name ids --oidc-issuer-url {ISSUER}"
        " --output-file ids.json",
        floor(IAM_CHAIN, scale),
    )
    yield measure(
        desk,
        "create infra",
        f"create infra azure {common} --base-domain {DOMAIN} --dns-zone-rg-name dns"
        " --workload-identities-file ids.json --assign-identity-roles --output-file infra.yaml",
        floor(INFRA_CHAIN, scale),
    )


if __name__ == "__main__":
    main()
