"""References to the exported documents, from their own metadata and nearby bibliographies.

Bibliographies are `.bib` files, and `.json` files from Zotero, in the document's directory or in
one above it, up to the library folder; links are followed only inside the library folder. They are
read in a reader process, as documents are. An entry belongs to a document if it names the
document's file. Otherwise, it belongs to the document if both have the same DOI, ISBN or title, or
if its key is the file's name. The chapters of a book share one ISBN and are distinguished by DOI or
title.
"""

from __future__ import annotations

import logging
import os
import re
import time
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from twofold.engine.export.passages import Passage
from twofold.engine.extract.bibliography import unpack_entries
from twofold.engine.extract.bibliography.fields import CSL_KIND
from twofold.engine.extract.process.reader import DocumentReader
from twofold.engine.model.errors import EngineError
from twofold.engine.model.publication import publication_of
from twofold.engine.model.reference import (
    FiledReference,
    Reference,
    bare_doi,
    citation_key,
    issued_of,
    names_of,
    with_keys,
)

logger = logging.getLogger(__name__)

_MAX_BYTES = 20_000_000
_MAX_FILES = 20
_MAX_LISTED = 5_000
# For all bibliographies of an export: one of 15 MB with 12,000 entries takes 4 seconds.
_MAX_SECONDS = 60.0
_NOT_IN_ISBN = re.compile(r"[^0-9X]+")
_NO_LETTER = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class _Bibliography:
    """The entries of one bibliography, by the properties that identify their documents."""

    by_path: dict[str, Reference]
    by_end: dict[str, Reference]
    by_doi: dict[str, Reference]
    by_isbn: dict[str, list[Reference]]
    by_key: dict[str, Reference]
    by_title: dict[str, Reference]


