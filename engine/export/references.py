"""The documents of an export as references.

What the files say of themselves is made complete by a bibliography that lies beside them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePosixPath

from engine.export.neighbours import BibliographyFiles
from engine.export.reference import Reference, bare_doi, issued_of, names_of
from engine.export.reference_keys import with_keys
from engine.export.source import Source

_WEB_PAGES = frozenset({"html", "htm", "xhtml"})
_MAIL = frozenset({"eml", "mbox", "emlx", "msg"})


def references_of(sources: Sequence[Source], files: BibliographyFiles) -> tuple[Reference, ...]:
    """Return a reference for each document, in the order given."""
    documents: dict[str, Source] = {}
    for source in sources:
        documents.setdefault(source.id, source)
    return with_keys([_completed(source, files) for source in documents.values()])


def _completed(source: Source, files: BibliographyFiles) -> Reference:
    own = reference_of(source)
    found = files.find(source, own)
    return merged(own, found) if found else own


def reference_of(source: Source) -> Reference:
    """Return what the document itself says."""
    return Reference(
        id=source.id,
        kind=_kind(source),
        title=source.title or PurePosixPath(source.path).stem,
        authors=names_of(source.author),
        issued=issued_of(source.date),
        doi=bare_doi(source.doi),
        isbn=source.isbn,
        url=source.url,
        publisher=source.publisher,
        container=source.container,
        lang=source.lang,
    )


def merged(own: Reference, found: Reference) -> Reference:
    """Return `found`, an entry of a bibliography, with what only the document knows."""
    return replace(
        found,
        id=own.id,
        title=found.title or own.title,
        authors=found.authors or own.authors,
        issued=found.issued or own.issued,
        doi=found.doi or own.doi,
        isbn=found.isbn or own.isbn,
        url=found.url or own.url,
        publisher=found.publisher or own.publisher,
        container=found.container or own.container,
        lang=found.lang or own.lang,
    )


def _kind(source: Source) -> str:
    if source.file_type in _MAIL:
        return "personal_communication"
    if source.isbn:
        return "chapter" if source.container else "book"
    if source.container:
        return "article-journal"
    if source.file_type in _WEB_PAGES or (source.url and not source.doi):
        return "webpage"
    return "article" if source.doi else "document"
