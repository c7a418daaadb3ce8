"""Publish a library, or a part of it, and withdraw it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Sequence
from dataclasses import replace
from itertools import islice

from twofold.engine.model.document import (
    CHUNKER_VERSION,
    StoredChunk,
)
from twofold.engine.model.errors import BadRequestError, IndexUnavailableError
from twofold.engine.model.filters import SearchFilters
from twofold.engine.model.localized import message
from twofold.engine.model.sharing import Published, PublishedSource, PublishingPlan
from twofold.engine.sharing.collection import SharedCollection
from twofold.engine.sharing.columns import COLUMN_NAMES
from twofold.engine.sharing.publishing import Confirm, Publishing, accept_any_plan
from twofold.engine.sharing.rows import (
    Facts,
    mean_lengths,
)
from twofold.engine.sharing.selection import ChosenDocuments
from twofold.engine.sharing.server import Server
from twofold.engine.sharing.terms import Terms
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.lexical.index import LexicalIndex

_SAMPLE = 1000
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
    confirm: Confirm = accept_any_plan,
) -> Published:
    """Publish the documents of a library that have vectors; `name` is the publisher's name.

    `publisher` identifies the publisher independently of the library, so that the library can be
    recreated. Only documents that match `filters` are published, and nothing about others is
    revealed; None means that the caller did not specify filters. Published documents that are no
    longer in the library are deleted unless `keeps_others`; for a selection they are always
    deleted, because it is unknown whether they would match. `confirm` is called with the plan
    before any document is written or deleted, and may raise.

    Raise BadRequestError if the library cannot be published in its current state, and
    IndexUnavailableError for a collection of another model or version, or if the server does not
    respond.
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
    _check_alike(collection.facts, fingerprint, dimension)
    if filters is None and publishing.former is not None and publishing.former.is_selection:
        raise BadRequestError(
            message(
                "Only a part of the library is published there, and its filters are "
                "unknown on this computer."
            ),
            message("Specify its filters again (--only FILTERS), or publish everything (--all)."),
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


def _check_alike(facts: Facts, fingerprint: str, dimension: int) -> None:
    """Raise IndexUnavailableError for a collection of another model or version of Twofold."""
    check_model(facts.fingerprint, fingerprint)
    check_dimension(facts, dimension)
    if facts.chunker != CHUNKER_VERSION or set(facts.columns) != set(COLUMN_NAMES):
        raise IndexUnavailableError(
            message("This shared library was created by another version of Twofold."),
            message("Use the same version, or publish as another collection."),
        )


def _dimension_of(catalog: Catalog, sample: Sequence[StoredChunk]) -> int:
    """Return the dimension of a library's vectors. Raise BadRequestError if it is not ready."""
    model = catalog.vectors.answering_model
    rows = catalog.vectors.of_chunks(model, [one.number for one in sample])
    if not rows:
        raise BadRequestError(
            message("Nothing in this library is indexed by meaning yet."),
            message("Index it first: twofold index"),
        )
    if catalog.files.has_other_chunker(CHUNKER_VERSION):
        raise BadRequestError(
            message("Some documents were indexed by another version of Twofold."),
            message("Index them again first: twofold index"),
        )
    [(length, _)] = Counter(len(row.vector) for row in rows).most_common(1)
    return length // 2


def withdraw(catalog: Catalog, server: Server) -> None:
    """Delete from a shared library everything that this library has published there."""
    collection = SharedCollection(server)
    collection.refresh()
    Publishing(collection, catalog.identity, lambda _numbers: {}).withdraw()


def withdraw_parts(server: Server, source: str, kept: Container[str] | None) -> PublishedSource:
    """Delete all parts of a source except those in `kept`; None keeps all.

    Return what was published before.
    """
    collection = SharedCollection(server)
    collection.refresh()
    parts = [one for one in collection.publishers if one.id.rpartition("-")[0] == source]
    for one in parts:
        if kept is not None and one.id not in kept:
            Publishing(collection, one.id, lambda _numbers: {}).withdraw()
    return PublishedSource(
        sum(one.documents for one in parts), any(one.is_selection for one in parts)
    )


def check_model(wanted: str, given: str) -> None:
    """Raise IndexUnavailableError unless a collection and a library have the same model."""
    if wanted != given:
        raise IndexUnavailableError(
            message("This shared library was indexed with the model {model}.", model=wanted),
            message("Use the same model, or publish as another collection."),
        )


def check_dimension(facts: Facts, dimension: int) -> None:
    """Raise IndexUnavailableError unless the vectors fit the model; 0 means unknown."""
    if dimension not in (0, facts.dimension):
        raise IndexUnavailableError(
            message(
                "The vectors of this shared library do not fit its model {model}: they have "
                "{dimension} dimensions, not {wanted}.",
                model=facts.fingerprint,
                dimension=facts.dimension,
                wanted=dimension,
            ),
            message("Nothing was changed. Publish the library again as another collection."),
        )
