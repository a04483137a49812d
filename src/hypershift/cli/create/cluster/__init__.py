"""`create cluster`: what is typed becomes a plan, and a plan becomes manifests.

`flags` says what may be typed, `validation` refuses what contradicts itself, `plan` reads files and
fills in what was left out, and `hostedcluster` and `secrets` write the objects down. Only `azure`,
the command itself, prints anything.
"""
