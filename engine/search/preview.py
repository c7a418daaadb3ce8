"""Open a document at a passage. The file is read again, to show its current content."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from twofold.engine.embedding.ports import Embedder
from twofold.engine.extract.process.pages import RenderedPage
from twofold.engine.extract.process.reader import DocumentReader
from twofold.engine.model.citation import Locator, format_locator
from twofold.engine.model.document import (
    LINE_BREAK,
    Chunk,
    ExtractedText,
    LocatorKind,
    StoredChunk,
    as_id,
    as_number,
)
from twofold.engine.model.errors import BadRequestError, DocumentError, ModelError
from twofold.engine.model.failure import FailureReason
from twofold.engine.model.hit import Snippet, TextSpan
from twofold.engine.model.localized import EMPTY, Message, joined, message
from twofold.engine.model.preview import Preview
from twofold.engine.model.requests import FindNearest, PreviewRequest
from twofold.engine.search.hit_builder import is_changed
from twofold.engine.search.more_like_this import key_terms_query
from twofold.engine.search.nearest_sentence import NearestSentence
from twofold.engine.search.query_language import parse
from twofold.engine.search.scatter import Scatter
from twofold.engine.search.snippets import language_of, make_snippet
from twofold.engine.stores.library_folder import check_responds
from twofold.engine.stores.ports import TextHighlighter

_ELSEWHERE = message("The file is on the computer that published it.")
_CHANGED = message("This file has changed since it was indexed.")


@dataclass(frozen=True, slots=True)
class FoundPassage:
    """The current position of a passage (None if it is gone), and a notice for the user."""

    span: TextSpan | None
    notice: Message = EMPTY


def find_passage(extracted: ExtractedText, chunk: Chunk, *, changed: bool) -> FoundPassage:
    """Check the stored position first, then search for the nearest identical text."""
    text = extracted.text
    if text[chunk.start : chunk.end] == chunk.text:
        notice = (
            message("{changed} The passage is unchanged.", changed=_CHANGED) if changed else EMPTY
        )
        return FoundPassage(TextSpan(chunk.start, chunk.end), notice)
    start = nearest(text, chunk.text, chunk.start)
    if start is None:
        return FoundPassage(
            None, message("{changed} It no longer contains the passage.", changed=_CHANGED)
        )
    notice = message(
        "{changed} The passage is now at {extracted}.",
        changed=_CHANGED,
        extracted=_describe_place(extracted, start),
    )
    return FoundPassage(TextSpan(start, start + len(chunk.text)), notice)


def nearest(text: str, wanted: str, start: int) -> int | None:
    """Return the position of `wanted` in `text` nearest to `start`, or None."""
    if not wanted:
        return None
    after = text.find(wanted, max(start, 0))
    before = text.rfind(wanted, 0, max(start, 0) + len(wanted))
    found = [place for place in (before, after) if place >= 0]
    return min(found, key=lambda place: abs(place - start), default=None)


def place_at(extracted: ExtractedText, offset: int) -> int:
    """Return the line or page of a character."""
    index = _index_of(extracted, offset)
    return extracted.place_numbers[index] if extracted.place_numbers else 1


def _index_of(extracted: ExtractedText, offset: int) -> int:
    return max(bisect_right(extracted.place_starts, offset) - 1, 0)


def _describe_place(extracted: ExtractedText, offset: int) -> str:
    number = place_at(extracted, offset)
    labels = extracted.place_labels
    label = labels[_index_of(extracted, offset)] if labels else ""
    return format_locator(Locator(extracted.place_kind, number, number), label)


def line_numbers(extracted: ExtractedText) -> tuple[int, ...]:
    """Return the line number of each line; () if the document has pages or times instead."""
    if not extracted.place_kind.is_line:
        return ()
    starts = [0, *(found.end() for found in LINE_BREAK.finditer(extracted.text))]
    return tuple(place_at(extracted, start) for start in starts)


# Words are highlighted only this far around the passage; a whole book would take seconds.
_MARKED_AROUND = 50_000
_NEIGHBOURS = 50  # passages shown on either side if there is no file
_MIN_WIDTH, _MAX_WIDTH = 100, 4000
# File extensions of documents without text that can still be displayed: scans and images.
_SHOWN_UNREAD = frozenset(
    ["pdf", "png", "jpg", "jpeg", "tif", "tiff", "gif", "bmp", "webp", "heic"]
)


@dataclass(frozen=True, slots=True)
class _Opened:
    """A preview and, if it shows a page, the positions of the page's characters."""

    preview: Preview
    page: RenderedPage | None = None


