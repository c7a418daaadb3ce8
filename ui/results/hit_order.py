"""In which order the hits of an answer are listed, and where the weak ones stand."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from PySide6.QtCore import QCoreApplication

from engine.api import Hit
from ui.i18n.citation_text import shown_title


class HitOrder(Enum):
    """How a person wants the hits sorted. No StrEnum: Qt would hand it back as a plain string."""

    BEST = "best"
    NEWEST = "newest"
    NAME = "name"

    @property
    def words(self) -> str:
        """The entry of the menu."""
        return {
            HitOrder.BEST: QCoreApplication.translate("HitOrder", "Best match"),
            HitOrder.NEWEST: QCoreApplication.translate("HitOrder", "Newest first"),
            HitOrder.NAME: QCoreApplication.translate("HitOrder", "By name"),
        }[self]


def in_order(hits: Iterable[Hit], order: HitOrder) -> tuple[Hit, ...]:
    """Return the hits sorted; weak ones come after all others, and equal ones as they were."""
    ordered = list(hits)
    if order is HitOrder.NEWEST:
        ordered.sort(key=lambda hit: hit.date, reverse=True)  # without a date: '' and last
    elif order is HitOrder.NAME:
        ordered.sort(key=lambda hit: shown_title(hit).casefold())
    return tuple(sorted(ordered, key=lambda hit: hit.weak))
