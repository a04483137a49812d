"""Every command: its words, its module, and its line in the help."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypershift.cli.command import Branch, Leaf

if TYPE_CHECKING:
    from collections.abc import Iterator

    Node = tuple[tuple[str, ...], Branch | Leaf]

_AZURE = "it serves Azure only"


def _other_platforms(*names: str) -> dict[str, str]:
    return dict.fromkeys(names, _AZURE)


_CCOCTL = Branch(
    "Commands of OpenShift's tool ccoctl, by its names and with its flags.",
    {
        "azure": Branch(
            "What ccoctl makes in Azure before there are clusters.",
            {
                "create-key-pair": Leaf(
                    "hypershift.cli.ccoctl.azure.create_key_pair",
                    "The same as `create key-pair`.",
                ),
                "create-oidc-issuer": Leaf(
                    "hypershift.cli.ccoctl.azure.create_oidc_issuer",
                    "The same as `create oidc-issuer azure`.",
                ),
            },
        ),
    },
)

_COMPLETION = Branch(
    "Print a script that completes commands in your shell.",
    {
        shell: Leaf(f"hypershift.cli.completion:{shell.upper()}", f"Print the script for {shell}.")
        for shell in ("bash", "fish", "zsh")
    },
    absent={"powershell": "there are scripts for bash, fish and zsh"},
)

_CONSOLE_LOGS = Branch(
    "Fetch what the machines of a cluster wrote to their consoles.",
    {
        "azure": Leaf(
            "hypershift.cli.console_logs.azure",
            "Fetch the boot diagnostics of a cluster's virtual machines.",
        ),
    },
    absent=_other_platforms("aws"),
)

_CREATE = Branch(
    "Create clusters, node pools, and what they need in Azure.",
    {
        "cluster": Branch(
            "Create a hosted cluster.",
            {
                "azure": Leaf(
                    "hypershift.cli.create.cluster.azure",
                    "Create a hosted cluster whose nodes are Azure virtual machines.",
                ),
            },
            shared="hypershift.cli.create.cluster.flags:ClusterFlags",
            absent=_other_platforms(
                "agent", "aws", "gcp", "kubevirt", "none", "openstack", "powervs"
            ),
        ),
        "dns-zone": Branch(
            "Create the DNS zone of clusters.",
            {
                "azure": Leaf(
                    "hypershift.cli.create.dns_zone.azure",
                    "Create a public DNS zone, and let its parent zone lead to it.",
                ),
            },
        ),
        "external-dns-credentials": Branch(
            "Create the credentials of External DNS.",
            {
                "azure": Leaf(
                    "hypershift.cli.create.external_dns_credentials.azure",
                    "Create a service principal that may write one DNS zone.",
                ),
            },
        ),
        "iam": Branch(
            "Create the identities that a cluster's components use.",
            {
                "azure": Leaf(
                    "hypershift.cli.create.iam.azure",
                    "Create managed identities and their federated credentials.",
                ),
            },
            absent=_other_platforms("aws", "cli-role", "gcp"),
        ),
        "infra": Branch(
            "Create the infrastructure of a cluster.",
            {
                "azure": Leaf(
                    "hypershift.cli.create.infra.azure",
                    "Create the resource groups, network, DNS zone and load balancer.",
                ),
            },
            absent=_other_platforms("aws", "gcp", "powervs"),
        ),
        "key-pair": Leaf(
            "hypershift.cli.create.key_pair",
            "Create the key that signs the tokens of a cluster's service accounts.",
        ),
        "kubeconfig": Leaf(
            "hypershift.cli.create.kubeconfig",
            "Print a kubeconfig for one hosted cluster, or for all of a namespace.",
        ),
        "nodepool": Branch(
            "Create a node pool in a hosted cluster.",
            {
                "azure": Leaf(
                    "hypershift.cli.create.nodepool.azure",
                    "Create a node pool of Azure virtual machines.",
                ),
            },
            shared="hypershift.cli.create.nodepool.flags:NodePoolFlags",
            absent=_other_platforms("agent", "aws", "kubevirt", "openstack", "powervs"),
        ),
        "oadp-backup": Leaf(
            "hypershift.cli.create.oadp_backup", "Back a hosted cluster up with OADP."
        ),
        "oadp-restore": Leaf(
            "hypershift.cli.create.oadp_restore", "Restore a hosted cluster from an OADP backup."
        ),
        "oidc-issuer": Branch(
            "Create the issuer of a cluster's service account tokens.",
            {
                "azure": Leaf(
                    "hypershift.cli.create.oidc_issuer.azure",
                    "Create an OIDC issuer in a storage account.",
                ),
            },
        ),
    },
    absent={
        "bastion": f"bastions are part of AWS, and {_AZURE}",
        "oadp-schedule": "`velero schedule create` makes schedules of backups",
    },
)

_DESTROY = Branch(
    "Destroy what the create commands made.",
    {
        "cluster": Branch(
            "Destroy a hosted cluster and its infrastructure.",
            {
                "azure": Leaf(
                    "hypershift.cli.destroy.cluster.azure",
                    "Destroy a hosted cluster and its Azure resources.",
                ),
            },
            shared="hypershift.cli.destroy.cluster.flags:DestroyClusterFlags",
            absent=_other_platforms(
                "agent", "aws", "gcp", "kubevirt", "none", "openstack", "powervs"
            ),
        ),
        "dns-zone": Branch(
            "Destroy the DNS zone of clusters.",
            {
                "azure": Leaf(
                    "hypershift.cli.destroy.dns_zone.azure",
                    "Destroy the DNS zone that `create dns-zone azure` made.",
                ),
            },
        ),
        "external-dns-credentials": Branch(
            "Destroy the credentials of External DNS.",
            {
                "azure": Leaf(
                    "hypershift.cli.destroy.external_dns_credentials.azure",
                    "Destroy the service principal that writes a DNS zone.",
                ),
            },
        ),
        "iam": Branch(
            "Destroy the identities of a cluster's components.",
            {
                "azure": Leaf(
                    "hypershift.cli.destroy.iam.azure",
                    "Destroy managed identities and their federated credentials.",
                ),
            },
            absent=_other_platforms("aws", "gcp"),
        ),
        "infra": Branch(
            "Destroy the infrastructure of a cluster.",
            {
                "azure": Leaf(
                    "hypershift.cli.destroy.infra.azure",
                    "Destroy the Azure resources that `create infra azure` made.",
                ),
            },
            absent=_other_platforms("aws", "gcp", "powervs"),
        ),
        "nodepool": Leaf("hypershift.cli.destroy.nodepool", "Delete a node pool and its machines."),
        "oidc-issuer": Branch(
            "Destroy the issuer of a cluster's service account tokens.",
            {
                "azure": Leaf(
                    "hypershift.cli.destroy.oidc_issuer.azure",
                    "Destroy the OIDC issuer that `create oidc-issuer azure` made.",
                ),
            },
        ),
    },
    absent={"bastion": f"bastions are part of AWS, and {_AZURE}"},
)

_DOCTOR = Branch(
    "Find what is wrong, and what mends it.",
    {
        "azure": Leaf(
            "hypershift.cli.doctor.azure",
            "Check what a cluster needs in Azure: permissions, issuer, identities, network, DNS.",
        ),
    },
)

_DUMP = Branch(
    "Collect what support needs to know.",
    {
        "cluster": Leaf(
            "hypershift.cli.dump.cluster",
            "Collect the objects and logs of a hosted cluster's control plane.",
        ),
    },
)

_INSTALL = Branch(
    "Install the HyperShift operator on the management cluster.",
    {
        "helm": Leaf(
            "hypershift.cli.install.helm", "Write a Helm chart that installs the operator."
        ),
        "render": Leaf(
            "hypershift.cli.install.render",
            "Print the manifests that install the operator; needs no cluster.",
        ),
    },
    trunk=Leaf("hypershift.cli.install.install", ""),
)

_RELEASE = Branch(
    "Look at releases.",
    {
        "info": Leaf(
            "hypershift.cli.release.info",
            "Print what a release holds: versions, images, boot images.",
        ),
    },
)

TREE = Branch(
    "Hosted Kubernetes control planes on self-managed Azure.",
    {
        "ccoctl": _CCOCTL,
        "completion": _COMPLETION,
        "console-logs": _CONSOLE_LOGS,
        "create": _CREATE,
        "destroy": _DESTROY,
        "doctor": _DOCTOR,
        "dump": _DUMP,
        "install": _INSTALL,
        "release": _RELEASE,
        "version": Leaf("hypershift.cli.version", "Print the versions of program and operator."),
    },
    absent={"fix": f"what it repairs is part of AWS, and {_AZURE}"},
)


def nodes(branch: Branch = TREE, words: tuple[str, ...] = ()) -> Iterator[Node]:
    """Every branch and command below a branch, each after its words, in the order of help."""
    yield words, branch
    for word, child in branch.children.items():
        if isinstance(child, Branch):
            yield from nodes(child, (*words, word))
        else:
            yield (*words, word), child
