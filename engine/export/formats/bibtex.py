"""One entry per document; `annote` quotes its passages, `howpublished` is its location.

`howpublished` is left out for documents with a URL or DOI.
"""

from __future__ import annotations

from collections.abc import Iterator

from twofold.engine.export.contents import Export
from twofold.engine.export.passages import Passage, Step
from twofold.engine.export.text import as_latex, one_line
from twofold.engine.model.publication import PublicationField, fields_in_order
from twofold.engine.model.reference import Name, Reference, names_of

_TYPES = {
    "article-journal": "article",
    "article-magazine": "article",
    "article-newspaper": "article",
    "book": "book",
    "chapter": "incollection",
    "paper-conference": "inproceedings",
    "report": "techreport",
    "thesis": "phdthesis",
}
_PUBLISHERS = {"report": "institution", "thesis": "school"}
_FIELDS = fields_in_order(
    *("container", "publisher", "volume", "issue", "edition", "publisher_place", "issn", "page"),
    *("editor", "doi", "isbn", "url"),
)
# Macros that every style defines; a number would be printed as it is: '7 2021'.
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
# Verbatim in BibTeX, but a brace or backslash would still end or change the entry.
_VERBATIM = {"{": "%7B", "}": "%7D", "\\": "%5C", " ": "%20"}


def render(export: Export, step: Step) -> str:
    """Return the entries in UTF-8, which biber and current BibTeX versions read."""
    grouped = export.by_reference()
    parts = []
    # Outside entries, BibTeX ignores everything except '@'.
    parts.append(f"% {one_line(export.record.in_one_line()).replace('@', ' at ')}")
    for reference in export.references:
        passages = grouped.get(reference.id, [])
        parts.append(_entry(reference, passages))
        for _ in passages:
            step()
    return "\n\n".join(parts) + "\n"


def _entry(reference: Reference, passages: list[Passage]) -> str:
    fields = ",\n".join(
        f"  {name} = {value if name == 'month' else f'{{{value}}}'}"
        for name, value in _fields(reference, passages)
        if value
    )
    return f"@{_TYPES.get(reference.kind, 'misc')}{{{reference.key},\n{fields}\n}}"


def _fields(reference: Reference, passages: list[Passage]) -> Iterator[tuple[str, str]]:
    # The second pair of braces preserves capital letters.
    yield "title", f"{{{_latex(reference.title)}}}"
    yield "author", " and ".join(_name(name) for name in reference.authors)
    yield "year", reference.year
    if len(reference.issued) > 1:
        yield "month", _MONTHS[reference.issued[1] - 1]
    yield from (_published(each, reference) for each in _FIELDS if each.bibtex)
    if passages and not reference.url and not reference.doi:
        yield "howpublished", _latex(passages[0].where)
    yield "annote", "\n\n".join(_quotation(passage) for passage in passages)


def _published(field: PublicationField, reference: Reference) -> tuple[str, str]:
    value: str = getattr(reference, field.name)
    match field.name:
        case "container" if reference.kind.startswith("article-"):
            return "journal", _latex(value)
        case "publisher":
            return _PUBLISHERS.get(reference.kind, field.bibtex), _latex(value)
        case "page":
            return field.bibtex, _latex(value).replace("–", "--")
        case "doi" | "url":
            return field.bibtex, _verbatim(value)
        case _ if field.has_names:
            return field.bibtex, " and ".join(map(_name, names_of(value))) if value else ""
        case _:
            return field.bibtex, _latex(value)


def _quotation(passage: Passage) -> str:
    note = f" {_latex(passage.note)}" if passage.note else ""
    place = f"{_latex(passage.place)}; \\url{{{_verbatim(passage.uri)}}}"
    text = f"“{_latex(passage.quotation)}” " if passage.text else ""
    return f"{text}({place}){note}"


def _name(name: Name) -> str:
    if name.literal:
        return f"{{{_latex(name.literal)}}}"
    return _latex(name.in_order_of_family).replace(" and ", " {and} ")


def _latex(text: str) -> str:
    return as_latex(one_line(text))


def _verbatim(text: str) -> str:
    return "".join(_VERBATIM.get(sign, sign) for sign in one_line(text))
