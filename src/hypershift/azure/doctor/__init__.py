"""Looks at a cluster's half in Azure, finds what is wrong, and names the command that mends it.

`registry` has all checks, `examination` runs them. A check is a function in the module of its
subject: it asks Azure through the reads that all checks share, and yields what it finds.
"""
