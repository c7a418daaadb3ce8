"""Outlook messages: headers, body and attachments, like those of any email."""

import struct
import sys
from pathlib import PurePath

from tests.engine.extract.formats.blocks import texts
from tests.support.compound_files import make_compound
from tests.support.older_office_files import message_tree
from twofold.engine.extract.extraction import open_document
from twofold.engine.extract.formats.legacy_office.outlook import unpack_rtf

SUBJECT, SENDER, ADDRESS, BODY, HTML, RTF = 0x37, 0x0C1A, 0x5D01, 0x1000, 0x1013, 0x1009
NAME, SMTP, ROLE = 0x3001, 0x39FE, 0x0C15
FILE_NAME, CONTENT, METHOD, CONTENT_TYPE = 0x3707, 0x3701, 0x3705, 0x370E
INTEGER, TIME = 3, 0x40
SENT = (0x39, TIME)
NEW_YEAR_2020 = 132_223_104_000_000_000  # As a FILETIME.


def opened(tree, name="mail.msg"):
    return open_document(make_compound(tree), PurePath(name))


def test_message_is_read_as_a_mail():
    people = {
        "__recip_version1.0_#00000000": message_tree(
            {NAME: "Keeper, The", SMTP: "keeper@example.org"}, {(ROLE, INTEGER): 1}, header_bytes=8
        ),
        "__recip_version1.0_#00000001": message_tree(
            {NAME: "Bo", SMTP: "bo@example.org"}, {(ROLE, INTEGER): 2}, header_bytes=8
        ),
    }
    properties = {
        SUBJECT: "Tide",
        SENDER: "Ada King",
        ADDRESS: "ada@example.org",
        BODY: "High.\r\nLow.",
    }
    found = opened(message_tree(properties, {SENT: NEW_YEAR_2020}, more=people))
    assert texts(found.text) == [
        "Tide",
        (
            'From: Ada King <ada@example.org>\nTo: "Keeper, The" <keeper@example.org>\n'
            "Cc: Bo <bo@example.org>\nDate: Wed, 01 Jan 2020 00:00:00 +0000"
        ),
        "High.\nLow.",
    ]
    metadata = found.text.metadata
    assert (metadata.title, metadata.author, metadata.created) == ("Tide", "Ada King", "2020-01-01")
    assert found.file_type == "msg"


def test_bytes_are_decoded_in_the_code_page_of_the_message_including_recipients():
    recipient = message_tree({}, header_bytes=8, more={"__substg1.0_3001001E": "張".encode("big5")})
    more = {
        "__substg1.0_0037001E": "格式".encode("big5"),
        "__substg1.0_1000001E": "測試\0".encode("big5"),
        "__recip_version1.0_#00000000": recipient,
    }
    found = opened(message_tree({}, {(0x3FDE, INTEGER): 950}, more=more))
    assert texts(found.text) == ["格式", "To: 張", "測試"]


def test_html_is_read_without_plain_text_and_rtf_without_either():
    html = message_tree({SUBJECT: "A", HTML: "<p>Köln</p>".encode()}, {(0x3FDE, INTEGER): 65001})
    assert texts(opened(html).text) == ["A", "Köln"]
    rtf = struct.pack("<IIII", 40, 29, 0x414C454D, 0) + b"{\\rtf1 Rich \\b text\\b0 .\\par}"
    assert texts(opened(message_tree({SUBJECT: "A", RTF: rtf})).text) == ["A", "Rich text."]


def test_compressed_rtf_is_unpacked_and_other_data_has_no_text():
    # The example of [MS-OXRTFCP] 4.1.
    packed = bytes.fromhex(
        "2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c0900206277"
        "05b06c647d0a800fa0"
    )
    assert unpack_rtf(packed) == b"{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n"
    assert opened(message_tree({})).text is None
    for other in (b"", b"\0" * 40, bytes(8) + b"LZFu" + b"\xff" * 50):
        assert isinstance(unpack_rtf(other), bytes)


