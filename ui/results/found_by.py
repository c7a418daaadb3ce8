"""Which rankings found a hit."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QCoreApplication

from engine.api import Hit, RankedChunk


class FoundBy(StrEnum):
    """The kind of a hit, shown as its badge, and a value to filter by."""

    BOTH = "both"
    KEYWORDS = "keywords"
    MEANING = "meaning"
    EXACT_TEXT = "exact text"
    FILTERS = "filters"

    @classmethod
    def of(cls, found: Hit | RankedChunk) -> FoundBy:
        """Return who found it; a literal search has no ranking, nor have filters alone."""
        ranks = found.retrieval if isinstance(found, Hit) else found
        if ranks.lexical_rank is not None:
            return cls.KEYWORDS if ranks.vector_rank is None else cls.BOTH
        if ranks.vector_rank is not None:
            return cls.MEANING
        is_browsed = isinstance(found, Hit) and found.filters_only
        return cls.FILTERS if is_browsed else cls.EXACT_TEXT

    @property
    def is_ranked(self) -> bool:
        """True when a ranking holds the hit: the badge has dots for both."""
        return self in RANKED

    @property
    def by_keywords(self) -> bool:
        """True when the keyword ranking holds the hit."""
        return self in {FoundBy.BOTH, FoundBy.KEYWORDS}

    @property
    def by_meaning(self) -> bool:
        """True when the meaning ranking holds the hit."""
        return self in {FoundBy.BOTH, FoundBy.MEANING}

    @property
    def word(self) -> str:
        """The word on the badge."""
        match self:
            case FoundBy.BOTH:
                return QCoreApplication.translate("FoundBy", "Both")
            case FoundBy.KEYWORDS:
                return QCoreApplication.translate("FoundBy", "Keywords")
            case FoundBy.MEANING:
                return QCoreApplication.translate("FoundBy", "Meaning")
            case FoundBy.EXACT_TEXT:
                return QCoreApplication.translate("FoundBy", "Exact text")
            case FoundBy.FILTERS:
                return QCoreApplication.translate("FoundBy", "By date")


# The kinds that a person can filter by.
RANKED = (FoundBy.BOTH, FoundBy.KEYWORDS, FoundBy.MEANING)
