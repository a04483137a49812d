"""Things in Azure that plans consist of: how each is looked for, made, put right and deleted."""
