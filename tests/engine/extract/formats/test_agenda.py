"""Calendars and contacts: each entry is a passage."""

import random
from pathlib import PurePath

import pytest

from twofold.engine.extract.extraction import open_document
from twofold.engine.extract.formats.agenda.calendar import format_recurrence
from twofold.engine.indexing.chunker import chunk
from twofold.engine.model.errors import DocumentError

EVENT = """\
BEGIN:VEVENT
SUMMARY:Lamp fair\\, spring
DTSTART;TZID=Europe/Berlin:20260503T140000
DTEND;TZID=Europe/Berlin:20260503T153000
RRULE:FREQ=YEARLY
LOCATION:Old hall
ORGANIZER;CN="Holm; Ida":mailto:ida@example.org
ATTENDEE;CN=Jo Brun:mailto:jo@example.org
ATTENDEE:MAILTO:kim@example.org
CATEGORIES:Lamps,Fairs
DESCRIPTION:Bring the\\nwick trim
 mer.
BEGIN:VALARM
DESCRIPTION:Reminder text
END:VALARM
END:VEVENT
"""
TASK = """\
BEGIN:VTODO
SUMMARY:Buy paraffin
DUE;VALUE=DATE:20260601
STATUS:NEEDS-ACTION
END:VTODO
"""
JOURNAL = "BEGIN:VJOURNAL\nDTSTART:20260102T080000Z\nDESCRIPTION:It snowed.\nEND:VJOURNAL\n"
ZONE = "BEGIN:VTIMEZONE\nTZID:Europe/Berlin\nEND:VTIMEZONE\n"


def calendar(*entries, name="X-WR-CALNAME:Household\n"):
    text = f"BEGIN:VCALENDAR\nVERSION:2.0\n{name}{ZONE}{''.join(entries)}END:VCALENDAR\n"
    return text.replace("\n", "\r\n").encode()


def read(data: bytes, name: str):
    found = open_document(data, PurePath(name)).text
    return found, chunk(found)


def test_each_entry_of_a_calendar_is_a_passage():
    data = calendar(EVENT, TASK, JOURNAL)
    found, passages = read(data, "home.ics")
    texts = [one.text for one in passages]
    assert texts[0] == (
        "Lamp fair, spring\nWhen: 2026-05-03 14:00 to 15:30 (Europe/Berlin)\n"
        "Repeats: every year\nPlace: Old hall\nOrganiser: Holm; Ida <ida@example.org>\n"
        "Participants: Jo Brun <jo@example.org>, kim@example.org\nBring the\nwick trimmer."
    )
    assert texts[1] == "Buy paraffin\nDue: 2026-06-01\nStatus: needs-action"
    assert texts[2] == "Journal entry\nWhen: 2026-01-02 08:00 (UTC)\nIt snowed."
    assert (found.metadata.title, found.metadata.tags) == ("Household", ("Lamps", "Fairs"))
    assert [one.place_start for one in passages] == [1, 2, 3]
    assert passages[1].place_label == "Buy paraffin"


def test_file_with_one_event_has_its_title_and_day():
    found, _ = read(calendar(EVENT), "fair.ics")
    assert (found.metadata.title, found.metadata.created) == ("Lamp fair, spring", "2026-05-03")


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("DTSTART;VALUE=DATE:20261224", "DTEND;VALUE=DATE:20261225"), "When: 2026-12-24"),
        (
            ("DTSTART;VALUE=DATE:20261224", "DTEND;VALUE=DATE:20261227"),
            "When: 2026-12-24 to 2026-12-26",
        ),
        (("DTSTART:20261224T180000Z", "DURATION:PT1H30M"),
         "When: 2026-12-24 18:00 (UTC), 1 hour 30 minutes"),
        (
            ("DTSTART:20261201", "RRULE:FREQ=WEEKLY", "EXDATE;VALUE=DATE:20261208,20261222",
             "EXDATE;TZID=Europe/Berlin:20261229T090000"),
            "When: 2026-12-01\nRepeats: every week\nNot on: 2026-12-08, 2026-12-22, 2026-12-29",
        ),
        (("DTSTART:20261201", "DTEND:00010101"), "When: 2026-12-01 to 0001-01-01"),
    ],
)  # fmt: skip
def test_times_of_an_event_are_read_as_calendars_show_them(lines, expected):
    event = "\n".join(("BEGIN:VEVENT", "SUMMARY:Fair", *lines, "END:VEVENT", ""))
    _, (passage,) = read(calendar(event), "fair.ics")
    assert passage.text == f"Fair\n{expected}"


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (
            "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;COUNT=9",
            "every 2 weeks on Monday and Wednesday, 9 times",
        ),
        (
            "FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20261231",
            "every month on the last Friday, until 2026-12-31",
        ),
        ("FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=3", "every year on day 3 in May"),
        ("FREQ=OFTEN", ""),
        ("", ""),
    ],
)
def test_recurrence_is_read_in_words(rule, words):
    assert format_recurrence(rule) == words


