"""The CustomResourceDefinitions of an installation.

They stay text from the file to the output: ten thousand lines of schemas, none of which depends on
a flag. What does depend on one is added at the end, where the object's spec is still open: it is
the last key of a definition.
"""

from __future__ import annotations

from pathlib import Path
from textwrap import indent
from typing import TYPE_CHECKING, Any

import yaml

import hypershift.api
from hypershift.api.annotations import FEATURE_SET

if TYPE_CHECKING:
    from hypershift.operator.install.assets import Object
    from hypershift.operator.install.installation import Installation

FOLDER = Path(hypershift.api.__file__).with_name("crds")
CONVERTED_GROUP = "hypershift.openshift.io"

_ONLY_WITH_AZURE = "azureprivatelinkservices.hypershift.openshift.io"
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def definitions(installation: Installation) -> dict[str, str]:
    """The definitions that are installed as YAML documents, by their names."""
    found: dict[str, str] = {}
    for path in sorted(FOLDER.glob("*.yaml")):
        group, _, plural = path.stem.partition("_")
        name, text = f"{plural}.{group}", path.read_text("utf-8")
        if name == _ONLY_WITH_AZURE and not installation.serves_azure:
            continue
        if _feature_set(text) != "Default" and not installation.features.tech_preview:
            continue
        converted = group == CONVERTED_GROUP and installation.webhooks.conversion
        found[name] = _document(text) + (_conversion(installation) if converted else "")
    return found


def parsed(document: str) -> Object:
    """A definition as an object, for those who cannot do with text."""
    return yaml.load(document, Loader=_Loader)


def _feature_set(text: str) -> str:
    head, _, _ = text.partition("\nspec:")
    marks = parsed(head)["metadata"].get("annotations", {})
    return marks.get(FEATURE_SET, "Default")


def _document(text: str) -> str:
    """Leave out the comment at the top, which speaks to us and not to who installs."""
    return text[text.index("apiVersion:") :]


def _conversion(installation: Installation) -> str:
    """Let the operator convert objects from one version of the API to another."""
    service = {
        "namespace": installation.namespace,
        "name": "operator",
        "port": 443,
        "path": "/convert",
    }
    webhook = {
        "clientConfig": {"service": service},
        "conversionReviewVersions": ["v1beta1", "v1alpha1"],
    }
    conversion = {"conversion": {"strategy": "Webhook", "webhook": webhook}}
    return indent(yaml.safe_dump(conversion), "  ")
