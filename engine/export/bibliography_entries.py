"""Entries of a person's bibliography as references, each with the files it names.

Read are BibTeX, BibLaTeX, CSL-JSON and the JSON of Better BibTeX for Zotero.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from engine.export.bibtex_reader import BibEntry, read_bibtex
from engine.export.latex_text import from_latex
from engine.export.reference import Name, Reference, in_calendar, issued_of, name_of

_KINDS = {
    "article": "article-journal",
    "book": "book",
    "mvbook": "book",
    "inbook": "chapter",
    "incollection": "chapter",
    "inproceedings": "paper-conference",
    "conference": "paper-conference",
    "techreport": "report",
    "report": "report",
    "phdthesis": "thesis",
    "mastersthesis": "thesis",
    "thesis": "thesis",
    "online": "webpage",
    "electronic": "webpage",
    "software": "software",
}
_DETAILS = {
    "volume": "volume",
    "number": "issue",
    "issue": "issue",
    "pages": "page",
    "edition": "edition",
    "address": "publisher-place",
    "location": "publisher-place",
    "issn": "ISSN",
    "type": "genre",
}
_CSL_DETAILS = ("volume", "issue", "page", "edition", "publisher-place", "ISSN", "genre")
_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_CSL_KIND = re.compile(r"[a-z_-]{3,40}")
_ZOTERO_KINDS = {
    "journalArticle": "article-journal",
    "bookSection": "chapter",
    "conferencePaper": "paper-conference",
    "blogPost": "webpage",
}


@dataclass(frozen=True, slots=True)
class FiledReference:
    """A reference and the paths of its files, as the bibliography writes them."""

    reference: Reference
    files: tuple[str, ...] = ()


def entries_of_bibtex(text: str) -> Iterator[FiledReference]:
    """Yield the entries of a BibTeX or BibLaTeX file."""
    for entry in read_bibtex(text):
        yield FiledReference(_of_bibtex(entry), tuple(_files(entry.fields.get("file", ""))))


def entries_of_json(text: str) -> Iterator[FiledReference]:
    """Yield the items of CSL-JSON or of Better BibTeX's JSON; nothing for any other JSON."""
    try:
        loaded = json.loads(text)
    except (ValueError, RecursionError):
        return
    if isinstance(loaded, dict):
        loaded = loaded.get("items")
    for item in loaded if isinstance(loaded, list) else ():
        if isinstance(item, dict) and ("type" in item or "itemType" in item):
            yield _of_json(item)


def _of_bibtex(entry: BibEntry) -> Reference:
    fields = {name: from_latex(value) for name, value in entry.fields.items()}
    details = {csl: fields[name] for name, csl in _DETAILS.items() if fields.get(name)}
    container = ("journaltitle", "journal", "booktitle", "maintitle", "series")
    publisher = ("publisher", "institution", "school", "organization")
    return Reference(
        id="",
        kind=_KINDS.get(entry.kind, "document"),
        title=fields.get("title", ""),
        authors=_bibtex_names(entry.fields.get("author") or entry.fields.get("editor", "")),
        issued=_bibtex_date(fields),
        doi=fields.get("doi", ""),
        isbn=fields.get("isbn", ""),
        url=entry.fields.get("url", "").strip(),
        publisher=next((fields[name] for name in publisher if fields.get(name)), ""),
        container=next((fields[name] for name in container if fields.get(name)), ""),
        key=re.sub(r"[^\w:.+/-]", "", entry.key)[:100],
        details=MappingProxyType(details),
    )


def _bibtex_names(latex: str) -> tuple[Name, ...]:
    names = []
    for part in " ".join(latex.split()).split(" and "):
        text = from_latex(part)
        is_body = part.strip().startswith("{") and part.strip().endswith("}")
        if text and text != "others":
            names.append(Name(literal=text) if is_body else name_of(text))
    return tuple(names)


def _bibtex_date(fields: Mapping[str, str]) -> tuple[int, ...]:
    issued = issued_of(fields.get("date", "") or fields.get("year", ""))
    month = fields.get("month", "").lower()[:3]
    if len(issued) == 1 and month:
        number = int(month) if month.isdecimal() else _month(month)
        return in_calendar((*issued, number))
    return issued


def _month(name: str) -> int:
    return _MONTHS.index(name) + 1 if name in _MONTHS else 0


def _files(value: str) -> Iterator[str]:
    r"""Yield the paths of a `file` field.

    JabRef and Zotero write 'description:path:type;...' with `\:` for a colon, others the path.
    """
    for part in re.split(r"(?<!\\);", value):
        pieces = [re.sub(r"\\(.)", r"\1", p) for p in re.split(r"(?<!\\):", part.strip())]
        if len(pieces) >= 3 and len(pieces[0]) != 1:
            yield ":".join(pieces[1:-1])
        elif part.strip():
            yield ":".join(pieces)


def _of_json(item: Mapping[str, Any]) -> FiledReference:
    kind = _text(item, "type") or _text(item, "itemType")
    kind = _ZOTERO_KINDS.get(kind, kind)
    creators = item.get("author") or item.get("creators")
    details = {name: _text(item, name) for name in _CSL_DETAILS if _text(item, name)}
    if pages := _text(item, "pages"):
        details["page"] = pages
    reference = Reference(
        id="",
        kind=kind if _CSL_KIND.fullmatch(kind) else "document",
        title=_text(item, "title"),
        authors=tuple(_json_name(creator) for creator in _objects(creators)),
        issued=_json_date(item),
        doi=_text(item, "DOI"),
        isbn=_text(item, "ISBN"),
        url=_text(item, "URL") or _text(item, "url"),
        publisher=_text(item, "publisher"),
        container=_text(item, "container-title") or _text(item, "publicationTitle"),
        lang=_text(item, "language"),
        key=re.sub(
            r"[^\w:.+/-]",
            "",
            _text(item, "citation-key") or _text(item, "citationKey") or _text(item, "id"),
        )[:100],
        details=MappingProxyType(details),
    )
    files = [_text(attached, "path") for attached in _objects(item.get("attachments"))]
    return FiledReference(reference, tuple(path for path in files if path))


def _objects(value: object) -> list[dict[str, Any]]:
    """Return the objects of a JSON list; none when it is no list."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _text(item: Mapping[str, Any], name: str) -> str:
    value = item.get(name, "")
    return " ".join(str(value).split()) if isinstance(value, str | int | float) else ""


def _json_name(creator: Mapping[str, Any]) -> Name:
    literal = _text(creator, "literal") or _text(creator, "name")
    if literal:
        return Name(literal=literal)
    given = _text(creator, "given") or _text(creator, "firstName")
    particle = _text(creator, "non-dropping-particle") or _text(creator, "dropping-particle")
    family = _text(creator, "family") or _text(creator, "lastName")
    return Name(f"{particle} {family}".strip(), given)


def _json_date(item: Mapping[str, Any]) -> tuple[int, ...]:
    issued = item.get("issued")
    parts = issued.get("date-parts") if isinstance(issued, dict) else None
    first = parts[0] if isinstance(parts, list) and parts else None
    if isinstance(first, list):
        numbers = [str(part) for part in first[:3]]
        return in_calendar(tuple(int(n) for n in numbers if n.isdecimal() and len(n) <= 4))
    raw = _text(issued, "raw") if isinstance(issued, dict) else ""
    return issued_of(raw or _text(item, "date"))
