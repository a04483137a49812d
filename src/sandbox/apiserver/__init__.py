"""A real API server on this machine: etcd and kube-apiserver, on loopback, for one owner."""

from __future__ import annotations

from pathlib import Path

from sandbox.apiserver.client import Answer, Client
from sandbox.apiserver.run import run
from sandbox.apiserver.server import ApiServer

OPENSHIFT = Path(__file__).with_name("openshift.yaml")
"""Definitions of kinds that an OpenShift cluster brings along."""

__all__ = ["OPENSHIFT", "Answer", "ApiServer", "Client", "run"]
