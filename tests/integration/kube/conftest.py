"""The tests of `hypershift.kube` are its client's: they know the server by its kubeconfig."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hypershift.kube import config

if TYPE_CHECKING:
    from hypershift.kube.config import Access
    from sandbox.apiserver import ApiServer


@pytest.fixture
def access(api_server: ApiServer) -> Access:
    """The administrator's access."""
    return config.load(api_server.kubeconfig)