class PreviewBuilder:
    """Builds previews. Not thread-safe. The extraction worker reads the files."""

    def __init__(
        self,
        scatter: Scatter,
        reader: DocumentReader,
        embedder: Callable[[], Embedder],
    ) -> None:
        self._scatter = scatter
        self._reader = reader
        self._nearest = NearestSentence(embedder)
        self._last: _Opened | None = None
        self._last_request: PreviewRequest | None = None

    def preview(self, request: PreviewRequest) -> Preview:
        """Open the document of a passage at the passage.

        If the file cannot be read, the indexed passage is shown with a notice. Raise
        BadRequestError if the passage is not in the library (any more). The preview contains the
        nearest sentence if it is already known; see `with_nearest`.
        """
        stored = self._stored(request.chunk_id)
        self._last = self._opened(stored, self._highlighter(request), request)
        self._last_request = request
        text, query = stored.chunk.text, parse(request.query).free_text
        known = self._nearest.known(text, query) if request.nearest else None
        return _with_nearest(self._last, known)

    def with_nearest(
        self, request: PreviewRequest, is_outdated: Callable[[], bool]
    ) -> Preview | None:
        """Return the latest preview with its nearest sentence, if it was made for `request`.

        Return None if there is nothing to add, or if `is_outdated()` returns True.
        """
        if self._last is None or request != self._last_request:
            return None
        stored = self._stored(request.chunk_id)
        query = parse(request.query).free_text
        if stored.chunk.is_code or self._nearest.known(stored.chunk.text, query):
            return None  # lines of code are not sentences
        try:
            found = self._nearest.find(stored.chunk.text, query, is_outdated)
        except ModelError:
            return None  # the search already reported that the model is unavailable
        return _with_nearest(self._last, found) if found else None

    def nearest_sentence(
        self, request: FindNearest, is_outdated: Callable[[], bool]
    ) -> Snippet | None:
        """Return the part of a passage around its nearest sentence, with that sentence marked.

        Return None if there is none, without a model, or if `is_outdated()` returns True.
        """
        chunk = self._stored(request.chunk_id).chunk
        if chunk.is_code:
            return None
        try:
            query = parse(request.query).free_text
            found = self._nearest.find(chunk.text, query, is_outdated)
        except ModelError:
            return None
        return make_snippet(chunk.text, [found], request.snippet_chars) if found else None

    def _opened(
        self, stored: StoredChunk, marks: TextHighlighter, request: PreviewRequest
    ) -> _Opened:
        try:
            if stored.document.library:
                raise DocumentError(FailureReason.UNREACHABLE, _ELSEWHERE)
            check_responds(stored.document.folder_root)
            if stored.document.not_read:
                return self._unread(stored, marks, request)
            if stored.chunk.place_kind in {LocatorKind.PAGE, LocatorKind.REGION}:
                return self._page(stored, marks, request)
            return _Opened(self._lines(stored, marks, request))
        except DocumentError as error:
            return _Opened(self._as_indexed(stored, marks, _why_not_read(error)))

    def _unread(
        self, stored: StoredChunk, marks: TextHighlighter, request: PreviewRequest
    ) -> _Opened:
        """Show why a document has no text, and the first page of a scan."""
        why = stored.document.not_read
        if stored.document.file_type in _SHOWN_UNREAD:
            with suppress(DocumentError):
                opened = self._page(stored, marks, request)
                return replace(opened, preview=replace(opened.preview, notice=why))
        return _Opened(self._as_indexed(stored, marks, why))

    def _stored(self, chunk_id: str) -> StoredChunk:
        try:
            number = as_number(chunk_id)
        except ValueError as error:
            raise BadRequestError(
                message("'{chunk_id}' is not a passage id.", chunk_id=chunk_id[:40]),
                message("Search again."),
            ) from error
        found = self._scatter.chunk(number)
        if found.value is None:
            hint = message("Search again.")
            raise BadRequestError(
                message("This passage is no longer in the library."),
                joined(hint, *(problem.text for problem in found.problems)),
            )
        return found.value

    def _lines(
        self, stored: StoredChunk, marks: TextHighlighter, request: PreviewRequest
    ) -> Preview:
        changed = is_changed(stored.document)
        extracted = self._reader.read(_path(stored), stored.document.member)
        found = find_passage(extracted, stored.chunk, changed=changed)
        matches = _matches_around(extracted.text, found.span, marks, language_of(stored))
        return replace(
            _about(stored),
            place_kind=extracted.place_kind,
            text=extracted.text,
            passage=found.span,
            matches=_with_words(matches, request, extracted.text, found.span, stored),
            line_numbers=line_numbers(extracted),
            blocks=extracted.blocks,
            slides=_slides(extracted),
            notice=found.notice,
        )

    def _page(
        self, stored: StoredChunk, marks: TextHighlighter, request: PreviewRequest
    ) -> _Opened:
        found, page = self._passage_page(stored)
        shown = page if request.page is None else request.page
        passage = stored.chunk.text if shown == page and found.span else ""
        rendered = self._reader.render_page(
            _path(stored),
            max(shown, 1),
            min(max(request.width, _MIN_WIDTH), _MAX_WIDTH),
            passage,
            member=stored.document.member,
        )
        start = nearest(rendered.text, passage, 0)
        shown_at = None if start is None else TextSpan(start, start + len(passage))
        matches = marks.highlight(rendered.text, language_of(stored))
        matches = _with_words(matches, request, rendered.text, shown_at, stored)
        preview = replace(
            _about(stored),
            text=rendered.text,
            passage=shown_at,
            matches=matches,
            page=rendered.page,
            pages=rendered.pages,
            image=replace(
                rendered.image,
                match_boxes=rendered.boxes(matches),
                letters=rendered.letters_in_pixels(),
                unit=rendered.unit,
            ),
            notice=found.notice,
        )
        return _Opened(preview, rendered)

    def _passage_page(self, stored: StoredChunk) -> tuple[FoundPassage, int]:
        """Return the page of the passage. The whole file is read only if it has changed."""
        chunk = stored.chunk
        if not is_changed(stored.document):
            return FoundPassage(TextSpan(chunk.start, chunk.end)), chunk.place_start
        extracted = self._reader.read(_path(stored), stored.document.member)
        found = find_passage(extracted, chunk, changed=True)
        page = place_at(extracted, found.span.start) if found.span else chunk.place_start
        return found, page

    def _as_indexed(self, stored: StoredChunk, marks: TextHighlighter, notice: Message) -> Preview:
        """Show the indexed text of the passage.

        If the file is on another computer, the neighbouring passages are shown too.
        """
        chunk, shown = stored.chunk, [stored.chunk]
        kind = chunk.place_kind
        if stored.document.library:
            every = self._scatter.document_chunks(stored.document)
            shown = [one.chunk for one in every if _is_shown_with(one.chunk, chunk)] or shown
        texts = [one.text for one in shown]
        start = sum(len(one.text) + 1 for one in shown if one.position < chunk.position)
        passage = TextSpan(start, start + len(chunk.text))
        return replace(
            _about(stored),
            text="\n".join(texts),
            passage=passage,
            matches=_matches_around("\n".join(texts), passage, marks, language_of(stored)),
            line_numbers=tuple(n for one in shown for n in _numbers_as_indexed(one))
            if kind.is_line
            else (),
            page=chunk.place_start if kind is LocatorKind.PAGE else 0,
            notice=notice,
        )

    def _highlighter(self, request: PreviewRequest) -> TextHighlighter:
        """Return a highlighter for the same words as in the list of hits."""
        if not request.like:
            # As in the list of hits, the last word may be incomplete.
            return self._scatter.words.highlighter(parse(request.query), prefix_last=True)
        try:
            text = self._stored(request.like).chunk.text
        except BadRequestError:  # its file has changed since, but the hits are still shown
            text = ""
        words = self._scatter.words
        return words.highlighter(key_terms_query(words, text))


