"""The public API: what a cluster, its node pools and their parts are, as types.

One module holds one kind, or one subject that several kinds share. Field names are the API's own
spelling. `hypershift.api.schema` is the vocabulary, `hypershift.api.crd` turns the types into
CustomResourceDefinitions, and `crds/` holds the result.
"""
