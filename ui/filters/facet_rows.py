"""What an answer counts, by the sections of the filter column."""

from __future__ import annotations

from collections.abc import Sequence

from engine.api import FacetCount, Facets, TrustLevel
from ui.filters.filter_selection import Section


def facet_rows(facets: Facets) -> dict[Section, tuple[FacetCount, ...]]:
    """Return the values of each section that has rows, with their counts."""
    return {
        Section.FOLDERS: facets.folders,
        Section.TAGS: facets.tags,
        Section.LANGUAGES: facets.langs,
        Section.TYPES: facets.file_types,
        Section.TRUST: _least_trust(facets.trust),
    }


def _least_trust(levels: Sequence[FacetCount]) -> tuple[FacetCount, ...]:
    """Return how many passages each least level leaves; nothing where all are primary sources."""
    counts = {TrustLevel(level.value): level.count for level in levels}
    if not any(count for level, count in counts.items() if level is not TrustLevel.PRIMARY):
        return ()
    primary = counts.get(TrustLevel.PRIMARY, 0)
    secondary = primary + counts.get(TrustLevel.SECONDARY, 0)
    return (
        FacetCount(TrustLevel.PRIMARY.value, primary),
        FacetCount(TrustLevel.SECONDARY.value, secondary),
    )
