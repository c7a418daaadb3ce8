"""Which ranking found a hit."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import QCoreApplication

from engine.api import Hit


class FoundBy(Enum):
    """The kind of a hit, shown as its badge.

    No StrEnum: Qt would hand it back as a plain string.
    """

    BOTH = "both"
    KEYWORDS = "keywords"
    MEANING = "meaning"
    EXACT_TEXT = "exact text"
    FILTERS = "filters"

    @classmethod
    def of(cls, hit: Hit) -> FoundBy:
        """Return who found the hit; a literal search has no ranking, nor have filters alone."""
        by_keywords = hit.retrieval.lexical_rank is not None
        by_meaning = hit.retrieval.vector_rank is not None
        if by_keywords and by_meaning:
            return cls.BOTH
        if by_keywords:
            return cls.KEYWORDS
        if by_meaning:
            return cls.MEANING
        return cls.FILTERS if hit.filters_only else cls.EXACT_TEXT

    @property
    def is_ranked(self) -> bool:
        """True when a ranking holds the hit: the badge has dots for both."""
        return self.by_keywords or self.by_meaning

    @property
    def by_keywords(self) -> bool:
        """True when the keyword ranking holds the hit."""
        return self is FoundBy.BOTH or self is FoundBy.KEYWORDS

    @property
    def by_meaning(self) -> bool:
        """True when the meaning ranking holds the hit."""
        return self is FoundBy.BOTH or self is FoundBy.MEANING

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
