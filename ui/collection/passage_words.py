"""A passage put aside in a few words: its title, and what became of it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from engine.api import CheckedCitation, CitationState, CollectedPassage, format_uri
from ui.citation_text import words_of_place
from ui.i18n.label_text import one_line
from ui.i18n.value_names import title_of_file


def title_in_words(passage: CollectedPassage) -> str:
    """Return the title in one line; a file of code is called by its name."""
    return one_line(title_of_file(passage.title, passage.path, passage.file_type))


def drift_in_words(check: CheckedCitation) -> str:
    """Say where a passage stands now that is no longer where it was cited."""
    if check.state is CitationState.GONE or check.place is None:
        return _tr("gone")
    if check.state is CitationState.CHANGED:
        return _tr("changed, now {place}").format(place=words_of_place(check.place))
    where = words_of_place(check.place)
    if format_uri(check.path, check.cited).partition("#")[0] not in check.uri:
        where = f"{check.path}, {where}"
    return _tr("moved to {place}").format(place=where)


def _tr(text: str) -> str:
    return QCoreApplication.translate("CollectionDialog", text)