def test_attachments_are_embedded_documents_and_inline_pictures_are_not():
    def attached(name, content, **numbers):
        kinds = {METHOD: 1, **{int(key[1:], 16): value for key, value in numbers.items()}}
        return message_tree(
            {FILE_NAME: name, CONTENT: content, CONTENT_TYPE: "image/png" if "png" in name else ""},
            {(number, INTEGER): value for number, value in kinds.items()},
            header_bytes=8,
        )

    inner = message_tree({SUBJECT: "Old mail", BODY: "Before."}, header_bytes=24)
    forwarded = message_tree(
        {}, {(METHOD, INTEGER): 5}, header_bytes=8, more={"__substg1.0_3701000D": inner}
    )
    more = {
        "__attach_version1.0_#00000000": attached("größe.txt", b"A plan."),
        "__attach_version1.0_#00000001": attached("logo.png", b"\x89PNG", n3714=4),
        "__attach_version1.0_#00000002": attached("map.png", b"\x89PNG"),
        "__attach_version1.0_#00000003": forwarded,
    }
    found = opened(message_tree({SUBJECT: "A"}, more=more))
    entries = {entry.name: entry.read(1000) for entry in found.entries}
    assert list(entries) == ["größe.txt", "map.png", "Old mail.eml"]
    assert entries["größe.txt"] == b"A plan."
    inside = open_document(entries["Old mail.eml"], PurePath("Old mail.eml"))
    assert texts(inside.text) == ["Old mail", "Before."]


def test_named_properties_are_read():
    names = {
        "__substg1.0_00030102": struct.pack("<IHHIHH", 0, 5, 0, 0x8208, 6, 1),
        "__substg1.0_00040102": struct.pack("<I", 16) + "Keywords".encode("utf-16-le"),
    }
    more = {
        "__nameid_version1.0": names,
        "__substg1.0_8000101F": struct.pack("<II", 8, 8),
        "__substg1.0_8000101F-00000000": "tide\0".encode("utf-16-le"),
        "__substg1.0_8000101F-00000001": "rock\0".encode("utf-16-le"),
    }
    text = opened(message_tree({SUBJECT: "Meeting", 0x8001: "Rock 7"}, more=more)).text
    assert texts(text) == ["Meeting", "Location: Rock 7"]
    assert text.metadata.tags == ("tide", "rock")


def test_nested_messages_are_opened_up_to_a_depth():
    tree = message_tree({SUBJECT: "innermost"}, header_bytes=24)
    for depth in range(12):
        attached = message_tree(
            {}, {(METHOD, INTEGER): 5}, header_bytes=8, more={"__substg1.0_3701000D": tree}
        )
        more = {"__attach_version1.0_#00000000": attached}
        tree = message_tree({SUBJECT: f"level {depth}"}, header_bytes=24, more=more)
    entry = next(iter(opened(tree).entries))
    assert b"level 8" in entry.read(100_000)
    assert b"innermost" not in entry.read(100_000)


def test_message_with_many_recipients_is_read_in_linear_time():
    def lookups(count):
        people = {
            f"__recip_version1.0_#{number:08X}": message_tree(
                {NAME: f"Person {number}", SMTP: f"p{number}@example.org"}, header_bytes=8
            )
            for number in range(count)
        }
        data = make_compound(message_tree({SUBJECT: "To all", BODY: "Hello."}, more=people))
        calls = 0

        def count_calls(frame, event, _argument):
            nonlocal calls
            calls += event in {"call", "c_call"}

        sys.setprofile(count_calls)
        try:
            found = open_document(data, PurePath("a.msg"))
        finally:
            sys.setprofile(None)
        assert f"p{count - 1}@example.org" in found.text.text
        return calls

    lookups(10)
    assert lookups(400) < 5 * lookups(100)
