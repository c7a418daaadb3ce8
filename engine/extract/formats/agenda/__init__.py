"""Calendars (.ics) and contacts (.vcf)."""

from __future__ import annotations

import re

from twofold.engine.extract.file_format import Format, lazy_reader

_BEGIN = re.compile(rb"(?:\xef\xbb\xbf)?\s*BEGIN:(VCALENDAR|VCARD)\s", re.IGNORECASE)


def _is_calendar(head: bytes, _whole: bytes, _extension: str) -> bool:
    return _kind(head) == b"VCALENDAR"


def _is_contacts(head: bytes, _whole: bytes, _extension: str) -> bool:
    return _kind(head) == b"VCARD"


def _kind(head: bytes) -> bytes:
    found = _BEGIN.match(head)
    return found[1].upper() if found else b""


_calendar = lazy_reader("twofold.engine.extract.formats.agenda.calendar")
_contacts = lazy_reader("twofold.engine.extract.formats.agenda.contacts")

FORMATS = (
    Format(
        "Calendar",
        ("ics",),
        _is_calendar,
        _calendar,
        priority=12,
        extensions=frozenset({"ics", "ical", "ifb", "vcs"}),
    ),
    Format(
        "Contacts",
        ("vcf",),
        _is_contacts,
        _contacts,
        priority=12,
        extensions=frozenset({"vcf", "vcard"}),
    ),
)
