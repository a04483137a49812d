"""Every case, from one module per subject, and the rules that no case can show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.integration.api.cases import (
    azure,
    clusters,
    configuration,
    networking,
    nodepools,
    others,
    storage,
)

if TYPE_CHECKING:
    from tests.integration.api.rules import CelRule

SUBJECTS = (clusters, networking, azure, configuration, storage, nodepools, others)
CASES = [
    case
    for subject in SUBJECTS
    for table in vars(subject).values()
    if hasattr(table, "cases")
    for case in table.cases
]


@dataclass(frozen=True)
class Excuse:
    """Rules that are in force but that no object can show, and why."""

    reason: str
    place: str
    message: str

    def excuses(self, rule: CelRule) -> bool:
        """Whether a rule is one of them."""
        return rule.place.endswith(self.place) and self.message in rule.message


NOT_REFUSED = (
    Excuse("has a default", "spec", "If serviceAccountSigningKey is set, issuerURL must be set"),
    Excuse("has a default", "spec", "Arch is required once set"),
    Excuse("has a default", ".azureMarketplace", "must specify imageGeneration or must specify"),
    Excuse("maxItems refuses it first", ".restoreSnapshotURL", "more than 1 entry"),
)
