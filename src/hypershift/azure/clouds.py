"""The clouds that are Azure, and where their services are."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Cloud:
    """Where one cloud's services are."""

    authority: str
    """The host that gives tokens."""
    resource_manager: str
    audience: str
    """What tokens for Resource Manager are for; it ends with a slash."""
    graph: str
    """The address of the directory."""
    blobs: str
    """What follows the name of a storage account in the host name of its blobs."""

    @property
    def scope(self) -> str:
        """The scope of tokens for Resource Manager."""
        return f"{self.audience}.default"

    @property
    def graph_scope(self) -> str:
        """The scope of tokens for the directory."""
        return f"{self.graph}/.default"


CLOUDS = {
    "AzurePublicCloud": Cloud(
        authority="login.microsoftonline.com",
        resource_manager="https://management.azure.com",
        audience="https://management.core.windows.net/",
        graph="https://graph.microsoft.com",
        blobs="blob.core.windows.net",
    ),
    "AzureUSGovernmentCloud": Cloud(
        authority="login.microsoftonline.us",
        resource_manager="https://management.usgovcloudapi.net",
        audience="https://management.core.usgovcloudapi.net/",
        graph="https://graph.microsoft.us",
        blobs="blob.core.usgovcloudapi.net",
    ),
    "AzureChinaCloud": Cloud(
        authority="login.chinacloudapi.cn",
        resource_manager="https://management.chinacloudapi.cn",
        audience="https://management.core.chinacloudapi.cn/",
        graph="https://microsoftgraph.chinacloudapi.cn",
        blobs="blob.core.chinacloudapi.cn",
    ),
    "AzureGermanCloud": Cloud(
        authority="login.microsoftonline.de",
        resource_manager="https://management.microsoftazure.de",
        audience="https://management.core.cloudapi.de/",
        graph="https://graph.microsoft.de",
        blobs="blob.core.cloudapi.de",
    ),
    "AzureBleuCloud": Cloud(
        authority="login.sovcloud-identity.fr",
        resource_manager="https://management.sovcloud-api.fr",
        audience="https://management.sovcloud-api.fr/",
        graph="https://graph.svc.sovcloud.fr",
        blobs="blob.core.sovcloud-api.fr",
    ),
}
"""By the names that `--cloud` takes; the first one is the default."""

PUBLIC = CLOUDS["AzurePublicCloud"]
