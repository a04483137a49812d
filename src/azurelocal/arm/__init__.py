"""Azure Resource Manager: one front for every provider, and the law that is common to them."""
