"""The Qt model of the hits, and the texts shown for each hit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum

from PySide6.QtCore import (
    QAbstractListModel,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    QUrl,
    Signal,
)

from twofold.engine.api import Hit, SearchRequest, Snippet, column_heads_of
from twofold.ui.i18n import counts
from twofold.ui.i18n.citation_text import format_citation, format_location, shown_title
from twofold.ui.i18n.formatting import grouped, ordinal
from twofold.ui.i18n.label_text import one_line
from twofold.ui.i18n.library_texts import shared_name
from twofold.ui.i18n.translation import tr, translated
from twofold.ui.i18n.value_names import (
    file_type_icon,
    file_type_name,
    found_by_name,
    language_name,
)
from twofold.ui.results.presented import PresentedAnswer

_ROOT = QModelIndex()
_MAX_COLUMNS = 60


def shown_tags(hit: Hit) -> tuple[str, ...]:
    """Return the tags, each on one line."""
    return tuple(one_line(tag) for tag in hit.tags)


def place_parts(hit: Hit) -> tuple[str, ...]:
    """Return the location of a passage: shared library, folders, section and citation location."""
    directories = hit.doc_path.split("/")[:-1]
    place = format_location(hit.citation)
    section = "" if hit.section_label in {hit.title, place} else hit.section_label
    columns = column_heads_of(hit.heading_path)
    if len(columns) > _MAX_COLUMNS:
        columns = f"{columns[:_MAX_COLUMNS]}…"
    parts = (shared_name(hit.library), hit.folder, *directories, section, columns, place)
    return tuple(" ".join(one_line(part).split()) for part in parts if part)


def place_line(hit: Hit) -> str:
    """Return the location of a passage on one line."""
    return " › ".join(place_parts(hit))


def stale_label() -> str:
    """Return the note for a file that has changed since it was indexed."""
    return tr("changed since it was indexed")


def weak_label() -> str:
    """Return the label of a weak match."""
    return tr("weak match")


def new_label() -> str:
    """Return the note for a hit that is new in a saved search."""
    return tr("new since you last opened this search")


def moved_label(hit: Hit) -> str:
    """Return a note with the rank of a hit before reranking; '' if it did not move.

    Documents have no note, because grouping follows reranking.
    """
    vote = hit.rerank
    if vote is None or hit.document is not None or vote.rank_before == vote.rank_after:
        return ""
    arrow = "\u2191" if vote.rank_after < vote.rank_before else "\u2193"
    words = tr("{arrow} was {rank}")
    return words.format(arrow=arrow, rank=ordinal(vote.rank_before))


def duplicates_label(hit: Hit) -> str:
    """Return a note about other locations with the same text; '' if there are none."""
    if not hit.duplicates:
        return ""
    documents = {other.doc_id for other in hit.duplicates} - {hit.doc_id}
    if documents:
        where = counts.other_documents(len(documents))
        return tr("also in {where}").format(where=where)
    where = counts.other_places(len(hit.duplicates))
    words = tr("also at {where} in this document")
    return words.format(where=where)


def versions_label(hit: Hit) -> str:
    """Return 'newest of 4 versions' or 'older version (2 of 4)'; '' without other versions."""
    if hit.version_count < 2:
        return ""
    if hit.version_place == 1:
        return tr("newest of %Ln versions", "", hit.version_count)
    words = tr("older version ({place} of {count})")
    return words.format(place=grouped(hit.version_place), count=grouped(hit.version_count))


def copies_label(hit: Hit) -> str:
    """Return a note about versions of the document, or else about other places of the text."""
    return versions_label(hit) or duplicates_label(hit)


def document_link_text(hit: Hit) -> str:
    """Return the number of passages found in a grouped document; '' for fewer than two."""
    if hit.document is None or hit.document.passages < 2:
        return ""
    passages = counts.passages(hit.document.passages)
    words = tr("{passages} in this document")
    return words.format(passages=passages)


def language_label(hit: Hit) -> str:
    """Return the language of a passage, or the programming language of code; '' if unknown."""
    if hit.snippet.is_code:
        suffix = hit.doc_path.rpartition(".")[2]
        return file_type_name(suffix if hit.file_type in {"", "code"} else hit.file_type)
    return "" if hit.lang in {"", "und"} else language_name(hit.lang)


def file_icon(hit: Hit) -> str:
    """Return the icon name for the hit's file."""
    return (
        "file-code" if hit.snippet.is_code and not hit.file_type else file_type_icon(hit.file_type)
    )


def _described(hit: Hit) -> str:
    """Return the snippet, or the reason why a document was found by its name only."""
    return translated(hit.not_read) if hit.not_read else hit.snippet.text


def _has_file(hit: Hit) -> bool:
    return bool(hit.absolute_path) and not hit.library


class HitRole(IntEnum):
    """Model roles in addition to Qt's.

    WEAK_BELOW is the number of weak hits for the first weak row, and 0 for all other rows.
    """

    HIT = Qt.ItemDataRole.UserRole + 1
    WEAK_BELOW = Qt.ItemDataRole.UserRole + 2
    NEAREST = Qt.ItemDataRole.UserRole + 3
    NEW = Qt.ItemDataRole.UserRole + 4


