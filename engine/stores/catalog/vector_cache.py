"""The catalog's cache of vectors by text and model, so that no text is embedded twice."""

# ruff: noqa: S608 - statements consist of constants only; every value is bound

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath

from twofold.engine.model.document_limits import MAX_PASSAGE_LENGTH
from twofold.engine.model.title import is_informative, name_parts
from twofold.engine.stores.catalog.connections import CatalogConnections
from twofold.engine.stores.catalog.outbox import meta_text, passages_generation, set_meta_text
from twofold.engine.stores.catalog.rows import (
    NUMBERS,
    PendingEmbedding,
    as_json_array,
    headings,
    name_from_stored,
)
from twofold.engine.stores.ports import VectorRow

# --- The text to embed ---


def embedding_text(title: str, heading_path: Sequence[str], text: str) -> str:
    """Return the text to embed: a line with title and headings, followed by the passage."""
    line = embedding_line(title, heading_path)
    return f"{line}\n{text}" if line else text


def embedding_line(title: str, heading_path: Sequence[str]) -> str:
    """Return a passage's title and headings: 'Title > Heading > Subheading'."""
    return " > ".join(_without_repeats((title, *heading_path)))


def title_to_embed(title: str, path: str) -> str:
    """Return the title to embed with the passages of a document.

    If the title is only the file name, return the words of the name, or '' if they are not
    informative. A name of one word adds nothing to the text, and without it a renamed file need not
    be embedded again.
    """
    file = PurePosixPath(path)
    if title not in {file.name, file.stem}:
        return title
    words = name_parts(file.stem)
    return " ".join(words) if len(words) > 1 and is_informative(file.stem) else ""


def _without_repeats(names: Sequence[str]) -> list[str]:
    kept: list[str] = []
    for name in names:
        if name and (not kept or kept[-1] != name):
            kept.append(name)
    return kept


_MAX_OPENED = 200
_MAX_RECENT = 200
_NEWEST = 2**63 - 1
_RECENT = f"""d.mtime_ns >= ifnull((SELECT mtime_ns FROM documents ORDER BY mtime_ns DESC
    LIMIT 1 OFFSET {_MAX_RECENT}), d.mtime_ns)"""
# The order of embedding: the documents of each stage, a condition, their order.
_STAGES = (
    ("opened o JOIN documents d ON d.number = o.document", "TRUE", "o.at DESC"),
    ("documents d", _RECENT, "d.mtime_ns DESC, d.number"),
    ("documents d", "c.position = 0", "d.mtime_ns DESC, d.number"),
    ("documents d", "TRUE", "d.mtime_ns DESC, d.number"),
)
_WITHOUT_VECTOR = """NOT EXISTS (
    SELECT 1 FROM vectors v WHERE v.content_hash = c.content_hash
    AND v.model = (SELECT id FROM models WHERE fingerprint = ?))"""
_TEXT = "c.content_hash, d.title, d.path, c.heading_path, c.text"


def _pending(
    content: bytes, title: str, path: bytes, heading_path: str, text: str
) -> PendingEmbedding:
    named = title_to_embed(title, name_from_stored(path))
    passage = text[:MAX_PASSAGE_LENGTH]
    return PendingEmbedding(content, embedding_text(named, headings(heading_path), passage))


def drop_orphans(connection: sqlite3.Connection) -> None:
    """Delete the vectors of texts that no longer occur in any document."""
    connection.execute(
        """DELETE FROM vectors WHERE NOT EXISTS
           (SELECT 1 FROM chunks c WHERE c.content_hash = vectors.content_hash)"""
    )


def has_every_vector(connection: sqlite3.Connection, fingerprint: str) -> bool:
    """Return whether every chunk has a vector of the model; takes about 1 us per chunk.

    Both indexes are read in the order of content hashes, so compared entries are adjacent.
    """
    missing = connection.execute(
        """SELECT 1 FROM chunks c INDEXED BY chunks_by_content
           WHERE NOT EXISTS (
               SELECT 1 FROM vectors v WHERE v.content_hash = c.content_hash
               AND v.model = (SELECT id FROM models WHERE fingerprint = ?)) LIMIT 1""",
        (fingerprint,),
    )
    return missing.fetchone() is None


def is_usable(vector: bytes, dimension: int) -> bool:
    """Return whether little-endian f16 bytes are a vector of `dimension` finite numbers."""
    import numpy as np  # noqa: PLC0415 (not needed for keyword searches)

    return len(vector) == dimension * 2 and bool(np.isfinite(np.frombuffer(vector, "<f2")).all())


