"""The page that tells how to set Azure up is run from top to bottom, as it is printed."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

from tests.integration.azure.office import HYPERSHIFT
from tests.integration.azurelocal.running import WITH_US

if TYPE_CHECKING:
    from tests.integration.azure.office import Desk

PAGE = Path(__file__).parents[3] / "docs" / "guides" / "azure-setup.md"
PATIENCE = 300.0
BLOCKS = re.findall(r"^```shell\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)


def test_the_page_works_from_top_to_bottom(desk: Desk) -> None:
    desk.azure.lead_here("myprefixoidc.blob.core.windows.net")
    desk.az("group create -n parents -l eastus")
    desk.az("network dns zone create -g parents -n example.com")
    Path(desk.credentials).chmod(0o600)  # the file azure-credentials.json is there
    script = "\n".join(["set -euo pipefail", *BLOCKS])
    places = [str(HYPERSHIFT.parent), str(Path(desk.az.executable).parent)]

    done = subprocess.run(
        [*WITH_US, *desk.azure.entry[:-2], f"--wd={desk.folder}", "--", "bash", "-c", script],
        env={
            **desk.az.environment,
            **desk.environment,
            "HOME": desk.az.environment["HOME"],
            "PATH": ":".join([*places, desk.environment["PATH"]]),
        },
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )

    assert len(BLOCKS) == 8
    assert done.returncode == 0, (done.stdout[-2000:], done.stderr[-4000:])
    assert '"issuer": "https://myprefixoidc.blob.core.windows.net/myprefixoidc"' in done.stdout
    assert done.stdout.count("myprefix-hc-disk-fed-id-") == 3
    assert len(list((desk.folder / "old").glob("*.private"))) == 1
    assert (
        json.loads((desk.folder / "azure_mgmt.json").read_text())["resourceGroup"] == "os4-common"
    )
    assert [one["name"] for one in desk.az("group list")] == ["parents"]
    assert desk.az("network dns record-set ns list -g parents -z example.com --query [].name") == [
        "@"
    ]
    assert desk.az("ad app list --display-name external-dns-myprefix.example.com") == []
