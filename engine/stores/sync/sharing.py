"""Publishing a library, and copying one that is shared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from hashlib import blake2b
from itertools import groupby, islice
from pathlib import Path

from twofold.engine.model.document import (
    CHUNKER_VERSION,
    DocumentMetadata,
    StoredChunk,
    StoredDocument,
    chunk_number,
)
from twofold.engine.model.errors import BadRequestError, IndexUnavailableError
from twofold.engine.model.filters import SearchFilters
from twofold.engine.model.message import message
from twofold.engine.model.publication import publication_of
from twofold.engine.model.sharing import Published, PublishingPlan
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.lexical.index import LexicalIndex
from twofold.engine.stores.library_files import LibraryLock
from twofold.engine.stores.milvus.collection import SharedCollection
from twofold.engine.stores.milvus.columns import SIGNATURES
from twofold.engine.stores.milvus.publishing import Confirm, Publishing, without_question
from twofold.engine.stores.milvus.rows import (
    READ_FIELDS,
    Facts,
    mean_lengths,
    stored_of,
    vector_in,
)
from twofold.engine.stores.milvus.server import Server, literal, text, whole
from twofold.engine.stores.milvus.terms import Terms
from twofold.engine.stores.sync.indexes import Indexes, folder_of_model
from twofold.engine.stores.sync.selection import ChosenDocuments

_SAMPLE = 1000
_DOCUMENTS_A_BATCH = 100
_LONGEST_NAME = 100
Step = Callable[[int, int], None]


def share(
    catalog: Catalog,
    lexical: LexicalIndex,
    server: Server,
    name: str,
    step: Step = lambda _done, _of: None,
    *,
    publisher: str = "",
    filters: SearchFilters | None = None,
    keeps_others: bool = False,
    confirm: Confirm = without_question,
) -> Published:
    """Publish what a library holds and has read by meaning; `name` is its publisher's.

    `publisher` identifies it in place of the library, which may then be made anew. Only documents
    that pass `filters` are published, and nothing is told of others; None leaves that unsaid. What
    was published and is not in the library any more is deleted unless it `keeps_others`; of a part
    always, as nobody knows whether it would pass. `confirm` is called with the plan before any
    document is written or deleted, and may raise.

    Raise BadRequestError for a library that cannot be published as it is, IndexUnavailableError for
    a collection of another model or version, or when the server does not answer.
    """
    fingerprint = catalog.vectors.answering_model
    is_selection = filters is not None and not filters.is_empty
    chosen = ChosenDocuments(catalog, filters or SearchFilters())
    is_part = is_selection or chosen.leaves_out_names
    unknown = chosen.unknown_folders()
    sample = catalog.spread_chunks(_SAMPLE)
    dimension = _dimension_of(catalog, sample)
    collection = SharedCollection(server)
    publishing = Publishing(collection, publisher or catalog.identity, chosen.passages_of, step)
    if is_selection:
        sample = tuple(islice(chosen.chunks(), _SAMPLE))
        if not sample and not server.has(collection.name):
            confirm(PublishingPlan(0, 0, 0, unknown))
            return Published(0, 0, 0, 0)
    collection.create(Facts(fingerprint, dimension, CHUNKER_VERSION, mean_lengths(sample)))
    _check_model(collection.facts.fingerprint, fingerprint)
    _check_dimension(collection.facts, dimension)
    is_cut_alike = collection.facts.chunker == CHUNKER_VERSION
    if not is_cut_alike or set(collection.facts.columns) != set(SIGNATURES):
        raise IndexUnavailableError(
            message("This shared library was made by another version of Twofold."),
            message("Use the same version, or publish as another collection."),
        )
    if filters is None and publishing.former is not None and publishing.former.is_selection:
        raise BadRequestError(
            message("Only a part is published there, and which one is not known here."),
            message("Name its filters again, or publish all of it: --only FILTERS, or --all"),
        )
    return publishing.run(
        chosen.by_number.values(),
        chosen.terms if is_part else lambda: Terms(lexical.term_counts()),
        name,
        is_selection=is_selection,
        held=catalog.facet_table().documents.tolist()
        if keeps_others and not is_selection
        else None,
        confirm=lambda plan: confirm(replace(plan, unknown_folders=unknown)),
    )


def _dimension_of(catalog: Catalog, sample: Sequence[StoredChunk]) -> int:
    """Return the dimension of a library's vectors; BadRequestError where it is not ready."""
    model = catalog.vectors.answering_model
    rows = catalog.vectors.of_chunks(model, [one.number for one in sample])
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
    [(length, _)] = Counter(len(row.vector) for row in rows).most_common(1)
    return length // 2


