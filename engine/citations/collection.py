"""Collections: passages that users save, annotate, sort and check against the files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from difflib import get_close_matches
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
from twofold.engine.model.errors import BadRequestError
from twofold.engine.model.localized import Message, message
from twofold.engine.model.personal_copy import MAX_COLLECTION_NAME, is_collection_name
from twofold.engine.model.publication import publication_of
from twofold.engine.model.requests import ChangeCollected, CheckCitation, CollectPassages
from twofold.engine.stores.catalog.catalog import Catalog


class Collection:
    """Reads and changes the collections of one library."""

    def __init__(
        self, catalog: Catalog, checker: CitationChecker, now: Callable[[], str] = date_time_now
    ) -> None:
        self._catalog = catalog
        self._checker = checker
        self._now = now

    def collect(self, request: CollectPassages) -> Message:
        """Add passages and return a message; raise BadRequestError if one does not exist."""
        self._check_exists(request.collection)
        passages = [self._of_chunk(chunk) for chunk in self._chunks(request.chunk_ids)]
        passages += [self._of_uri(uri) for uri in request.uris]
        noted = [
            replace(passage, note=request.note, collection=request.collection)
            for passage in passages
        ]
        with self._catalog.change() as change:
            added = change.collect(noted)
        return _collected_message(added, len(noted), request.collection)

    def change(self, request: ChangeCollected) -> Message:
        """Annotate, reorder, remove or move a passage and return a message."""
        name = request.collection
        passages = {one.id: one for one in self.passages(name)}
        order = list(passages)
        identity = _identity(request.passage, order)
        if request.move_to is not None:
            return self._move(passages[identity], request.move_to)
        with self._catalog.change() as change:
            if request.remove:
                change.drop_collected(name, identity)
                return message("The passage was removed from the collection.")
            if request.note is not None:
                change.annotate_collected(name, identity, request.note)
            if request.position is not None:
                order.remove(identity)
                order.insert(min(max(0, request.position - 1), len(order)), identity)
                change.order_collected(name, order)
        return message("The collection was changed.")

    def _move(self, passage: CollectedPassage, target: str) -> Message:
        """Move a passage to the end of another collection.

        If the passage is already there, both notes are kept there.
        """
        if target != passage.collection:
            there = {one.id: one.note for one in self.passages(target)}
            with self._catalog.change() as change:
                change.collect([replace(passage, collection=target)])
                if (note := there.get(passage.id)) is not None and note != passage.note:
                    notes = "\n".join(filter(None, (note, passage.note)))
                    change.annotate_collected(target, passage.id, notes)
                change.drop_collected(passage.collection, passage.id)
        if not target:
            return message("The passage was moved to the default collection.")
        return message("The passage was moved to the collection '{name}'.", name=target)

    def create(self, name: str) -> Message:
        """Create an empty collection; raise BadRequestError if the name is taken or invalid."""
        self._check_is_free(name)
        with self._catalog.change() as change:
            change.create_collection(name)
        return message("The collection '{name}' was created.", name=name)

    def rename(self, name: str, new_name: str) -> Message:
        """Rename a collection; raise BadRequestError if the new name is taken or invalid."""
        if not name:
            raise BadRequestError(message("The default collection cannot be renamed."))
        self._check_exists(name)
        self._check_is_free(new_name, renamed=name)
        with self._catalog.change() as change:
            change.rename_collection(name, new_name)
        return message("The collection is now called '{name}'.", name=new_name)

    def delete(self, name: str) -> Message:
        """Delete a collection with its passages and notes; the default one is only emptied."""
        self._check_exists(name)
        with self._catalog.change() as change:
            change.delete_collection(name)
        if not name:
            return message("The default collection was emptied.")
        return message("The collection '{name}' was deleted.", name=name)

    def passages(self, name: str) -> tuple[CollectedPassage, ...]:
        """Return the passages of a collection in order; raise BadRequestError if there is none."""
        self._check_exists(name)
        return self._catalog.annotations.collection(name)

    def _check_exists(self, name: str) -> None:
        names = [one.name for one in self._catalog.annotations.collections()]
        if name in names:
            return
        near = get_close_matches(name, names[1:], n=1)
        raise BadRequestError(
            message("There is no collection '{name}'.", name=name[:MAX_COLLECTION_NAME]),
            message("Did you mean '{name}'?", name=near[0])
            if near
            else message("Create the collection first."),
        )

    def _check_is_free(self, name: str, renamed: str = "") -> None:
        if not is_collection_name(name):
            raise BadRequestError(
                message("This cannot be the name of a collection."),
                message("Enter one line of at most {n} characters.", n=MAX_COLLECTION_NAME),
            )
        others = [one.name for one in self._catalog.annotations.collections()]
        if name.casefold() in {one.casefold() for one in others if one != renamed}:
            raise BadRequestError(
                message("There is already a collection '{name}'.", name=name),
                message("Choose another name."),
            )

    def check(self, passage: CollectedPassage) -> CheckedCitation:
        """Check a passage against its file."""
        uri = format_uri(f"{passage.folder}/{passage.path}", passage.place)
        if self._catalog.document(document_number(passage.folder, passage.path)) is None:
            uri = format_uri(passage.path, passage.place)
        try:
            return self._checker.check(CheckCitation(uri, passage.text))
        except BadRequestError as error:  # files in several folders
            return self._checker.not_checked(uri, passage.text, error)

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


def _collected_message(added: int, asked: int, name: str) -> Message:
    """Return a message with the number of added passages."""
    if added and name:
        return message("{added} added to '{name}'.", added=_passages(added), name=name)
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
