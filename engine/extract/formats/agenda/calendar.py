"""Calendars (RFC 5545): one passage for each event, task and journal entry."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from itertools import islice

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

_ENTRIES = frozenset({"VEVENT", "VTODO", "VJOURNAL"})
_NAMES = {"VEVENT": "Event", "VTODO": "Task", "VJOURNAL": "Journal entry"}
_TIME = re.compile(r"(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})\d{0,2}(Z?))?", re.ASCII)
_DURATION = re.compile(
    r"\+?P(?:(\d{1,4})W)?(?:(\d{1,4})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,4})M)?(?:\d{1,4}S)?)?"
)
_UNITS = ("week", "day", "hour", "minute")
_FREQUENCIES = {
    "SECONDLY": "second", "MINUTELY": "minute", "HOURLY": "hour", "DAILY": "day",
    "WEEKLY": "week", "MONTHLY": "month", "YEARLY": "year",
}  # fmt: skip
_DAYS = {
    "MO": "Monday", "TU": "Tuesday", "WE": "Wednesday", "TH": "Thursday", "FR": "Friday",
    "SA": "Saturday", "SU": "Sunday",
}  # fmt: skip
_DAY = re.compile(r"([+-]?\d{0,2})(MO|TU|WE|TH|FR|SA|SU)", re.ASCII)
_ORDINALS = {"1": "first", "2": "second", "3": "third", "4": "fourth", "5": "fifth", "-1": "last"}
_MAX_PEOPLE = 500
_MAX_LEFT_OUT = 100


def extract(data: bytes, file_type: str = "ics") -> ExtractedText:
    """Read a calendar; raise DocumentError if the file is not text."""
    *found, calendar = components(data, _ENTRIES)
    if calendar.kind:  # its last entry has no end
        found, calendar = [*found, calendar], Component("")
    entries = (AgendaEntry(_title(one), tuple(_lines(one))) for one in found)
    categories = [text for one in found for each in one.all("CATEGORIES") for text in each.items]
    only = found[0] if len(found) == 1 else None
    metadata = DocumentMetadata(
        title=_title(only) if only else calendar.text("X-WR-CALNAME") or calendar.text("NAME"),
        tags=tag_list(categories),
        created=_day(only) if only else "",
    )
    return entries_as_text(entries, metadata, file_type)


def _title(entry: Component) -> str:
    return entry.text("SUMMARY") or _NAMES[entry.kind]


def _day(entry: Component) -> str:
    for name in ("DTSTART", "DUE", "COMPLETED"):
        if day := iso_day(entry.text(name)):
            return day
    return ""


def _lines(entry: Component) -> Iterator[str]:
    yield from _times(entry)
    if place := entry.text("LOCATION"):
        yield f"Place: {place}"
    people = [("Organiser", entry.all("ORGANIZER")[:1]), ("Participants", entry.all("ATTENDEE"))]
    for label, named in people:
        if names := ", ".join(filter(None, map(_person, named[:_MAX_PEOPLE]))):
            yield f"{label}: {names}"
    for name, label in (("STATUS", "Status"), ("PERCENT-COMPLETE", "Done (%)"), ("URL", "Web")):
        if value := entry.text(name):
            yield f"{label}: {value.lower() if name == 'STATUS' else value}"
    for name in ("DESCRIPTION", "COMMENT"):
        yield from (one.text for one in entry.all(name))


def _times(entry: Component) -> Iterator[str]:
    end = next(iter(entry.all("DTEND")), None)
    for start in entry.all("DTSTART")[:1]:
        yield f"When: {_period(start, end, entry.text('DURATION'))}"
    for name, label in (("DUE", "Due"), ("COMPLETED", "Completed")):
        for one in entry.all(name)[:1]:
            yield f"{label}: {_moment(one)}"
    for one in entry.all("RRULE")[:1]:
        if words := format_recurrence(one.value):
            yield f"Repeats: {words}"
    left_out = (day for one in entry.all("EXDATE") for each in one.items if (day := iso_day(each)))
    if days := ", ".join(islice(left_out, _MAX_LEFT_OUT)):
        yield f"Not on: {days}"


def _person(one: Property) -> str:
    address = re.sub(r"(?i)^mailto:", "", one.text)
    name = one.parameters.get("CN", "").strip()
    return f"{name} <{address}>" if name and address and name != address else name or address


def _period(start: Property, end: Property | None, duration: str) -> str:
    """Return the time of an event: '2026-05-03 14:00 to 15:30 (Europe/Berlin)'."""
    begin = _moment(start)
    if end is not None:
        finish = _last_day(end) or _moment(end)
        zone = _zone(start)
        same_day = finish[:10] == begin[:10] and len(finish) > 10
        finish = finish[11:] if same_day else finish
        if zone and zone == _zone(end):
            begin = begin.removesuffix(f" ({zone})")
        return begin if finish in {"", begin} else f"{begin} to {finish}"
    length = _DURATION.fullmatch(duration.strip())
    amounts = length.groups("") if length else ()
    counts = ((int(n or 0), unit) for n, unit in zip(amounts, _UNITS, strict=False))
    parts = [f"{n} {unit}{'s' * (n > 1)}" for n, unit in counts if n]
    return f"{begin}, {' '.join(parts)}" if parts else begin


def _last_day(end: Property) -> str:
    """Return the last day of an event that ends with a day: the day before; '' for a time."""
    value = end.value.strip()
    if len(value) != 8 or not (day := iso_day(value)):
        return ""
    before = date.fromisoformat(day).toordinal() - 1
    return date.fromordinal(before).isoformat() if before else ""


def _moment(one: Property) -> str:
    found = _TIME.match(one.value.strip())
    if found is None:
        return one.text
    year, month, day, hour, minute, _utc = found.groups()
    if hour is None:
        return f"{year}-{month}-{day}"
    zone = _zone(one)
    return f"{year}-{month}-{day} {hour}:{minute}" + (f" ({zone})" if zone else "")


def _zone(one: Property) -> str:
    """Return the name of the time zone, '' for the local time of the participants."""
    if one.value.strip().endswith("Z"):
        return "UTC"
    return one.parameters.get("TZID", "").strip()


def format_recurrence(rule: str) -> str:
    """Format a rule (RFC 5545, 3.3.10): 'every 2 weeks on Monday, until 2026-12-31'."""
    parts = dict(part.split("=", 1) for part in rule.upper().split(";") if "=" in part)
    unit = _FREQUENCIES.get(parts.get("FREQ", "").strip())
    if unit is None:
        return ""
    interval = parts.get("INTERVAL", "1").strip()
    words = f"every {unit}" if interval in {"1", ""} else f"every {interval[:5]} {unit}s"
    if days := _days(parts.get("BYDAY", "")):
        words += f" on {_listed(days)}"
    if numbers := re.findall(r"-?\d{1,2}", parts.get("BYMONTHDAY", ""))[:31]:
        words += f" on day {_listed(numbers)}"
    months = [int(number) for number in re.findall(r"\d{1,2}", parts.get("BYMONTH", ""))[:12]]
    if named := [MONTHS[month - 1] for month in months if 1 <= month <= 12]:
        words += f" in {_listed(named)}"
    if (count := parts.get("COUNT", "").strip()).isdecimal():
        words += f", {count[:6]} times"
    if until := iso_day(parts.get("UNTIL", "")):
        words += f", until {until}"
    return words


def _days(value: str) -> list[str]:
    found = [_DAY.fullmatch(day.strip()) for day in value.split(",")[:20]]
    named = ((one[1].lstrip("+"), _DAYS[one[2]]) for one in found if one)
    return [f"the {_ORDINALS.get(n, f'{n}th')} {day}" if n else day for n, day in named]


def _listed(words: list[str]) -> str:
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last
