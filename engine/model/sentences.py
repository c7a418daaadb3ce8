"""Words of the engine that several of its parts say, or that it only repeats.

The engine speaks English: its sentences go to scripts, into logs and between processes as they are.
A window translates a sentence by its template, `{name}` standing for what is put in. The templates
are the texts of the engine's code, wherever they stand (scripts/engine_templates.py collects them).
"""

from __future__ import annotations

from collections.abc import Callable

from engine.model.citation import Place, clock_time
from engine.model.document import PlaceKind

# How `fusion: adaptive` weighed the two rankings.
EQUAL = "Keywords and meaning count about equally."
ONLY_MEANING = "Only meaning counts, as keywords found nothing."
ONLY_WORDS = "Only keywords count, as meaning found nothing."
MEANING_STANDS_OUT = (
    "Meaning counts more because its best passages stand out, while many passages match the words "
    "about equally well."
)
WORDS_STAND_OUT = (
    "Keywords count more because a few passages match the words far better than all others."
)
MEANING_IS_CLOSE = (
    "Meaning counts more because its best passages are far closer to the query than the rest of "
    "the library."
)
MEANING_IS_FAR = "Keywords count more because no passage is clearly close to the query in meaning."
WORDS_ARE_MISSING = "Meaning counts more because no passage holds all the rare words of the query."
MEANING_HAS_OTHER_WORDS = (
    "Keywords count more because the passages closest in meaning hold few of the words of the "
    "query."
)
MEANING_BY_SETTING = "Meaning counts more because the settings give it more weight."
WORDS_BY_SETTING = "Keywords count more because the settings give them more weight."

# What is answered where a query has no words.
NEWEST_LEFT = (
    "No words are asked for: of the documents that the filters leave, the newest come first."
)
ONLY_EXCLUSIONS = "Only exclusions are given: add a word to look for."

# What was not searched, and why.
ONLY_MEANING_SEARCHED = "Only meaning was searched: {why}."
ONLY_WORDS_SEARCHED = "Only keywords were searched: {why}."
NO_WORDS_SEARCHED = "Keywords could not be searched: {why}."
NO_MEANING_SEARCHED = "Meaning could not be searched: {why}."
NOT_RERANKED = "The order is that before reranking: {why}."
NOTHING_READ = "the chosen model has read no passage yet"
NOT_READ = "this passage has not been read by meaning yet"
NO_FREE_TEXT = "the query has no free text to compare"

# What a file or a folder is called that was asked for, at the beginning of a sentence.
IT = "It"

# Places, of one number and of several.
WORDS_OF_PLACES = {
    PlaceKind.LINE: ("line {first}", "lines {first}\u2013{last}"),
    PlaceKind.PAGE: ("page {first}", "pages {first}\u2013{last}"),
    PlaceKind.SLIDE: ("slide {first}", "slides {first}\u2013{last}"),
    PlaceKind.SHEET: ("sheet {first}", "sheets {first}\u2013{last}"),
    PlaceKind.CHAPTER: ("chapter {first}", "chapters {first}\u2013{last}"),
    PlaceKind.MESSAGE: ("message {first}", "messages {first}\u2013{last}"),
    PlaceKind.PARAGRAPH: ("paragraph {first}", "paragraphs {first}\u2013{last}"),
    PlaceKind.ROW: ("row {first}", "rows {first}\u2013{last}"),
    PlaceKind.REGION: ("region {first}", "regions {first}\u2013{last}"),
}

# What operating systems say of files, as Python hands it on.
OF_THE_SYSTEM = (
    "Permission denied",
    "Operation not permitted",
    "No such file or directory",
    "Not a directory",
    "Is a directory",
    "File exists",
    "Directory not empty",
    "File name too long",
    "File too large",
    "No space left on device",
    "Disk quota exceeded",
    "Read-only file system",
    "Input/output error",
    "Remote I/O error",
    "Device or resource busy",
    "No such device",
    "No such device or address",
    "Text file busy",
    "Too many open files",
    "Too many open files in system",
    "Too many levels of symbolic links",
    "Cannot allocate memory",
    "Invalid argument",
    "Stale file handle",
    "Broken pipe",
    "Host is down",
    "No route to host",
    "Network is unreachable",
    "Connection refused",
    "Connection timed out",
    "Transport endpoint is not connected",
    "unknown error",
)


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
