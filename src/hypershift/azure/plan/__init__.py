"""What is to be so in Azure, as steps that need each other, and how they are carried out.

    group = ResourceGroup(azure, "my-group", "eastus")
    identity = Identity(azure, "my-identity", group)
    await carry_out([group, identity], watcher)

Every step looks first and does only what is missing, so that a plan may be carried out again, after
an interruption as well. Steps that do not need each other are carried out side by side.
"""
