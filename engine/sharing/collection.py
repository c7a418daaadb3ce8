"""A shared collection: its properties, its publishers, and its statistics."""

from __future__ import annotations

import json
import math
import re
import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from twofold.engine.model.codec import decoded, encoded
from twofold.engine.model.errors import EngineError, IndexUnavailableError
from twofold.engine.model.filters import SearchFilters
from twofold.engine.model.localized import message
from twofold.engine.sharing.columns import (
    COLUMN_NAMES,
    COLUMNS,
    expression_of,
    filters_not_applied,
)
from twofold.engine.sharing.rows import FORMAT, PLACEHOLDER, Facts, Passages, publishers_of
from twofold.engine.sharing.server import Server, like, literal, text, unusable
from twofold.engine.sharing.terms import MAX_TERMS, Publisher, Terms
from twofold.engine.stores.lexical.analysis import ANALYZER_VERSION

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_FACTS = "facts"
_FINGERPRINT = re.compile(r"\w[\w.-]*(@[\w.-]+)?", re.ASCII)  # a copy has a folder of this name
_MAX_PUBLISHERS = 1000
_MAX_COUNTS = 100
_SECONDS_BETWEEN_READS = 10.0
_LONG, _SHORT = 65_535, 1024


class SharedCollection:
    """The collection of an address as of the last `refresh`. Reading is thread-safe."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.name = server.address.collection
        self.passages = Passages(server)
        self.publishers: tuple[Publisher, ...] = ()
        self.terms = Terms()
        self._facts: Facts | None = None
        self._terms_of: dict[tuple[str, ...], Terms] = {}
        self._read_at = 0.0
        self._counts: dict[str, int] = {}
        self._counting = threading.Lock()

    @property
    def facts(self) -> Facts:
        """The properties of all passages. Raise IndexUnavailableError if nothing was published."""
        if self._facts is None:
            raise IndexUnavailableError(
                message("Nothing has been published as {name}.", name=self.server.address.name),
                message("Publish a library there: twofold share publish ADDRESS"),
            )
        return self._facts

    @property
    def generation(self) -> int:
        """A number that increases with every publication."""
        return sum(publisher.generation for publisher in self.publishers)

    @property
    def size(self) -> int:
        """The number of published passages."""
        return sum(publisher.passages for publisher in self.publishers)

    @property
    def is_due(self) -> bool:
        """Whether something may have been published since the last refresh."""
        return time.monotonic() - self._read_at > _SECONDS_BETWEEN_READS

    def allowed(self, expression: str) -> int:
        """Return the number of passages that match an expression. Cached for both retrievers."""
        if not expression:
            return self.size
        with self._counting:
            counts = self._counts
            if expression not in counts:
                if len(counts) == _MAX_COUNTS:
                    counts.clear()
                counts[expression] = self.server.count(self.name, expression)
            return counts[expression]

    def expression(self, filters: SearchFilters, allowed: NDArray[np.int64] | None = None) -> str:
        """Return the condition for matching rows, as far as the collection can check it."""
        return expression_of(filters, allowed, self._columns)

    def filters_not_applied(self, filters: SearchFilters) -> tuple[str, ...]:
        """Return the field names of the filters that the collection cannot check."""
        return filters_not_applied(filters, self._columns)

    @property
    def _columns(self) -> tuple[str, ...]:
        return COLUMN_NAMES if self._facts is None else self._facts.columns

    def refresh(self) -> None:
        """Read the publishers. Raise IndexUnavailableError for a collection of another version."""
        self._read_at = time.monotonic()
        collection = publishers_of(self.name)
        if self._facts is None and not self.server.has(collection):
            return
        rows = self.server.query(collection, 'kind == "publisher"', ["value"], _MAX_PUBLISHERS)
        found = tuple(sorted(map(Publisher.read, rows), key=lambda one: one.id))
        facts = self.server.query(collection, f'key == "{_FACTS}"', ["value"], 1)
        if not facts:
            return
        try:
            stated = json.loads(text(facts[0], "value"))
            self._facts = checked(decoded(Facts, stated, ignores_unknown=True))
        except ValueError as error:
            raise unusable() from error
        if found != self.publishers:
            self._terms_of = self._read_all_terms(found)
            self.terms = Terms.sum_of(self._terms_of.values())
            self.passages.forget()
            self._counts = {}
            self.publishers = found

    def _read_all_terms(self, found: Sequence[Publisher]) -> dict[tuple[str, ...], Terms]:
        """Return the statistics of all publishers, limited in total.

        If the limit is exceeded, each publisher gets an equal share of it, so that none can crowd
        out the others.
        """
        read: dict[tuple[str, ...], Terms] = {}
        for one in found:
            read[one.statistics] = self._read_terms(one)
            if sum(terms.size for terms in read.values()) > MAX_TERMS:
                share = MAX_TERMS // len(found)
                read = {key: terms.limited(share) for key, terms in read.items()}
        return read

    def _read_terms(self, publisher: Publisher) -> Terms:
        """Return the statistics of a publisher. Unchanged ones are not read again."""
        if (known := self._terms_of.get(publisher.statistics)) is not None:
            return known
        fields = ("key", "value")
        rows = self.server.rows_of(publishers_of(self.name), "key", publisher.statistics, fields)
        values = {text(row, "key"): text(row, "value") for row in rows}
        if len(values) < len(publisher.statistics):
            raise unusable(message("It is being published right now. Search again."))
        return Terms.unpacked(values[key] for key in publisher.statistics)

    # --- Writing ---

    def create(self, facts: Facts) -> None:
        """Create missing collections. Several publishers may do so at the same time."""
        self.refresh()
        if self._facts is not None:
            return
        try:
            self._create_passages(facts, is_half=True)
        except EngineError:  # milvus-lite and old servers do not support f16
            self._create_passages(facts, is_half=False)
        self._create_publishers()
        described = self.server.call("describe_collection", self.name)
        types = {field["name"]: field["type"].name for field in described["fields"]}
        facts = replace(facts, is_half=types["meaning"] == "FLOAT16_VECTOR")
        if not self.server.query(publishers_of(self.name), f'key == "{_FACTS}"', ["key"], 1):
            self.put_values("facts", {_FACTS: json.dumps(encoded(facts))})
        self.refresh()

    def put_values(self, kind: str, values: dict[str, str]) -> None:
        """Write rows of the publishers' collection."""
        for key, value in values.items():
            row = {"key": key, "kind": kind, "value": value, PLACEHOLDER: [1.0, 0.0]}
            self.server.call("upsert", publishers_of(self.name), [row])

    def delete_values(self, keys: Iterable[str]) -> None:
        """Delete rows of the publishers' collection."""
        if wanted := list(keys):
            expression = f"key in {literal(wanted)}"
            self.server.call("delete", publishers_of(self.name), filter=expression)

    def delete_terms(self, publisher: str, kept: Sequence[str] = ()) -> None:
        """Delete a publisher's statistics, also of interrupted runs, except the `kept` ones."""
        expression = f"key like {like(f'terms {publisher} *')}"
        if kept:
            expression += f" and key not in {literal(kept)}"
        self.server.call("delete", publishers_of(self.name), filter=expression)

    def _create_passages(self, facts: Facts, *, is_half: bool) -> None:
        from pymilvus import DataType, MilvusClient  # noqa: PLC0415 (an optional extra)

        schema: Any = MilvusClient.create_schema(auto_id=False, enable_dynamic_field=False)
        schema.add_field("id", DataType.INT64, is_primary=True)
        for name in ("document", "position"):
            schema.add_field(name, DataType.INT64)
        for name in ("publisher", "version"):
            schema.add_field(name, DataType.VARCHAR, max_length=64)
        for name in ("path", "text", "about", "place"):
            schema.add_field(name, DataType.VARCHAR, max_length=_LONG)
        for column in COLUMNS:
            if column.is_array:
                several = {"element_type": DataType.VARCHAR, "max_capacity": 1024}
                schema.add_field(column.name, DataType.ARRAY, max_length=4096, **several)
            else:
                schema.add_field(column.name, DataType.VARCHAR, max_length=_SHORT)
        schema.add_field("words", DataType.SPARSE_FLOAT_VECTOR)
        kind = DataType.FLOAT16_VECTOR if is_half else DataType.FLOAT_VECTOR
        schema.add_field("meaning", kind, dim=facts.dimension)
        indexes: Any = MilvusClient.prepare_index_params()
        indexes.add_index("words", index_type="SPARSE_INVERTED_INDEX", metric_type="IP")
        graph = {"M": 16, "efConstruction": 200}
        indexes.add_index("meaning", index_type="HNSW", metric_type="COSINE", params=graph)
        for name in ("document", "publisher"):
            indexes.add_index(name, index_type="INVERTED")
        self._create(self.name, schema, indexes)

    def _create_publishers(self) -> None:
        from pymilvus import DataType, MilvusClient  # noqa: PLC0415 (an optional extra)

        schema: Any = MilvusClient.create_schema(auto_id=False, enable_dynamic_field=False)
        schema.add_field("key", DataType.VARCHAR, is_primary=True, max_length=256)
        schema.add_field("kind", DataType.VARCHAR, max_length=32)
        schema.add_field("value", DataType.VARCHAR, max_length=_LONG)
        schema.add_field(PLACEHOLDER, DataType.FLOAT_VECTOR, dim=2)
        indexes: Any = MilvusClient.prepare_index_params()
        indexes.add_index(PLACEHOLDER, index_type="FLAT", metric_type="L2")
        self._create(publishers_of(self.name), schema, indexes)

    def _create(self, collection: str, schema: object, indexes: object) -> None:
        if not self.server.has(collection):
            self.server.call("create_collection", collection, schema=schema)
        # An empty index is ready immediately; pymilvus would wait half a second for each.
        self.server.call("create_index", collection, indexes, sync=False)
        self.server.call("load_collection", collection)


def checked(facts: Facts) -> Facts:
    """Return the properties of a collection. Raise an error if this version cannot use it."""
    if facts.format != FORMAT or facts.analyzer != ANALYZER_VERSION:
        raise IndexUnavailableError(
            message("This shared library was published by another version of Twofold."),
            message("Use the same version, or publish it again as another collection."),
        )
    is_usable = (
        1 <= facts.dimension <= 32_768
        and all(0 <= length < math.inf for length in facts.lengths)
        and _FINGERPRINT.fullmatch(facts.fingerprint)
    )
    if not is_usable:
        raise unusable()
    return facts
