"""Explaining why a file or a passage is not found: first the file, then the search."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from twofold.engine.citations.quotation_alignment import align, draft_words, source_words
from twofold.engine.model.absence import (
    AbsenceAction,
    AbsenceCause,
    AbsenceReason,
    AbsenceReport,
)
from twofold.engine.model.coverage import FileVerdict
from twofold.engine.model.document import StoredChunk, document_number
from twofold.engine.model.hit import TextSpan
from twofold.engine.model.localized import message
from twofold.engine.model.search_request import SearchRequest
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.library_folder import folder_of
from twofold.engine.stores.ports import LexicalCounter

InList = Callable[
    [SearchRequest, tuple[StoredChunk, ...], bool], tuple[tuple[AbsenceReason, ...], int | None]
]
"""Returns why passages are not listed; the last argument is whether any of a document would do."""

_SETTINGS = {
    AbsenceCause.HIDDEN: "indexing.hidden_files",
    AbsenceCause.TOO_LARGE: "indexing.max_file_mb",
    AbsenceCause.WAITING_FOR_OCR: "ocr.enabled",
}
_ACTIONS = {
    AbsenceCause.OUTSIDE: AbsenceAction.ADD_FOLDER,
    AbsenceCause.EXCLUDED: AbsenceAction.EDIT_RULES,
    AbsenceCause.FAILED: AbsenceAction.RETRY,
    AbsenceCause.WAITING: AbsenceAction.UPDATE,
    **dict.fromkeys(_SETTINGS, AbsenceAction.CHANGE_SETTING),
}
_MAX_CANDIDATES = 8
_MIN_SIMILARITY = 0.75
_WITHOUT_QUERY = message("It is indexed.")


def explain_file_absence(
    catalog: Catalog, verdict: FileVerdict, search: SearchRequest, in_list: InList
) -> AbsenceReport:
    """Return why a file is not found, from the verdict about the file and from the search."""
    found = folder_of(catalog.folders(), Path(verdict.path))
    folder, place = (found[0].name, found[1]) if found else ("", "")
    shown = f"{folder}/{place}" if folder else verdict.path
    file_reason = _reason_of(verdict, folder, shown)
    document = document_number(folder, place) if folder else None
    passages = catalog.document_chunks(document) if document is not None else ()
    if verdict.cause is not AbsenceCause.INDEXED and not (verdict.indexed and passages):
        return AbsenceReport(shown, (file_reason,))
    if not passages or not search.asks:
        reason = AbsenceReason(AbsenceCause.INDEXED, _WITHOUT_QUERY)
        known = verdict.cause is AbsenceCause.INDEXED
        return AbsenceReport(shown, (reason if known else file_reason,))
    reasons, rank = in_list(search, passages, True)
    if verdict.cause is not AbsenceCause.INDEXED:
        reasons = (*reasons, file_reason)
    return AbsenceReport(shown, reasons, rank)


def explain_passage_absence(
    catalog: Catalog,
    lexical: LexicalCounter,
    sentence: str,
    search: SearchRequest,
    in_list: InList,
) -> AbsenceReport:
    """Return why the passage that contains a sentence is not found."""
    found = _passage_with(catalog, lexical, sentence)
    if found is None:
        reason = AbsenceReason(
            AbsenceCause.NO_TEXT, message("No indexed passage contains this text.")
        )
        return AbsenceReport("", (reason,))
    path = f"{found.document.folder}/{found.document.path}"
    if not search.asks:
        return AbsenceReport(path, (AbsenceReason(AbsenceCause.INDEXED, _WITHOUT_QUERY),))
    reasons, rank = in_list(search, (found,), False)
    return AbsenceReport(path, reasons, rank)


def _reason_of(verdict: FileVerdict, folder: str, place: str) -> AbsenceReason:
    """Return the reason that concerns the file itself, with its action."""
    cause, path = verdict.cause, Path(verdict.path)
    action = _ACTIONS.get(cause)
    argument = (
        {
            AbsenceAction.ADD_FOLDER: str(path if path.is_dir() else path.parent),
            AbsenceAction.EDIT_RULES: folder,
            AbsenceAction.RETRY: place,
            AbsenceAction.CHANGE_SETTING: _SETTINGS.get(cause, ""),
        }.get(action, "")
        if action
        else ""
    )
    if cause is AbsenceCause.OUTSIDE and not os.path.lexists(verdict.path):
        return AbsenceReason(AbsenceCause.NO_FILE, message("There is no file with this name."))
    return AbsenceReason(cause, verdict.why, action, argument)


def _passage_with(catalog: Catalog, lexical: LexicalCounter, sentence: str) -> StoredChunk | None:
    """Return the passage that contains most of a sentence."""
    numbers = lexical.passages_with_runs(sentence, _MAX_CANDIDATES)
    passages = catalog.chunks(numbers)
    quoted = draft_words(sentence, TextSpan(0, len(sentence)))
    best, similarity = None, _MIN_SIMILARITY
    for number in numbers:
        stored = passages.get(number)
        if stored is None:
            continue
        words = source_words(stored.chunk.text)
        found = align(sentence, quoted, stored.chunk.text, words)
        if found is not None and found.similarity > similarity:
            best, similarity = stored, found.similarity
    return best
