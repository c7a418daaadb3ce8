"""PowerPoint 97-2003 presentations: slides in presentation order, with notes and comments."""

import struct
from pathlib import PurePath

import pytest

from tests.engine.extract.formats.blocks import lines, texts
from tests.engine.extract.refusals import reason_of
from tests.support.compound_files import make_compound
from tests.support.older_office_files import make_presentation, record, shape
from twofold.engine.extract.extraction import open_document
from twofold.engine.model.document import LocatorKind

TITLE, NOTES = 0, 2
NUMBER_ON_SLIDE, FOOTER = 8, 9


def read(data, name="talk.ppt"):
    return open_document(data, PurePath(name)).text


def test_slide_is_a_place_that_begins_with_its_title():
    extracted = read(
        make_presentation([shape("Tide\x0band rock\rlow"), shape("Text") + shape("Keeper", TITLE)])
    )
    assert lines(extracted) == [
        ("paragraph", "Tide and rock"), ("paragraph", "low"), ("heading", "Keeper"),
        ("paragraph", "Text"),
    ]  # fmt: skip
    assert extracted.place_kind is LocatorKind.SLIDE
    assert extracted.place_numbers == (1, 2)
    assert extracted.text[extracted.place_starts[1] :].startswith("Keeper")
    assert (extracted.file_type, extracted.metadata.title) == ("ppt", "Keeper")


def test_notes_and_comments_follow_their_slide_and_repeated_text_is_left_out():
    records = [record(4026, text.encode("utf-16-le"), instance=number)
            for number, text in enumerate(("Ada", "Too long", "A"))]  # fmt: skip
    tag = record(5003, record(12000, b"".join(records), tree=True))
    comment = record(5000, record(5002, tag, tree=True), tree=True)
    data = make_presentation(
        [shape("One") + shape("Footer", placeholder=FOOTER) + comment, shape("Two")],
        notes={1: shape("Say this", NOTES) + shape("7", placeholder=NUMBER_ON_SLIDE)},
    )
    assert texts(read(data)) == ["One", "Ada: Too long", "Two", "Say this"]


def test_outline_text_is_read_where_a_shape_refers_to_it_or_last():
    listed = record(3999, struct.pack("<I", TITLE)) + record(4008, "Café".encode("latin-1"))
    listed += record(3999, struct.pack("<I", 1)) + record(4008, b"In the list")
    naming = record(
        0xF004, record(0xF00D, record(3998, struct.pack("<I", 0)), tree=True), tree=True
    )
    extracted = read(make_presentation([shape("Box") + naming], listed={0: listed}))
    assert lines(extracted) == [
        ("heading", "Café"), ("paragraph", "Box"), ("paragraph", "In the list"),
    ]  # fmt: skip


def test_slides_are_found_without_a_directory():
    stream = record(1006, record(1036, shape("Found"), tree=True), tree=True)
    for more in ({}, {"Current User": b"x" * 8}, {"Current User": bytes(16) + b"\xff" * 4}):
        assert texts(read(make_compound({"PowerPoint Document": stream} | more))) == ["Found"]


def test_edit_that_refers_to_itself_ends():
    edit = record(4085, struct.pack("<IHBBIIIIHH", 256, 0, 0, 3, 0, 9, 1, 9, 1, 0))
    user = record(4086, struct.pack("<III", 20, 0, 0))
    tree = {"PowerPoint Document": edit + record(1006, shape("Here"), tree=True)}
    assert texts(read(make_compound(tree | {"Current User": user}))) == ["Here"]


def test_deeply_nested_records_are_bounded():
    nested = shape("Deep")
    for _ in range(3000):
        nested = record(1007, nested, tree=True)
    assert texts(read(make_presentation([shape("Top") + nested]))) == ["Top"]


def test_file_for_powerpoint_95_and_97_is_read():
    data = make_presentation(
        [shape("Both")], storage="PP97_DUALSTORAGE", more={"PowerPoint Document": b"x" * 40}
    )
    assert texts(read(data)) == ["Both"]


@pytest.mark.parametrize(
    "tree",
    [
        {"PP40": b"x" * 40},
        {"PowerPoint Document": b"x" * 40, "Current User": struct.pack("<I", 16) + bytes(16)},
    ],
)
def test_powerpoint_95_file_is_refused_with_its_reason(tree):
    assert reason_of(read, make_compound(tree)) == "unsupported"
