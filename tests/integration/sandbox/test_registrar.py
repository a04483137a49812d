"""Our program that makes a driver known to the kubelet: its own tests are in Go, as it is."""

from __future__ import annotations

import os
import subprocess

from sandbox import cache
from sandbox.components import load, toolchain


def test_a_driver_becomes_known_to_the_kubelet() -> None:
    caches = {"GOCACHE": str(cache.root() / "go-build"), "GOMODCACHE": str(cache.root() / "go-mod")}
    # As components are built, so that what is compiled for one serves the other.
    settings = {"CGO_ENABLED": "0", "GOFLAGS": "-trimpath -modcacherw -mod=readonly"}

    result = subprocess.run(
        [toolchain.find().go, "test", "-vet=off", "."],
        cwd=load()["csi-node-driver-registrar"].folder,
        env={**os.environ, **caches, **settings, "GOTOOLCHAIN": "local", "GOWORK": "off"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert result.returncode == 0, result.stdout + result.stderr
