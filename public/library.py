"""A library in Python: open it, search, read, explain, check citations and export."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from twofold.app.blocking_client import BlockingClient
from twofold.app.cli.explain_table import explanation_lines
from twofold.app.paths import default_paths
from twofold.app.settings_file import load_settings
from twofold.engine.api import (
    BadRequestError,
    CheckCitation,
    CheckedCitation,
    CitationChecked,
    ExportFormat,
    ExportHits,
    ExportRendered,
    Hit,
    LibraryStatus,
    Message,
    Notice,
    PreviewReady,
    PreviewRequest,
    SearchFilters,
    SearchFinished,
    SearchMode,
    SearchRequest,
    SearchResponse,
    Settings,
    response_as_json,
)

__all__ = ["Library", "Passage", "as_json", "explain", "open_library"]

logger = logging.getLogger(__name__)

_Value = TypeVar("_Value")

# A preview always contains an image of the page; only its text is used here.
_MIN_WIDTH = 16


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage with the text around it.

    `before + text + after` is a part of the document as it was indexed. `page` is the page that
    contains it and `pages` the number of pages; both are 0 for a document without pages. `file` is
    the path on this computer, and `member` is the embedded document if the file is an archive or an
    e-mail. `notice` is not empty if the file has changed since it was indexed.
    """

    chunk_id: str
    title: str
    file: Path
    member: str
    page: int
    pages: int
    before: str
    text: str
    after: str
    notice: str


class Library:
    """A library opened for reading, also while the window or a command writes to it.

    It is a context manager. Its methods may be called from several threads; each waits for its
    answer. They raise EngineError with the problem in `message` and what to do in `hint`.
    """

    def __init__(
        self, folder: str | PathLike[str] | None = None, settings: Settings | None = None
    ) -> None:
        paths = default_paths()
        if folder is not None:
            paths = paths.with_library(Path(folder).expanduser().resolve())
        self._settings = settings or load_settings(paths.settings_file, logger.warning)
        with ExitStack() as opening:
            client = BlockingClient(paths.library, self._settings, _log_notice)
            self._client = opening.enter_context(client)
            self._client.present_status()  # raises if there is no library
            self._open = opening.pop_all()

    def __enter__(self) -> Self:
        """Return the library itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the library."""
        self.close()

    def close(self) -> None:
        """Close the library; pending calls of other threads raise EngineError."""
        self._open.close()

    def search(
        self,
        query: str | SearchRequest,
        *,
        limit: int | None = None,
        offset: int = 0,
        mode: SearchMode | str | None = None,
        filters: SearchFilters | None = None,
        by_document: bool = False,
        rerank: bool | None = None,
    ) -> SearchResponse:
        """Return the best passages for a query; the first search by meaning waits for the model.

        Omitted arguments have the values of the settings; a `SearchRequest` is used unchanged. The
        query may contain filters, phrases and exclusions (docs/queries.md). `offset` skips
        passages, and `by_document` returns the best passage of each document. `rerank` compares the
        first passages word by word, which takes a second or more.
        """
        request = query if isinstance(query, SearchRequest) else self._request(query)
        if not isinstance(query, SearchRequest):
            request = replace(
                request,
                limit=request.limit if limit is None else limit,
                offset=offset,
                mode=request.mode if mode is None else _mode(mode),
                filters=filters or request.filters,
                group_by_document=by_document,
                rerank=request.rerank if rerank is None else rerank,
            )
        return self._client.ask(request, SearchFinished).response

    def read(self, passage: Hit | str, *, context: int = 1500, page: int | None = None) -> Passage:
        """Return the passage of a hit or a `chunk_id`, with `context` characters on both sides.

        With `page`, return the whole text of another page of a paged document.
        """
        chunk_id = passage if isinstance(passage, str) else passage.chunk_id
        request = PreviewRequest(chunk_id, page=page, width=_MIN_WIDTH)
        shown = self._client.ask(request, PreviewReady).preview
        start, end = 0, len(shown.text)
        if shown.passage is not None:
            start, end = shown.passage.start, shown.passage.end
        return Passage(
            chunk_id=chunk_id,
            title=shown.title,
            file=Path(shown.absolute_path),
            member=shown.member,
            page=shown.page,
            pages=shown.pages,
            before=shown.text[max(0, start - context) : start],
            text=shown.text[start:end],
            after=shown.text[end : end + context],
            notice=str(shown.notice),
        )

    def check(self, uri: str, quotation: str = "") -> CheckedCitation:
        """Compare a citation ('Notes/plan.md#L12-L34', 'a.pdf#page=3') with its file.

        `state` of the result is exact, moved, changed, gone, or unchecked if the file cannot be
        read here. Without a quotation, the passage as it was indexed is compared.
        """
        return self._client.ask(CheckCitation(uri, quotation), CitationChecked).citation

    def export(
        self,
        response: SearchResponse,
        form: ExportFormat | str,
        passages: tuple[str, ...] = (),
    ) -> bytes:
        """Return hits with their citations in an export format (docs/exports.md).

        `passages` are the `chunk_id`s of the hits to export; without any, all are exported.
        """
        known = _parsed(ExportFormat, form, "format", ExportFormat)
        request = ExportHits(known, response, passages, paths=True)
        return self._client.ask(request, ExportRendered).data

    def status(self) -> LibraryStatus:
        """Return the folders of the library, and how far they are indexed."""
        return self._client.present_status()

    def _request(self, query: str) -> SearchRequest:
        settings = self._settings
        return SearchRequest(
            query,
            mode=SearchMode.parse(settings.text("search.mode")),
            limit=settings.whole("search.limit"),
            fusion=settings.fusion,
            snippet_chars=settings.whole("search.snippet_chars"),
            collapse_duplicates=settings.flag("search.collapse_duplicates"),
            hide_weak=settings.flag("search.hide_weak"),
            rerank=settings.flag("search.rerank"),
        )


def _log_notice(notice: Notice) -> None:
    logger.warning("%s %s", notice.message, notice.hint)


def _mode(word: str) -> SearchMode:
    return _parsed(SearchMode.parse, word, "mode", SearchMode)


def _parsed(parse: Callable[[str], _Value], word: str, what: str, names: Iterable[str]) -> _Value:
    """Return the value for a word; raise BadRequestError, which gives the `names`, for others."""
    try:
        return parse(word)
    except ValueError as error:
        hint = Message(f"Use one of {', '.join(names)}.")
        raise BadRequestError(Message(f"There is no {what} '{word}'."), hint) from error


def open_library(
    folder: str | PathLike[str] | None = None, *, settings: Settings | None = None
) -> Library:
    """Open the library in a folder, or the user's default library.

    `settings` replace those of the settings file. Raise EngineError if there is no library in the
    folder, or if it cannot be opened.
    """
    return Library(folder, settings)


def explain(response: SearchResponse) -> str:
    """Return the scores of both rankings as text, as `twofold search --explain` prints them.

    The values are in `response.trace` and in `retrieval` of each hit.
    """
    return "\n".join(explanation_lines(response))


def as_json(response: SearchResponse, *, explain: bool = False) -> dict[str, object]:
    """Return a response as `twofold search --json` prints it: the schema search_response.v1."""
    return response_as_json(response, explain=explain)
