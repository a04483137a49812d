"""Every command: its words, its module, and its line in the help."""

from __future__ import annotations

from hypershift.cli.command import Branch, Leaf

_AZURE_ONLY = "this program serves Azure, so "

TREE = Branch(
    "Hosted Kubernetes control planes on self-managed Azure.",
    {
        "completion": Branch(
            "Print a script that completes commands in your shell.",
            {
                shell: Leaf(
                    f"hypershift.cli.completion:{shell.upper()}", f"Print the one for {shell}"
                )
                for shell in ("bash", "zsh", "fish")
            },
        ),
        "console-logs": Branch(
            "Fetch what the machines of a cluster wrote to their consoles.",
            {
                "azure": Leaf(
                    "hypershift.cli.console_logs.azure",
                    "Fetch the boot diagnostics of a cluster's virtual machines",
                ),
            },
            unknown=_AZURE_ONLY,
        ),
        "create": Branch(
            "Create clusters, node pools, and what they need in Azure.",
            {
                "cluster": Branch(
                    "Create a hosted cluster.",
                    {
                        "azure": Leaf(
                            "hypershift.cli.create.cluster.azure",
                            "Create a hosted cluster whose nodes are Azure virtual machines",
                        ),
                    },
                    shared="hypershift.cli.create.cluster.flags:ClusterFlags",
                    unknown=_AZURE_ONLY,
                ),
                "iam": Branch(
                    "Create the identities that a cluster's components use.",
                    {
                        "azure": Leaf(
                            "hypershift.cli.create.iam.azure",
                            "Create managed identities and their federated credentials",
                        ),
                    },
                    unknown=_AZURE_ONLY,
                ),
                "infra": Branch(
                    "Create the infrastructure of a cluster.",
                    {
                        "azure": Leaf(
                            "hypershift.cli.create.infra.azure",
                            "Create the resource groups, network, DNS zone and load balancer",
                        ),
                    },
                    unknown=_AZURE_ONLY,
                ),
                "kubeconfig": Leaf(
                    "hypershift.cli.create.kubeconfig",
                    "Print a kubeconfig for one hosted cluster, or for all of a namespace",
                ),
                "nodepool": Branch(
                    "Create a node pool in a hosted cluster.",
                    {
                        "azure": Leaf(
                            "hypershift.cli.create.nodepool.azure",
                            "Create a node pool of Azure virtual machines",
                        ),
                    },
                    shared="hypershift.cli.create.nodepool.flags:NodePoolFlags",
                    unknown=_AZURE_ONLY,
                ),
                "oadp-backup": Leaf(
                    "hypershift.cli.create.oadp_backup", "Create an OADP backup of a hosted cluster"
                ),
                "oadp-restore": Leaf(
                    "hypershift.cli.create.oadp_restore",
                    "Restore a hosted cluster from an OADP backup",
                ),
            },
        ),
        "destroy": Branch(
            "Destroy what the create commands made.",
            {
                "cluster": Branch(
                    "Destroy a hosted cluster and its infrastructure.",
                    {
                        "azure": Leaf(
                            "hypershift.cli.destroy.cluster.azure",
                            "Destroy a hosted cluster and its Azure resources",
                        ),
                    },
                    shared="hypershift.cli.destroy.cluster.flags:DestroyClusterFlags",
                    unknown=_AZURE_ONLY,
                ),
                "iam": Branch(
                    "Destroy the identities of a cluster's components.",
                    {
                        "azure": Leaf(
                            "hypershift.cli.destroy.iam.azure",
                            "Destroy managed identities and their federated credentials",
                        ),
                    },
                    unknown=_AZURE_ONLY,
                ),
                "infra": Branch(
                    "Destroy the infrastructure of a cluster.",
                    {
                        "azure": Leaf(
                            "hypershift.cli.destroy.infra.azure",
                            "Destroy the Azure resources that create infra azure made",
                        ),
                    },
                    unknown=_AZURE_ONLY,
                ),
                "nodepool": Leaf(
                    "hypershift.cli.destroy.nodepool", "Delete a node pool and its machines"
                ),
            },
        ),
        "dump": Branch(
            "Collect what support needs to know.",
            {
                "cluster": Leaf(
                    "hypershift.cli.dump.cluster",
                    "Collect the objects and logs of a hosted cluster's control plane",
                ),
            },
        ),
        "install": Branch(
            "Install the HyperShift operator on the management cluster.",
            {
                "helm": Leaf(
                    "hypershift.cli.install.helm", "Write a Helm chart that installs the operator"
                ),
                "render": Leaf(
                    "hypershift.cli.install.render",
                    "Print the manifests that install the operator; needs no cluster",
                ),
            },
            trunk=Leaf("hypershift.cli.install.install", ""),
        ),
        "version": Leaf("hypershift.cli.version", "Print the versions of program and operator"),
    },
)
