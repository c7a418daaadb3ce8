"""One record per document; `N1` quotes its passages, `AV` is its location.

`AV` is left out for documents with a URL or DOI. Information about the search is a research note
(`RN`). Each value is one line, so that a document's text cannot start a field.
"""

from __future__ import annotations

from collections.abc import Iterator

from twofold.engine.export.contents import Export
from twofold.engine.export.passages import Passage, Step
from twofold.engine.export.text import one_line
from twofold.engine.model.publication import PublicationField, fields_in_order
from twofold.engine.model.reference import Name, Reference, names_of

_TYPES = {
    "article-journal": "JOUR",
    "article-magazine": "MGZN",
    "article-newspaper": "NEWS",
    "book": "BOOK",
    "chapter": "CHAP",
    "paper-conference": "CPAPER",
    "report": "RPRT",
    "thesis": "THES",
    "webpage": "ELEC",
    "personal_communication": "PCOMM",
    "software": "COMP",
}
_FIELDS = fields_in_order(
    *("container", "publisher", "volume", "issue", "edition", "publisher_place", "page", "isbn"),
    *("doi", "url"),
)


def render(export: Export, step: Step) -> str:
    """Return the records; lines end with CR LF."""
    grouped = export.by_reference()
    record = export.record.in_one_line()
    lines: list[str] = []
    for reference in export.references:
        passages = grouped.get(reference.id, [])
        for tag, value in _fields(reference, passages, record):
            text = one_line(value)
            if text:
                lines.append(f"{tag}  - {text}")
        lines += ["ER  - ", ""]
        for _ in passages:
            step()
    return "\r\n".join(lines)


def _fields(
    reference: Reference, passages: list[Passage], record: str
) -> Iterator[tuple[str, str]]:
    yield "TY", _TYPES.get(reference.kind, "GEN")
    yield "ID", reference.key
    yield "TI", reference.title
    for name in reference.authors:
        yield "AU", _name(name)
    yield "PY", reference.year
    if len(reference.issued) > 1:
        year, month, *day = reference.issued
        yield "DA", f"{year:04}/{month:02}/{day[0]:02}" if day else f"{year:04}/{month:02}//"
    for each in _FIELDS:
        yield from _published(each, reference)
    yield "LA", reference.lang if reference.lang != "und" else ""
    for tag in dict.fromkeys(tag for passage in passages for tag in passage.tags):
        yield "KW", tag
    if passages and not reference.url and not reference.doi:
        yield "AV", passages[0].where
    for passage in passages:
        yield "N1", passage.in_one_line
    yield "RN", record


def _published(field: PublicationField, reference: Reference) -> Iterator[tuple[str, str]]:
    value: str = getattr(reference, field.name)
    if field.name == "page":
        first, _, last = value.replace("–", "-").partition("-")
        yield field.ris, first
        yield "EP", last.lstrip("-")
    elif field.name == "isbn":  # the ISSN has the same tag
        yield field.ris, value or reference.issn
    elif field.has_names:
        for name in names_of(value) if field.ris and value else ():
            yield field.ris, _name(name)
    elif field.ris and field.name != "issn":
        yield field.ris, value


def _name(name: Name) -> str:
    """Return 'Family, Given, Suffix', or the literal name."""
    return name.literal or ", ".join(filter(None, (name.family, name.given, name.suffix)))