class ResultModel(QAbstractListModel):
    """One row per hit, in list order.

    Signals:
        end_reached: the list was scrolled to its end and there may be more hits.
    """

    end_reached = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._hits: tuple[Hit, ...] = ()
        self._rows = self._weak = 0
        self._numbers: Mapping[str, int] = {}
        self._has_more = False
        self.request = SearchRequest("")
        self._nearest: dict[str, Snippet] = {}
        self._new: frozenset[str] = frozenset()
        self._values: dict[int, Callable[[Hit], object]] = {
            Qt.ItemDataRole.DisplayRole: shown_title,
            Qt.ItemDataRole.AccessibleTextRole: self._spoken_name,
            Qt.ItemDataRole.AccessibleDescriptionRole: _described,
            HitRole.HIT: lambda hit: hit,
            HitRole.NEAREST: lambda hit: self.nearest_of(hit.chunk_id),
            HitRole.NEW: lambda hit: hit.chunk_id in self._new,
        }

    def set_answer(self, answer: PresentedAnswer) -> None:
        """Show another answer."""
        self.beginResetModel()
        request = answer.response.request
        if request.query != self.request.query:
            self._nearest.clear()
        self.request = request
        self._take_numbers(answer)
        self._hits = answer.hits
        self.endResetModel()

    def clear(self) -> None:
        """Remove all rows."""
        self.beginResetModel()
        self._hits, self._rows, self._weak, self._has_more = (), 0, 0, False
        self.endResetModel()

    def add_rest(self, answer: PresentedAnswer) -> None:
        """Append the additional hits of `answer`, which starts with the current hits."""
        known, number = len(self._hits), len(answer.hits)
        self._take_numbers(answer)
        if number > known:
            self.beginInsertRows(_ROOT, known, number - 1)
            self._hits = answer.hits
            self.endInsertRows()

    def _take_numbers(self, answer: PresentedAnswer) -> None:
        self._rows, self._weak = answer.rows, answer.weak
        self._numbers = answer.row_numbers
        self._has_more = answer.is_coming or answer.response.has_more

    def nearest_of(self, chunk_id: str) -> Snippet | None:
        """Return the snippet with the most similar sentence; None if it is not known yet."""
        return self._nearest.get(chunk_id)

    def mark_nearest(self, chunk_id: str, snippet: Snippet) -> None:
        """Set the snippet whose match is the sentence most similar to the query."""
        row = self.row_of(chunk_id)
        if row is not None:
            self._nearest[chunk_id] = snippet
            self._emit_changed(row)

    def mark_new(self, chunk_ids: frozenset[str]) -> None:
        """Mark exactly these passages as new in the current saved search."""
        changed, self._new = self._new ^ chunk_ids, chunk_ids
        for row, hit in enumerate(self._hits if changed else ()):
            if hit.chunk_id in changed:
                self._emit_changed(row)

    def _emit_changed(self, row: int) -> None:
        self.dataChanged.emit(self.index(row), self.index(row))

    @property
    def hits(self) -> tuple[Hit, ...]:
        """The current hits."""
        return self._hits

    def row_of(self, chunk_id: str) -> int | None:
        """Return the row of a passage; None if it is not listed."""
        rows = (row for row, hit in enumerate(self._hits) if hit.chunk_id == chunk_id)
        return next(rows, None)

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _ROOT) -> int:
        """Return the number of hits; hits have no children."""
        return 0 if parent.isValid() else len(self._hits)

    def canFetchMore(self, parent: QModelIndex | QPersistentModelIndex) -> bool:
        """Return whether there may be more hits."""
        return not parent.isValid() and self._has_more

    def fetchMore(self, _parent: QModelIndex | QPersistentModelIndex) -> None:
        """Request more hits; they are added later."""
        self.end_reached.emit()

    def data(
        self,
        index: QModelIndex | QPersistentModelIndex,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        """Return the value of a HitRole or Qt role for a hit."""
        row = index.row()
        if not 0 <= row < len(self._hits):
            return None
        if role == HitRole.WEAK_BELOW:
            return self._weak_from(row)
        value = self._values.get(role)
        return value(self._hits[row]) if value is not None else None

    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        """Return the flags of a selectable row that can be dragged."""
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsDragEnabled if index.isValid() else flags

    def supportedDragActions(self) -> Qt.DropAction:
        """Allow only copying, so that dropping a hit cannot move the file."""
        return Qt.DropAction.CopyAction

    def mimeTypes(self) -> list[str]:
        """Return the formats of a dragged hit: file URL, and citation as text."""
        return ["text/uri-list", "text/plain"]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """Return files and citations of the hits in list order, each file once."""
        hits = [self._hits[row] for row in sorted({index.row() for index in indexes})]
        files = dict.fromkeys(hit.absolute_path for hit in hits if _has_file(hit))
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(file) for file in files])
        data.setText("\n".join(format_citation(hit) for hit in hits))
        return data

    def _weak_from(self, row: int) -> int:
        """Return the number of weak hits if `row` is the first of them, else 0."""
        if not self._hits[row].weak or (row and self._hits[row - 1].weak):
            return 0
        return self._weak

    def _spoken_name(self, hit: Hit) -> str:
        parts = [shown_title(hit), ", ".join(place_parts(hit)), found_by_name(hit.found_by)]
        if hit.chunk_id in self._new:
            parts.append(new_label())
        parts.append(
            tr("{rank} of {number}").format(
                rank=ordinal(self._numbers[hit.chunk_id]), number=grouped(self._rows)
            )
        )
        if hit.weak:
            parts.append(weak_label())
        parts += [copies_label(hit), document_link_text(hit)]
        if hit.stale:
            parts.append(stale_label())
        parts.append(moved_label(hit))
        return ", ".join(part for part in parts if part)