def _matches_around(
    text: str, passage: TextSpan | None, marks: TextHighlighter, lang: str
) -> tuple[TextSpan, ...]:
    around = passage or TextSpan(0, 0)
    start = max(0, around.start - _MARKED_AROUND)
    start = text.rfind("\n", 0, start) + 1 if start else 0
    part = text[start : around.end + _MARKED_AROUND]
    return tuple(
        TextSpan(start + match.start, start + match.end) for match in marks.highlight(part, lang)
    )


def _with_words(
    matches: tuple[TextSpan, ...],
    request: PreviewRequest,
    text: str,
    passage: TextSpan | None,
    stored: StoredChunk,
) -> tuple[TextSpan, ...]:
    """Add the spans `request.words` to the matches if the passage is unchanged."""
    if passage is None or text[passage.start : passage.end] != stored.chunk.text:
        return matches
    found = list(matches)
    for word in request.words:
        span = TextSpan(passage.start + word.start, passage.start + word.end)
        if all(span.end <= one.start or one.end <= span.start for one in found):
            found.append(span)
    return tuple(sorted(found, key=lambda one: one.start))


def _is_shown_with(chunk: Chunk, other: Chunk) -> bool:
    """Return whether two passages are shown together: near each other and on the same page."""
    is_near = abs(chunk.position - other.position) <= _NEIGHBOURS
    return is_near and (not other.place_kind.is_paged or chunk.place_start == other.place_start)


