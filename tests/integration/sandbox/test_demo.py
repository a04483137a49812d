"""The demo tells its story to the end."""

from __future__ import annotations

import re
import subprocess
from typing import TYPE_CHECKING

from sandbox import cache
from tests.integration.sandbox.workshop import SANDBOX

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

SCENES = [
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
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setenv(cache.VARIABLE, str(cache.root()))
    monkeypatch.setenv("HOME", str(tmp_path))
    # Go counts there how often it runs, and there is no other way to have that elsewhere.
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("settings")))

    result = subprocess.run([SANDBOX, "demo"], capture_output=True, text=True, check=False)

    assert result.returncode == 0, result.stdout + result.stderr
    assert re.findall(r"^\d+\. (.*)", result.stdout, re.MULTILINE) == SCENES
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
    assert result.stdout.endswith("All that was started has been stopped.\n")
    assert list(tmp_path.iterdir()) == []
