"""`hypershift dump`: collects what support needs to know."""