VCARD_4 = """\
BEGIN:VCARD
VERSION:4.0
FN:Ida Holm
N:Holm;Ida;;;
ORG:Lampworks;Research
item1.EMAIL;TYPE=work:ida@example.org
TEL;VALUE=uri;TYPE="cell,voice":tel:+47-123
ADR;TYPE=home:;;Dock street 3;Bergen;;5003;Norway
BDAY:19700131
CATEGORIES:Friends
NOTE:Knows about\\nwicks\\, and oil.
PHOTO:data:image/png;base64,AAAA
END:VCARD
"""
VCARD_2 = (
    b"BEGIN:VCARD\r\nVERSION:2.1\r\n"
    b"N;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:M=FCller;J=F6rg\r\n"
    b"TEL;HOME;VOICE:123\r\n"
    b"NOTE;ENCODING=QUOTED-PRINTABLE:A long note that is con=\r\ntinued=0D=0Ahere\r\n"
    b"PHOTO;ENCODING=BASE64;JPEG:/9j/4AAQ\r\n /9j/4AAQ\r\n\r\n"
    b"END:VCARD\r\n"
)


def test_each_contact_is_a_passage():
    found, passages = read(VCARD_4.encode() + VCARD_2, "people.vcf")
    first, second = (one.text for one in passages)
    assert first == (
        "Ida Holm\nOrganisation: Lampworks, Research\nE-mail (work): ida@example.org\n"
        "Telephone (cell): +47-123\nAddress (home): Dock street 3, Bergen, 5003, Norway\n"
        "Birthday: 1970-01-31\nNote: Knows about\nwicks, and oil."
    )
    assert second == (
        "Jörg Müller\nTelephone (home): 123\nNote: A long note that is continued\nhere"
    )
    assert found.metadata.tags == ("Friends",)
    assert [one.heading_path for one in passages] == [("Ida Holm",), ("Jörg Müller",)]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("BDAY:--0412", "12 April"),
        ("BDAY;X-APPLE-OMIT-YEAR=1604:1604-04-12", "12 April"),
        ("BDAY;X-APPLE-OMIT-YEAR=1604:1970-04-12", "1970-04-12"),
        ("BDAY:--1399", "--1399"),
        ("BDAY;VALUE=text:circa 1800", "circa 1800"),
    ],
)
def test_birthday_without_a_year_is_a_day_and_a_month(line, expected):
    card = f"BEGIN:VCARD\nVERSION:4.0\nFN:Ida Holm\n{line}\nEND:VCARD\n"
    _, (passage,) = read(card.encode(), "ida.vcf")
    assert passage.text == f"Ida Holm\nBirthday: {expected}"


def test_line_folded_within_a_character_is_joined():
    data = "BEGIN:VCARD\r\nFN:Jörg Müller\r\nEND:VCARD\r\n".encode()
    at = data.index("ö".encode()) + 1
    found, _ = read(data[:at] + b"\r\n " + data[at:], "a.vcf")
    assert found.metadata.title == "Jörg Müller"


def test_file_without_an_end_is_read():
    _, passages = read(calendar(EVENT)[:-60], "cut.ics")
    assert passages[0].text.startswith("Lamp fair, spring")


@pytest.mark.parametrize(
    "data",
    [
        b"BEGIN:VCALENDAR\n" + b"BEGIN:VEVENT\n" * 20_000,
        b"BEGIN:VCARD\nFN" + b";" * 500_000,
        b"BEGIN:VCARD\nFN" + b';a="' * 200_000 + b"\n",
        b"BEGIN:VCARD\nNOTE;ENCODING=QUOTED-PRINTABLE:" + b"=\n" * 300_000,
        b"BEGIN:VCARD\nNOTE;QUOTED-PRINTABLE;" + b"x" * 500_000 + b"=\n" * 100_000,
        b"BEGIN:VCARD\nFN:a\0b\nEND:VCARD",
        b"BEGIN:VCARD\nFN;CHARSET=punycode;ENCODING=QUOTED-PRINTABLE:=FF=\nEND:VCARD",
        b"BEGIN:VCARD\nFN;CHARSET=../x;ENCODING=QUOTED-PRINTABLE:=4\nEND:VCARD",
    ],
)
def test_hostile_file_is_read_or_refused(data):
    try:
        _, passages = read(data, "a.vcf")
    except DocumentError:
        passages = ()
    assert len(passages) <= 1


def test_random_changes_never_raise_another_error():
    drawn = random.Random(1)
    for whole, name in ((calendar(EVENT, TASK), "a.ics"), (VCARD_4.encode() + VCARD_2, "a.vcf")):
        for _ in range(300):
            data = bytearray(whole)
            for _ in range(drawn.randrange(1, 9)):
                data[drawn.randrange(len(data))] = drawn.randrange(256)
            try:
                read(bytes(data), name)
            except DocumentError:
                continue
