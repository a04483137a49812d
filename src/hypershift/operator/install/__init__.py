"""What installs the operator: assets that hold what is constant, and adapt functions for the rest.

installation.py   what an installation is made of, once every question is answered
assets.py         reads the YAML assets
manifests.py      all objects, in the order in which they are applied
definitions.py    the CustomResourceDefinitions
and one module per subject, each a function from an installation to objects
"""
