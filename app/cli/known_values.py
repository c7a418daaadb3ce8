"""Values of filters that no document of the library has, and the nearest ones that exist."""

from __future__ import annotations

from collections.abc import Iterator

from twofold.app.blocking_client import BlockingClient
from twofold.app.cli.parser import suggestion
from twofold.engine.api import (
    FILTERS,
    CountMatches,
    MatchesCounted,
    SearchFilters,
    SearchRequest,
    ValuesFilter,
)

# The facets that list the values of a filter, by its field in SearchFilters.
_FACETS = {"tags_any": "tags", "langs": "langs", "folders": "folders", "file_types": "file_types"}
_NOUNS = {"tag": "tag", "lang": "language", "folder": "folder", "type": "file type"}
_SHOWN = {"und": "none"}


def unknown_values(filters: SearchFilters, client: BlockingClient) -> Iterator[str]:
    """Yield a sentence for each value of a filter that no document has."""
    facets = client.ask(CountMatches(SearchRequest("", limit=1)), MatchesCounted).counts.facets
    for known in FILTERS:
        if not isinstance(known, ValuesFilter) or known.included not in _FACETS:
            continue
        existing = [count.value for count in getattr(facets, _FACETS[known.included])]
        compared = {known.compared(value) for value in existing}
        for value in getattr(filters, known.included):
            if known.compared(value) not in compared:
                words = [_SHOWN.get(one, one) for one in existing]
                yield (
                    f"No document has the {_NOUNS[known.word]} '{_SHOWN.get(value, value)}'."
                    f"{suggestion(value, words, lists=True)}"
                )
