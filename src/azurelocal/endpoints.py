"""Under which names and addresses our services are reached, and which service a host name means."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Service(Enum):
    """What a request is for."""

    ARM = "arm"
    ENTRA = "entra"
    GRAPH = "graph"
    BLOB = "blob"
    VAULT = "vault"
    NOTHING = "nothing"


PUBLIC_NAMES = (
    "management.azure.com",
    "management.core.windows.net",
    "login.microsoftonline.com",
    "login.microsoft.com",
    "login.windows.net",
    "sts.windows.net",
    "graph.microsoft.com",
    "*.blob.core.windows.net",
    "*.vault.azure.net",
)
"""The names that the certificate carries and that have to lead here in name mode."""

LOOPBACK_NAMES = ("localhost", "*.blob.core.localhost", "*.vault.localhost")

_ARM_ROOTS = ("subscriptions", "tenants", "providers", "metadata")


@dataclass(frozen=True)
class Endpoints:
    """Our own addresses, as answers spell them. None ends in a slash."""

    arm: str
    login: str
    graph: str
    storage_suffix: str
    vault_suffix: str
    graph_audience: str = "https://graph.microsoft.com"

    @classmethod
    def public(cls) -> Endpoints:
        """The names of public Azure."""
        return cls(
            arm="https://management.azure.com",
            login="https://login.microsoftonline.com",
            graph="https://graph.microsoft.com",
            storage_suffix="core.windows.net",
            vault_suffix="vault.azure.net",
        )

    @classmethod
    def loopback(cls, port: int) -> Endpoints:
        """One port of this machine, for clients that can be told of another cloud."""
        here = f"https://localhost:{port}"
        return cls(
            arm=here,
            login=here,
            graph=f"{here}/graph",
            storage_suffix=f"core.localhost:{port}",
            vault_suffix=f"vault.localhost:{port}",
            graph_audience=f"{here}/graph",
        )

    def blob(self, account: str) -> str:
        """The address of an account's blobs."""
        return f"https://{account}.blob.{self.storage_suffix}"

    def vault(self, name: str) -> str:
        """The address of a key vault."""
        return f"https://{name}.{self.vault_suffix}"

    def is_graph(self, resource: str) -> bool:
        """Tell whether the resource that a token is for is Microsoft Graph."""
        known = ("https://graph.microsoft.com", self.graph_audience.lower())
        return resource.rstrip("/").lower() in known

    def sts(self, tenant: str) -> str:
        """The issuer of access tokens."""
        return f"https://sts.windows.net/{tenant}/"


def service_of(host: str, path: str) -> tuple[Service, str]:
    """Find the service that a host name means, and whose it is: an account's or a vault's name."""
    name = host.lower().partition(":")[0].rstrip(".")
    first, _, rest = name.partition(".")
    if name in ("management.azure.com", "management.core.windows.net"):
        return Service.ARM, ""
    if name == "graph.microsoft.com":
        return Service.GRAPH, ""
    if name in ("sts.windows.net", "login.windows.net") or name.startswith("login.microsoft"):
        return Service.ENTRA, ""
    if rest in ("blob.core.windows.net", "blob.core.localhost"):
        return Service.BLOB, first
    if rest in ("vault.azure.net", "vault.localhost"):
        return Service.VAULT, first
    if name in ("localhost", "127.0.0.1", "[", ""):
        return _by_path(path), ""
    return Service.NOTHING, ""


def _by_path(path: str) -> Service:
    """On loopback ARM, Entra and Graph share one name; their paths have nothing in common."""
    root = path.lstrip("/").partition("/")[0].lower()
    if root in _ARM_ROOTS:
        return Service.ARM
    return Service.GRAPH if root == "graph" else Service.ENTRA
