"""A row of the passages put aside: title, place, and what became of it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidgetItem

from engine.api import CheckedCitation, CitationState, CollectedPassage
from ui.citation_text import place_in_words
from ui.collection.passage_words import drift_in_words, title_in_words
from ui.i18n.label_text import plain_tip
from ui.i18n.message_catalogue import translated
from ui.theme import Theme

PASSAGE_ROLE = Qt.ItemDataRole.UserRole
"""The id of the passage of a row."""


def passage_row(
    passage: CollectedPassage, check: CheckedCitation | None, theme: Theme
) -> QListWidgetItem:
    """Return the row of a passage; one that is not where it was, or not the same, says so."""
    where = f"{passage.folder}/{passage.path}, {place_in_words(passage.citation)}"
    item = QListWidgetItem(f"{title_in_words(passage)}\n{where}")
    item.setData(PASSAGE_ROLE, passage.id)
    item.setToolTip(plain_tip(where))
    if check is not None and check.state is not CitationState.EXACT:
        item.setText(f"{item.text()}\n{drift_in_words(check)}")
        item.setIcon(theme.icon("triangle-alert", "warn", 16))
        item.setToolTip(plain_tip(translated(check.sentence)))
    return item
