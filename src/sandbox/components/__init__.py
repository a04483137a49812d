"""The upstream programs that a hosted cluster is made of, built from source on this machine.

`load` says which there are, `find` where they are; `ensure` builds what is missing.
"""

from __future__ import annotations

from sandbox.components.build import Built, ensure, find
from sandbox.components.catalog import Component, load

__all__ = ["Built", "Component", "ensure", "find", "load"]
