"""What flags make of the namespace, webhooks, rights and monitoring."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.unit.cli.install.rendered import CERTIFICATE, EVERYTHING

if TYPE_CHECKING:
    from collections.abc import Callable

    Render = Callable[..., dict[str, Any]]

OPERATOR_LABELS = {
    "hypershift.openshift.io/component": "operator",
    "hypershift.openshift.io/monitoring": "true",
}
PLATFORM = {"kind": "ServiceAccount", "name": "prometheus-k8s", "namespace": "openshift-monitoring"}
USERS = {
    "kind": "ServiceAccount",
    "name": "prometheus-user-workload",
    "namespace": "openshift-user-workload-monitoring",
}


@pytest.mark.parametrize(
    ("flags", "watched", "prometheus"),
    [
        ((), True, PLATFORM),
        (("--platform-monitoring=All",), True, PLATFORM),
        (("--platform-monitoring=OperatorOnly",), True, PLATFORM),
        (("--platform-monitoring=None",), False, USERS),
    ],
)
def test_either_the_platform_or_its_users_measure_the_operator(
    render: Render, flags: tuple[str, ...], watched: bool, prometheus: dict[str, str]
) -> None:
    rendered = render(*flags)

    wanted = OPERATOR_LABELS | ({"openshift.io/cluster-monitoring": "true"} if watched else {})
    assert rendered["Namespace/hypershift"]["metadata"]["labels"] == wanted
    assert rendered["RoleBinding/prometheus"]["subjects"] == [prometheus]


def test_everything_of_the_operator_is_in_its_namespace(
    render: Render, install_files: object
) -> None:
    elsewhere = render(*EVERYTHING, "--render-sensitive", "--namespace=elsewhere")
    usual = render(*EVERYTHING, "--render-sensitive")

    moved = json.dumps(elsewhere).replace("elsewhere", "hypershift")
    owner, other_owner = (owner_of(each) for each in (usual, elsewhere))
    assert json.loads(moved.replace(other_owner, owner)) == usual
    placed = {
        each["metadata"]["namespace"]
        for each in elsewhere.values()
        if "namespace" in each["metadata"]
    }
    assert placed == {"elsewhere", "kube-system", "openshift-monitoring"}


def owner_of(rendered: dict[str, Any]) -> str:
    template = rendered["Deployment/external-dns"]["spec"]["template"]
    return template["spec"]["containers"][0]["args"][6].partition("=")[2]


def webhook(name: str, path: str, namespace: str = "hypershift", **more: Any) -> dict[str, Any]:
    group = "" if name in ("pods", "configmaps") else "hypershift.openshift.io"
    return {
        "rules": [
            {
                "apiGroups": [group],
                "apiVersions": ["v1beta1" if group else "v1"],
                "operations": more.pop("operations", ["CREATE"]),
                "resources": [name],
                "scope": "Namespaced",
            }
        ],
        "clientConfig": {"service": {"namespace": namespace, "name": "operator", "path": path}},
        "sideEffects": "None",
        "admissionReviewVersions": ["v1"],
        "timeoutSeconds": 15,
        **more,
    }


OF_CONTROL_PLANES = {"matchLabels": {"hypershift.openshift.io/hosted-control-plane": "true"}}
DEFAULTING = {
    f"{name}s.hypershift.openshift.io": webhook(
        f"{name}s", f"/mutate-hypershift-openshift-io-v1beta1-{name}"
    )
    for name in ("hostedcluster", "nodepool")
}
AUDIT_LOGS = {
    "pods.auditlogpersistence.hypershift.openshift.io": webhook(
        "pods",
        "/mutate-kas-audit-logs",
        failurePolicy="Ignore",
        namespaceSelector=OF_CONTROL_PLANES,
    ),
    "configmaps.auditlogpersistence.hypershift.openshift.io": webhook(
        "configmaps",
        "/mutate-kas-audit-log-config",
        operations=["CREATE", "UPDATE"],
        failurePolicy="Ignore",
        namespaceSelector=OF_CONTROL_PLANES,
    ),
}
VALIDATING = {
    f"{name}s.hypershift.openshift.io": webhook(
        f"{name}s",
        f"/validate-hypershift-openshift-io-v1beta1-{name}",
        operations=["CREATE", "UPDATE"],
        failurePolicy="Fail",
    )
    for name in ("hostedcluster", "nodepool")
}


@pytest.mark.parametrize(
    ("flags", "mutating", "validating"),
    [
        ((), {}, {}),
        (("--enable-defaulting-webhook",), DEFAULTING, {}),
        (("--enable-audit-log-persistence",), AUDIT_LOGS, {}),
        (
            ("--enable-defaulting-webhook", "--enable-audit-log-persistence"),
            DEFAULTING | AUDIT_LOGS,
            {},
        ),
        (("--enable-validating-webhook",), {}, VALIDATING),
    ],
)
def test_the_api_server_asks_the_operator_what_the_flags_say(
    render: Render,
    flags: tuple[str, ...],
    mutating: dict[str, Any],
    validating: dict[str, Any],
) -> None:
    rendered = render(*flags)

    found = [
        {each.pop("name"): each for each in configuration["webhooks"]}
        if (configuration := rendered.get(f"{kind}WebhookConfiguration/hypershift.openshift.io"))
        else {}
        for kind in ("Mutating", "Validating")
    ]
    assert found == [mutating, validating]


def test_webhooks_call_the_namespace_of_the_operator(render: Render) -> None:
    rendered = render("--enable-validating-webhook", "--namespace=elsewhere")

    webhooks = rendered["ValidatingWebhookConfiguration/hypershift.openshift.io"]["webhooks"]
    assert {each["clientConfig"]["service"]["namespace"] for each in webhooks} == {"elsewhere"}


@pytest.mark.parametrize(
    ("flags", "groups"),
    [
        ((), set[str]()),
        (("--managed-service=ARO-HCP",), {"secrets-store.csi.x-k8s.io"}),
        (("--enable-cvo-management-cluster-metrics-access",), {"metrics.k8s.io"}),
        (
            ("--enable-size-tagging",),
            {"scheduling.hypershift.openshift.io", "autoscaling.k8s.io"},
        ),
        (
            ("--enable-audit-log-persistence",),
            {"auditlogpersistence.hypershift.openshift.io", "snapshot.storage.k8s.io"},
        ),
        (("--rhobs-monitoring",), {"metrics.k8s.io", "monitoring.rhobs"}),
    ],
)
def test_a_feature_brings_the_rights_that_it_needs(
    render: Render, monkeypatch: pytest.MonkeyPatch, flags: tuple[str, ...], groups: set[str]
) -> None:
    monkeypatch.setenv("RHOBS_MONITORING", "1")

    plain, rendered = (
        each["ClusterRole/hypershift-operator"]["rules"] for each in (render(), render(*flags))
    )

    added = rendered[len(plain) :]
    assert rendered[: len(plain)] == plain
    assert {group for rule in added for group in rule["apiGroups"]} == groups


def test_the_feature_gate_tells_of_the_technology_preview(render: Render) -> None:
    without, preview = render(), render("--tech-preview-no-upgrade")

    assert without["ConfigMap/feature-gate"]["data"] == {"TechPreviewEnabled": "false"}
    assert preview["ConfigMap/feature-gate"]["data"] == {"TechPreviewEnabled": "true"}


@pytest.mark.usefixtures("install_files")
def test_the_bundle_of_the_user_is_beside_the_one_that_openshift_fills(render: Render) -> None:
    rendered = render("--additional-trust-bundle=trust.pem")

    assert rendered["ConfigMap/user-ca-bundle"]["data"] == {"ca-bundle.crt": CERTIFICATE}
    filled = rendered["ConfigMap/openshift-config-managed-trusted-ca-bundle"]
    assert filled["metadata"]["labels"] == {"config.openshift.io/inject-trusted-cabundle": "true"}
    assert "data" not in filled


def test_a_dashboard_has_the_places_that_the_operator_fills(render: Render) -> None:
    rendered = render("--monitoring-dashboards")

    template = rendered["ConfigMap/monitoring-dashboard-template"]["data"]["template"]
    panels = [panel for row in json.loads(template)["rows"] for panel in row["panels"]]
    assert len(panels) == len({panel["id"] for panel in panels})
    assert {word for word in template.replace('"', " ").replace("/", " ").split() if "__" in word}
    for place in ("__NAME__", "__NAMESPACE__", "__CONTROL_PLANE_NAMESPACE__", "__CLUSTER_ID__"):
        assert place in template
