"""Builds and runs, on one machine, everything that a hosted cluster needs around it."""
