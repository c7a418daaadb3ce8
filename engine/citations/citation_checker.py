"""Checking citations: search for a cited passage in the current text of its file.

The reader process reads the file again. Only the text of the cited passage comes from the catalog.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from twofold.engine.citations.documents import (
    CurrentTexts,
    find_document,
    renamed_files,
    why_not_indexed,
)
from twofold.engine.citations.passage_search import Located, label_of, locate, place_of, span_of
from twofold.engine.extract.process.reader import DocumentReader
from twofold.engine.model.citation import (
    CheckedCitation,
    CitationState,
    Locator,
    format_locator,
    parse_uri,
)
from twofold.engine.model.document import (
    LINE_BREAK,
    Chunk,
    ExtractedText,
    LocatorKind,
    StoredChunk,
    StoredDocument,
)
from twofold.engine.model.errors import DocumentError, EngineError
from twofold.engine.model.failure import FailureReason
from twofold.engine.model.hit import TextSpan
from twofold.engine.model.localized import EMPTY, Message, joined, message
from twofold.engine.model.requests import CheckCitation
from twofold.engine.stores.catalog.catalog import Catalog


@dataclass(frozen=True, slots=True)
class Cited:
    """A parsed citation, and the cited texts as indexed, as far as they are known."""

    uri: str
    path: str
    place: Locator
    parts: Sequence[str]


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of searching for a cited passage in one file; `label` is as in Citation."""

    state: CitationState
    document: StoredDocument
    place: Locator | None = None
    text: str = ""
    similarity: float = 0.0
    occurrences: int = 1
    label: str = ""


def verdict(
    cited: Cited, finding: Finding | None, document: StoredDocument | None
) -> CheckedCitation:
    """Return the result of a check for the user; `finding` is None if there is no file."""
    found = finding.document if finding else document
    return CheckedCitation(
        uri=cited.uri,
        state=finding.state if finding else CitationState.GONE,
        sentence=_sentence(cited, finding, document),
        folder=found.folder if found else "",
        path=found.path if found else cited.path,
        absolute_path=found.absolute_path if found else "",
        title=(found.title or PurePosixPath(found.path).stem) if found else "",
        cited=cited.place,
        place=finding.place if finding else None,
        text=finding.text if finding else "",
        quotation="\n".join(cited.parts),
        similarity=finding.similarity if finding else 0.0,
        indexed_at=document.indexed_at if document else "",
        label=finding.label if finding else "",
    )


def _sentence(cited: Cited, finding: Finding | None, document: StoredDocument | None) -> Message:
    if finding is None:
        template = message("The passage was not found: the file {path} is not in the library.")
        if document:
            template = message(
                "The passage was not found: the file {path} is no longer in its folder."
            )
        return message(template, path=cited.path)
    name = f"{finding.document.folder}/{finding.document.path}"
    if finding.place is None and not cited.parts:
        place = format_locator(cited.place)
        return message("The passage was not found: {name} has no {place}.", name=name, place=place)
    if finding.place is None:
        return message("The passage was not found: {name} no longer contains it.", name=name)
    now = format_locator(finding.place, finding.label)
    match finding.state:
        case CitationState.EXACT:
            unchanged = message(
                "The passage is still at {now} of {name}, unchanged.", name=name, now=now
            )
            return joined(unchanged, _repeats(finding))
        case CitationState.MOVED:
            moved = message("The passage has moved to {now} of {name}.", now=now, name=name)
            return joined(moved, _repeats(finding))
        case _:
            share = f"{finding.similarity:.0%}".replace("%", " %")
            return message(
                "The passage has changed: {share} of its words are at {now} of {name}.",
                share=share,
                name=name,
                now=now,
            )


def _repeats(finding: Finding) -> Message:
    times = finding.occurrences
    return (
        message("It occurs {times} times; this occurrence is the nearest.", times=times)
        if times > 1
        else EMPTY
    )


@dataclass(frozen=True, slots=True)
class CitedPart:
    """A part of the cited text as indexed, and its offset in the text indexed at that time."""

    text: str
    start: int

    @property
    def span(self) -> TextSpan:
        """The position in the document's text when it was indexed."""
        return TextSpan(self.start, self.start + len(self.text))


def _cited_parts(chunks: Iterable[Chunk], place: Locator) -> tuple[CitedPart, ...]:
    """Return the indexed text at a position, with one part for each overlapping passage.

    If a passage has exactly this position, it is the cited one, and the result is its text only.
    """
    reaching = [chunk for chunk in chunks if _reaches(chunk, place)]
    exact = [chunk for chunk in reaching if _is_exactly(chunk, place)]
    return tuple(_part(chunk, place) for chunk in (exact or reaching))


def is_same_kind(one: LocatorKind, other: LocatorKind) -> bool:
    """Whether two units of position have the same form of URI fragment."""
    return one is other or (one.is_paged and other.is_paged) or (one.is_line and other.is_line)


