"""`destroy external-dns-credentials`: the service principal that may write a DNS zone."""
