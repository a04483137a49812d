"""Azure on one machine: what the real clients speak to, where there is no Azure."""