def _reaches(chunk: Chunk, place: Locator) -> bool:
    if not is_same_kind(chunk.place_kind, place.kind):
        return False
    return chunk.place_start <= place.end and chunk.place_end >= place.start


def _is_exactly(chunk: Chunk, place: Locator) -> bool:
    is_region = place.box is None or chunk.region == place.box
    return is_region and (chunk.place_start, chunk.place_end) == (place.start, place.end)


def _part(chunk: Chunk, place: Locator) -> CitedPart:
    """Return the cited lines of a passage, or all of it if its lines differ from the file's."""
    breaks = [found.end() for found in LINE_BREAK.finditer(chunk.text)]
    lines = chunk.place_end - chunk.place_start
    if not chunk.place_kind.is_line or len(breaks) != lines:
        return CitedPart(chunk.text, chunk.start)
    starts = [0, *breaks, len(chunk.text)]
    first = max(0, place.start - chunk.place_start)
    last = min(lines, place.end - chunk.place_start)
    text = re.sub(r"[\r\n]+\Z", "", chunk.text[starts[first] : starts[last + 1]])
    return CitedPart(text, chunk.start + starts[first])


_MAX_OTHER_FILES = 5


class CitationChecker:
    """Checks citations. Usable from any thread: an export may check while the window does."""

    def __init__(
        self,
        catalog: Catalog,
        reader: DocumentReader,
        shared_document: Callable[[str], Sequence[StoredChunk]] = lambda _path: (),
    ) -> None:
        """`shared_document` returns the passages of a document in a shared library by its path."""
        self._catalog = catalog
        self._shared_document = shared_document
        self._texts = CurrentTexts(reader)

    def check(self, request: CheckCitation) -> CheckedCitation:
        """Return where the cited passage is now, and whether it has changed.

        The state is UNCHECKED if the file exists but cannot be read here. Raise BadRequestError if
        the URI is invalid or matches files in several folders.
        """
        path, place = parse_uri(request.uri)
        document = find_document(self._catalog, path)
        if document is None and (shared := self._shared_document(path)):
            return _as_published(request, path, place, shared)
        if document is not None and self._catalog.is_copy(document.folder_root):
            chunks = self._catalog.document_chunks(document.number)
            return _as_published(request, path, place, chunks)
        try:
            return self._checked(request, path, place, document)
        except _NotReadError as error:
            answer = verdict(Cited(request.uri, path, place, _quoted(request)), None, document)
            return _unchecked(answer, error.message)

    def _checked(
        self, request: CheckCitation, path: str, place: Locator, document: StoredDocument | None
    ) -> CheckedCitation:
        chunks = self._catalog.document_chunks(document.number) if document else ()
        cited = () if request.quotation.strip() else _cited(chunks, place)
        parts = tuple(part.text for part in cited) or _quoted(request)
        finding = self._in_its_file(document, place, parts, cited, chunks) if document else None
        if finding is None or finding.state is CitationState.GONE:
            finding = self._in_another_file(document, place, parts) or finding
        answer = verdict(Cited(request.uri, path, place, parts), finding, document)
        why = (
            why_not_indexed(self._catalog, path) if document is None and finding is None else EMPTY
        )
        if why:
            return replace(answer, state=CitationState.UNCHECKED, sentence=why)
        return answer

    def not_checked(self, uri: str, quotation: str, error: EngineError) -> CheckedCitation:
        """Return the answer for a citation that cannot be checked."""
        path, place = parse_uri(uri)
        answer = verdict(Cited(uri, path, place, (quotation,)), None, None)
        return _unchecked(answer, error.message)

    def _in_its_file(
        self,
        document: StoredDocument,
        place: Locator,
        parts: Sequence[str],
        cited: Sequence[CitedPart],
        chunks: Sequence[StoredChunk],
    ) -> Finding | None:
        """Search for the passage in its own file; return None if the file was deleted."""
        try:
            current = self._texts.read(document)
        except DocumentError as error:
            if error.reason is FailureReason.VANISHED:
                if Path(document.folder_root).is_dir():
                    return None
                raise _NotReadError(_unavailable_folder(document)) from error
            raise _NotReadError(error.message) from error
        if not parts:
            return _unknown_text(document, current.extracted, place)
        if len(cited) > 1 and _are_at_indexed_offsets(current.extracted, cited):
            # A line of megabytes has thousands of passages, and searching for each would be slow.
            there = [Located(CitationState.EXACT, part.span, 1.0, 1) for part in cited]
            return _joined(document, current.extracted, there)
        is_other = _other_passages(chunks, parts)
        located = [locate(current, part, place, is_other) for part in parts]
        return _joined(document, current.extracted, located)

    def _in_another_file(
        self, document: StoredDocument | None, place: Locator, parts: Sequence[str]
    ) -> Finding | None:
        """Search for the exact passage in files that may be the renamed or moved file."""
        wanted = max(parts, key=len, default="")
        for other in self._other_documents(document, wanted):
            try:
                current = self._texts.read(other)
            except DocumentError:
                continue
            located = [locate(current, part, place) for part in parts]
            if all(found.state.holds for found in located):
                finding = _joined(other, current.extracted, located)
                return replace(finding, state=CitationState.MOVED, similarity=1.0, occurrences=1)
        return None

    def _other_documents(
        self, document: StoredDocument | None, wanted: str
    ) -> Iterator[StoredDocument]:
        if not wanted:
            return
        if document is not None:
            yield from renamed_files(document)
        longest = max(wanted.splitlines(), key=len).strip()
        numbers = self._catalog.substring(longest, limit=_MAX_OTHER_FILES)
        seen = {document.number} if document else set()
        for chunk in self._catalog.chunks(numbers).values():
            if chunk.document.number not in seen:
                seen.add(chunk.document.number)
                yield chunk.document


