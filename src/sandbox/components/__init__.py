"""The upstream programs that a hosted cluster is made of, built from source on this machine.

`load` says which there are; `ensure` builds what is missing and tells where the programs are.
"""

from sandbox.components.build import ensure
from sandbox.components.catalog import Component, load

__all__ = ["Component", "ensure", "load"]