def withdraw(catalog: Catalog, server: Server) -> None:
    """Delete from a shared library what this one has published there."""
    collection = SharedCollection(server)
    collection.refresh()
    Publishing(collection, catalog.identity, lambda _numbers: {}).withdraw()


def withdraw_parts(server: Server, source: str, kept: Container[str] | None) -> tuple[int, bool]:
    """Delete what was published of a source but not as one of the parts `kept`; None keeps all.

    Return how many documents were there, and whether any of them are a selection.
    """
    collection = SharedCollection(server)
    collection.refresh()
    parts = [one for one in collection.publishers if one.id.rpartition("-")[0] == source]
    for one in parts:
        if kept is not None and one.id not in kept:
            Publishing(collection, one.id, lambda _numbers: {}).withdraw()
    return sum(one.documents for one in parts), any(one.is_selection for one in parts)


def pull(
    *,
    catalog_file: Path,
    lexical: Path,
    vectors: Path,
    lock: Path,
    server: Server,
    step: Step = lambda _done, _of: None,
    dimension_of: Callable[[str], int] = lambda _fingerprint: 0,
) -> tuple[int, int]:
    """Copy a shared library with its vectors; return how many documents came and went.

    Its folders are said to lie below a folder that is not there, so no file is looked for. What is
    there already, from a former copy, is not read again; what has gone is removed. Nothing of the
    person's own is changed, whatever the publisher calls it. `dimension_of` returns the dimension
    of the model of a fingerprint on this computer, 0 when it is not known.

    Raise IndexUnavailableError before anything is written when its vectors are of another model, or
    cannot be of the model that it names.
    """
    collection = SharedCollection(server)
    collection.refresh()
    facts = collection.facts
    _check_dimension(facts, dimension_of(facts.fingerprint))
    with ExitStack() as opened:
        opened.callback(LibraryLock.acquire(lock).release)
        catalog = opened.enter_context(closing(Catalog.open(catalog_file)))
        _check_dimension(facts, catalog.vectors.dimension_of(facts.fingerprint))
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
    copied = {one.name: one for one in catalog.folders() if Path(one.root).is_relative_to(places)}
    own = {one.name for one in catalog.folders()} - copied.keys()
    if own and catalog.vectors.answering_model:
        _check_model(facts.fingerprint, catalog.vectors.answering_model)
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
        catalog.add_folder(places / blake2b(folder.encode(), digest_size=8).hexdigest(), folder)
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


def _folder_name(written: str, own: Container[str]) -> str:
    """Return what a copied folder is called: one line, and no name of a folder of one's own."""
    plain = "".join(one if one.isprintable() and one != "/" else " " for one in written)
    name = " ".join(plain.split())[:_LONGEST_NAME] or "shared"
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


def _check_model(wanted: str, given: str) -> None:
    if wanted != given:
        raise IndexUnavailableError(
            message("This shared library was read by the model {model}.", model=wanted),
            message("Use the same model, or publish as another collection."),
        )


def _check_dimension(facts: Facts, dimension: int) -> None:
    """Raise IndexUnavailableError unless the vectors are those of the model; 0 is not known."""
    if dimension not in (0, facts.dimension):
        raise IndexUnavailableError(
            message(
                "The vectors of this shared library do not fit its model {model}: they have "
                "{dimension} numbers, not {wanted}.",
                model=facts.fingerprint,
                dimension=facts.dimension,
                wanted=dimension,
            ),
            message("Nothing was changed. Publish the library again as another collection."),
        )
