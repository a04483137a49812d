"""Clusters whose identities and infrastructure the tests make and take away.

    cluster = Cluster(desk, "demo")
    cluster.create_infra()
    cluster.destroy_infra()

A base domain has to be there before: `base_domain(desk)`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import yaml

from hypershift.azure.components import CLUSTER_COMPONENTS

if TYPE_CHECKING:
    from tests.integration.azure.office import Desk, Done

DOMAIN = "example.com"
ZONE_GROUP = "dns"
ISSUER = "https://issuer.blob.core.windows.net/issuer"
# Of nobody: infrastructure without roles does not ask who identities are.
_NOBODY = "00000000-0000-4000-8000-{:012d}"


def base_domain(desk: Desk) -> None:
    """Make the public zone that lies above all clusters."""
    desk.az(f"group create -n {ZONE_GROUP} -l eastus")
    desk.az(f"network dns zone create -g {ZONE_GROUP} -n {DOMAIN}")


@dataclass(frozen=True)
class Cluster:
    """A cluster of a desk's user, by the names that everything of it has."""

    desk: Desk
    name: str

    @property
    def infra_id(self) -> str:
        return f"{self.name}-x7k2p"

    @property
    def group(self) -> str:
        return f"{self.name}-{self.infra_id}"

    @property
    def network_group(self) -> str:
        return f"{self.name}-vnet-{self.infra_id}"

    @property
    def security_group(self) -> str:
        return f"{self.name}-nsg-{self.infra_id}"

    @property
    def groups(self) -> set[str]:
        return {self.group, self.network_group, self.security_group}

    @property
    def _who(self) -> str:
        return (
            f"--name {self.name} --infra-id {self.infra_id} --azure-creds {self.desk.credentials}"
        )

    @property
    def identities_file(self) -> str:
        return f"{self.name}-identities.json"

    @property
    def infra_file(self) -> str:
        return f"{self.name}-infra.yaml"

    @property
    def create_iam_words(self) -> str:
        """The command, which makes the identities in a group of their own."""
        return (
            f"create iam azure {self._who} --resource-group-name {self.name}-ids"
            f" --oidc-issuer-url {ISSUER} --output-file {self.identities_file}"
        )

    def create_iam(self, *more: str) -> str:
        return self.desk.hypershift(self.create_iam_words, *more)

    @property
    def create_infra_words(self) -> str:
        """The command, whose identities are nobody's if none have been made."""
        file = self.desk.folder / self.identities_file
        if not file.exists():
            nobodies = {
                one.key: {"clientID": _NOBODY.format(number)}
                for number, one in enumerate(CLUSTER_COMPONENTS)
            }
            file.write_text(json.dumps(nobodies))
        return (
            f"create infra azure {self._who} --base-domain {DOMAIN}"
            f" --workload-identities-file {self.identities_file} --output-file {self.infra_file}"
        )

    def create_infra(self, *more: str) -> str:
        return self.desk.hypershift(self.create_infra_words, *more)

    def outcomes(self, *more: str) -> dict[str, str]:
        """Make the infrastructure: what came of each step that was not right already."""
        return outcomes(self.create_infra(*more, "-o", "json"))

    def refused(self, *more: str, code: int = 1) -> str:
        """Try to make the infrastructure: the last line that is said."""
        return self.desk.refused(self.create_infra_words, *more, code=code).splitlines()[-1]

    @property
    def infra(self) -> dict[str, Any]:
        """What the file says."""
        return yaml.safe_load((self.desk.folder / self.infra_file).read_text())

    @property
    def destroy_infra_words(self) -> str:
        return f"destroy infra azure {self._who}"

    def destroy_infra(self, *more: str) -> str:
        return self.desk.hypershift(self.destroy_infra_words, *more)

    def destroy_iam(self, *more: str) -> Done:
        return self.desk.run(
            f"destroy iam azure {self._who} --resource-group-name {self.name}-ids"
            f" --workload-identities-file {self.identities_file} --dns-zone-rg-name {ZONE_GROUP}",
            *more,
        )


def outcomes(report: str) -> dict[str, str]:
    """What came of each step that was not right already, by kind and name."""
    return {
        f"{one['kind']} {one['name']}": one["outcome"]
        for one in json.loads(report)["steps"]
        if one["outcome"] not in ("unchanged", "absent")
    }


def groups(desk: Desk) -> set[str]:
    return {one["name"] for one in desk.az("group list")}


def resources(desk: Desk, group: str) -> set[str]:
    """What is in a group, by type and name."""
    return {
        f"{one['type'].rpartition('/')[2]} {one['name']}"
        for one in desk.az(f"resource list -g {group}")
    }
