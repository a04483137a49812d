"""The `hypershift` command. A command's module is where its name says: `create cluster azure` is
`hypershift.cli.create.cluster.azure`.
"""
