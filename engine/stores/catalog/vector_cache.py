"""The catalog's cache of vectors: by text and model, so that no text is embedded twice."""

# ruff: noqa: S608 - statements are put together from our own words only; every value is bound

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import PurePosixPath

from engine.stores.catalog.rows import NUMBERS, PendingEmbedding, headings, name_from_stored
from engine.stores.ports import VectorRow

# --- The text that is embedded ---


def embedding_text(title: str, heading_path: Sequence[str], text: str) -> str:
    """Return the passage under a line that says where it stands: 'Title > Heading > Subheading'."""
    line = " > ".join(_without_repeats((title, *heading_path)))
    return f"{line}\n{text}" if line else text


def title_to_embed(title: str, path: str) -> str:
    """Return the title unless it is only the file's name, so that a rename embeds nothing again."""
    file = PurePosixPath(path)
    return "" if title in {file.name, file.stem} else title


def _without_repeats(names: Sequence[str]) -> list[str]:
    kept: list[str] = []
    for name in names:
        if name and (not kept or kept[-1] != name):
            kept.append(name)
    return kept


_MOST_OPENED = 200
_TURNS = (
    ("opened o JOIN documents d ON d.number = o.document", "o.at DESC"),
    ("documents d", "d.mtime_ns DESC, d.number"),
)


def note_opened(connection: sqlite3.Connection, document: int) -> None:
    """Remember that the person has opened a document just now."""
    connection.execute(
        """INSERT OR REPLACE INTO opened
           VALUES (?, (SELECT coalesce(max(at), 0) + 1 FROM opened))""",
        (document,),
    )
    connection.execute(
        "DELETE FROM opened WHERE at <= (SELECT max(at) FROM opened) - ?", (_MOST_OPENED,)
    )


def pending(
    connection: sqlite3.Connection, fingerprint: str, limit: int
) -> tuple[PendingEmbedding, ...]:
    """Return texts without a vector of the model, each text once.

    Those of documents that the person opened come first, the last one opened before all; then those
    of the newest documents.
    """
    texts: dict[bytes, str] = {}
    for source, order in _TURNS:
        rows = connection.execute(
            f"""WITH waiting AS (
                   SELECT c.number FROM {source} JOIN chunks c ON c.document = d.number
                   WHERE NOT EXISTS (
                       SELECT 1 FROM vectors v WHERE v.content_hash = c.content_hash
                       AND v.model = (SELECT id FROM models WHERE fingerprint = ?))
                   ORDER BY {order}, c.position LIMIT ?)
               SELECT c.content_hash, d.title, d.path, c.heading_path, c.text
               FROM waiting w JOIN chunks c USING (number)
               JOIN documents d ON d.number = c.document""",
            (fingerprint, limit - len(texts)),
        ).fetchall()
        for content, title, path, heading_path, text in rows:
            named = title_to_embed(title, name_from_stored(path))
            texts[content] = embedding_text(named, headings(heading_path), text)
        if len(texts) >= limit:
            break
    return tuple(PendingEmbedding(content, text) for content, text in texts.items())


def cached(
    connection: sqlite3.Connection, fingerprint: str, chunk_numbers: str
) -> tuple[VectorRow, ...]:
    """Return the vectors that the chunks of a JSON array have."""
    rows = connection.execute(
        f"""SELECT c.number, c.document, v.vector, c.content_hash FROM chunks c
            JOIN vectors v ON v.content_hash = c.content_hash
                AND v.model = (SELECT id FROM models WHERE fingerprint = ?)
            WHERE c.number IN {NUMBERS} ORDER BY c.number""",
        (fingerprint, chunk_numbers),
    ).fetchall()
    return tuple(VectorRow(*row) for row in rows)


def drop_orphans(connection: sqlite3.Connection) -> None:
    """Drop the vectors of texts that no document holds any more."""
    connection.execute(
        """DELETE FROM vectors WHERE NOT EXISTS
           (SELECT 1 FROM chunks c WHERE c.content_hash = vectors.content_hash)"""
    )
