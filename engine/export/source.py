"""The document that passages are from, whatever brought them: a search or the collection."""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.collection import CollectedPassage
from engine.model.hit import Hit


@dataclass(frozen=True, slots=True)
class Source:
    """What a document says of itself, and where it lies. `id` is its own among the sources."""

    id: str
    path: str
    absolute_path: str
    title: str
    file_type: str
    lang: str
    author: str
    date: str
    doi: str
    isbn: str
    url: str
    publisher: str
    container: str


def source_of_hit(hit: Hit) -> Source:
    """Return the document of a hit."""
    return Source(
        id=hit.doc_id,
        path=hit.doc_path,
        absolute_path=hit.absolute_path,
        title=hit.title,
        file_type=hit.file_type,
        lang=hit.lang,
        author=hit.author,
        date=hit.issued,
        doi=hit.doi,
        isbn=hit.isbn,
        url=hit.url,
        publisher=hit.publisher,
        container=hit.container,
    )


def source_of_collected(passage: CollectedPassage) -> Source:
    """Return the document of a passage put aside, as it was then."""
    return Source(
        id=f"{passage.folder}/{passage.path}",
        path=passage.path,
        absolute_path=f"{passage.root}/{passage.path}",
        title=passage.title,
        file_type=passage.file_type,
        lang=passage.lang,
        author=passage.author,
        date=passage.date,
        doi=passage.doi,
        isbn=passage.isbn,
        url=passage.url,
        publisher=passage.publisher,
        container=passage.container,
    )
