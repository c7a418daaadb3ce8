"""The documents of an export as references.

What the files say of themselves is made complete by a bibliography that lies beside them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePosixPath

from engine.core.hit import Hit
from engine.export.neighbours import BibliographyFiles
from engine.export.reference import Reference, issued_of, names_of
from engine.export.reference_keys import with_keys

_WEB_PAGES = frozenset({"html", "htm", "xhtml"})
_MAIL = frozenset({"eml", "mbox", "emlx", "msg"})


def references_of(hits: Sequence[Hit], files: BibliographyFiles) -> tuple[Reference, ...]:
    """Return a reference for each document, in the order of the hits."""
    documents: dict[str, Hit] = {}
    for hit in hits:
        documents.setdefault(hit.doc_id, hit)
    return with_keys([_completed(hit, files) for hit in documents.values()])


def _completed(hit: Hit, files: BibliographyFiles) -> Reference:
    own = reference_of(hit)
    found = files.find(hit, own)
    return merged(own, found) if found else own


def reference_of(hit: Hit) -> Reference:
    """Return what the document itself says."""
    return Reference(
        id=hit.doc_id,
        kind=_kind(hit),
        title=hit.title or PurePosixPath(hit.doc_path).stem,
        authors=names_of(hit.author),
        issued=issued_of(hit.date),
        doi=_bare_doi(hit.doi),
        isbn=hit.isbn,
        url=hit.url,
        publisher=hit.publisher,
        container=hit.container,
        lang=hit.lang,
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


def _kind(hit: Hit) -> str:
    if hit.file_type in _MAIL:
        return "personal_communication"
    if hit.isbn:
        return "chapter" if hit.container else "book"
    if hit.container:
        return "article-journal"
    if hit.file_type in _WEB_PAGES or (hit.url and not hit.doi):
        return "webpage"
    return "article" if hit.doi else "document"


def _bare_doi(doi: str) -> str:
    """Return '10.1000/182' of 'https://doi.org/10.1000/182' and 'doi:10.1000/182'."""
    at = doi.find("10.")
    return doi[at:].strip() if at >= 0 else ""
