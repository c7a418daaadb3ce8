"""Which ranking found a hit."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import QCoreApplication

from engine.api import Retrieval


class FoundBy(Enum):
    """The kind of a hit, shown as its badge.

    No StrEnum: Qt would hand it back as a plain string.
    """

    BOTH = "both"
    KEYWORDS = "keywords"
    MEANING = "meaning"
    EXACT_TEXT = "exact text"

    @classmethod
    def of(cls, retrieval: Retrieval) -> FoundBy:
        """Return who found the hit; a literal search has no ranking."""
        by_keywords = retrieval.lexical_rank is not None
        by_meaning = retrieval.vector_rank is not None
        if by_keywords and by_meaning:
            return cls.BOTH
        if by_keywords:
            return cls.KEYWORDS
        return cls.MEANING if by_meaning else cls.EXACT_TEXT

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
        return {
            FoundBy.BOTH: QCoreApplication.translate("FoundBy", "Both"),
            FoundBy.KEYWORDS: QCoreApplication.translate("FoundBy", "Keywords"),
            FoundBy.MEANING: QCoreApplication.translate("FoundBy", "Meaning"),
            FoundBy.EXACT_TEXT: QCoreApplication.translate("FoundBy", "Exact text"),
        }[self]
