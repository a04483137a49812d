"""What flags make of the operator's Deployment, and of External DNS."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import yaml

from hypershift.release.revision import revision
from tests.unit.cli.install.rendered import EXTERNAL_DNS, PRIVATE, SCALE_FROM_ZERO

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Render = Callable[..., dict[str, Any]]

pytestmark = pytest.mark.usefixtures("install_files")

ARGUMENTS = [
    "run",
    "--namespace=$(MY_NAMESPACE)",
    "--pod-name=$(MY_NAME)",
    "--metrics-addr=:9000",
    "--enable-dedicated-request-serving-isolation=true",
    "--enable-ocp-cluster-monitoring=false",
    "--enable-ci-debug-output=false",
    "--private-platform=None",
]
CERTIFICATES = "--cert-dir=/var/run/secrets/serving-cert"
ENVIRONMENT = {
    "METRICS_SET": "Telemetry",
    "CERT_ROTATION_SCALE": "24h0m0s",
    "KUBE_FEATURE_WatchListClient": "false",
    "CAPI_STORAGE_VERSION": "v1beta2",
    "ENABLE_ETCD_RECOVERY": "1",
}
NO_WEBHOOK = ("--enable-conversion-webhook=false", "--disable-capi-conversion-webhook")
MANAGED_IDENTITY = (
    *PRIVATE,
    "--azure-pls-managed-identity-client-id=the-identity",
    "--azure-pls-subscription-id=the-subscription",
)


def pod_of(rendered: dict[str, Any], name: str = "operator") -> dict[str, Any]:
    return rendered[f"Deployment/{name}"]["spec"]["template"]["spec"]


def operator(rendered: dict[str, Any]) -> dict[str, Any]:
    (container,) = pod_of(rendered)["containers"]
    return container


def environment(rendered: dict[str, Any]) -> dict[str, str]:
    variables = operator(rendered)["env"]
    given = {each["name"]: each["value"] for each in variables if "value" in each}
    assert len(variables) == len({each["name"] for each in variables})
    return given


def mounts(pod: dict[str, Any]) -> dict[str, Any]:
    """Where the first container finds which volume, without the mounts that it always has."""
    volumes = {each["name"]: each for each in pod["volumes"]}
    return {
        mount["mountPath"]: {
            kind: source for kind, source in volumes[mount["name"]].items() if kind != "name"
        }
        for mount in pod["containers"][0]["volumeMounts"]
        if mount.get("readOnly")
    }


@pytest.mark.parametrize(
    ("flags", "arguments"),
    [
        ((), [*ARGUMENTS, CERTIFICATES]),
        (NO_WEBHOOK, ARGUMENTS),
        (("--enable-conversion-webhook=false",), [*ARGUMENTS, CERTIFICATES]),
        (("--disable-capi-conversion-webhook",), [*ARGUMENTS, CERTIFICATES]),
        ((*NO_WEBHOOK, "--enable-defaulting-webhook"), [*ARGUMENTS, CERTIFICATES]),
        (
            (*NO_WEBHOOK, "--enable-validating-webhook"),
            [*ARGUMENTS, CERTIFICATES, "--enable-validating-webhook=true"],
        ),
        ((*NO_WEBHOOK, "--enable-audit-log-persistence"), [*ARGUMENTS, CERTIFICATES]),
        (
            (*NO_WEBHOOK, "--hcp-egress-block-cidrs=10.0.0.0/8", "--hcp-egress-block-cidrs=::/0"),
            [
                *ARGUMENTS,
                "--hcp-egress-block-cidrs=10.0.0.0/8",
                "--hcp-egress-block-cidrs=::/0",
            ],
        ),
        (
            (*NO_WEBHOOK, "--registry-overrides=quay.io=mirror.local,a=b"),
            [*ARGUMENTS, "--registry-overrides=quay.io=mirror.local,a=b"],
        ),
        (
            (*NO_WEBHOOK, *SCALE_FROM_ZERO, "--scale-from-zero-secret-key=file"),
            [
                *ARGUMENTS,
                "--scale-from-zero-provider=azure",
                "--scale-from-zero-creds=/etc/scale-from-zero-creds/file",
            ],
        ),
        (
            (*NO_WEBHOOK, "--enable-uwm-telemetry-remote-write"),
            [*ARGUMENTS, "--enable-uwm-telemetry-remote-write"],
        ),
    ],
)
def test_flags_become_arguments(
    render: Render, flags: tuple[str, ...], arguments: list[str]
) -> None:
    rendered = render(*flags)

    assert operator(rendered)["command"] == ["/usr/bin/hypershift-operator"]
    assert operator(rendered)["args"] == arguments


@pytest.mark.parametrize(
    ("flag", "argument"),
    [
        ("--enable-dedicated-request-serving-isolation=false", 4),
        ("--platform-monitoring=All", 5),
        ("--enable-ci-debug-output", 6),
    ],
)
def test_a_switch_turns_one_argument(render: Render, flag: str, argument: int) -> None:
    rendered = render(*NO_WEBHOOK, flag)

    turned = {"true": "false", "false": "true"}
    name, _, value = ARGUMENTS[argument].partition("=")
    wanted = [*ARGUMENTS[:argument], f"{name}={turned[value]}", *ARGUMENTS[argument + 1 :]]
    assert operator(rendered)["args"] == wanted


@pytest.mark.parametrize(
    ("flags", "variables"),
    [
        ((), {}),
        (("--metrics-set=sre",), {"METRICS_SET": "SRE"}),
        (("--cert-rotation-scale=90m",), {"CERT_ROTATION_SCALE": "1h30m0s"}),
        (("--disable-capi-migration",), {"CAPI_STORAGE_VERSION": "v1beta1"}),
        (("--enable-etcd-recovery=false",), {"ENABLE_ETCD_RECOVERY": None}),
        (("--enable-size-tagging",), {"ENABLE_SIZE_TAGGING": "1"}),
        (("--enable-cpo-overrides",), {"ENABLE_CPO_OVERRIDES": "1"}),
        (("--enable-audit-log-persistence",), {"ENABLE_AUDIT_LOG_PERSISTENCE": "true"}),
        (("--tech-preview-no-upgrade",), {"HYPERSHIFT_FEATURESET": "TechPreviewNoUpgrade"}),
        (("--monitoring-dashboards",), {"MONITORING_DASHBOARDS": "1"}),
        (
            (
                "--enable-cvo-management-cluster-metrics-access",
                "--cvo-prometheus-url=https://prometheus.example.com",
            ),
            {
                "ENABLE_CVO_MANAGEMENT_CLUSTER_METRICS_ACCESS": "1",
                "CVO_PROMETHEUS_URL": "https://prometheus.example.com",
            },
        ),
        (("--limit-crd-install=Azure,AWS",), {"PLATFORMS_INSTALLED": "Azure,AWS"}),
        (
            ("--limit-crd-install=Azure", "--limit-crd-install=AWS"),
            {"PLATFORMS_INSTALLED": "Azure,AWS"},
        ),
        (("--managed-service=ARO-HCP",), {"MANAGED_SERVICE": "ARO-HCP"}),
        (
            ("--managed-service=ARO-HCP", "--aro-hcp-key-vault-users-client-id=the-reader"),
            {"MANAGED_SERVICE": "ARO-HCP", "ARO_HCP_KEY_VAULT_USER_CLIENT_ID": "the-reader"},
        ),
        (
            (*PRIVATE, "--azure-private-creds=private.json"),
            {
                "AZURE_RESOURCE_GROUP": "management",
                "AZURE_CREDENTIALS_FILE": "/etc/azure-provider/credentials",
            },
        ),
        (
            (*PRIVATE, "--azure-private-secret=own", "--azure-private-secret-key=azure.json"),
            {
                "AZURE_RESOURCE_GROUP": "management",
                "AZURE_CREDENTIALS_FILE": "/etc/azure-provider/azure.json",
            },
        ),
        (
            MANAGED_IDENTITY,
            {
                "AZURE_RESOURCE_GROUP": "management",
                "AZURE_PLS_CLIENT_ID": "the-identity",
                "AZURE_SUBSCRIPTION_ID": "the-subscription",
            },
        ),
        (
            ("--additional-operator-env-vars= HTTP_PROXY = http://proxy ,EMPTY=, =x",),
            {"HTTP_PROXY": "http://proxy"},
        ),
        (("--additional-operator-env-vars=METRICS_SET=None,MY_NAME=me,A=b",), {"A": "b"}),
    ],
)
def test_flags_become_environment_variables(
    render: Render, flags: tuple[str, ...], variables: dict[str, str | None]
) -> None:
    rendered = render(*flags)

    wanted = {name: value for name, value in (ENVIRONMENT | variables).items() if value}
    assert environment(rendered) == wanted


def test_rhobs_is_for_those_who_say_so_in_the_environment(
    render: Render, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RHOBS_MONITORING", "1")

    rendered = render("--rhobs-monitoring")

    assert environment(rendered) == ENVIRONMENT | {"RHOBS_MONITORING": "1"}


BUNDLES = {"/etc/pki/ca-trust/extracted/pem": {"emptyDir": {}}}
SERVING = {
    "/var/run/secrets/serving-cert": {
        "secret": {"secretName": "manager-serving-cert", "optional": True}
    }
}


@pytest.mark.parametrize(
    ("flags", "mounted"),
    [
        ((), BUNDLES | SERVING),
        (NO_WEBHOOK, BUNDLES),
        (
            (*NO_WEBHOOK, *PRIVATE, "--azure-private-creds=private.json"),
            BUNDLES
            | {
                "/etc/azure-provider": {
                    "secret": {"secretName": "hypershift-operator-azure-credentials"}
                }
            },
        ),
        (
            (*NO_WEBHOOK, *PRIVATE, "--azure-private-secret=own"),
            BUNDLES | {"/etc/azure-provider": {"secret": {"secretName": "own"}}},
        ),
        ((*NO_WEBHOOK, *MANAGED_IDENTITY), BUNDLES),
        (
            (*NO_WEBHOOK, *SCALE_FROM_ZERO),
            BUNDLES
            | {
                "/etc/scale-from-zero-creds": {
                    "secret": {"secretName": "hypershift-operator-scale-from-zero-credentials"}
                }
            },
        ),
        (
            (
                *NO_WEBHOOK,
                "--scale-from-zero-provider=azure",
                "--scale-from-zero-secret=own",
            ),
            BUNDLES | {"/etc/scale-from-zero-creds": {"secret": {"secretName": "own"}}},
        ),
        (
            (*NO_WEBHOOK, "--additional-trust-bundle=trust.pem"),
            BUNDLES
            | {
                "/etc/pki/tls/certs": {
                    "configMap": {
                        "name": "user-ca-bundle",
                        "items": [{"key": "ca-bundle.crt", "path": "user-ca-bundle.pem"}],
                    }
                }
            },
        ),
    ],
)
def test_flags_decide_what_the_operator_can_read(
    render: Render, flags: tuple[str, ...], mounted: dict[str, Any]
) -> None:
    rendered = render(*flags)

    assert mounts(pod_of(rendered)) == mounted


@pytest.mark.parametrize(
    ("flags", "replicas"),
    [
        ((), 2),
        (NO_WEBHOOK, 1),
        ((*NO_WEBHOOK, "--enable-audit-log-persistence"), 1),
        ((*NO_WEBHOOK, "--enable-defaulting-webhook"), 2),
        ((*NO_WEBHOOK, "--enable-validating-webhook"), 2),
        (("--enable-conversion-webhook=false",), 2),
        (("--disable-capi-conversion-webhook",), 2),
        (("--development", "--enable-validating-webhook"), 0),
    ],
)
def test_there_are_two_operators_where_writes_depend_on_one(
    render: Render, flags: tuple[str, ...], replicas: int
) -> None:
    rendered = render(*flags)

    assert rendered["Deployment/operator"]["spec"]["replicas"] == replicas


def test_the_image_its_policy_and_its_pull_secret_are_those_of_the_flags(render: Render) -> None:
    rendered = render(
        "--hypershift-image=quay.io/hypershift/hypershift:TAG",
        "--image-pull-policy=Always",
        "--pull-secret=pull-secret.json",
    )

    pod = pod_of(rendered)
    containers = [*pod["initContainers"], *pod["containers"]]
    assert [(each["image"], each["imagePullPolicy"]) for each in containers] == [
        ("quay.io/hypershift/hypershift:TAG", "Always")
    ] * 2
    assert pod["imagePullSecrets"] == [{"name": "pull-secret"}]


def test_without_flags_the_image_is_the_published_one(render: Render) -> None:
    rendered = render()

    assert operator(rendered)["image"] == "quay.io/hypershift/hypershift-operator:latest"
    assert operator(rendered)["imagePullPolicy"] == "IfNotPresent"
    assert "imagePullSecrets" not in pod_of(rendered)


def test_an_image_stream_names_the_images(render: Render, install_files: Path) -> None:
    images = {
        "hypershift-operator": "registry.local/operator@sha256:1",
        "cluster-api": "registry.local/capi@sha256:2",
        "cluster-api-provider-azure": "registry.local/capz@sha256:3",
        "apiserver-network-proxy": "registry.local/konnectivity@sha256:4",
        "cluster-api-provider-aws": "registry.local/capa@sha256:5",
    }
    tags = [
        {"name": name, "from": {"kind": "DockerImage", "name": image}}
        for name, image in images.items()
    ]
    stream = {"kind": "ImageStream", "apiVersion": "image.openshift.io/v1", "spec": {"tags": tags}}
    (install_files / "images.yaml").write_text(yaml.safe_dump(stream))

    rendered = render("--image-refs=images.yaml")

    assert operator(rendered)["image"] == "registry.local/operator@sha256:1"
    assert environment(rendered) == ENVIRONMENT | {
        "IMAGE_CLUSTER_API": "registry.local/capi@sha256:2",
        "IMAGE_AZURE_CAPI_PROVIDER": "registry.local/capz@sha256:3",
        "IMAGE_KONNECTIVITY": "registry.local/konnectivity@sha256:4",
    }


def test_a_managed_identity_is_lent_to_the_pod(render: Render) -> None:
    rendered = render(*MANAGED_IDENTITY)

    labels = rendered["Deployment/operator"]["spec"]["template"]["metadata"]["labels"]
    assert labels == {
        "name": "operator",
        "app": "operator",
        "hypershift.openshift.io/operator-component": "operator",
        "azure.workload.identity/use": "true",
    }
    assert rendered["ServiceAccount/operator"]["metadata"]["annotations"] == {
        "azure.workload.identity/client-id": "the-identity"
    }


def test_credentials_lend_no_identity_to_the_pod(render: Render) -> None:
    rendered = render(*PRIVATE, "--azure-private-creds=private.json")

    labels = rendered["Deployment/operator"]["spec"]["template"]["metadata"]["labels"]
    assert "azure.workload.identity/use" not in labels
    assert "annotations" not in rendered["ServiceAccount/operator"]["metadata"]


def test_the_deployment_says_which_program_made_it(render: Render) -> None:
    rendered = render()

    assert rendered["Deployment/operator"]["metadata"]["annotations"] == {
        "hypershift.openshift.io/install-cli-version": revision()
    }


def test_the_operator_is_confined(render: Render) -> None:
    pod = pod_of(render())

    confined = {
        "runAsUser": 1000,
        "privileged": False,
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
        "seccompProfile": {"type": "RuntimeDefault"},
    }
    containers = [*pod["initContainers"], *pod["containers"]]
    assert [each["securityContext"] for each in containers] == [confined, confined]
    assert pod["priorityClassName"] == "hypershift-operator"


DNS_ARGUMENTS = [
    "--source=service",
    "--source=openshift-route",
    "--domain-filter=dev.example.com",
    "--provider=azure",
    "--registry=txt",
    "--txt-suffix=-external-dns",
    "--txt-owner-id=c0ffee",
    "--label-filter=hypershift.openshift.io/route-visibility!=private",
    "--interval=1m",
    "--txt-cache-interval=1h",
    "--azure-config-file=/etc/provider/credentials",
]


def test_external_dns_looks_after_one_zone(render: Render) -> None:
    rendered = render(*EXTERNAL_DNS, "--external-dns-txt-owner-id=c0ffee")

    pod = pod_of(rendered, "external-dns")
    (container,) = pod["containers"]
    assert (container["command"], container["args"]) == (["/external-dns"], DNS_ARGUMENTS)
    assert container["env"] == [{"name": "AZURE_SDK_MAX_RETRIES", "value": "5"}]
    assert container["image"] == (
        "registry.redhat.io/edo/external-dns-rhel8"
        "@sha256:9f60c682b44497d9736a04991c0d2b3485d477f6c89a87c4a44a211a3d1f3cd4"
    )
    assert pod["imagePullSecrets"] == [{"name": "pull-secret"}]
    assert pod["priorityClassName"] == "hypershift-operator"
    assert mounts(pod) == {"/etc/provider": {"secret": {"secretName": "external-dns-credentials"}}}


def test_external_dns_has_an_image_an_interval_and_a_secret_of_its_own(render: Render) -> None:
    rendered = render(
        *EXTERNAL_DNS[:2],
        "--external-dns-secret=own",
        "--external-dns-interval=30s",
        "--external-dns-image=registry.local/external-dns:v1",
        "--additional-trust-bundle=trust.pem",
    )

    pod = pod_of(rendered, "external-dns")
    assert "--interval=30s" in pod["containers"][0]["args"]
    assert pod["containers"][0]["image"] == "registry.local/external-dns:v1"
    assert mounts(pod) == {
        "/etc/provider": {"secret": {"secretName": "own"}},
        "/etc/pki/tls/certs": {
            "configMap": {
                "name": "user-ca-bundle",
                "items": [{"key": "ca-bundle.crt", "path": "user-ca-bundle.pem"}],
            }
        },
    }


def owner_of(rendered: dict[str, Any]) -> str:
    arguments = pod_of(rendered, "external-dns")["containers"][0]["args"]
    (owner,) = [each for each in arguments if each.startswith("--txt-owner-id=")]
    return owner


def test_records_keep_their_owner_when_the_same_is_installed_again(render: Render) -> None:
    first, again = render(*EXTERNAL_DNS), render(*EXTERNAL_DNS, "--enable-etcd-recovery=false")

    assert owner_of(first) == owner_of(again)


@pytest.mark.parametrize(
    "flag", ["--namespace=elsewhere", "--external-dns-domain-filter=prod.example.com"]
)
def test_another_namespace_or_zone_has_another_owner(render: Render, flag: str) -> None:
    first, other = render(*EXTERNAL_DNS), render(*EXTERNAL_DNS, flag)

    assert owner_of(first) != owner_of(other)
