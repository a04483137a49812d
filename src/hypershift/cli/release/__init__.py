"""`release`: what releases hold."""
