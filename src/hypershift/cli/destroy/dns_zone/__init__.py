"""`destroy dns-zone`: deletes the zone that `create dns-zone` made."""
