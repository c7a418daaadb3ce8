"""Reading CSL-JSON, and the JSON of Better BibTeX for Zotero, as references."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from twofold.engine.extract.bibliography.fields import (
    CSL_KIND,
    MAX_TEXT_LENGTH,
    first_of,
)
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
)

_JSON_NAMES = {
    "container": ("container-title", "publicationTitle", "bookTitle", "proceedingsTitle"),
    "publisher": ("publisher", "institution", "university"),
    "url": ("URL", "url"),
    "page": ("page", "pages"),
    "publisher_place": ("publisher-place", "place"),
}
# Zotero uses these tags for formatting in titles.
_FORMATTING = re.compile(r"</?(?:i|b|sub|sup|span)(?:\s[^<>]{0,100})?>", re.IGNORECASE)
_ZOTERO_KINDS = {
    "journalArticle": "article-journal",
    "bookSection": "chapter",
    "conferencePaper": "paper-conference",
    "blogPost": "webpage",
}


def entries_of_json(text: str) -> Iterator[FiledReference]:
    """Yield the items of CSL-JSON or Better BibTeX's JSON; yield nothing for any other JSON."""
    try:
        loaded = json.loads(text)
    except (ValueError, RecursionError):
        return
    if isinstance(loaded, dict):
        loaded = loaded.get("items")
    for item in loaded if isinstance(loaded, list) else ():
        if isinstance(item, dict) and ("type" in item or "itemType" in item):
            yield _of_json(item)


def _of_json(item: Mapping[str, Any]) -> FiledReference:
    kind = _text(item, "type") or _text(item, "itemType")
    kind = _ZOTERO_KINDS.get(kind, kind)
    creators = _objects(item.get("author")) or _writers(_objects(item.get("creators")))
    published = {}
    for each in PUBLICATION_FIELDS:
        if each.has_names:
            published[each.name] = joined_names(_names(_objects(item.get(each.csl))))
            continue
        names = _JSON_NAMES.get(each.name, (each.csl,))
        published[each.name] = first_of(_text(item, name) for name in names)
    published["doi"] = bare_doi(published["doi"])
    keys = ("citation-key", "citationKey", "id")
    reference = Reference(
        id="",
        kind=kind if CSL_KIND.fullmatch(kind) else "document",
        title=_FORMATTING.sub("", _text(item, "title")),
        authors=_names(creators),
        issued=_json_date(item),
        lang=_text(item, "language"),
        key=citation_key(first_of(_text(item, name) for name in keys)),
        **published,
    )
    files = [_text(attached, "path") for attached in _objects(item.get("attachments"))]
    return FiledReference(reference, tuple(path for path in files if path))


def _objects(value: object) -> list[dict[str, Any]]:
    """Return the objects in a JSON list; none if it is not a list."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _text(item: Mapping[str, Any], name: str) -> str:
    value = item.get(name, "")
    is_text = isinstance(value, str | int | float)
    return " ".join(str(value).split())[:MAX_TEXT_LENGTH] if is_text else ""


def _writers(creators: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the authors among Zotero's creators, or all creators if there is no author."""
    return [c for c in creators if _text(c, "creatorType") in {"author", ""}] or creators


def _names(creators: list[dict[str, Any]]) -> tuple[Name, ...]:
    return tuple(name for name in map(_json_name, creators) if name != Name())


def _json_name(creator: Mapping[str, Any]) -> Name:
    literal = _text(creator, "literal") or _text(creator, "name")
    if literal:
        return Name(literal=literal)
    given = _text(creator, "given") or _text(creator, "firstName")
    particle = _text(creator, "non-dropping-particle") or _text(creator, "dropping-particle")
    family = _text(creator, "family") or _text(creator, "lastName")
    return Name(f"{particle} {family}".strip(), given, suffix=_text(creator, "suffix"))


def _json_date(item: Mapping[str, Any]) -> tuple[int, ...]:
    issued = item.get("issued")
    parts = issued.get("date-parts") if isinstance(issued, dict) else None
    first = parts[0] if isinstance(parts, list) and parts else None
    if isinstance(first, list):
        numbers = [str(part) for part in first[:3]]
        return in_calendar(tuple(int(n) for n in numbers if n.isdecimal() and len(n) <= 4))
    raw = _text(issued, "raw") if isinstance(issued, dict) else ""
    return issued_of(issue_date(raw or _text(item, "date")))
