"""Compound files: their streams, and inconsistent allocation tables."""

import struct

import pytest

from tests.engine.extract.refusals import reason_of
from tests.support.compound_files import make_compound
from twofold.engine.extract.formats.legacy_office.compound_file import CompoundFile

TREE = {"Small": b"few", "Large": b"many" * 3000, "Storage": {"Inner": {"Deep": b"in there"}}}


def test_streams_are_found_ignoring_the_case_of_their_names():
    file = CompoundFile(make_compound(TREE))
    assert sorted(file.names()) == ["Large", "Small", "Storage"]
    assert file.stream("SMALL") == b"few"
    assert file.stream("large") == b"many" * 3000
    assert file.stream("storage", "inner", "deep") == b"in there"
    assert file.names("Storage") == ("Inner",)
    assert file.stream("Nothing") == file.stream("Storage") == file.stream("Small", "x") == b""
    assert file.names("Nothing") == ()


@pytest.mark.parametrize(
    ("at", "form", "value"),
    [
        (30, "<H", 0),
        (32, "<H", 60), (44, "<I", 2**32 - 1), (48, "<I", 2**31), (72, "<I", 2**32 - 1),
    ],
)  # fmt: skip
def test_impossible_header_is_refused(at, form, value):
    data = bytearray(make_compound(TREE))
    struct.pack_into(form, data, at, value)
    assert reason_of(CompoundFile, bytes(data)) == "damaged"


def test_circular_stream_of_unlimited_size_ends():
    data = bytearray(make_compound({"Large": b"x" * 5000}))
    table = data.rfind(struct.pack("<II", 1, 2))
    struct.pack_into("<I", data, table, 0)
    entry = data.find("Large".encode("utf-16-le"))
    struct.pack_into("<I", data, entry + 120, 2**32 - 1)
    assert len(CompoundFile(bytes(data)).stream("Large")) <= len(data)
