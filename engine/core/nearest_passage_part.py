"""Asking for the sentence of a passage that is nearest to a query in meaning."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.hit import Snippet


@dataclass(frozen=True, slots=True)
class FindNearest:
    """Find the sentence of a passage that is nearest to `query`; the model has to embed them all.

    It is given up as soon as a preview is asked for, which a person waits for.
    """

    chunk_id: str
    query: str
    snippet_chars: int = 300


@dataclass(frozen=True, slots=True)
class NearestFound:
    """The part of a passage around its nearest sentence, which `snippet.matches` marks.

    `snippet` is None where there is no such sentence, or when it was given up.
    """

    request_id: int
    chunk_id: str
    snippet: Snippet | None
