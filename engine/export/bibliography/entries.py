"""Parsing bibliographies: entries as references, each with the files it names.

BibTeX, BibLaTeX, CSL-JSON and the JSON of Better BibTeX for Zotero are read. As with any hostile
document, `read_bibliography` runs in a reader process, and `unpack_entries` checks its answer. The
BibTeX parser never fails on a file, skips what it does not understand, and takes linear time.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import PurePath
from typing import Any

from twofold.engine.export.bibliography.reference import (
    Name,
    Reference,
    bare_doi,
    in_calendar,
    issued_of,
    name_of,
)
from twofold.engine.extract.encoding import decode
from twofold.engine.extract.metadata import issue_date
from twofold.engine.extract.process.frames import Header, MalformedFrameError, checked, plain
from twofold.engine.model.publication import PUBLICATION_FIELDS

# --- Parsing BibTeX ---

_ENTRY = re.compile(r"@([A-Za-z]+)\s*[{(]")
_KEY = re.compile(r"\s*([^\s,{}\"#%=]+)\s*,")
# Two runs of white space are never adjacent, which would backtrack in quadratic time.
_FIELD = re.compile(r"\s*(?:,\s*)?([A-Za-z][\w:.-]*)\s*=\s*")
_NEXT = re.compile(r"[^@{}=\n]{0,200},\s*([A-Za-z][\w:.-]*)\s*=\s*")
_PIECE = re.compile(r"\s*(?:(#)\s*)?(?:(\{)|(\")|([A-Za-z0-9_.:+-]+))")
# An entry at the beginning of a line ends a value that is not closed.
_BRACE_OR_QUOTE = re.compile(r'\\.|[{}"]|\n(?=@[A-Za-z]+\s*[{(])', re.DOTALL)
_SWALLOWED = re.compile(r",\s{0,20}[A-Za-z]{2,20}\s{0,9}=\s{0,9}[{\"]")
_MOST_FIELDS = 200
# Macros may name each other, so a small file could make an endless value.
_LONGEST_VALUE = 100_000


@dataclass(frozen=True, slots=True)
class BibEntry:
    """One entry; names of kind and fields are in lower case, values still LaTeX."""

    kind: str
    key: str
    fields: Mapping[str, str]


def read_bibtex(text: str) -> Iterator[BibEntry]:
    """Yield the entries of a file."""
    macros: dict[str, str] = {}
    at = count = 0
    while (found := _ENTRY.search(text, at)) and count < _MOST_ENTRIES:
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
    while len(fields) < _MOST_FIELDS:
        # After an invalid value, continue at the next field of the entry if it is near.
        found = _FIELD.match(text, at) or _NEXT.match(text, at)
        if found is None:
            break
        value, at = _value(text, found.end(), macros)
        fields.setdefault(found[1].lower(), value)
    return fields, at


def _value(text: str, at: int, macros: Mapping[str, str]) -> tuple[str, int]:
    """Return a value of pieces joined by '#' (macros are replaced once), and where it ends."""
    pieces: list[str] = []
    while piece := _PIECE.match(text, at):
        if bool(piece[1]) != bool(pieces):
            break
        if piece[2] or piece[3]:
            end = _end(text, piece.end(), "}" if piece[2] else '"')
            if text[end : end + 1] not in {"}", '"'}:
                # It is not closed: end it before the next field.
                swallowed = _SWALLOWED.search(text, piece.end(), min(end, at + _LONGEST_VALUE))
                end = swallowed.start() if swallowed else end
            pieces.append(text[piece.end() : end])
            at = end + 1
        else:
            pieces.append(macros.get(piece[4].lower(), piece[4]))
            at = piece.end()
        if sum(map(len, pieces)) > _LONGEST_VALUE:
            break
    return "".join(pieces)[:_LONGEST_VALUE], at


def _end(text: str, at: int, closing: str) -> int:
    """Return where the brace or quote that was opened before `at` is closed."""
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


# --- LaTeX as text ---

_ACCENTS = {
    '"': "\u0308", "'": "\u0301", "`": "\u0300", "^": "\u0302", "~": "\u0303", "=": "\u0304",
    ".": "\u0307", "c": "\u0327", "v": "\u030c", "u": "\u0306", "H": "\u030b", "r": "\u030a",
    "k": "\u0328", "d": "\u0323", "b": "\u0331",
}  # fmt: skip
_LETTERS = {
    "ss": "ß", "o": "ø", "O": "Ø", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å",
    "AA": "Å", "l": "ł", "L": "Ł", "i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð", "th": "þ",
    "TH": "Þ", "textbackslash": "\\", "textbraceleft": "{", "textbraceright": "}",
    "textasciitilde": "~", "textasciicircum": "^", "textendash": "–", "textemdash": "—",
    "ldots": "…", "dots": "…", "copyright": "©", "S": "§", "pounds": "£", "textquoteright": "’",
}  # fmt: skip
_COMMAND = re.compile(r"\\(?:([A-Za-z]+)[ \t]*|(.))", re.DOTALL)
_ACCENTED = re.compile(
    r"""\\(["'`^~=.]|[cvuHrkdb](?![A-Za-z]))\s*(?:\{\s*)?(\\[ij](?![A-Za-z])|[^\W\d_])\s*\}?"""
)


def from_latex(latex: str) -> str:
    r"""Return the text that simple LaTeX shows (`G{\"o}del`, `\&`, `--`); unknown commands go."""
    text = _ACCENTED.sub(_accented, latex)
    text = _COMMAND.sub(_command, text)
    text = text.replace("---", "—").replace("--", "–").replace("~", "\u00a0")
    text = text.replace("{", "").replace("}", "")
    text = text.replace("\x01", "{").replace("\x02", "}")
    return " ".join(text.replace("\x03", "~").split())


def _accented(found: re.Match[str]) -> str:
    letter = found[2].lstrip("\\")
    return unicodedata.normalize("NFC", letter + _ACCENTS[found[1]])


def _command(found: re.Match[str]) -> str:
    if sign := found[2]:
        return {"\\": " ", "{": "\x01", "}": "\x02", "~": "\x03"}.get(sign, sign)
    letter = _LETTERS.get(found[1], "")
    return {"{": "\x01", "}": "\x02", "~": "\x03"}.get(letter, letter)


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
# Fields that have other or several names in a file; the first one present counts.
_BIBTEX_NAMES = {
    "container": ("journaltitle", "journal", "booktitle", "maintitle", "series"),
    "publisher": ("publisher", "institution", "school", "organization"),
    "issue": ("issue", "number"),
    "publisher_place": ("location", "address"),
    "genre": ("type",),
}
_JSON_NAMES = {
    "container": ("container-title", "publicationTitle", "bookTitle", "proceedingsTitle"),
    "publisher": ("publisher", "institution", "university"),
    "url": ("URL", "url"),
    "page": ("page", "pages"),
    "publisher_place": ("publisher-place", "place"),
}
_OWN_FIELDS = frozenset({"title", "subtitle", "author", "file", "crossref", "doi", "url", "pages"})
_NAME_PART = re.compile(r"(prefix|family|given)\s*=\s*([^,]+)")
_ESCAPED_IN_URL = re.compile(r"\\([_%&#~$])")
_LONGEST = 2_000
_LONGEST_NAMES = 50_000
# Zotero marks fonts in titles by these tags.
_FONTS = re.compile(r"</?(?:i|b|sub|sup|span)(?:\s[^<>]{0,100})?>", re.IGNORECASE)
_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_MOST_ENTRIES = 50_000
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


@dataclass(frozen=True, slots=True)
class _Bibliography:
    entries: tuple[FiledReference, ...]


def read_bibliography(data: bytes, path: PurePath) -> Header:
    """Return the entries of a file as a header; raise DocumentError when it is not text."""
    is_bibtex = path.suffix.lower() == ".bib"
    text = decode(data).text
    return pack_entries(entries_of_bibtex(text) if is_bibtex else entries_of_json(text))


def pack_entries(entries: Iterator[FiledReference]) -> Header:
    """Return entries, at most 50,000, as a header."""
    return {"entries": [plain(entry) for entry in islice(entries, _MOST_ENTRIES)]}


def unpack_entries(header: Header, _tail: bytes = b"") -> tuple[FiledReference, ...]:
    """Return what `pack_entries` packed; raise ValueError when anything in it is invalid."""
    entries = checked(_Bibliography, header).entries
    if len(entries) > _MOST_ENTRIES or not all(map(_is_possible, entries)):
        raise MalformedFrameError("A bibliography is larger than is read, or malformed.")
    return entries


def _is_possible(entry: FiledReference) -> bool:
    issued = entry.reference.issued
    is_day = len(issued) <= 3 and in_calendar(issued) == issued and max(issued, default=0) <= 9999
    return is_day and _CSL_KIND.fullmatch(entry.reference.kind) is not None


def entries_of_bibtex(text: str) -> Iterator[FiledReference]:
    """Yield the entries of a BibTeX or BibLaTeX file."""
    entries = list(read_bibtex(text))
    parents = {entry.key.casefold(): entry.fields for entry in reversed(entries)}
    for entry in entries:
        parent = parents.get(entry.fields.get("crossref", "").strip().casefold(), {})
        fields = {**_inherited(parent), **entry.fields} if parent else entry.fields
        reference = _of_bibtex(BibEntry(entry.kind, entry.key, fields))
        yield FiledReference(reference, tuple(_files(entry.fields.get("file", ""))))


def _inherited(parent: Mapping[str, str]) -> dict[str, str]:
    """Return the fields that an entry inherits by `crossref`; its own have priority."""
    fields = {name: value for name, value in parent.items() if name not in _OWN_FIELDS}
    return {"booktitle": parent.get("title", ""), **fields}


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
    fields = {name: from_latex(value)[:_LONGEST] for name, value in entry.fields.items()}
    published = {}
    for each in PUBLICATION_FIELDS:
        names = _BIBTEX_NAMES.get(each.name, (each.bibtex,))
        published[each.name] = _first(fields.get(name, "") for name in names)
    published["doi"] = bare_doi(published["doi"])
    published["url"] = _ESCAPED_IN_URL.sub(r"\1", entry.fields.get("url", "").strip())
    return Reference(
        id="",
        kind=_KINDS.get(entry.kind, "document"),
        title=_with_subtitle(fields),
        authors=_bibtex_names(entry.fields.get("author") or entry.fields.get("editor", "")),
        issued=_bibtex_date(fields),
        key=_key(entry.key),
        **published,
    )


def _bibtex_names(latex: str) -> tuple[Name, ...]:
    parts = re.split(r"\s+and\s+(?![^{}]*\})", " ".join(latex.split())[:_LONGEST_NAMES])
    return tuple(name for name in map(_bibtex_name, parts) if name != Name())


def _bibtex_name(latex: str) -> Name:
    """Return 'First von Last', 'von Last, First', 'von Last, Jr, First' or '{A Body}'."""
    if given := dict(_NAME_PART.findall(latex)):
        text = {part: from_latex(value) for part, value in given.items()}
        family = f"{text.get('prefix', '')} {text.get('family', '')}".strip()
        return Name(family, text.get("given", "")) if family else Name()
    text_of_name = from_latex(latex)
    if not text_of_name or text_of_name == "others":
        return Name()
    if re.fullmatch(r"\s*\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}\s*", latex):
        return Name(literal=text_of_name)
    parts = [part.strip() for part in text_of_name.split(",")]
    if len(parts) == 3 and all(parts):
        return Name(f"{parts[0]} {parts[1]}", parts[2])
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
    creators = _objects(item.get("author")) or _writers(_objects(item.get("creators")))
    published = {}
    for each in PUBLICATION_FIELDS:
        names = _JSON_NAMES.get(each.name, (each.csl,))
        published[each.name] = _first(_text(item, name) for name in names)
    published["doi"] = bare_doi(published["doi"])
    keys = ("citation-key", "citationKey", "id")
    reference = Reference(
        id="",
        kind=kind if _CSL_KIND.fullmatch(kind) else "document",
        title=_FONTS.sub("", _text(item, "title")),
        authors=tuple(name for name in map(_json_name, creators) if name != Name()),
        issued=_json_date(item),
        lang=_text(item, "language"),
        key=_key(_first(_text(item, name) for name in keys)),
        **published,
    )
    files = [_text(attached, "path") for attached in _objects(item.get("attachments"))]
    return FiledReference(reference, tuple(path for path in files if path))


def _objects(value: object) -> list[dict[str, Any]]:
    """Return the objects of a JSON list; none when it is no list."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _text(item: Mapping[str, Any], name: str) -> str:
    value = item.get(name, "")
    return " ".join(str(value).split())[:_LONGEST] if isinstance(value, str | int | float) else ""


def _first(texts: Iterable[str]) -> str:
    return next(filter(None, texts), "")


def _key(text: str) -> str:
    """Return what of a citation key a file of LaTeX can hold, at most 100 characters."""
    return re.sub(r"[^\w:.+/-]", "", text)[:100]


def _writers(creators: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the authors among Zotero's creators; all where none is an author."""
    return [c for c in creators if _text(c, "creatorType") in {"author", ""}] or creators


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
    return issued_of(issue_date(raw or _text(item, "date")))
