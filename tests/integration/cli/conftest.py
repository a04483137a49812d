"""The fixtures of the unit tests that render, for tests that show the result to an API server."""

from tests.unit.cli.conftest import azure_files, hypershift
from tests.unit.cli.create.conftest import (
    certificate,
    cluster_files,
    create_cluster,
    render,
    rsa_key,
    signing_key,
)
from tests.unit.cli.install.conftest import install_files

__all__ = [
    "azure_files",
    "certificate",
    "cluster_files",
    "create_cluster",
    "hypershift",
    "install_files",
    "render",
    "rsa_key",
    "signing_key",
]
