"""Contacts (vCard 2.1, 3.0 and 4.0): one passage for each."""

from __future__ import annotations

import re
from collections.abc import Iterator

from twofold.engine.extract.formats.agenda.content_lines import (
    MONTHS,
    AgendaEntry,
    Component,
    Property,
    components,
    entries_as_text,
)
from twofold.engine.extract.metadata import iso_day, tag_list
from twofold.engine.model.document import DocumentMetadata, ExtractedText

_CONTACT = frozenset({"VCARD"})
_LABELS = {
    "NICKNAME": "Nickname",
    "ORG": "Organisation",
    "TITLE": "Position",
    "ROLE": "Role",
    "EMAIL": "E-mail",
    "TEL": "Telephone",
    "IMPP": "Messenger",
    "ADR": "Address",
    "BDAY": "Birthday",
    "ANNIVERSARY": "Anniversary",
    "RELATED": "Related",
    "URL": "Web",
    "NOTE": "Note",
}
_IN_PARTS = frozenset({"ORG", "ADR"})
_DAYS = frozenset({"BDAY", "ANNIVERSARY"})
_WITHOUT_YEAR = re.compile(r"--(\d\d)-?(\d\d)", re.ASCII)
_NO_KIND = frozenset({"pref", "internet", "voice", "x-internet", "type"})


def extract(data: bytes, file_type: str = "vcf") -> ExtractedText:
    """Read contacts; raise DocumentError if the file is not text."""
    found = [one for one in components(data, _CONTACT) if one.kind]
    entries = [AgendaEntry(_name(one), tuple(_lines(one))) for one in found]
    title = entries[0].title if len(entries) == 1 else ""
    categories = [text for one in found for each in one.all("CATEGORIES") for text in each.items]
    metadata = DocumentMetadata(title=title, tags=tag_list(categories))
    return entries_as_text(entries, metadata, file_type)


def _name(contact: Component) -> str:
    names = contact.all("N")
    parts = (*names[0].parts, "", "", "", "") if names else ("",) * 4
    family, given, middle, prefix = parts[:4]
    full = " ".join(filter(None, (prefix, given, middle, family)))
    return (
        contact.text("FN")
        or full
        or ", ".join(filter(None, (part for one in contact.all("ORG")[:1] for part in one.parts)))
        or contact.text("EMAIL")
    )


def _lines(contact: Component) -> Iterator[str]:
    for name, label in _LABELS.items():
        for one in contact.all(name):
            value = _value(one)
            if value:
                kind = _kind(one)
                yield f"{label} ({kind}): {value}" if kind else f"{label}: {value}"


def _value(one: Property) -> str:
    if one.name in _IN_PARTS:
        return ", ".join(part.replace("\n", ", ") for part in one.parts if part)
    if one.name in _DAYS:
        return _day(one)
    text = one.text
    return text.partition(":")[2] or text if one.name in {"TEL", "IMPP"} else text


def _day(one: Property) -> str:
    """Return a day, without the year if it is unknown: '1970-01-31', '31 January'."""
    day = iso_day(one.text)
    without_year = _WITHOUT_YEAR.fullmatch(one.text.strip())
    # Apple writes a year that stands for an unknown one.
    if day and one.parameters.get("X-APPLE-OMIT-YEAR") == day[:4]:
        without_year = _WITHOUT_YEAR.fullmatch(f"-{day[4:]}")
    if without_year is None or not 1 <= int(without_year[1]) <= len(MONTHS):
        return day or one.text
    return f"{int(without_year[2])} {MONTHS[int(without_year[1]) - 1]}"


def _kind(one: Property) -> str:
    """Return the type of an address or a number: 'home'."""
    written = [one.parameters.get("TYPE", ""), *(n for n, v in one.parameters.items() if not v)]
    kinds = [kind.strip().lower() for text in written for kind in text.split(",")]
    return ", ".join(dict.fromkeys(kind for kind in kinds if kind and kind not in _NO_KIND))