class VectorCache:
    """The vectors of texts by model, the next texts to embed, and data about models."""

    def __init__(self, connections: CatalogConnections) -> None:
        self._connections = connections
        # For a model and a state of the passages: newer documents have all their vectors in a
        # stage.
        self._walked = ("", -1)
        self._reached = [_NEWEST] * len(_STAGES)

    def pending(self, fingerprint: str, limit: int) -> tuple[PendingEmbedding, ...]:
        """Return texts without a vector of the model, each text once.

        The order is: documents opened by the user, most recent first; the newest documents; the
        first passage of every document; everything else. The first call, and the first after a
        change of passages, skips over completed texts (~5 us per chunk).
        """
        with self._connections.reading() as connection:
            if has_every_vector(connection, fingerprint):
                return ()
            state = (fingerprint, passages_generation(connection))
            if self._walked != state:
                self._walked, self._reached = state, [_NEWEST] * len(_STAGES)
            texts: dict[bytes, PendingEmbedding] = {}
            for stage, (source, condition, order) in enumerate(_STAGES):
                rows = connection.execute(
                    f"""WITH waiting AS (
                           SELECT c.number FROM {source} JOIN chunks c ON c.document = d.number
                           WHERE {condition} AND {_WITHOUT_VECTOR} AND d.mtime_ns <= ?
                           ORDER BY {order}, c.position LIMIT ?)
                       SELECT d.mtime_ns, {_TEXT} FROM waiting w JOIN chunks c USING (number)
                       JOIN documents d ON d.number = c.document""",
                    (fingerprint, self._reached[stage], limit - len(texts)),
                ).fetchall()
                if stage:  # a document may be opened at any time
                    self._reached[stage] = max((row[0] for row in rows), default=-_NEWEST)
                texts |= {row[1]: _pending(*row[1:]) for row in rows if row[1] not in texts}
                if len(texts) >= limit:
                    break
            return tuple(texts.values())

    def pending_of(self, fingerprint: str, chunks: Iterable[int]) -> tuple[PendingEmbedding, ...]:
        """Return the texts of these chunks without a vector of the model, in the given order."""
        with self._connections.reading() as connection:
            rows = connection.execute(
                f"""SELECT {_TEXT} FROM json_each(?) wanted
                    JOIN chunks c ON c.number = wanted.value
                    JOIN documents d ON d.number = c.document
                    WHERE {_WITHOUT_VECTOR} ORDER BY wanted.key""",
                (as_json_array(chunks), fingerprint),
            ).fetchall()
            return tuple({row[0]: _pending(*row) for row in rows}.values())

    def of_chunks(self, fingerprint: str, chunks: Iterable[int]) -> tuple[VectorRow, ...]:
        """Return the vectors of chunks, leaving out chunks without one."""
        with self._connections.reading() as connection:
            rows = connection.execute(
                f"""SELECT c.number, c.document, v.vector, c.content_hash FROM chunks c
                    JOIN vectors v ON v.content_hash = c.content_hash
                        AND v.model = (SELECT id FROM models WHERE fingerprint = ?)
                    WHERE c.number IN {NUMBERS} ORDER BY c.number""",
                (fingerprint, as_json_array(chunks)),
            ).fetchall()
            return tuple(VectorRow(*row) for row in rows)

    def dimension_of(self, fingerprint: str) -> int:
        """Return the dimension of the oldest vector of a model; 0 if there is none."""
        with self._connections.reading() as connection:
            row = connection.execute(
                """SELECT length(vector) FROM vectors
                   WHERE model = (SELECT id FROM models WHERE fingerprint = ?)
                   ORDER BY id LIMIT 1""",
                (fingerprint,),
            ).fetchone()
            return row[0] // 2 if row else 0

    def drop_unusable(self, fingerprint: str, dimension: int) -> tuple[str, ...]:
        """Delete the vectors that cannot be from a model of this dimension.

        The texts of these vectors are then embedded again. Return the names of their folders,
        sorted. All vectors of the model are read, which takes seconds for a million.
        """
        with self._connections.writing() as connection:
            rows = connection.execute(
                """SELECT id, vector FROM vectors
                   WHERE model = (SELECT id FROM models WHERE fingerprint = ?)""",
                (fingerprint,),
            )
            unusable = as_json_array(
                one for one, vector in rows if not is_usable(vector, dimension)
            )
            folders = connection.execute(
                f"""SELECT DISTINCT f.name FROM vectors v
                    JOIN chunks c ON c.content_hash = v.content_hash
                    JOIN documents d ON d.number = c.document JOIN folders f ON f.id = d.folder
                    WHERE v.id IN {NUMBERS} ORDER BY f.name""",
                (unusable,),
            ).fetchall()
            connection.execute(f"DELETE FROM vectors WHERE id IN {NUMBERS}", (unusable,))
        self._walked = ("", -1)
        return tuple(row[0] for row in folders)

    def note_opened(self, document: int) -> None:
        """Record that the user has just opened a document, so that its texts are embedded first.

        The generation is unchanged, because search results do not change.
        """
        with self._connections.writing() as connection:
            connection.execute(
                """INSERT OR REPLACE INTO opened
                   VALUES (?, (SELECT coalesce(max(at), 0) + 1 FROM opened))""",
                (document,),
            )
            connection.execute(
                "DELETE FROM opened WHERE at <= (SELECT max(at) FROM opened) - ?", (_MAX_OPENED,)
            )

    @property
    def answering_model(self) -> str:
        """The fingerprint of the model in use; '' if there never was one."""
        with self._connections.reading() as connection:
            return meta_text(connection, "answering_model")

    def set_answering_model(self, fingerprint: str) -> None:
        """Record the model in use."""
        with self._connections.writing() as connection:
            set_meta_text(connection, "answering_model", fingerprint)

    def embedding_rate(self, fingerprint: str) -> float:
        """Return how many passages per second the model embeds on this computer; 0.0 if unknown."""
        with self._connections.reading() as connection:
            return float(meta_text(connection, f"embedding_rate:{fingerprint}") or 0.0)

    def keep_embedding_rate(self, fingerprint: str, rate: float) -> None:
        """Store how many passages per second the model embeds on this computer."""
        with self._connections.writing() as connection:
            set_meta_text(connection, f"embedding_rate:{fingerprint}", f"{rate:.3f}")
