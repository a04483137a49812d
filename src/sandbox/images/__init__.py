"""Container images, assembled without an engine out of components, Debian packages and our source.

`catalog` says which there are and what is in them; `ensure` builds what is missing, `find` says
where they are. `push` takes them to a registry, and `release` makes a release of them.
"""

from __future__ import annotations

from sandbox.images.build import Built, ensure, find
from sandbox.images.layout import Layout

__all__ = ["Built", "Layout", "ensure", "find"]
