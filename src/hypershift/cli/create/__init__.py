"""The commands that create something."""
