"""Hosted Kubernetes control planes on self-managed Azure: command line, operator and API."""

__version__ = "0.1.0.dev0"
