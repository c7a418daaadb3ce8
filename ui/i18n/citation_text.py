"""Locations and citations as text, for display, copying and screen readers."""

from __future__ import annotations

import re
from dataclasses import replace

from PySide6.QtCore import QLocale

from twofold.engine.api import (
    EXPORT_WORDS,
    FOUND_BY_NAME,
    IN_ENGLISH,
    Citation,
    ExportWords,
    Hit,
    Locator,
    LocatorKind,
)
from twofold.ui.i18n.label_text import one_line
from twofold.ui.i18n.translation import tr, translated
from twofold.ui.i18n.value_names import title_of_file

# A page by the number that is printed on it, such as 'page xii'.
_PRINTED_PAGE = re.compile(r"page (\S{1,20})")
_NUMBERED = re.compile(
    r"(?P<name>.*, |)(?P<kind>(?:row|line|cell|chapter)s?|message) (?P<number>\d+(?:\u2013\d+)?)",
    re.DOTALL,
)


def format_location(citation: Citation) -> str:
    """Return 'p. 3', 'line 12', 'lines 10\u201324', 'slide 3', '1:02\u20131:09', or the label."""
    return localize_label(citation.label) or format_place(citation.place)


def localize_label(label: str) -> str:
    """Return a label, stored in English, in the user's language: 'Budget, Zeilen 3\u20135'."""
    return " \u2013 ".join(map(_localize_part, label.split(" \u2013 ")))


def _localize_part(part: str) -> str:
    if part == FOUND_BY_NAME:
        return tr("found by name only")
    if page := _PRINTED_PAGE.fullmatch(part):
        return tr("p. {number}").format(number=page[1])
    found = _NUMBERED.fullmatch(part)
    if found is None:
        return part
    return found["name"] + {
        "row": tr("row {number}"),
        "rows": tr("rows {range}"),
        "line": tr("line {number}"),
        "lines": tr("lines {range}"),
        "message": tr("message {number}"),
        "cell": tr("cell {number}"),
        "cells": tr("cells {range}"),
        "chapter": tr("chapter {number}"),
        "chapters": tr("chapters {range}"),
    }[found["kind"]].format(number=found["number"], range=found["number"])


def format_place(place: Locator) -> str:
    """Return 'p. 3', 'line 12', 'lines 10\u201324', 'slide 3' or '1:02\u20131:09'."""
    if place.kind is LocatorKind.TIME:
        return _joined(_clock(place.start), _clock(place.end))
    if place.kind.is_paged or place.start == place.end:
        return _one(place.kind).format(number=place.start)
    return _several(place.kind).format(range=f"{place.start}\u2013{place.end}")


def _one(kind: LocatorKind) -> str:
    if kind is LocatorKind.LINE:  # most frequent, so avoid translating the others
        return tr("line {number}")
    return {
        LocatorKind.PAGE: tr("p. {number}"),
        LocatorKind.SLIDE: tr("slide {number}"),
        LocatorKind.SHEET: tr("sheet {number}"),
        LocatorKind.CHAPTER: tr("chapter {number}"),
        LocatorKind.MESSAGE: tr("message {number}"),
        LocatorKind.PARAGRAPH: tr("paragraph {number}"),
        LocatorKind.ROW: tr("row {number}"),
        LocatorKind.REGION: tr("in the image"),
    }.get(kind, tr("line {number}"))


def _several(kind: LocatorKind) -> str:
    if kind is LocatorKind.LINE:
        return tr("lines {range}")
    return {
        LocatorKind.PARAGRAPH: tr("paragraphs {range}"),
        LocatorKind.ROW: tr("rows {range}"),
    }.get(kind, tr("lines {range}"))


def _clock(milliseconds: int) -> str:
    """Return 1:02 or 1:00:02, as media players show it."""
    minutes, second = divmod(milliseconds // 1000, 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"


def _joined(first: str, last: str) -> str:
    return first if first == last else f"{first}\u2013{last}"


def shown_title(hit: Hit) -> str:
    """Return the title; for source code without a title, the file name."""
    return one_line(title_of_file(hit.title, hit.doc_path, hit.file_type))


def format_citation(hit: Hit) -> str:
    """Return a one-line citation: title, file, location and citation URI."""
    citation: Citation = hit.citation
    folder = f"{hit.folder}/" if hit.folder else ""
    title = shown_title(hit)
    parts = [f"\u2018{title}\u2019"] if title else []
    parts += [f"{folder}{citation.path}", format_location(citation)]
    return f"{', '.join(parts)} ({citation.uri})"


def format_quotation(text: str, hit: Hit, place: Locator | None) -> str:
    """Return a text in quotation marks with the citation of its place in the hit's document.

    Without a place, or on the page of the hit, this is the citation of the hit.
    """
    known = hit.citation.place
    if place is not None and (place.start, place.end) != (known.start, known.end):
        elsewhere = replace(hit.citation, place=place, label="", section="", symbol="")
        hit = replace(hit, citation=replace(elsewhere, start_column=None, end_column=None))
    return f"{QLocale().quoteString(text)} \u2014 {format_citation(hit)}"


def export_words() -> ExportWords:
    """Return the translated words for exports."""
    words = {str(text): tr(text) for text in EXPORT_WORDS}
    if all(text == word for text, word in words.items()):
        return IN_ENGLISH  # there is no translation
    language = QLocale.languageToCode(QLocale().language())
    return ExportWords(language, words, translated, localize_label)
