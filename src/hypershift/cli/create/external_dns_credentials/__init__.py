"""`create external-dns-credentials`: a service principal that may write one DNS zone."""
