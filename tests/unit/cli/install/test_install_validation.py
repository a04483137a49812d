"""Flags that contradict themselves are refused, all at once, before anything is printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.unit.cli.install.rendered import EXTERNAL_DNS, PRIVATE

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.unit.cli.conftest import Result

    Run = Callable[..., Result]

pytestmark = pytest.mark.usefixtures("install_files")

DNS = "--external-dns-provider=azure --external-dns-domain-filter=dev.example.com"
AZURE = " ".join(PRIVATE)
FOR_AWS = "is for AWS, and this program serves Azure: leave it out"
FOR_GOOGLE = "is for Google Cloud, and this program serves Azure: leave it out"
NOT_PRIVATE = (
    "is for private clusters on self-managed Azure: it needs --private-platform Azure, and no"
    " --managed-service"
)
ONE_WAY = (
    "--private-platform Azure needs one way to act in Azure: --azure-private-creds,"
    " --azure-private-secret or --azure-pls-managed-identity-client-id"
)
LABEL = (
    "at most 63 lower-case letters, digits and dashes, beginning and ending with a letter or digit"
)
RULES = [
    ("--namespace=", f"--namespace must be {LABEL}, not ''"),
    ("--namespace=Hyper", f"--namespace must be {LABEL}, not 'Hyper'"),
    (
        "--hypershift-image= ",
        "--hypershift-image must be the address of an image, without white space, not ''",
    ),
    (
        "--image-pull-policy=always",
        "--image-pull-policy must be Always, Never or IfNotPresent, not 'always'",
    ),
    (
        "--hypershift-image=local/operator --image-refs=b",
        "--hypershift-image and --image-refs both name the operator's image: give one of them",
    ),
    ("--cert-rotation-scale=25h", "--cert-rotation-scale must be more than 0 and at most 24h"),
    ("--cert-rotation-scale=0", "--cert-rotation-scale must be more than 0 and at most 24h"),
    ("--cert-rotation-scale=-1h", "--cert-rotation-scale must be more than 0 and at most 24h"),
    (
        "--hcp-egress-block-cidrs=10.0.0.0/8 --hcp-egress-block-cidrs=10.0.0.1",
        "--hcp-egress-block-cidrs must be a network such as 10.0.0.0/16, not '10.0.0.1'",
    ),
    (
        "--registry-overrides=a=b,c",
        "--registry-overrides must be SOURCE=MIRROR, separated by commas, not 'c'",
    ),
    (
        "--registry-overrides==b",
        "--registry-overrides must be SOURCE=MIRROR, separated by commas, not '=b'",
    ),
    (
        "--additional-operator-env-vars=1A=b",
        "--additional-operator-env-vars: a name must be letters, digits, dashes, dots and"
        " underscores, not beginning with a digit, not '1A'",
    ),
    (
        "--limit-crd-install=Azure,Powervs",
        "--limit-crd-install must be aws, azure, ibmcloud, kubevirt, agent, openstack or gcp, not"
        " 'powervs'",
    ),
    (
        "--external-dns-provider=aws --external-dns-domain-filter=dev.example.com",
        "--external-dns-provider must be azure, not 'aws'",
    ),
    (
        "--external-dns-provider=azure",
        "--external-dns-provider needs --external-dns-domain-filter, the zone to look after",
    ),
    (
        "--external-dns-provider=azure --external-dns-domain-filter=dev_example",
        "--external-dns-domain-filter must be a domain such as example.com: parts of at"
        " most 63 letters, digits and dashes, the last of letters only, not 'dev_example'",
    ),
    (
        f"{DNS} --external-dns-credentials=azure_mgmt.json --external-dns-secret=own",
        "--external-dns-credentials and --external-dns-secret exclude each other: give one of them",
    ),
    (
        f"{DNS} --external-dns-secret=Own",
        "--external-dns-secret must be a DNS name: lower-case letters, digits and dashes, in parts"
        " separated by dots, not 'Own'",
    ),
    (
        f"{DNS} --external-dns-interval=often",
        "--external-dns-interval: 'often' is not a duration such as 90s, 10m or 1h30m",
    ),
    (f"{DNS} --external-dns-interval=0", "--external-dns-interval must be more than 0"),
    (
        f"{DNS} --external-dns-image=",
        "--external-dns-image must be the address of an image, without white space, not ''",
    ),
    *(
        (f"--{flag}=x", f"--{flag} needs --external-dns-provider azure")
        for flag in (
            "external-dns-domain-filter",
            "external-dns-credentials",
            "external-dns-secret",
            "external-dns-txt-owner-id",
            "external-dns-interval",
            "external-dns-image",
        )
    ),
    ("--private-platform=AWS", "--private-platform must be Azure or None, not 'AWS'"),
    ("--private-platform=azure", "--private-platform must be Azure or None, not 'azure'"),
    (
        "--private-platform=Azure --azure-private-secret=own",
        "--private-platform Azure needs --azure-pls-resource-group",
    ),
    (AZURE, ONE_WAY),
    (
        f"{AZURE} --azure-private-secret=own --azure-pls-managed-identity-client-id=x"
        " --azure-pls-subscription-id=y",
        ONE_WAY,
    ),
    (
        f"{AZURE} --azure-private-secret=own --azure-private-creds=private.json",
        "--azure-private-creds and --azure-private-secret exclude each other: give one of them",
    ),
    (
        f"{AZURE} --azure-pls-managed-identity-client-id=x",
        "--azure-pls-managed-identity-client-id needs --azure-pls-subscription-id",
    ),
    (
        f"{AZURE} --azure-private-secret=own --azure-private-secret-key=a/b",
        "--azure-private-secret-key must be letters, digits, dashes, dots and underscores, not"
        " 'a/b'",
    ),
    *(
        (f"--{flag}=x", f"--{flag} {NOT_PRIVATE}")
        for flag in (
            "azure-pls-resource-group",
            "azure-pls-managed-identity-client-id",
            "azure-pls-subscription-id",
            "azure-private-creds",
            "azure-private-secret",
            "azure-private-secret-key",
        )
    ),
    (
        "--private-platform=Azure --managed-service=ARO-HCP --azure-private-secret=own",
        f"--azure-private-secret {NOT_PRIVATE}",
    ),
    ("--managed-service=aro", "--managed-service must be ARO-HCP, not 'aro'"),
    (
        "--aro-hcp-key-vault-users-client-id=x",
        "--aro-hcp-key-vault-users-client-id needs --managed-service ARO-HCP",
    ),
    (
        "--scale-from-zero-provider=aws --scale-from-zero-secret=own",
        "--scale-from-zero-provider must be azure, not 'aws'",
    ),
    (
        "--scale-from-zero-provider=azure",
        "--scale-from-zero-provider needs --scale-from-zero-creds or --scale-from-zero-secret",
    ),
    (
        "--scale-from-zero-provider=azure --scale-from-zero-creds=sizes.json"
        " --scale-from-zero-secret=own",
        "--scale-from-zero-creds and --scale-from-zero-secret exclude each other: give one of them",
    ),
    *(
        (f"--{flag}=x", f"--{flag} needs --scale-from-zero-provider azure")
        for flag in (
            "scale-from-zero-creds",
            "scale-from-zero-secret",
            "scale-from-zero-secret-key",
        )
    ),
    (
        "--rhobs-monitoring",
        "--rhobs-monitoring is for those who run RHOBS, who set RHOBS_MONITORING=1 in the"
        " environment: leave it out",
    ),
    (
        "--cvo-prometheus-url=https://prometheus.example.com",
        "--cvo-prometheus-url needs --enable-cvo-management-cluster-metrics-access or"
        " --rhobs-monitoring",
    ),
    (
        "--enable-cvo-management-cluster-metrics-access --cvo-prometheus-url=prometheus",
        "--cvo-prometheus-url must be an address that begins with https:// or http://, not"
        " 'prometheus'",
    ),
    *(
        (f"--{flag}=x", f"--{flag} {FOR_AWS}")
        for flag in (
            "aws-operator-roles-file",
            "aws-private-creds",
            "aws-private-region",
            "aws-private-role-arn",
            "aws-private-secret",
            "aws-private-secret-key",
            "aws-role-credential-source",
            "external-dns-aws-zones-cache-duration",
            "external-dns-role-arn",
            "oidc-storage-provider-s3-bucket-name",
            "oidc-storage-provider-s3-credentials",
            "oidc-storage-provider-s3-region",
            "oidc-storage-provider-s3-role-arn",
            "oidc-storage-provider-s3-secret",
            "oidc-storage-provider-s3-secret-key",
        )
    ),
    (
        "--enable-standalone-karpenter-operator",
        f"--enable-standalone-karpenter-operator {FOR_AWS}",
    ),
    *(
        (f"--{flag}=x", f"--{flag} {FOR_GOOGLE}")
        for flag in ("external-dns-google-project", "gcp-project", "gcp-region")
    ),
]


@pytest.mark.parametrize(("flags", "sentence"), RULES, ids=[flags for flags, _ in RULES])
def test_what_cannot_be_is_refused(hypershift: Run, flags: str, sentence: str) -> None:
    result = hypershift("install", "render", *flags.split())

    assert (result.code, result.out) == (2, "")
    assert result.err == f"Error: {sentence}\n"


def test_rhobs_excludes_the_metrics_of_the_management_cluster(
    hypershift: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RHOBS_MONITORING", "1")

    result = hypershift(
        "install",
        "render",
        "--rhobs-monitoring",
        "--enable-cvo-management-cluster-metrics-access",
    )

    assert (result.code, result.out) == (2, "")
    assert result.err == (
        "Error: --rhobs-monitoring and --enable-cvo-management-cluster-metrics-access exclude each"
        " other: give one of them\n"
    )


def test_the_metrics_of_rhobs_may_have_an_address(
    hypershift: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RHOBS_MONITORING", "1")

    result = hypershift(
        "install", "render", "--rhobs-monitoring", "--cvo-prometheus-url=https://rhobs.example.com"
    )

    assert (result.code, result.err) == (0, "")


@pytest.mark.parametrize("command", ["install", "install render", "install helm"])
def test_everything_that_is_wrong_is_said_at_once(hypershift: Run, command: str) -> None:
    result = hypershift(
        *command.split(), "--gcp-region=europe", "--namespace=A", "--managed-service=ROSA"
    )

    assert (result.code, result.out) == (2, "")
    assert result.err == (
        "Error: 3 things are wrong:\n"
        f"  --gcp-region {FOR_GOOGLE}\n"
        f"  --namespace must be {LABEL}, not 'A'\n"
        "  --managed-service must be ARO-HCP, not 'ROSA'\n"
    )


@pytest.mark.parametrize(
    "flags",
    [
        "--aws-private-secret-key=credentials --aws-role-credential-source=web-identity",
        "--oidc-storage-provider-s3-secret-key=credentials --gcp-project=",
        "--enable-standalone-karpenter-operator=false",
        "--azure-private-secret-key=credentials --private-platform=None",
        "--limit-crd-install=AZURE,Agent",
        "--private-platform=Azure --managed-service=ARO-HCP",
        f"{AZURE} --azure-private-creds=private.json --azure-pls-subscription-id=x",
        f"{DNS} --external-dns-interval=1h30m",
        "--hcp-egress-block-cidrs=10.1.2.3/8",
        "--exclude-etcd",
        "--cert-rotation-scale=24h",
        DNS,
        " ".join(EXTERNAL_DNS),
    ],
)
def test_what_is_right_or_says_nothing_is_taken(hypershift: Run, flags: str) -> None:
    result = hypershift("install", "render", "--outputs=resources", *flags.split())

    assert (result.code, result.err) == (0, "")


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        (
            "--template",
            "--template needs --render-sensitive, since a template holds the Secrets, too",
        ),
        (
            "--template --render-sensitive --outputs=crds",
            "--template and --outputs exclude each other: a template holds everything",
        ),
        ("--outputs=some", "--outputs: 'some' is not one of all, crds, resources"),
        ("--format=xml", "--format: 'xml' is not one of yaml, json"),
        (
            "--platform-monitoring=all",
            "--platform-monitoring: 'all' is not one of None, OperatorOnly, All",
        ),
        ("--metrics-set=few", "--metrics-set: 'few' is not one of Telemetry, SRE, All"),
        ("--install-scope=all", "there is no flag --install-scope; see --help"),
    ],
)
def test_what_render_cannot_do_is_refused(hypershift: Run, flags: str, sentence: str) -> None:
    result = hypershift("install", "render", *flags.split())

    assert (result.code, result.out) == (2, "")
    assert result.err == f"Error: {sentence}\n"
