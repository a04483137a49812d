"""`create infra`: the Azure resources that a cluster needs before it is created."""
