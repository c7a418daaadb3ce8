"""Reading BibTeX and BibLaTeX as references.

The parser never fails on a file, skips text that it does not understand, and takes linear time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from twofold.engine.extract.bibliography.fields import MAX_TEXT_LENGTH, first_of
from twofold.engine.extract.latex_text import from_latex
from twofold.engine.extract.metadata import issue_date
from twofold.engine.model.publication import PUBLICATION_FIELDS
from twofold.engine.model.reference import (
    FiledReference,
    Name,
    Reference,
    bare_doi,
    citation_key,
    in_calendar,
    issued_of,
    joined_names,
    name_of,
)

MAX_ENTRIES = 50_000

# --- Parsing BibTeX ---

_ENTRY = re.compile(r"@([A-Za-z]+)\s*[{(]")
_KEY = re.compile(r"\s*([^\s,{}\"#%=]+)\s*,")
# Two whitespace patterns are never adjacent; that would backtrack in quadratic time.
_FIELD = re.compile(r"\s*(?:,\s*)?([A-Za-z][\w:.-]*)\s*=\s*")
_NEXT = re.compile(r"[^@{}=\n]{0,200},\s*([A-Za-z][\w:.-]*)\s*=\s*")
_PIECE = re.compile(r"\s*(?:(#)\s*)?(?:(\{)|(\")|([A-Za-z0-9_.:+-]+))")
# An entry at the start of a line ends an unclosed value.
_BRACE_OR_QUOTE = re.compile(r'\\.|[{}"]|\n(?=@[A-Za-z]+\s*[{(])', re.DOTALL)
_SWALLOWED = re.compile(r",\s{0,20}[A-Za-z]{2,20}\s{0,9}=\s{0,9}[{\"]")
_MAX_FIELDS = 200
# Macros may refer to each other, so a small file could produce an endless value.
_MAX_VALUE_LENGTH = 100_000


@dataclass(frozen=True, slots=True)
class BibEntry:
    """An entry: its kind and field names in lower case, its values as LaTeX."""

    kind: str
    key: str
    fields: Mapping[str, str]


def _read_bibtex(text: str) -> Iterator[BibEntry]:
    """Yield the entries of a file."""
    macros: dict[str, str] = {}
    at = count = 0
    while (found := _ENTRY.search(text, at)) and count < MAX_ENTRIES:
        kind = found[1].lower()
        at = found.end()
        if kind in {"comment", "preamble"}:
            continue
        if kind == "string":
            fields, at = _fields(text, at, macros)
            macros |= fields
            continue
        key = _KEY.match(text, at)
        if key is None:
            continue
        fields, at = _fields(text, key.end(), macros)
        count += 1
        yield BibEntry(kind, key[1], fields)


def _fields(text: str, at: int, macros: Mapping[str, str]) -> tuple[dict[str, str], int]:
    fields: dict[str, str] = {}
    while len(fields) < _MAX_FIELDS:
        # After an invalid value, continue at the next field of the entry if it is near.
        found = _FIELD.match(text, at) or _NEXT.match(text, at)
        if found is None:
            break
        value, at = _value(text, found.end(), macros)
        fields.setdefault(found[1].lower(), value)
    return fields, at


def _value(text: str, at: int, macros: Mapping[str, str]) -> tuple[str, int]:
    """Return the field value that begins at `at`, and the offset after it.

    Pieces joined by '#' are concatenated, and macros are replaced by their values.
    """
    pieces: list[str] = []
    while piece := _PIECE.match(text, at):
        if bool(piece[1]) != bool(pieces):
            break
        if piece[2] or piece[3]:
            end = _end(text, piece.end(), "}" if piece[2] else '"')
            if text[end : end + 1] not in {"}", '"'}:
                # It is not closed: end it before the next field.
                swallowed = _SWALLOWED.search(text, piece.end(), min(end, at + _MAX_VALUE_LENGTH))
                end = swallowed.start() if swallowed else end
            pieces.append(text[piece.end() : end])
            at = end + 1
        else:
            pieces.append(macros.get(piece[4].lower(), piece[4]))
            at = piece.end()
        if sum(map(len, pieces)) > _MAX_VALUE_LENGTH:
            break
    return "".join(pieces)[:_MAX_VALUE_LENGTH], at


def _end(text: str, at: int, closing: str) -> int:
    """Return the offset of the brace or quote that closes the one before `at`."""
    depth = 0
    for sign in _BRACE_OR_QUOTE.finditer(text, at):
        if sign[0] == "\n":
            return sign.start()
        if sign[0] == "{":
            depth += 1
        elif sign[0] == closing and depth == 0:
            return sign.start()
        elif sign[0] == "}":
            depth = max(0, depth - 1)
    return len(text)


# --- Entries as references ---

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
# Fields with other or several names in a file; the first one present is used.
_BIBTEX_NAMES = {
    "container": ("journaltitle", "journal", "booktitle", "maintitle", "series"),
    "publisher": ("publisher", "institution", "school", "organization"),
    "issue": ("issue", "number"),
    "publisher_place": ("location", "address"),
    "genre": ("type",),
}
_NOT_INHERITED = frozenset(
    {"title", "subtitle", "author", "file", "crossref", "doi", "url", "pages"}
)
_NAME_PART = re.compile(r"(prefix|family|given|suffix)\s*=\s*([^,]+)")
_ESCAPED_IN_URL = re.compile(r"\\([_%&#~$])")
_MAX_NAMES_LENGTH = 50_000
_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]


def entries_of_bibtex(text: str) -> Iterator[FiledReference]:
    """Yield the entries of a BibTeX or BibLaTeX file as references."""
    entries = list(_read_bibtex(text))
    parents = {entry.key.casefold(): entry.fields for entry in reversed(entries)}
    for entry in entries:
        parent = parents.get(entry.fields.get("crossref", "").strip().casefold(), {})
        fields = {**_inherited(parent), **entry.fields} if parent else entry.fields
        reference = _of_bibtex(BibEntry(entry.kind, entry.key, fields))
        yield FiledReference(reference, tuple(_files(entry.fields.get("file", ""))))


def _inherited(parent: Mapping[str, str]) -> dict[str, str]:
    """Return the fields that an entry inherits by `crossref` if it does not have them itself."""
    fields = {name: value for name, value in parent.items() if name not in _NOT_INHERITED}
    return {"booktitle": parent.get("title", ""), **fields}


def _of_bibtex(entry: BibEntry) -> Reference:
    fields = {name: from_latex(value)[:MAX_TEXT_LENGTH] for name, value in entry.fields.items()}
    published = {}
    for each in PUBLICATION_FIELDS:
        names = _BIBTEX_NAMES.get(each.name, (each.bibtex,))
        source = entry.fields if each.has_names else fields
        published[each.name] = first_of(source.get(name, "") for name in names)
    editors = _bibtex_names(published["editor"])
    published["editor"] = joined_names(editors)
    published["doi"] = bare_doi(published["doi"])
    published["url"] = _ESCAPED_IN_URL.sub(r"\1", entry.fields.get("url", "").strip())
    return Reference(
        id="",
        kind=_KINDS.get(entry.kind, "document"),
        title=_with_subtitle(fields),
        authors=_bibtex_names(entry.fields.get("author", "")) or editors,
        issued=_bibtex_date(fields),
        key=citation_key(entry.key),
        **published,
    )


def _bibtex_names(latex: str) -> tuple[Name, ...]:
    parts = re.split(r"\s+and\s+(?![^{}]*\})", " ".join(latex.split())[:_MAX_NAMES_LENGTH])
    return tuple(name for name in map(_bibtex_name, parts) if name != Name())


def _bibtex_name(latex: str) -> Name:
    """Parse 'First von Last', 'von Last, First', 'von Last, Jr, First' or '{A Body}'."""
    if given := dict(_NAME_PART.findall(latex)):
        text = {part: from_latex(value) for part, value in given.items()}
        family = f"{text.get('prefix', '')} {text.get('family', '')}".strip()
        given_name, suffix = text.get("given", ""), text.get("suffix", "")
        return Name(family, given_name, suffix=suffix) if family else Name()
    text_of_name = from_latex(latex)
    if not text_of_name or text_of_name == "others":
        return Name()
    if re.fullmatch(r"\s*\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}\s*", latex):
        return Name(literal=text_of_name)
    parts = [part.strip() for part in text_of_name.split(",")]
    if len(parts) == 3 and all(parts):
        return Name(parts[0], parts[2], suffix=parts[1])
    words = text_of_name.split()
    small = next((at for at, word in enumerate(words) if at and word[0].islower()), 0)
    if small and "," not in text_of_name and words[-1][0].isupper():
        return Name(" ".join(words[small:]), " ".join(words[:small]))
    return name_of(text_of_name)


def _with_subtitle(fields: Mapping[str, str]) -> str:
    title, subtitle = fields.get("title", ""), fields.get("subtitle", "")
    return f"{title}: {subtitle}" if title and subtitle else title


def _bibtex_date(fields: Mapping[str, str]) -> tuple[int, ...]:
    issued = issued_of(
        issue_date(fields.get("date", "").partition("/")[0] or fields.get("year", ""))
    )
    month = fields.get("month", "").lower()[:3]
    if len(issued) == 1 and month:
        number = int(month) if month.isdecimal() else _month(month)
        return in_calendar((*issued, number))
    return issued


def _month(name: str) -> int:
    return _MONTHS.index(name) + 1 if name in _MONTHS else 0


def _files(value: str) -> Iterator[str]:
    r"""Yield the paths in a `file` field.

    JabRef and Zotero write 'description:path:type;...' with `\:` for a colon; other programs write
    only the path.
    """
    for part in re.split(r"(?<!\\);", value):
        pieces = [re.sub(r"\\(.)", r"\1", p) for p in re.split(r"(?<!\\):", part.strip())]
        if len(pieces) >= 3 and len(pieces[0]) != 1:
            yield ":".join(pieces[1:-1])
        elif part.strip():
            yield ":".join(pieces)
