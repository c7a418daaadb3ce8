"""The collection: passages that users save, annotate, sort and check against the files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from hashlib import blake2b
from pathlib import PurePosixPath

from twofold.engine.citations.citation_checker import CitationChecker
from twofold.engine.model.citation import (
    CheckedCitation,
    CollectedPassage,
    Locator,
    format_uri,
)
from twofold.engine.model.document import (
    Chunk,
    StoredChunk,
    StoredDocument,
    as_number,
    date_time_now,
    document_number,
)
from twofold.engine.model.errors import BadRequestError, EngineError
from twofold.engine.model.localized import Message, message
from twofold.engine.model.publication import publication_of
from twofold.engine.model.requests import ChangeCollected, CheckCitation, CollectPassages
from twofold.engine.stores.catalog.catalog import Catalog


class Collection:
    """Reads and changes the collection of one library."""

    def __init__(
        self, catalog: Catalog, checker: CitationChecker, now: Callable[[], str] = date_time_now
    ) -> None:
        self._catalog = catalog
        self._checker = checker
        self._now = now

    def collect(self, request: CollectPassages) -> Message:
        """Add passages and return a message; raise BadRequestError if one does not exist."""
        passages = [self._of_chunk(chunk) for chunk in self._chunks(request.chunk_ids)]
        passages += [self._of_uri(uri) for uri in request.uris]
        noted = [replace(passage, note=request.note) for passage in passages]
        with self._catalog.change() as change:
            added = change.collect(noted)
        return _collected_message(added, len(noted))

    def change(self, request: ChangeCollected) -> Message:
        """Annotate, move or remove a passage and return a message."""
        order = [passage.id for passage in self._catalog.annotations.collection()]
        identity = _identity(request.passage, order)
        with self._catalog.change() as change:
            if request.remove:
                change.drop_collected(identity)
                return message("The passage was removed from the collection.")
            if request.note is not None:
                change.annotate_collected(identity, request.note)
            if request.position is not None:
                order.remove(identity)
                order.insert(min(max(0, request.position - 1), len(order)), identity)
                change.order_collected(order)
        return message("The collection was changed.")

    def passages(self) -> tuple[CollectedPassage, ...]:
        """Return the passages in order."""
        return self._catalog.annotations.collection()

    def check(self, passage: CollectedPassage) -> CheckedCitation:
        """Check a passage against its file; passages of unreadable files count as gone."""
        uri = format_uri(f"{passage.folder}/{passage.path}", passage.place)
        if self._catalog.document(document_number(passage.folder, passage.path)) is None:
            uri = format_uri(passage.path, passage.place)
        try:
            return self._checker.check(CheckCitation(uri, passage.text))
        except EngineError as error:
            return self._checker.not_read(uri, passage.text, error)

    def _chunks(self, chunk_ids: tuple[str, ...]) -> list[StoredChunk]:
        try:
            numbers = [as_number(chunk_id) for chunk_id in chunk_ids]
        except ValueError as error:
            raise BadRequestError(
                message("There is no such passage."), message("Search again.")
            ) from error
        stored = self._catalog.chunks(numbers)
        if any(number not in stored for number in numbers):
            raise BadRequestError(
                message("This passage is no longer in the library."), message("Search again.")
            )
        return [stored[number] for number in numbers]

    def _of_chunk(self, stored: StoredChunk) -> CollectedPassage:
        chunk, document = stored.chunk, stored.document
        place = Locator(chunk.place_kind, chunk.place_start, chunk.place_end, chunk.region)
        return self._of_document(document, place, chunk.place_label, chunk.text, chunk)

    def _of_uri(self, uri: str) -> CollectedPassage:
        checked = self._checker.check(CheckCitation(uri))
        document = self._catalog.document(document_number(checked.folder, checked.path))
        if checked.place is None or document is None:
            raise BadRequestError(
                checked.sentence, message("Enter a citation of a passage in the library.")
            )
        text = checked.text.strip("\r\n")
        return self._of_document(document, checked.place, checked.label, text, None)

    def _of_document(
        self, document: StoredDocument, place: Locator, label: str, text: str, chunk: Chunk | None
    ) -> CollectedPassage:
        named = f"{document.folder}\0{document.path}\0{place.fragment}\0{text}"
        return CollectedPassage(
            id=blake2b(named.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest(),
            folder=document.folder,
            root=document.folder_root,
            path=document.path,
            place=place,
            text=text,
            title=document.title or PurePosixPath(document.path).stem,
            section=chunk.section if chunk else "",
            label=label,
            lang=(chunk.lang if chunk else "") or document.lang,
            file_type=document.file_type,
            is_code=bool(chunk and chunk.is_code),
            trust=document.trust.value,
            date=document.issued,
            author=document.author,
            **publication_of(document),
            tags=document.tags,
            indexed_at=document.indexed_at,
            added_at=self._now(),
        )


def _identity(wanted: str, order: list[str]) -> str:
    """Return the id of the passage that `wanted` names by its id or its number."""
    if wanted in order:
        return wanted
    number = int(wanted) if wanted.isdecimal() and len(wanted) < 6 else 0
    if 1 <= number <= len(order):
        return order[number - 1]
    raise BadRequestError(
        message("There is no passage '{wanted}' in the collection.", wanted=wanted[:40]),
        message("The collection has {order}.", order=_passages(len(order))),
    )


def _collected_message(added: int, asked: int) -> Message:
    """Return a message with the number of added passages."""
    if added == asked:
        return message("{added} added to the collection.", added=_passages(added))
    if not added:
        if asked == 1:
            return message("This passage is already in the collection.")
        return message("These {asked} passages are already in the collection.", asked=asked)
    if asked - added == 1:
        return message(
            "{added} of {asked} passages added to the collection; it already had the other one.",
            added=added,
            asked=asked,
        )
    return message(
        "{added} of {asked} passages added to the collection; it already had the others.",
        added=added,
        asked=asked,
    )


def _passages(number: int) -> Message:
    return message("%Ln passages", "", number, one="1 passage")
