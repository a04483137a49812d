"""The demo tells its story to the end."""

from __future__ import annotations

import re
import subprocess
from typing import TYPE_CHECKING

from azurelocal.fabric import names
from sandbox import cache
from tests.e2e.boxed import SANDBOX
from tests.integration.azurelocal.world.traces import traces

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

SCENES = [
    "See the management cluster: two virtual machines of azurelocal",
    "Run something on it, behind a load balancer of Azure",
    "Make the API server know the kinds that an OpenShift cluster has anyway",
    "Install the operator: render its manifests, and apply them",
    "Install it again, now with External DNS",
    "Create two hosted clusters: one with load balancers, one with names from External DNS",
    "Add a node pool",
    "See what there is",
    "See what the API server has filled in",
    "Try what cannot be: the API server says why",
    "Scale a node pool",
    "Read the documentation of a field",
]


def test_the_demo_shows_every_scene_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    temporary, home = tmp_path / "temporary", tmp_path / "home"
    temporary.mkdir()
    home.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    monkeypatch.setenv(cache.VARIABLE, str(cache.root()))
    monkeypatch.setenv("HOME", str(home))

    result = subprocess.run([SANDBOX, "demo"], capture_output=True, text=True, check=False)

    assert result.returncode == 0, result.stdout + result.stderr
    assert re.findall(r"^\d+\. (.*)", result.stdout, re.MULTILINE) == SCENES
    nodes = re.findall(r"^node/(\S+) +Ready +(\S+) ", result.stdout, re.MULTILINE)
    assert nodes == [("control-0", "control-plane"), ("worker-0", "worker")]
    assert re.search(r"^web +LoadBalancer +\S+ +203\.0\.113\.\d+ ", result.stdout, re.MULTILINE)
    assert re.search(r"^web-\w+-\w+$", result.stdout, re.MULTILINE), "its page has not been shown"
    assert re.findall(r"^(\w+) +(Route|LoadBalancer) +(\S+)$", result.stdout, re.MULTILINE) == [
        ("named", "Route", "api-named.cp.example.com"),
        ("plain", "LoadBalancer", "<none>"),
    ]
    assert re.findall(r"^(\w+) +plain +(\d)\s*$", result.stdout, re.MULTILINE) == [
        ("plain", "2"),
        ("workers", "5"),
    ]
    assert re.findall(r'^The \w+ "\w+" is invalid: .*', result.stdout, re.MULTILINE) == [
        'The HostedCluster "plain" is invalid: spec.platform.azure.location: Invalid value:'
        ' "string": Location is immutable',
        'The NodePool "workers" is invalid: spec: Invalid value: "object": Both replicas or'
        " autoScaling should not be set",
    ]
    assert "All that was started has been stopped." in result.stdout
    assert list(temporary.iterdir()) == []
    state = home / ".local/state/azurelocal-demo"
    assert not state.exists()
    assert traces(f"azd{names.short(str(state))}", state) == {}
