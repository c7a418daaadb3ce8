"""Convert passages to rows of a collection, and back; sparse vectors."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import blake2b
from pathlib import PurePath
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from twofold.engine.bounded_cache import BoundedCache
from twofold.engine.model.codec import decoded, encoded
from twofold.engine.model.document import (
    Chunk,
    FileState,
    PassageKind,
    StoredChunk,
    StoredDocument,
    TokenStreams,
)
from twofold.engine.model.errors import IndexUnavailableError
from twofold.engine.model.localized import message
from twofold.engine.ranking.bm25 import term_frequency_weight
from twofold.engine.sharing.columns import COLUMN_NAMES, COLUMNS
from twofold.engine.sharing.server import Row, Server, text, unusable, whole
from twofold.engine.stores.lexical.analysis import ANALYZER_VERSION, encodable, stemmer_for
from twofold.engine.stores.lexical.storage import declared_words
from twofold.engine.stores.lexical.token_streams import text_streams

# Version of rows and sparse vectors. New document fields or filters do not require a new one.
FORMAT = 3
PLACEHOLDER = "placeholder"  # of COLLECTION_publishers, because every collection needs a vector
_MAX_TEXT_BYTES = 65_535  # bytes of a text, Milvus' own limit

_DOCUMENT, _CHUNK = "about", "place"
READ_FIELDS = ("id", "document", "text", _DOCUMENT, _CHUNK)
_MAX_CACHED = 3000
_MAX_PLACE = 2**31 - 1


class Passage(NamedTuple):
    """The published data of a passage; `vector` is little-endian f16."""

    stored: StoredChunk
    vector: bytes
    content_hash: bytes


@dataclass(frozen=True, slots=True)
class Facts:
    """Properties of all passages of a collection; `lengths` as in `sparse_of`.

    `columns` are the filter columns that it was created with.
    """

    fingerprint: str
    dimension: int
    chunker: str
    lengths: tuple[float, float, float]
    analyzer: str = ANALYZER_VERSION
    format: int = FORMAT
    columns: tuple[str, ...] = COLUMN_NAMES
    is_half: bool = False


def publishers_of(collection: str) -> str:
    """Return the name of the collection that contains the publishers of `collection`."""
    return f"{collection}_publishers"


def number_of(publisher: str, number: int) -> int:
    """Return the published number of a document or passage.

    `number` is its number in the publisher's library.
    """
    digest = blake2b(f"{publisher}\0{number}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1


def version_of(document: StoredDocument) -> str:
    """Return a version that changes with all published data of a document."""
    state = FileState(document.state.size, document.state.mtime_ns, digest=document.state.digest)
    described = repr(replace(document, state=state, folder_root="", tags=tuple(document.tags)))
    return blake2b(encodable(described).encode(), digest_size=16).hexdigest()


def row_of(passage: Passage, publisher: str, version: str, facts: Facts) -> dict[str, Any]:
    """Return the row of a passage. Raise IndexUnavailableError if that is not possible."""
    stored, document = passage.stored, passage.stored.document
    vector = np.frombuffer(passage.vector, dtype="<f2") if len(passage.vector) % 2 == 0 else None
    if vector is None or vector.shape != (facts.dimension,) or not np.isfinite(vector).all():
        raise IndexUnavailableError(
            message("A passage of {path} has no valid vector.", path=repr(document.path)),
            message("Index it by meaning again: twofold index"),
        )
    about = encoded(replace(document, folder_root=""))
    about["state"] = {"size": document.state.size, "mtime_ns": document.state.mtime_ns}
    place = encoded(replace(stored.chunk, text="")) | {"hash": passage.content_hash.hex()}
    row: dict[str, Any] = {
        "id": number_of(publisher, stored.number),
        "document": number_of(publisher, document.number),
        "position": stored.chunk.position,
        "publisher": publisher,
        "version": version if stored.chunk.position == 0 else "",
        "path": encodable(document.path),
        "text": encodable(stored.chunk.text),
        _DOCUMENT: encodable(json.dumps(about, ensure_ascii=False)),
        _CHUNK: encodable(json.dumps(place, ensure_ascii=False)),
        "words": sparse_of(stored, facts.lengths),
        "meaning": vector.astype(np.float16 if facts.is_half else np.float32),
    }
    row |= {column.name: column.value(document) for column in COLUMNS}
    if any(
        len(value.encode()) > _MAX_TEXT_BYTES for value in row.values() if isinstance(value, str)
    ):
        raise IndexUnavailableError(
            message("A passage of {path} is too long to publish.", path=repr(document.path))
        )
    return row


def stored_of(row: Row, origin: str) -> StoredChunk:
    """Decode a passage returned by a server. Its folder root is set to `origin`.

    Therefore no path of the publisher's computer is ever opened on this computer.
    """
    try:
        about, place = (json.loads(text(row, field)) for field in (_DOCUMENT, _CHUNK))
        about |= {"number": whole(row, "document"), "folder_root": origin}
        whole_chunk = place | {"text": text(row, "text")}
        chunk = decoded(Chunk, whole_chunk, ignores_unknown=True)
        document = decoded(StoredDocument, about, ignores_unknown=True)
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise unusable() from error
    is_in_order = chunk.start <= chunk.end and chunk.place_start <= chunk.place_end
    counted = (chunk.position, chunk.start, chunk.end, chunk.place_start, chunk.place_end)
    columns = (chunk.start_column or 0, chunk.end_column or 0)
    is_usable = (
        is_in_order
        and all(0 <= number <= _MAX_PLACE for number in (*counted, *columns))
        and all(abs(edge) <= _MAX_PLACE for edge in chunk.region or ())
        and 0 <= document.state.size < 1 << 63
        and abs(document.state.mtime_ns) < 1 << 63
    )
    if not is_usable or any(_escapes_folder(p) for p in (document.path, document.file_path)):
        raise unusable()
    return StoredChunk(whole(row, "id"), chunk, document)


def _escapes_folder(path: str) -> bool:
    """Return whether a path could lead out of a folder on this system. Null bytes are invalid."""
    is_absolute = path.startswith("/") or (os.name == "nt" and bool(PurePath(path).anchor))
    return is_absolute or "\0" in path or (".." in path and ".." in re.split(r"[/\\]", path))


def vector_in(row: Row, dimension: int) -> NDArray[np.float32]:
    """Return the normalised dense vector of a row."""
    value = row.get("meaning")
    try:
        if isinstance(value, (list, tuple)) and len(value) == 1 and isinstance(value[0], bytes):
            value = value[0]
        if isinstance(value, bytes):
            vector = np.frombuffer(value, dtype=np.float16).astype(np.float32)
        else:
            vector = np.asarray(value, dtype=np.float32)
    except (TypeError, ValueError) as error:
        raise unusable() from error
    if vector.shape != (dimension,) or not np.isfinite(vector).all():
        raise unusable()
    length = float(np.linalg.norm(vector))
    return vector / length if length else vector


class Passages:
    """A cache of passages by number, for one state of a collection."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._cached: BoundedCache[int, StoredChunk] = BoundedCache(_MAX_CACHED)

    def forget(self) -> None:
        """Clear the cache, because the collection has changed."""
        self._cached.clear()

    def add(self, row: Row) -> StoredChunk:
        """Return the passage of a row, and cache it."""
        stored = stored_of(row, self._server.address.name)
        self._cached.put(stored.number, stored)
        return stored

    def cached(self, number: int) -> StoredChunk | None:
        """Return a passage from the cache."""
        return self._cached.get(number)

    def of(self, numbers: Iterable[int]) -> dict[int, StoredChunk]:
        """Return the passages with these numbers, without those that do not exist."""
        wanted = list(dict.fromkeys(numbers))
        cached = {number: self._cached.get(number) for number in wanted}
        found = {number: stored for number, stored in cached.items() if stored is not None}
        missing = [number for number in wanted if number not in found]
        collection = self._server.address.collection
        for row in self._server.rows_of(collection, "id", missing, READ_FIELDS):
            stored = self.add(row)
            found[stored.number] = stored
        return {number: found[number] for number in wanted if number in found}

    def documents(self) -> dict[int, StoredDocument]:
        """Return the documents of all cached passages."""
        return {one.document.number: one.document for one in self._cached.values()}


