"""Entra ID: who there is, and the tokens that say so."""
