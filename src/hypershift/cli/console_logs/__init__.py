"""`hypershift console-logs`: what machines wrote to their consoles."""