class BibliographyFiles:
    """Reads each bibliography once; for one export and one thread.

    Unreadable bibliographies are skipped, as are all remaining ones after a minute of reading.
    """

    def __init__(
        self, reader: DocumentReader, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._reader = reader
        self._monotonic = monotonic
        self._seconds_left = _MAX_SECONDS
        self._files: dict[Path, tuple[_Bibliography, ...]] = {}

    def find(self, passage: Passage, own: Reference) -> Reference | None:
        """Return the entry of a document, or None if no bibliography has it."""
        directories = list(_directories(passage))
        for directory in directories:
            for bibliography in self._in(directory, directories[-1]):
                if found := _entry(bibliography, passage, own):
                    return found
        return None

    def _in(self, directory: Path, library: Path) -> tuple[_Bibliography, ...]:
        if directory not in self._files:
            paths = _bibliography_files(directory, library)
            self._files[directory] = tuple(self._read(path, directory) for path in paths)
        return self._files[directory]

    def _read(self, path: Path, directory: Path) -> _Bibliography:
        bibliography = _Bibliography({}, {}, {}, {}, {}, {})
        for entry in self._entries(path):
            _add(bibliography, entry, directory)
        return bibliography

    def _entries(self, path: Path) -> tuple[FiledReference, ...]:
        if self._seconds_left <= 0:
            return ()
        began = self._monotonic()
        try:
            return self._reader.carry_out(
                "bibliography",
                path,
                unpack_entries,
                max_bytes=_MAX_BYTES,
                seconds=self._seconds_left,
            )
        except EngineError as error:
            logger.info("%s cannot be read: %s", path, error)
            return ()
        finally:
            self._seconds_left -= self._monotonic() - began


def _directories(passage: Passage) -> Iterator[Path]:
    """Yield the document's directory and those above it, up to its library folder."""
    directory = Path(passage.absolute_path).parent
    if not directory.is_absolute():  # a shared document has no files here
        return
    for _ in range(_depth(passage)):
        yield directory
        directory = directory.parent


def _depth(passage: Passage) -> int:
    """Return the number of path components of the file, without those inside the file."""
    names = PurePosixPath(passage.path).parts
    file = PurePosixPath(passage.absolute_path).parts
    depths = (n for n in range(len(names), 0, -1) if file[-n:] == names[:n])
    return next(depths, 0)


def _bibliography_files(directory: Path, library: Path) -> list[Path]:
    """Return the bibliographies of a directory whose targets are inside the library."""
    found: dict[str, Path] = {}
    try:
        with os.scandir(directory) as entries:
            for number, entry in enumerate(entries):
                if _is_bibliography(entry.name) and entry.is_file():
                    found[entry.name] = Path(os.path.realpath(entry.path))
                if number > _MAX_LISTED:
                    break
    except OSError:
        return []
    root = os.path.realpath(library)
    paths = [found[name] for name in sorted(found) if found[name].is_relative_to(root)]
    return [path for path in paths if _is_bibliography(path.name)][:_MAX_FILES]


def _is_bibliography(name: str) -> bool:
    return name.lower().endswith((".bib", ".json"))


def _add(bibliography: _Bibliography, entry: FiledReference, directory: Path) -> None:
    reference = entry.reference
    for file in entry.files:
        path = file.replace("\\", "/")
        named = Path(os.path.normpath(directory / path))
        bibliography.by_path.setdefault(str(named), reference)
        if end := _end_of_path(path):
            bibliography.by_end.setdefault(end, reference)
    if reference.doi:
        bibliography.by_doi.setdefault(_number(reference.doi), reference)
    if isbn := _number(reference.isbn):
        bibliography.by_isbn.setdefault(isbn, []).append(reference)
    if reference.key:
        bibliography.by_key.setdefault(reference.key.casefold(), reference)
    title = _title(reference.title)
    if len(title) >= 8:
        bibliography.by_title.setdefault(title, reference)


def _entry(bibliography: _Bibliography, passage: Passage, own: Reference) -> Reference | None:
    stem = PurePosixPath(passage.path).stem
    certain = (
        bibliography.by_path.get(os.path.normpath(passage.absolute_path))
        or bibliography.by_end.get(_end_of_path(passage.absolute_path))
        or bibliography.by_doi.get(_number(own.doi))
        or _entry_by_isbn(bibliography.by_isbn.get(_number(own.isbn), []), own)
    )
    likely = (
        bibliography.by_key.get(stem.casefold()),
        bibliography.by_title.get(_title(own.title)),
        bibliography.by_title.get(_title(stem)),
    )
    return certain or next((found for found in likely if found and not _differ(found, own)), None)


def _entry_by_isbn(found: list[Reference], own: Reference) -> Reference | None:
    """Return the document's entry among the entries with the same ISBN; None if uncertain."""
    possible = [each for each in found if not _are_different(each.doi, own.doi)]
    titles = [_title(each.title) for each in possible]
    if len(set(titles)) == 1:
        return possible[0]
    own_title = _title(own.title)
    return possible[titles.index(own_title)] if own_title and own_title in titles else None


def _are_different(number: str, own: str) -> bool:
    return bool(number and own) and _number(number) != _number(own)


def _differ(found: Reference, own: Reference) -> bool:
    """Whether entries with the same title or key are different works: by DOI, ISBN or authors."""
    if _are_different(found.doi, own.doi) or _are_different(found.isbn, own.isbn):
        return True
    words = [
        {word for name in each.authors for word in _words(name.family or name.literal)}
        for each in (found, own)
    ]
    return all(words) and not words[0] & words[1]


def _words(name: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode("ascii")
    return _NO_LETTER.sub(" ", plain or name).casefold().split()


def _end_of_path(path: str) -> str:
    """Return the last two components of a path, or '' if it has fewer.

    Reference managers write absolute paths, which differ between computers, but their own
    directories (`storage/AB12CD/`) do not.
    """
    parts = PurePosixPath(path).parts
    return "/".join(parts[-2:]).casefold() if len(parts) > 2 else ""


def _number(text: str) -> str:
    """Return a DOI or an ISBN in a form for comparisons."""
    at = text.find("10.")
    is_doi = at >= 0 and "/" in text
    return text[at:].casefold().strip() if is_doi else _NOT_IN_ISBN.sub("", text.upper())


def _title(text: str) -> str:
    return _NO_LETTER.sub("", text).casefold()


_WEB_PAGES = frozenset({"html", "htm", "xhtml"})
_MAIL = frozenset({"eml", "mbox", "emlx", "msg"})


def references_of(passages: Sequence[Passage], files: BibliographyFiles) -> tuple[Reference, ...]:
    """Return a reference for each document, in the order of the passages."""
    documents: dict[str, Passage] = {}
    for passage in passages:
        documents.setdefault(passage.reference_id, passage)
    return with_keys([_completed(passage, files) for passage in documents.values()])


def _completed(passage: Passage, files: BibliographyFiles) -> Reference:
    own = _own_reference(passage)
    found = files.find(passage, own)
    return _merged(own, found) if found else own


def _own_reference(passage: Passage) -> Reference:
    """Return the reference with the document's own metadata."""
    return Reference(
        id=passage.reference_id,
        kind=passage.item_type if CSL_KIND.fullmatch(passage.item_type) else _kind(passage),
        title=passage.title or PurePosixPath(passage.path).stem,
        authors=names_of(passage.author),
        issued=issued_of(passage.issued),
        lang=passage.lang,
        key=citation_key(passage.citation_key),
        **publication_of(passage) | {"doi": bare_doi(passage.doi)},
    )


def _merged(own: Reference, found: Reference) -> Reference:
    """Complete `found`, an entry of a bibliography, with the document's own metadata."""
    own_values = publication_of(own)
    return replace(
        found,
        id=own.id,
        title=found.title or own.title,
        authors=found.authors or own.authors,
        issued=found.issued or own.issued,
        lang=found.lang or own.lang,
        **{name: value or own_values[name] for name, value in publication_of(found).items()},
    )


def _kind(passage: Passage) -> str:
    if passage.file_type in _MAIL:
        return "personal_communication"
    if passage.isbn:
        return "chapter" if passage.container else "book"
    if passage.container:
        return "article-journal"
    if passage.file_type in _WEB_PAGES or (passage.url and not passage.doi):
        return "webpage"
    return "article" if passage.doi else "document"
