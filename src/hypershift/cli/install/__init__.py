"""`install`, `install render` and `install helm`: what was typed becomes an installation.

flags.py, then validation.py, then plan.py, which gives an Installation of hypershift.operator.
"""
