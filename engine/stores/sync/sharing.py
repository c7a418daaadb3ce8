"""A shared library in place of a catalog and its indexes; publishing one, and copying one."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from contextlib import ExitStack, closing
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, cast

from engine.model.document import CHUNKER_VERSION, DocumentMetadata, StoredDocument
from engine.model.errors import BadRequestError, IndexUnavailableError
from engine.model.message import Message, message
from engine.model.publication import publication_of
from engine.stores.catalog.catalog import Catalog
from engine.stores.lexical.index import LexicalIndex
from engine.stores.library_files import LibraryLock
from engine.stores.milvus.catalog import SharedCatalog
from engine.stores.milvus.collection import SharedCollection
from engine.stores.milvus.lexical import MilvusLexical
from engine.stores.milvus.publishing import Published, Publishing
from engine.stores.milvus.rows import (
    READ_FIELDS,
    Facts,
    Passage,
    content_hash_of,
    mean_lengths,
    stored_of,
    vector_in,
)
from engine.stores.milvus.server import Server, literal, text, whole
from engine.stores.milvus.terms import Terms
from engine.stores.milvus.vectors import MilvusVectors
from engine.stores.sync.indexes import Indexes, folder_of_model

if TYPE_CHECKING:
    from engine.stores.vectors.index import VectorIndex

_SAMPLE = 1000
_DOCUMENTS_A_BATCH = 100
Step = Callable[[int, int], None]


class SharedIndexes(Indexes):
    """The stores of a shared library: there is nothing to keep in step."""

    are_in_step = True
    graph_is_due = False

    def __init__(self, catalog: SharedCatalog, collection: SharedCollection) -> None:
        vectors = cast("VectorIndex", MilvusVectors(collection))  # there is no graph to ask it for
        super().__init__(catalog, MilvusLexical(collection), vectors)
        self._collection = collection

    @classmethod
    def of(cls, server: Server, own: Path) -> tuple[SharedCatalog, SharedIndexes]:
        """Open a shared library; the file `own` is the person's own catalog beside it.

        Raise IndexUnavailableError where the server does not answer or nothing was published.
        """
        collection = SharedCollection(server)
        collection.refresh()
        _ = collection.facts
        catalog = SharedCatalog.of(collection, own)
        return catalog, cls(catalog, collection)

    def use_model(self, folder: Path, fingerprint: str, dimension: int) -> tuple[Message, ...]:
        _check_model(self._collection.facts.fingerprint, fingerprint)
        return ()

    def follow_model(self, folder: Path, fingerprint: str) -> tuple[Message, ...]:
        return ()

    def check(self) -> tuple[Message, ...]:
        return ()

    def close(self) -> None:
        self._collection.server.close()


def share(
    catalog: Catalog,
    lexical: LexicalIndex,
    server: Server,
    name: str,
    step: Step = lambda _done, _of: None,
    *,
    publisher: str = "",
    keeps_others: bool = False,
) -> Published:
    """Publish what a library holds and has read by meaning; `name` is its publisher's.

    `publisher` identifies it in place of the library, which may then be made anew. What it has
    published and the library has not is deleted unless it `keeps_others`.

    Raise BadRequestError for a library that cannot be published as it is, IndexUnavailableError for
    a collection of another model or version, or when the server does not answer.
    """
    fingerprint = catalog.vectors.answering_model
    sample = catalog.spread_chunks(_SAMPLE)
    rows = catalog.vectors.of_chunks(fingerprint, [one.number for one in sample])
    if not rows:
        raise BadRequestError(
            message("Nothing in this library has been read by meaning yet."),
            message("Read it first: twofold index"),
        )
    if catalog.files.has_other_chunker(CHUNKER_VERSION):
        raise BadRequestError(
            message("Another version of Twofold cut some documents into passages."),
            message("Read them anew first: twofold index"),
        )
    collection = SharedCollection(server)
    collection.create(
        Facts(fingerprint, len(rows[0].vector) // 2, CHUNKER_VERSION, mean_lengths(sample))
    )
    _check_model(collection.facts.fingerprint, fingerprint)
    if collection.facts.chunker != CHUNKER_VERSION:
        raise IndexUnavailableError(
            message("The passages of this shared library were cut by another version of Twofold."),
            message("Use the same version, or publish as another collection."),
        )

    def passages_of(numbers: Sequence[int]) -> dict[int, list[Passage]]:
        """Return the passages of each document, none where one has no vector yet."""
        found = {}
        for number in numbers:
            chunks = catalog.document_chunks(number)
            vectors = catalog.vectors.of_chunks(fingerprint, [one.number for one in chunks])
            by_chunk = {row.chunk_number: row for row in vectors}
            if len(by_chunk) == len(chunks):
                rows = ((one, by_chunk[one.number]) for one in chunks)
                found[number] = [Passage(one, row.vector, row.content_hash) for one, row in rows]
        return found

    documents = catalog.documents(catalog.facet_table().documents.tolist())
    publishing = Publishing(collection, publisher or catalog.identity, passages_of, step)
    terms = Terms(lexical.term_counts())
    return publishing.run(documents.values(), terms, name, keeps_others=keeps_others)


def withdraw(catalog: Catalog, server: Server) -> None:
    """Delete from a shared library what this one has published there."""
    collection = SharedCollection(server)
    collection.refresh()
    Publishing(collection, catalog.identity, lambda _numbers: {}).withdraw()


def withdraw_parts(server: Server, source: str, kept: Container[str] | None) -> None:
    """Delete what was published of a source but not as one of the parts `kept`; None keeps all."""
    collection = SharedCollection(server)
    collection.refresh()
    for one in collection.publishers:
        if kept is not None and one.id.rpartition("-")[0] == source and one.id not in kept:
            Publishing(collection, one.id, lambda _numbers: {}).withdraw()


def pull(
    *,
    catalog_file: Path,
    lexical: Path,
    vectors: Path,
    lock: Path,
    server: Server,
    step: Step = lambda _done, _of: None,
) -> tuple[int, int]:
    """Copy a shared library with its vectors; return how many documents came and went.

    Its folders are said to lie below a folder that is not there, so no file is looked for. What is
    there already, from a former copy, is not read again; what has gone is removed.
    """
    collection = SharedCollection(server)
    collection.refresh()
    facts = collection.facts
    with ExitStack() as opened:
        opened.callback(LibraryLock.acquire(lock).release)
        catalog = opened.enter_context(closing(Catalog.open(catalog_file)))
        changes = _copy_what_differs(catalog, collection, catalog_file.with_name("shared"), step)
        indexes, _ = Indexes.open(catalog, lexical)
        with closing(indexes):
            folder = folder_of_model(vectors, facts.fingerprint)
            indexes.use_model(folder, facts.fingerprint, facts.dimension)
    return changes


def _copy_what_differs(
    catalog: Catalog, collection: SharedCollection, places: Path, step: Step
) -> tuple[int, int]:
    server, facts = collection.server, collection.facts
    known = {
        (folder.name, document.path): document.indexed_at
        for folder in catalog.folders()
        if Path(folder.root).is_relative_to(places)
        for document in catalog.documents_of(folder.name)
    }
    names = {publisher.id: publisher.name for publisher in collection.publishers}
    fields = ("document", "publisher", "about", "place", "text", "id")
    there: dict[tuple[str, str], int] = {}
    changed: list[int] = []
    folder_of: dict[int, str] = {}
    for row in server.every(collection.name, "position == 0", fields):
        document = stored_of(row, server.address.name).document
        folder = f"{names.get(text(row, 'publisher'), '')} {document.folder}".strip()
        key, number = (folder, document.path), whole(row, "document")
        there[key], folder_of[number] = number, folder
        if known.get(key) != document.indexed_at:
            changed.append(number)
    roots = {folder.name for folder in catalog.folders()}
    for folder in sorted(set(folder_of.values()) - roots):
        catalog.add_folder(places / folder.replace("/", " "), folder)
    for start in range(0, len(changed), _DOCUMENTS_A_BATCH):
        some = changed[start : start + _DOCUMENTS_A_BATCH]
        _copy(catalog, collection, some, folder_of, facts)
        step(min(start + _DOCUMENTS_A_BATCH, len(changed)), len(changed))
    gone = [key for key in known if key not in there]
    with catalog.change() as change:
        for folder, path in gone:
            change.delete_file(folder, path)
    catalog.vectors.set_answering_model(facts.fingerprint)
    return len(changed), len(gone)


def _copy(
    catalog: Catalog,
    collection: SharedCollection,
    numbers: Sequence[int],
    folder_of: dict[int, str],
    facts: Facts,
) -> None:
    """Copy some documents in one change."""
    server = collection.server
    rows = server.every(
        collection.name, f"document in {literal(numbers)}", (*READ_FIELDS, "position", "meaning")
    )
    ordered = sorted(rows, key=lambda row: (whole(row, "document"), whole(row, "position")))
    with catalog.change() as change:
        for number, of_document in groupby(ordered, key=lambda row: whole(row, "document")):
            passages = list(of_document)
            stored = [stored_of(row, server.address.name) for row in passages]
            document = stored[0].document
            change.put_document(
                folder_of[number],
                document.path,
                document.state,
                _metadata_of(document),
                document.file_type,
                [one.chunk for one in stored],
                document.chunker_version,
                document.indexed_at,
                document.file_path,
            )
            vectors = (vector_in(row, facts.dimension).astype("<f2").tobytes() for row in passages)
            hashes = map(content_hash_of, passages)
            change.put_vectors(facts.fingerprint, zip(hashes, vectors, strict=True))


def _metadata_of(document: StoredDocument) -> DocumentMetadata:
    return DocumentMetadata(
        title=document.title,
        author=document.author,
        tags=document.tags,
        lang=document.lang,
        trust=document.trust,
        modified=document.date,
        issued=document.issued,
        **publication_of(document),
    )


def _check_model(wanted: str, given: str) -> None:
    if wanted != given:
        raise IndexUnavailableError(
            message("This shared library was read by the model {model}.", model=wanted),
            message("Use the same model, or publish as another collection."),
        )
