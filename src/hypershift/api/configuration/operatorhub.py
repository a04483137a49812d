"""The operator catalogs that a hosted cluster offers by default."""

from __future__ import annotations

from typing import Annotated

from hypershift.api.schema import Struct, Text


class OperatorHubSpec(Struct):
    """Which of the default catalog sources are present.

    The default sources are redhat-operators, certified-operators and community-operators. Catalog
    sources that administrators add to the hosted cluster are not affected.
    """

    disableAllDefaultSources: bool | None = None
    """Whether to remove every default source, as a disconnected cluster needs. Entries in `sources`
    make exceptions from it. When false or absent, all default sources are present.
    """

    sources: list[HubSource] | None = None
    """Exceptions for single default sources. An entry wins over disableAllDefaultSources, so that
    one source can be kept while the others go, or the other way round.
    """


class HubSource(Struct):
    """A default source, and whether it is to be left out."""

    disabled: bool | None = None
    """True removes the source, false keeps it. False when absent."""

    name: Annotated[str, Text(min=1, max=253)] | None = None
    """The name of the default source that the entry is about, for example redhat-operators. An
    entry with any other name has no effect.
    """
