"""`destroy cluster`: a hosted cluster and the infrastructure below it."""
