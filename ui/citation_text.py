"""Places and citations in words, as they are copied and read out."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from engine.api import Citation, Hit, Place, PlaceKind


def place_in_words(place: Place) -> str:
    """'p. 3', 'line 12' or 'lines 10\u201324'."""
    if place.kind is PlaceKind.PAGE:
        return _tr("p. {page}").format(page=place.start)
    if place.start == place.end:
        return _tr("line {line}").format(line=place.start)
    return _tr("lines {first}\u2013{last}").format(first=place.start, last=place.end)


def citation_in_words(hit: Hit) -> str:
    """One line for a letter or a note: title, file, place and the citation's URI."""
    citation: Citation = hit.citation
    folder = f"{hit.folder}/" if hit.folder else ""
    parts = [f"\u2018{hit.title}\u2019"] if hit.title else []
    parts += [f"{folder}{citation.path}", place_in_words(citation.place)]
    return f"{', '.join(parts)} ({citation.uri})"


def _tr(text: str) -> str:
    return QCoreApplication.translate("citation_text", text)
