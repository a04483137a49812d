"""`doctor`: what is wrong with a cluster's half in Azure, and what mends it."""
