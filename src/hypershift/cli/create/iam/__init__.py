"""`create iam`: the identities with which a cluster's components act in Azure."""