def _about(stored: StoredChunk) -> Preview:
    document = stored.document
    return Preview(
        chunk_id=as_id(stored.number),
        title=document.title or PurePosixPath(document.path).stem,
        absolute_path=document.absolute_path,
        member=document.member,
        file_type=document.file_type,
        place_kind=stored.chunk.place_kind,
        text="",
        passage=None,
        library=document.library,
    )


def _with_nearest(opened: _Opened, sentence: TextSpan | None) -> Preview:
    """Mark a sentence of the passage if the passage is shown."""
    preview = opened.preview
    if sentence is None or preview.passage is None:
        return preview
    start = preview.passage.start
    nearest = TextSpan(start + sentence.start, start + sentence.end)
    if preview.image is None or opened.page is None:
        return replace(preview, nearest=nearest)
    boxes = opened.page.boxes((nearest,))
    return replace(preview, nearest=nearest, image=replace(preview.image, nearest_boxes=boxes))


def _path(stored: StoredChunk) -> Path:
    return Path(stored.document.absolute_path)


def _slides(extracted: ExtractedText) -> tuple[tuple[int, int], ...]:
    if extracted.place_kind is not LocatorKind.SLIDE:
        return ()
    return tuple(zip(extracted.place_starts, extracted.place_numbers, strict=True))


def _numbers_as_indexed(chunk: Chunk) -> tuple[int, ...]:
    lines = len(LINE_BREAK.findall(chunk.text)) + 1
    return tuple(min(chunk.place_start + line, chunk.place_end) for line in range(lines))


def _why_not_read(error: DocumentError) -> Message:
    if error.reason is FailureReason.VANISHED:
        return message("This file no longer exists. The passage is shown as it was indexed.")
    return message("{message} The passage is shown as it was indexed.", message=error.message)
