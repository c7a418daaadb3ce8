"""Passages as rows of a collection, and back; sparse vectors."""

from __future__ import annotations

import json
import os
import re
from collections import Counter, OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import blake2b
from pathlib import PurePath
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

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
from twofold.engine.model.message import message
from twofold.engine.ranking.bm25 import term_frequency_weight
from twofold.engine.sharing.columns import COLUMN_NAMES, COLUMNS
from twofold.engine.sharing.server import Row, Server, text, unusable, whole
from twofold.engine.stores.lexical.analysis import ANALYZER_VERSION, encodable, stemmer_for
from twofold.engine.stores.lexical.storage import declared_words
from twofold.engine.stores.lexical.token_streams import text_streams

# Of rows and sparse vectors. It need not change with the fields of documents, nor with filters.
FORMAT = 3
PLACEHOLDER = "placeholder"  # of COLLECTION_publishers, as no collection may be without a vector
_LONGEST = 65_535  # bytes of a text, by Milvus' own limit

_DOCUMENT, _CHUNK = "about", "place"
READ_FIELDS = ("id", "document", "text", _DOCUMENT, _CHUNK)
_MAX_KEPT = 3000
_MAX_PLACE = 2**31 - 1


class Passage(NamedTuple):
    """What is published of a passage; `vector` is little-endian f16."""

    stored: StoredChunk
    vector: bytes
    content_hash: bytes


@dataclass(frozen=True, slots=True)
class Facts:
    """What all passages of a collection have in common; `lengths` as in `sparse_of`.

    `columns` are the columns of filters that it was made with.
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
    """Return the name of the collection that says who has published in another."""
    return f"{collection}_publishers"


def number_of(publisher: str, number: int) -> int:
    """Identify a document or a passage of a publisher, which has `number` in its own library."""
    digest = blake2b(f"{publisher}\0{number}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1


def version_of(document: StoredDocument) -> str:
    """Return what changes with anything that is published of a document."""
    state = FileState(document.state.size, document.state.mtime_ns, digest=document.state.digest)
    described = repr(replace(document, state=state, folder_root="", tags=tuple(document.tags)))
    return blake2b(encodable(described).encode(), digest_size=16).hexdigest()


def row_of(passage: Passage, publisher: str, version: str, facts: Facts) -> dict[str, Any]:
    """Return the row of a passage; IndexUnavailableError when it cannot be one."""
    stored, document = passage.stored, passage.stored.document
    vector = np.frombuffer(passage.vector, dtype="<f2") if len(passage.vector) % 2 == 0 else None
    if vector is None or vector.shape != (facts.dimension,) or not np.isfinite(vector).all():
        raise IndexUnavailableError(
            message("A passage of {path} has no usable vector.", path=repr(document.path)),
            message("Read it by meaning again: twofold index"),
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
    if any(len(value.encode()) > _LONGEST for value in row.values() if isinstance(value, str)):
        raise IndexUnavailableError(
            message("A passage of {path} is too long to be published.", path=repr(document.path))
        )
    return row


def stored_of(row: Row, origin: str) -> StoredChunk:
    """Read a passage that a server returned; its files are said to lie at `origin`.

    So no path of the publisher's computer is ever opened on this one.
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
    if not is_usable or any(_leads_out(p) for p in (document.path, document.file_path)):
        raise unusable()
    return StoredChunk(whole(row, "id"), chunk, document)


def _leads_out(path: str) -> bool:
    """Whether a path could lead out of a folder, on this system; no path holds a null."""
    is_absolute = path.startswith("/") or (os.name == "nt" and bool(PurePath(path).anchor))
    return is_absolute or "\0" in path or (".." in path and ".." in re.split(r"[/\\]", path))


def vector_in(row: Row, dimension: int) -> NDArray[np.float32]:
    """Return the dense vector of a row, of length 1."""
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
    """Passages of one collection by number; the last ones read are kept for one state of it."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._kept: OrderedDict[int, StoredChunk] = OrderedDict()

    def forget(self) -> None:
        """Read all anew: the collection has changed."""
        self._kept.clear()

    def add(self, row: Row) -> StoredChunk:
        """Return the passage of a row, and keep it."""
        stored = stored_of(row, self._server.address.name)
        self._kept[stored.number] = stored
        while len(self._kept) > _MAX_KEPT:
            self._kept.popitem(last=False)
        return stored

    def cached(self, number: int) -> StoredChunk | None:
        """Return a passage that was read lately."""
        return self._kept.get(number)

    def of(self, numbers: Iterable[int]) -> dict[int, StoredChunk]:
        """Return those passages that exist."""
        wanted = list(dict.fromkeys(numbers))
        kept = dict(self._kept)
        found = {number: kept[number] for number in wanted if number in kept}
        missing = [number for number in wanted if number not in found]
        collection = self._server.address.collection
        for row in self._server.rows_of(collection, "id", missing, READ_FIELDS):
            stored = self.add(row)
            found[stored.number] = stored
        return {number: found[number] for number in wanted if number in found}

    def documents(self) -> dict[int, StoredDocument]:
        """Return the documents of all passages that are kept."""
        return {one.document.number: one.document for one in list(self._kept.values())}


# --- Sparse vectors: the streams of the embedded index, each term with its BM25 weight ---


STEM, TITLE, HEADING = "stem", "title", "heading"
SPARSE = {"metric_type": "IP"}


def sparse_of(stored: StoredChunk, lengths: Sequence[float]) -> dict[int, float]:
    """Return the sparse vector of a passage; `lengths` are the mean ones of its three fields."""
    weights: dict[int, float] = {}
    for (field, terms), mean in zip(streams_of(stored).items(), lengths, strict=True):
        for term, times in Counter(terms).items():
            at = place_of(field, term)
            weight = term_frequency_weight(times, len(terms), mean)
            weights[at] = weights.get(at, 0.0) + weight
    return weights or {place_of(STEM, ""): 0.0}


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


def place_of(field: str, term: str) -> int:
    """Return the dimension of a term."""
    return crc32(f"{field} {term}".encode("utf-8", "replace"))


def mean_lengths(passages: Iterable[StoredChunk]) -> tuple[float, float, float]:
    """Return how many terms each field has on average."""
    counted = [[len(terms) for terms in streams_of(one).values()] for one in passages]
    if not counted:
        return 100.0, 5.0, 5.0
    stem, title, heading = (sum(column) / len(counted) for column in zip(*counted, strict=True))
    return stem, title, heading
