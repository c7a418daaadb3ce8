"""The balance of both rankings, as a person reads and sets it: the part of meaning in percent."""

from __future__ import annotations

from dataclasses import replace

from engine.api import FusionSettings

_EVEN = 50


def meaning_percent(fusion: FusionSettings) -> int:
    """Return the part of meaning in all weight, from 0 to 100."""
    total = fusion.lexical_weight + fusion.vector_weight
    return round(100 * fusion.vector_weight / total) if total > 0 else _EVEN


def with_meaning_percent(fusion: FusionSettings, percent: int) -> FusionSettings:
    """Return settings of this balance; both weights are 1 where it is even."""
    return replace(fusion, lexical_weight=(100 - percent) / _EVEN, vector_weight=percent / _EVEN)


def balance_in_words(percent: int) -> str:
    """'40 : 60' for 60 percent of meaning."""
    return f"{100 - percent} : {percent}"
