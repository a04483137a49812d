"""`create nodepool`: the flags and the manifest of a node pool, which `create cluster` uses too."""
