"""Copy a shared library, with its vectors."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from contextlib import ExitStack, closing
from hashlib import blake2b
from itertools import groupby
from pathlib import Path

from twofold.engine.model.document import (
    DocumentMetadata,
    StoredDocument,
    chunk_number,
)
from twofold.engine.model.publication import publication_of
from twofold.engine.model.sharing import Copied
from twofold.engine.sharing.collection import SharedCollection
from twofold.engine.sharing.rows import (
    READ_FIELDS,
    Facts,
    stored_of,
    vector_in,
)
from twofold.engine.sharing.server import Server, literal, text, whole
from twofold.engine.sharing.share import Step, check_dimension, check_model
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.catalog.change import DocumentRecord
from twofold.engine.stores.library_files import LibraryLock
from twofold.engine.stores.sync.indexes import Indexes, folder_of_model

_DOCUMENTS_A_BATCH = 100
_MAX_NAME_LENGTH = 100


def pull(
    *,
    catalog_file: Path,
    lexical: Path,
    vectors: Path,
    lock: Path,
    server: Server,
    step: Step = lambda _done, _of: None,
    dimension_of: Callable[[str], int] = lambda _fingerprint: 0,
) -> Copied:
    """Copy a shared library with its vectors.

    The copied folders get paths below a folder that does not exist, so no files are searched.
    Documents of a previous copy are not read again; deleted ones are removed. The user's own data
    is never changed, whatever names the publisher uses. `dimension_of` returns the dimension of a
    model on this computer by fingerprint, 0 if unknown.

    Raise IndexUnavailableError before anything is written if its vectors belong to another model,
    or do not fit the model that it declares.
    """
    collection = SharedCollection(server)
    collection.refresh()
    facts = collection.facts
    check_dimension(facts, dimension_of(facts.fingerprint))
    with ExitStack() as opened:
        opened.callback(LibraryLock.acquire(lock).release)
        catalog = opened.enter_context(closing(Catalog.open(catalog_file)))
        check_dimension(facts, catalog.vectors.dimension_of(facts.fingerprint))
        if not catalog.folders():  # a new catalog would take all copied documents for outdated
            catalog.files.mark_outdated()
        changes = _copy_what_differs(catalog, collection, step)
        indexes, _ = Indexes.open(catalog, lexical)
        with closing(indexes):
            folder = folder_of_model(vectors, facts.fingerprint)
            indexes.use_model(folder, facts.fingerprint, facts.dimension)
    return changes


def _copy_what_differs(catalog: Catalog, collection: SharedCollection, step: Step) -> Copied:
    server, facts = collection.server, collection.facts
    copied = {one.name: one for one in catalog.folders() if catalog.is_copy(one.root)}
    own = {one.name for one in catalog.folders()} - copied.keys()
    if own and catalog.vectors.answering_model:
        check_model(facts.fingerprint, catalog.vectors.answering_model)
    known = {
        (name, document.path): document.indexed_at
        for name in copied
        for document in catalog.documents_of(name)
    }
    names = {publisher.id: publisher.name for publisher in collection.publishers}
    fields = ("document", "publisher", "about", "place", "text", "id")
    there: dict[tuple[str, str], int] = {}
    changed: list[int] = []
    folder_of: dict[int, str] = {}
    for row in server.every(collection.name, "position == 0", fields):
        document = stored_of(row, server.address.name).document
        folder = _folder_name(f"{names.get(text(row, 'publisher'), '')} {document.folder}", own)
        key, number = (folder, document.path), whole(row, "document")
        there[key], folder_of[number] = number, folder
        if known.get(key) != document.indexed_at:
            changed.append(number)
    for folder in sorted(set(folder_of.values()) - copied.keys()):
        catalog.add_folder(
            catalog.copies / blake2b(folder.encode(), digest_size=8).hexdigest(), folder
        )
    for start in range(0, len(changed), _DOCUMENTS_A_BATCH):
        some = changed[start : start + _DOCUMENTS_A_BATCH]
        _copy(catalog, collection, some, folder_of, facts)
        step(min(start + _DOCUMENTS_A_BATCH, len(changed)), len(changed))
    gone = [key for key in known if key not in there]
    with catalog.change() as change:
        for folder, path in gone:
            change.delete_file(folder, path)
    catalog.vectors.set_answering_model(facts.fingerprint)
    return Copied(len(changed), len(gone))


def _folder_name(written: str, own: Container[str]) -> str:
    """Return the name of a copied folder: one line, and different from the user's folders."""
    plain = "".join(one if one.isprintable() and one != "/" else " " for one in written)
    name = " ".join(plain.split())[:_MAX_NAME_LENGTH] or "shared"
    while name in own:
        name = f"{name} (shared)"
    return name


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
            copy = change.put_document(
                DocumentRecord(
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
            )
            vectors = (vector_in(row, facts.dimension).astype("<f2").tobytes() for row in passages)
            chunks = (
                chunk_number(copy, document.chunker_version, one.chunk.position) for one in stored
            )
            change.put_vectors_of(facts.fingerprint, zip(chunks, vectors, strict=True))


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
