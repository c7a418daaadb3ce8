"""Places in words, for text that leaves the program."""

from __future__ import annotations

from engine.core.citation import Place, clock_time
from engine.core.document import PlaceKind


def place_in_words(place: Place, label: str = "") -> str:
    """Return 'page 3', 'lines 12\u201334', '00:01:02\u201300:01:09', or the place's own label."""
    if label:
        return label
    if place.box is not None:
        return f"region {place.fragment.partition('=')[2]}"
    first, last, kind = str(place.start), str(place.end), place.kind.value
    if place.kind is PlaceKind.TIME:
        first, last, kind = clock_time(place.start)[:8], clock_time(place.end)[:8], ""
    if first == last:
        return f"{kind} {first}".lstrip()
    return f"{kind}s {first}\u2013{last}" if kind else f"{first}\u2013{last}"