class _NotReadError(EngineError):
    """The file cannot be read now."""


def _unavailable_folder(document: StoredDocument) -> Message:
    return message(
        "The folder '{folder}' is not available now. Connect the drive with the folder.",
        folder=document.folder,
    )


def _unchecked(answer: CheckedCitation, why: Message) -> CheckedCitation:
    sentence = message("The passage cannot be checked: {message}", message=why)
    return replace(answer, state=CitationState.UNCHECKED, sentence=sentence)


def _as_published(
    request: CheckCitation, path: str, place: Locator, chunks: Sequence[StoredChunk]
) -> CheckedCitation:
    """Return the published text of a citation, whose file is on another computer."""
    parts = tuple(part.text for part in _cited(chunks, place))
    document = chunks[0].document if chunks else None
    answer = verdict(Cited(request.uri, path, place, parts or _quoted(request)), None, document)
    why = message("The file is on the computer that published it.")
    answer = replace(answer, absolute_path="", text="\n".join(parts))
    return _unchecked(answer, why)


def _quoted(request: CheckCitation) -> tuple[str, ...]:
    return (request.quotation,) if request.quotation.strip() else ()


def _cited(chunks: Sequence[StoredChunk], place: Locator) -> tuple[CitedPart, ...]:
    parts = _cited_parts((stored.chunk for stored in chunks), place)
    return tuple(part for part in parts if part.text.strip())


def _are_at_indexed_offsets(extracted: ExtractedText, cited: Sequence[CitedPart]) -> bool:
    """Whether all parts are at their indexed offsets."""
    return all(extracted.text.startswith(part.text, part.start) for part in cited)


def _joined(document: StoredDocument, extracted: ExtractedText, located: list[Located]) -> Finding:
    """Return one finding for all parts: the worst state, but GONE only if all parts are gone."""
    spans = [found.span for found in located if found.span is not None]
    if not spans:
        return Finding(CitationState.GONE, document)
    worst = max((found.state for found in located), key=list(CitationState).index)
    state = CitationState.CHANGED if worst is CitationState.GONE else worst
    places = [place_of(extracted, span) for span in spans]
    first, last = min(place.start for place in places), max(place.end for place in places)
    place = Locator(extracted.place_kind, first, last)
    return Finding(
        state,
        document,
        place,
        "\n".join(extracted.text[span.start : span.end] for span in spans),
        sum(found.similarity for found in located) / len(located),
        max(found.occurrences for found in located),
        label_of(extracted, place),
    )


def _unknown_text(document: StoredDocument, extracted: ExtractedText, place: Locator) -> Finding:
    """Return the finding for a position without indexed text (a blank line, front matter)."""
    span = span_of(extracted, place) if is_same_kind(extracted.place_kind, place.kind) else None
    if span is None or not _is_as_indexed(document):
        return Finding(CitationState.GONE, document)
    text = extracted.text[span.start : span.end]
    label = label_of(extracted, place)
    return Finding(CitationState.EXACT, document, place, text, 1.0, label=label)


def _is_as_indexed(document: StoredDocument) -> bool:
    try:
        state = Path(document.absolute_path).stat()
    except OSError:
        return False
    return (state.st_size, state.st_mtime_ns) == (document.state.size, document.state.mtime_ns)


def _other_passages(chunks: Sequence[StoredChunk], parts: Sequence[str]) -> Callable[[str], bool]:
    """Return a predicate that is true for a text in another passage near the cited one."""
    known = [" ".join(stored.chunk.text.split()) for stored in chunks]
    cited = [" ".join(part.split()) for part in parts]
    if not any(part in text for part in cited for text in known):
        return lambda _text: False
    same = frozenset(cited)  # quick check first, because a line may have thousands of passages
    others = [t for t in known if t not in same and not any(part in t for part in cited)]

    def is_other(text: str) -> bool:
        lines = (" ".join(line.split()) for line in text.splitlines())
        return all(any(line in other for other in others) for line in lines)

    return is_other
