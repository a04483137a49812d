"""`hypershift create cluster azure`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from hypershift.cli.command import Command
from hypershift.cli.create.cluster.flags import CreateAzureClusterFlags
from hypershift.cli.create.cluster.hostedcluster import hosted_cluster
from hypershift.cli.create.cluster.nodepools import node_pools
from hypershift.cli.create.cluster.plan import make_plan
from hypershift.cli.create.cluster.secrets import namespace, secret_names, secrets, trust_bundle
from hypershift.cli.create.cluster.validation import check_flags
from hypershift.cli.documents import to_stream, write_file
from hypershift.cli.errors import NotAvailableError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hypershift.cli.create.cluster.plan import Plan

_THIS = "create cluster azure"


def run(flags: CreateAzureClusterFlags) -> None:
    """Check the flags and the files, then render."""
    check_flags(flags)
    plan = make_plan(flags)
    _check_available(flags)
    manifests = to_stream(_objects(plan))
    if flags.render_into:
        write_file(flags.render_into, manifests, "--render-into", secret=flags.render_sensitive)
    else:
        click.echo(manifests, nl=False)
    for hint in _hints(plan):
        click.echo(hint, err=True)


def _hints(plan: Plan) -> Iterator[str]:
    """What has to be seen to before the manifests can be applied."""
    if not plan.flags.render_sensitive:
        yield (
            f"Secrets are left out; make {', '.join(secret_names(plan))} yourself, or add"
            " --render-sensitive"
        )
    if not plan.flags.release_image:
        yield (
            "No release is named; add --release-image, or let the operator choose one, which it"
            " does when it was installed with --enable-defaulting-webhook"
        )


def _check_available(flags: CreateAzureClusterFlags) -> None:
    """Refuse what needs Azure, the network or a management cluster."""
    if not (flags.render or flags.render_into):
        raise NotAvailableError(
            _THIS, "use --render and --infra-json, and kubectl apply -f - with what it prints"
        )
    if not flags.infra_json:
        raise NotAvailableError(
            f"{_THIS} --render without --infra-json",
            "describe the infrastructure with --infra-json, as `create infra azure` does",
        )
    if flags.version_check:
        raise NotAvailableError(f"{_THIS} --version-check", "leave the flag out")
    if flags.release_stream and not flags.release_image:
        raise NotAvailableError(
            f"{_THIS} --release-stream", "name the release with --release-image"
        )


def _objects(plan: Plan) -> list[object]:
    """The manifests, in the order in which they are to be applied."""
    flags = plan.flags
    return [
        namespace(flags.namespace),
        *([trust_bundle(plan)] if plan.trust_bundle else []),
        *(secrets(plan) if flags.render_sensitive else []),
        hosted_cluster(plan),
        *node_pools(flags, plan.infra),
    ]


COMMAND = Command(
    CreateAzureClusterFlags,
    run,
    help="""
Create a hosted cluster whose nodes are Azure virtual machines. This version renders the manifests
of a cluster whose infrastructure exists, and leaves it to kubectl to apply them.
""",
    example="""
hypershift create cluster azure --name my-cluster --pull-secret pull-secret.json \\
    --azure-creds azure-credentials.json --infra-json infra.json --node-pool-replicas 2 \\
    --release-image quay.io/openshift-release-dev/ocp-release:4.21.0-x86_64 \\
    --sa-token-issuer-private-key-path serviceaccount-signer.private \\
    --oidc-issuer-url https://myissuer.blob.core.windows.net/myissuer \\
    --generate-ssh --render --render-sensitive | kubectl apply -f -
""",
)
