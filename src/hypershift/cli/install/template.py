"""An OpenShift Template: manifests in which values are still open."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hypershift.cli.install.parameters import NAMESPACE, REPLICAS, opened, parameters
from hypershift.operator.install.definitions import definitions, parsed
from hypershift.operator.install.manifests import resources

if TYPE_CHECKING:
    from hypershift.operator.install.assets import Object
    from hypershift.operator.install.installation import Installation


def template(installation: Installation) -> Object:
    """Write an installation down as a Template, whose parameters have the flags' values."""
    values = parameters(installation) | {
        NAMESPACE: installation.namespace,
        REPLICAS: str(installation.replicas),
    }
    # Double braces: the value is a number there, not a text.
    wanted = replace(
        opened(installation, _placeholder),
        namespace=_placeholder(NAMESPACE),
        replicas=f"${{{{{REPLICAS}}}}}",
    )
    return {
        "apiVersion": "template.openshift.io/v1",
        "kind": "Template",
        "metadata": {"name": "hypershift-operator-template"},
        "objects": [*resources(wanted), *map(parsed, definitions(wanted).values())],
        "parameters": [{"name": name, "value": values[name]} for name in sorted(values)],
    }


def _placeholder(name: str) -> str:
    return f"${{{name}}}"
