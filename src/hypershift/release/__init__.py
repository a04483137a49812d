"""Release payloads: which versions there are and what they hold."""
