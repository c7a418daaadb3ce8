"""Reading bibliographies: their entries as references, and the files that each entry names.

BibTeX, BibLaTeX, CSL-JSON and the JSON of Better BibTeX for Zotero are supported. Bibliographies
may be hostile, so `read_bibliography` runs in a worker, and `unpack_entries` checks the answer of
the worker.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import PurePath

from twofold.engine.extract.bibliography.bibtex import MAX_ENTRIES, entries_of_bibtex
from twofold.engine.extract.bibliography.csl_json import entries_of_json
from twofold.engine.extract.bibliography.fields import CSL_KIND
from twofold.engine.extract.encoding import decode
from twofold.engine.extract.process.frames import Header, MalformedFrameError, checked, plain
from twofold.engine.model.reference import FiledReference, in_calendar


@dataclass(frozen=True, slots=True)
class _Bibliography:
    entries: tuple[FiledReference, ...]


def read_bibliography(data: bytes, path: PurePath) -> Header:
    """Return the entries of a bibliography as the header of an answer frame.

    Raise DocumentError if the file is not text.
    """
    is_bibtex = path.suffix.lower() == ".bib"
    text = decode(data).text
    return pack_entries(entries_of_bibtex(text) if is_bibtex else entries_of_json(text))


def pack_entries(entries: Iterator[FiledReference]) -> Header:
    """Return the first 50,000 entries as the header of an answer frame."""
    return {"entries": [plain(entry) for entry in islice(entries, MAX_ENTRIES)]}


def unpack_entries(header: Header, _tail: bytes = b"") -> tuple[FiledReference, ...]:
    """Return the entries that `pack_entries` packed; raise ValueError if they are invalid."""
    entries = checked(_Bibliography, header).entries
    if len(entries) > MAX_ENTRIES or not all(map(_is_possible, entries)):
        raise MalformedFrameError("A bibliography is too large or malformed.")
    return entries


def _is_possible(entry: FiledReference) -> bool:
    issued = entry.reference.issued
    is_day = len(issued) <= 3 and in_calendar(issued) == issued and max(issued, default=0) <= 9999
    return is_day and CSL_KIND.fullmatch(entry.reference.kind) is not None
