"""`destroy iam`: the identities that `create iam` made."""
