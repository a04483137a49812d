"""The metadata service: what a machine can ask about itself, without a secret, at 169.254.169.254.

machine     the document about a machine, and who it is in this Azure
tree        reads one leaf or branch of a document by its path
tokens      tokens for the identities of a machine
front       requests and answers, as one virtual network sees them
"""
