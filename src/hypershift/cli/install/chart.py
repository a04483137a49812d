"""A Helm chart: its files, by their names."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from hypershift.cli.documents import to_yaml
from hypershift.cli.install.parameters import PLACES, opened, parameters
from hypershift.operator.install.definitions import definitions
from hypershift.operator.install.manifests import resources
from hypershift.release.revision import revision

if TYPE_CHECKING:
    from hypershift.operator.install.assets import Object
    from hypershift.operator.install.installation import Installation

NAME = "hypershift-operator"
VERSION = "0.1.0"
METADATA = "Chart.yaml"
VALUES = "values.yaml"

_NAMESPACE = "{{ .Release.Namespace }}"
# Braces that Prometheus or a dashboard is to read, not Helm.
_BRACES_OF_OTHERS = re.compile(r"\{\{(?! \.(?:Release|Values)\.)")


def chart(installation: Installation) -> dict[str, str]:
    """Write an installation down as a chart.

    Helm does not look into definitions for what is open, so these name the namespace itself.
    """
    wanted = replace(opened(installation, _placeholder), namespace=_NAMESPACE)
    files = {METADATA: to_yaml(_metadata()), VALUES: to_yaml(_values(parameters(installation)))}
    for name, definition in definitions(installation).items():
        files[f"crds/customresourcedefinition-{name}.yaml"] = definition
    # Files are named by what the flags said, and hold what is open.
    for named, resource in zip(resources(installation), resources(wanted), strict=True):
        # Helm itself makes the namespace that it installs into.
        if named["kind"] != "Namespace" or named["metadata"]["name"] != installation.namespace:
            files[f"templates/{_file_name(named)}"] = _for_helm(to_yaml(resource))
    return files


def _metadata() -> Object:
    return {
        "apiVersion": "v2",
        "name": NAME,
        "description": "The HyperShift operator: hosted Kubernetes control planes on Azure.",
        "type": "application",
        "version": VERSION,
        "appVersion": revision(),
    }


def _values(values: dict[str, str]) -> dict[str, Any]:
    """Put each value where its path says."""
    tree: dict[str, Any] = {}
    for name, value in values.items():
        *branches, leaf = PLACES[name].split(".")
        place = tree
        for branch in branches:
            place = place.setdefault(branch, {})
        place[leaf] = value
    return tree


def _placeholder(name: str) -> str:
    return f"{{{{ .Values.{PLACES[name]} }}}}"


def _for_helm(text: str) -> str:
    return _BRACES_OF_OTHERS.sub('{{ "{{" }}', text)


def _file_name(resource: Object) -> str:
    return f"{resource['kind'].lower()}-{resource['metadata']['name']}.yaml"
