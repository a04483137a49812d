"""`destroy infra`: the Azure resources that `create infra` made."""
