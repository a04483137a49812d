"""`hypershift destroy`: ends what the create commands made."""
