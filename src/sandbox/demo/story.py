"""What the demo shows, in this order: commands as a user types them."""

from __future__ import annotations

from dataclasses import dataclass

from sandbox.demo.inputs import CONTROL_PLANES, DOMAIN, OPENSHIFT, subnet
from sandbox.management import registry

RELEASE = "quay.io/openshift-release-dev/ocp-release:4.21.0-x86_64"
TOOLS = f"{registry.HOST}/{registry.PREFIX}/tools:latest"
APPLY = "kubectl apply --server-side -f -"


@dataclass(frozen=True)
class Command:
    """A command line; of long output the first lines are shown."""

    line: str
    shown: int = 60
    refused: bool = False


@dataclass(frozen=True)
class Scene:
    """Commands with one purpose."""

    title: str
    commands: tuple[Command, ...]


def _create(name: str, *more: str) -> Command:
    lines = (
        f"hypershift create cluster azure --name {name} --infra-json infra-{name}.json",
        "--azure-creds azure-credentials.json --pull-secret pull-secret.json",
        f"--release-image {RELEASE} --node-pool-replicas 2",
        f"--oidc-issuer-url https://oidc.{DOMAIN}/{name}",
        "--sa-token-issuer-private-key-path service-account.key",
        *more,
        f"--render --render-sensitive | {APPLY}",
    )
    return Command(" \\\n    ".join(lines))


WEB = "mkdir /tmp/www; hostname >/tmp/www/index.html; exec busybox httpd -f -p 8080 -h /tmp/www"

STORY = (
    Scene(
        "See the management cluster: two virtual machines of azurelocal",
        (Command("kubectl get nodes,pods --all-namespaces"),),
    ),
    Scene(
        "Run something on it, behind a load balancer of Azure",
        (
            Command(
                f"kubectl create deployment web --image {TOOLS} --replicas 2 \\\n"
                f"    -- sh -c '{WEB}'"
            ),
            Command(
                "kubectl expose deployment web --type LoadBalancer --port 80 --target-port 8080"
            ),
            Command("kubectl rollout status deployment web --timeout 5m", shown=1),
            Command(
                "kubectl wait service web --timeout 5m \\\n"
                "    --for jsonpath='{.status.loadBalancer.ingress[0].ip}'"
            ),
            Command("kubectl get service web"),
            Command(
                "curl --silent --fail --retry 30 --retry-delay 1 --retry-all-errors \\\n"
                "    http://$(kubectl get service web \\\n"
                "    -o jsonpath='{.status.loadBalancer.ingress[0].ip}')"
            ),
        ),
    ),
    Scene(
        "Make the API server know the kinds that an OpenShift cluster has anyway",
        (
            Command(f"kubectl apply --server-side -f {OPENSHIFT}"),
            Command(f"kubectl wait --for=condition=Established -f {OPENSHIFT}"),
        ),
    ),
    Scene(
        "Install the operator: render its manifests, and apply them",
        (
            Command(f"hypershift install render | {APPLY}", shown=12),
            Command("kubectl wait --for=condition=Established crd --all", shown=2),
        ),
    ),
    Scene(
        "Install it again, now with External DNS",
        (
            Command(
                "hypershift install render --external-dns-provider azure \\\n"
                f"    --external-dns-domain-filter {CONTROL_PLANES} \\\n"
                f"    --external-dns-credentials external-dns.json --render-sensitive | {APPLY}",
                shown=3,
            ),
            Command("kubectl get deployments --namespace hypershift"),
        ),
    ),
    Scene(
        "Create two hosted clusters: one with load balancers, one with names from External DNS",
        (_create("plain"), _create("named", f"--external-dns-domain {CONTROL_PLANES}")),
    ),
    Scene(
        "Add a node pool",
        (
            Command(
                "hypershift create nodepool azure --cluster-name plain --name workers \\\n"
                f"    --replicas 3 --nodepool-subnet-id {subnet('plain')} \\\n"
                f"    --release-image {RELEASE} \\\n"
                f"    --render | {APPLY}"
            ),
        ),
    ),
    Scene(
        "See what there is",
        (
            Command("kubectl get hostedclusters,nodepools --all-namespaces"),
            Command(
                "kubectl get hostedclusters --namespace clusters \\\n"
                "    -o custom-columns='NAME:.metadata.name,"
                "API SERVER:.spec.services[0].servicePublishingStrategy.type,"
                "HOST:.spec.services[0].servicePublishingStrategy.route.hostname'"
            ),
        ),
    ),
    Scene(
        "See what the API server has filled in",
        (
            Command(
                "kubectl get hostedclusters --namespace clusters \\\n"
                "    -o custom-columns='NAME:.metadata.name,"
                "CLOUD:.spec.platform.azure.cloud,AUTOSCALING:.spec.autoscaling.scaling,"
                "INFRASTRUCTURE:.spec.infrastructureAvailabilityPolicy'"
            ),
            Command(
                "kubectl get nodepools --namespace clusters \\\n"
                "    -o custom-columns='NAME:.metadata.name,"
                "ROLLOUT:.spec.management.replace.strategy,"
                "SURGE:.spec.management.replace.rollingUpdate.maxSurge,"
                "ENCRYPTION:.spec.platform.azure.encryptionAtHost,"
                "IMAGE:.spec.platform.azure.image.azureMarketplace.imageGeneration'"
            ),
        ),
    ),
    Scene(
        "Try what cannot be: the API server says why",
        (
            Command(
                "kubectl patch hostedcluster plain --namespace clusters --type merge \\\n"
                """    --patch '{"spec": {"platform": {"azure": {"location": "northeurope"}}}}'""",
                refused=True,
            ),
            Command(
                "kubectl patch nodepool workers --namespace clusters --type merge \\\n"
                """    --patch '{"spec": {"autoScaling": {"min": 1, "max": 5}}}'""",
                refused=True,
            ),
        ),
    ),
    Scene(
        "Scale a node pool",
        (
            Command("kubectl scale nodepool workers --namespace clusters --replicas 5"),
            Command("kubectl get nodepools --namespace clusters"),
        ),
    ),
    Scene(
        "Read the documentation of a field",
        (Command("kubectl explain hostedcluster.spec.platform.azure", shown=40),),
    ),
)
