"""A Zotero library as a container: an entry for each item, and one for each annotated file.

The names of the entries contain only keys, which never change: 'items/AB12CD34',
'annotations/EF56GH78', and 'groups/7/items/...' in the library of a group.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from twofold.engine.extract.file_format import Container, Entry
from twofold.engine.extract.formats.zotero.database import (
    Annotation,
    Attachment,
    Creator,
    Item,
    read_items,
)
from twofold.engine.extract.formats.zotero.entry import Part, ZoteroEntry, pack_entry
from twofold.engine.extract.languages import declared_language
from twofold.engine.extract.metadata import doi_of, iso_day, issue_date, tag_list
from twofold.engine.model.document import DocumentMetadata
from twofold.engine.model.publication import Publication, publication_of
from twofold.engine.model.reference import Name, citation_key, first_day, joined_names

_KEY = re.compile(r"[A-Z0-9]{8}", re.ASCII)
_GROUP = re.compile(r"\d{1,12}", re.ASCII)
_STORED, _LINKED = "storage:", "attachments:"
# 'Citation Key: smith2020' in the field Extra, by Better BibTeX.
_KEY_IN_EXTRA = re.compile(r"^\s*citation[ -]?key\s*:\s*(\S{1,100})", re.IGNORECASE | re.MULTILINE)
_SQL_DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})", re.ASCII)
_WORDS_OF_KIND = re.compile(r"(?<=[a-z])(?=[A-Z])")
# Formatting in titles, highlights and comments.
_FORMATTING = re.compile(r"</?(?:i|b|u|sub|sup|span)(?:\s[^<>]{0,100})?>", re.IGNORECASE)
_MAX_TEXT = 1_000_000
_MAX_PAGE = 100_000

# Types of CSL 1.0.2 for Zotero's item types; others are documents.
_KINDS = {
    "artwork": "graphic", "audioRecording": "song", "bill": "bill", "blogPost": "post-weblog",
    "book": "book", "bookSection": "chapter", "case": "legal_case", "computerProgram": "software",
    "conferencePaper": "paper-conference", "dataset": "dataset",
    "dictionaryEntry": "entry-dictionary", "email": "personal_communication",
    "encyclopediaArticle": "entry-encyclopedia", "film": "motion_picture", "forumPost": "post",
    "hearing": "hearing", "instantMessage": "personal_communication", "interview": "interview",
    "journalArticle": "article-journal", "letter": "personal_communication",
    "magazineArticle": "article-magazine", "manuscript": "manuscript", "map": "map",
    "newspaperArticle": "article-newspaper", "patent": "patent", "podcast": "broadcast",
    "preprint": "article", "presentation": "speech", "radioBroadcast": "broadcast",
    "report": "report", "standard": "standard", "statute": "legislation", "thesis": "thesis",
    "tvBroadcast": "broadcast", "videoRecording": "motion_picture", "webpage": "webpage",
}  # fmt: skip
_TITLES = ("title", "caseName", "nameOfAct", "subject")
_PUBLISHED: Mapping[str, tuple[str, ...]] = {
    "container": (
        "publicationTitle", "bookTitle", "proceedingsTitle", "encyclopediaTitle",
        "dictionaryTitle", "blogTitle", "forumTitle", "websiteTitle", "programTitle",
        "conferenceName", "repository",
    ),
    "publisher": (
        "publisher", "university", "institution", "company", "label", "distributor", "studio",
        "network", "organization",
    ),
    "doi": ("DOI",),
    "isbn": ("ISBN",),
    "issn": ("ISSN",),
    "url": ("url",),
    "volume": ("volume", "codeVolume", "reporterVolume"),
    "issue": ("issue", "number", "reportNumber", "billNumber", "patentNumber"),
    "page": ("pages", "firstPage", "codePages"),
    "edition": ("edition", "versionNumber"),
    "publisher_place": ("place",),
    "genre": ("type", "thesisType", "reportType", "genre", "websiteType", "manuscriptType"),
}  # fmt: skip
_DATES = ("date", "dateDecided", "dateEnacted", "issueDate")
_CONTRIBUTORS = frozenset({"editor", "translator", "seriesEditor", "contributor", "reviewedAuthor"})
_ANNOTATIONS = {1: "highlight", 2: "note", 3: "area", 4: "drawing", 5: "underline", 6: "text"}
_COLOURS = {
    "#ffd400": "yellow", "#ff6666": "red", "#5fb236": "green", "#2ea8e5": "blue",
    "#a28ae5": "purple", "#e56eee": "magenta", "#f19837": "orange", "#aaaaaa": "grey",
}  # fmt: skip


def open_library(data: bytes, _name: str = "") -> Container:
    """Open a library; raise DocumentError if it is damaged."""
    return Container(None, _entries(data))


def _entries(data: bytes) -> Iterator[Entry]:
    for item in read_items(data):
        if not _KEY.fullmatch(item.key) or not _GROUP.fullmatch(item.group or "0"):
            continue
        place = f"groups/{item.group}/" if item.group else ""
        metadata = _metadata(item)
        yield _entry(f"{place}items/{item.key}", _item_entry(item, metadata))
        for attachment in item.attachments:
            noted = _annotations_entry(attachment, metadata)
            if noted.parts and _KEY.fullmatch(attachment.key):
                yield _entry(f"{place}annotations/{attachment.key}", noted)


def _entry(name: str, entry: ZoteroEntry) -> Entry:
    packed = pack_entry(entry)
    return Entry(name, lambda _most: packed)


# --- Metadata ---


def _metadata(item: Item) -> DocumentMetadata:
    fields = item.fields
    issued = _issued(_first(fields, _DATES))
    authors = tuple(one for one in item.creators if one.role not in _CONTRIBUTORS)
    in_group = (item.group_name,) if item.group_name else ()
    groups = tuple("/".join((*in_group, path)) for path in item.collections) or in_group
    files = (_file_of(one) for one in item.attachments)
    return DocumentMetadata(
        title=_title(item),
        author=_names(authors),
        tags=tag_list((*(tag.replace(",", " ") for tag in (*groups, *item.tags)),)),
        lang=declared_language(fields.get("language", "")),
        created=first_day(issued),
        issued=issued,
        properties=tuple(_properties(item)),
        files=tuple(dict.fromkeys(path for path in files if path)),
        **publication_of(_published(item)),
    )


def _published(item: Item) -> Publication:
    values = {name: _first(item.fields, names) for name, names in _PUBLISHED.items()}
    extra = item.fields.get("extra", "")
    in_extra = _KEY_IN_EXTRA.search(extra)
    place = f"groups/{item.group}" if item.group else "library"
    key = item.fields.get("citationKey", "") or (in_extra[1] if in_extra else "")
    return Publication(
        **{name: " ".join(value.split()) for name, value in values.items() if name != "doi"},
        doi=doi_of(values["doi"]) or doi_of(extra),
        editor=_names(one for one in item.creators if one.role == "editor"),
        translator=_names(one for one in item.creators if one.role == "translator"),
        item_type=_KINDS.get(item.kind, "document"),
        citation_key=citation_key(key),
        entry_url=f"zotero://select/{place}/items/{item.key}",
    )


def _title(item: Item) -> str:
    title = _first(item.fields, _TITLES)
    title = title or next((note.title for note in item.notes), "")
    return " ".join(_FORMATTING.sub("", title).split())


def _first(fields: Mapping[str, str], names: tuple[str, ...]) -> str:
    return next((fields[name] for name in names if fields.get(name, "").strip()), "")


def _names(creators: Iterator[Creator] | tuple[Creator, ...]) -> str:
    return joined_names(
        Name(literal=one.family or one.given)
        if one.is_literal or not (one.family and one.given)
        else Name(one.family, one.given)
        for one in creators
    )


def _issued(date: str) -> str:
    """Return a date, which Zotero stores as '2019-05-00 May 2019', in ISO 8601."""
    found = _SQL_DATE.match(date)
    if found is None:
        return issue_date(date)
    year, month, _day = found.groups()
    if year == "0000":
        return ""
    return iso_day(found[0]) or (f"{year}-{month}" if "01" <= month <= "12" else year)


def _properties(item: Item) -> Iterator[tuple[str, str]]:
    yield "item type", _WORDS_OF_KIND.sub(" ", item.kind).lower()
    for one in item.creators:
        if one.role in _CONTRIBUTORS - {"editor"}:
            role = _WORDS_OF_KIND.sub(" ", one.role).lower()
            yield role, f"{one.given} {one.family}".strip()
    for path in item.collections:
        yield "collection", path
    if item.group_name:
        yield "group", item.group_name
    for name in ("shortTitle", "series", "archive", "callNumber", "extra"):
        if value := item.fields.get(name, "").strip():
            yield _WORDS_OF_KIND.sub(" ", name).lower(), value


def _file_of(attachment: Attachment) -> str:
    """Return the path of a file: relative to the database, or absolute, or '' for none.

    'attachments:a/b.pdf' is relative to the base directory, which the database does not contain.
    """
    path = attachment.path
    if path.startswith(_LINKED):
        parts = path.removeprefix(_LINKED).split("/")
        return path if len(parts) > 1 and not {"", ".", ".."} & set(parts) else ""
    if not path.startswith(_STORED):
        is_absolute = path.startswith(("/", "\\\\")) or path[1:3] in {":\\", ":/"}
        return path if is_absolute and "\0" not in path else ""
    name = path.removeprefix(_STORED)
    is_name = name not in {"", ".", ".."} and not {"/", "\\"} & set(name)
    return f"storage/{attachment.key}/{name}" if is_name and _KEY.fullmatch(attachment.key) else ""


# --- Texts ---


def _item_entry(item: Item, metadata: DocumentMetadata) -> ZoteroEntry:
    names = (metadata.author or metadata.editor).removesuffix(";")
    year = f"({metadata.issued[:4]})" if metadata.issued else ""
    described = ". ".join(
        filter(
            None,
            (
                f"{names} {year}".strip(),
                metadata.title or item.key,
                metadata.container or metadata.publisher,
            ),
        )
    )
    parts = [Part((), described)]
    if abstract := item.fields.get("abstractNote", "").strip():
        parts.append(Part(("Abstract",), abstract[:_MAX_TEXT]))
    parts += [Part(("Note",), note.html[:_MAX_TEXT], is_html=True) for note in item.notes]
    return ZoteroEntry(metadata, tuple(parts))


def _annotations_entry(attachment: Attachment, metadata: DocumentMetadata) -> ZoteroEntry:
    parts = [part for one in attachment.annotations if (part := _annotation(one)) is not None]
    parts.sort(key=lambda part: part.page)
    if not all(part.page for part in parts):  # a book or a web page
        parts = [replace(part, page=0, label="") for part in parts]
    return ZoteroEntry(
        replace(metadata, properties=(), files=()),
        tuple(parts),
    )


def _annotation(annotation: Annotation) -> Part | None:
    """Return an annotation with its text, comment and tags; None if it has none of them."""
    quoted = f"“{annotation.text}”" if annotation.text else ""
    tags = f"Tags: {', '.join(annotation.tags)}" if annotation.tags else ""
    text = "\n".join(filter(None, (quoted, annotation.comment, tags)))
    text = _FORMATTING.sub("", text)[:_MAX_TEXT]
    if not text:
        return None
    kind = _ANNOTATIONS.get(annotation.kind, "annotation")
    colour = _COLOURS.get(annotation.colour.lower(), "")
    heading = f"{colour} {kind}".strip().capitalize()
    by = f" by {annotation.author}" if annotation.author else ""
    page = _page(annotation.position)
    label = f"page {annotation.page_label or page}" if page else ""
    return Part((f"{heading}{by}"[:200],), text, page=page, label=label[:100])


def _page(position: str) -> int:
    """Return the number of the page in a PDF (from 1), 0 for other files."""
    try:
        index = json.loads(position).get("pageIndex")
    except (ValueError, AttributeError, RecursionError):
        return 0
    return index + 1 if type(index) is int and 0 <= index < _MAX_PAGE else 0
