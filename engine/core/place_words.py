"""Places in words, for text that leaves the program."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.citation import Place, clock_time
from engine.core.document import PlaceKind
from engine.core.sentences import WORDS_OF_PLACES


def place_in_words(place: Place, label: str = "", say: Callable[[str], str] = str) -> str:
    """Return 'page 3', 'lines 12\u201334', '00:01:02\u201300:01:09', or the place's own label.

    `say` may put WORDS_OF_PLACES into another language.
    """
    if label:
        return label
    if place.box is not None:
        sides = place.fragment.partition("=")[2]
        return say(WORDS_OF_PLACES[PlaceKind.REGION][0]).format(first=sides)
    first, last = str(place.start), str(place.end)
    if place.kind is PlaceKind.TIME:
        first, last = clock_time(place.start)[:8], clock_time(place.end)[:8]
    one, several = WORDS_OF_PLACES.get(place.kind, ("{first}", "{first}\u2013{last}"))
    return say(one if first == last else several).format(first=first, last=last)
