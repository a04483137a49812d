"""`create dns-zone`: makes a public zone, to which its parent zone leads."""