# --- Sparse vectors: the stems of the local index, each term with its BM25 weight ---


STEM, TITLE, HEADING = "stem", "title", "heading"
SPARSE = {"metric_type": "IP"}


def sparse_of(stored: StoredChunk, lengths: Sequence[float]) -> dict[int, float]:
    """Return the sparse vector of a passage; `lengths` are the mean lengths of its three fields."""
    weights: dict[int, float] = {}
    for (field, terms), mean in zip(streams_of(stored).items(), lengths, strict=True):
        for term, times in Counter(terms).items():
            at = dimension_of_term(field, term)
            weight = term_frequency_weight(times, len(terms), mean)
            weights[at] = weights.get(at, 0.0) + weight
    return weights or {dimension_of_term(STEM, ""): 0.0}


def streams_of(stored: StoredChunk) -> dict[str, list[str]]:
    """Return the terms of a passage, of its title and of its headings."""
    chunk, document = stored.chunk, stored.document
    stemmer = stemmer_for(chunk.lang or document.lang, is_code=chunk.is_code)
    streams = partial(_stems, stemmer=stemmer)
    is_text, headings = chunk.kind is PassageKind.TEXT, "\n".join(chunk.heading_path)
    return {
        STEM: streams(chunk.text) if is_text else [],
        TITLE: list(dict.fromkeys(streams(document.searched_title))),
        HEADING: streams(headings if is_text else declared_words(chunk.text)),
    }


def _stems(written: str, stemmer: str) -> list[str]:
    streams: TokenStreams = text_streams(encodable(written), stemmer)
    return streams.stems.split()


def dimension_of_term(field: str, term: str) -> int:
    """Return the dimension of a term."""
    return crc32(f"{field} {term}".encode("utf-8", "replace"))


def mean_lengths(passages: Iterable[StoredChunk]) -> tuple[float, float, float]:
    """Return the mean number of terms of each field."""
    counted = [[len(terms) for terms in streams_of(one).values()] for one in passages]
    if not counted:
        return 100.0, 5.0, 5.0
    stem, title, heading = (sum(column) / len(counted) for column in zip(*counted, strict=True))
    return stem, title, heading
