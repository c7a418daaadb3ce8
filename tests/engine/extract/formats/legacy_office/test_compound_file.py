"""Compound files: what is in them, and tables that lie."""

import random
import struct
from pathlib import PurePath

import pytest

from engine.extract.extraction import open_document
from engine.extract.formats.legacy_office.compound_file import CompoundFile
from engine.extract.registry import find_format
from engine.indexing.chunker import chunk
from engine.model.errors import DocumentError
from tests.support.compound_files import make_compound
from tests.support.samples_of_formats import sample_files

TREE = {"Small": b"few", "Large": b"many" * 3000, "Storage": {"Inner": {"Deep": b"in there"}}}


def test_streams_are_found_whatever_the_case_of_their_names():
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
def test_a_header_that_cannot_be_right_is_refused(at, form, value):
    data = bytearray(make_compound(TREE))
    struct.pack_into(form, data, at, value)
    with pytest.raises(DocumentError) as failure:
        CompoundFile(bytes(data))
    assert failure.value.reason == "damaged"


def test_a_stream_that_runs_in_a_circle_and_says_it_is_endless_ends():
    data = bytearray(make_compound({"Large": b"x" * 5000}))
    table = data.rfind(struct.pack("<II", 1, 2))
    struct.pack_into("<I", data, table, 0)
    entry = data.find("Large".encode("utf-16-le"))
    struct.pack_into("<I", data, entry + 120, 2**32 - 1)
    assert len(CompoundFile(bytes(data)).stream("Large")) <= len(data)


def test_an_encrypted_document_of_today_is_locked():
    for name in ("letter.docx", "letter.doc", "letter"):
        with pytest.raises(DocumentError) as failure:
            open_document(make_compound({"EncryptedPackage": b"x"}), PurePath(name))
        assert failure.value.reason == "password"


def test_a_file_of_another_program_is_named():
    with pytest.raises(DocumentError) as failure:
        find_format(make_compound({"VisioDocument": b"x"}), PurePath("plan.doc"))
    assert failure.value.message == "The file is a Visio drawing (.vsd), which cannot be read yet."


@pytest.mark.parametrize("name", ["Word 97-2003", "PowerPoint 97-2003", "Outlook message"])
def test_a_damaged_file_is_read_as_far_as_it_goes_or_refused(name):
    file, data = sample_files()[name]
    chance = random.Random(name)
    for _ in range(60):
        changed = bytearray(data)
        for _ in range(chance.choice((1, 3, 20))):
            changed[chance.randrange(len(changed))] = chance.choice((0, 1, 255, 127, 3))
        changed = changed[: chance.choice((len(changed), chance.randrange(len(changed))))]
        try:
            found = open_document(bytes(changed) or b"x", PurePath(file))
            entries = [entry.read(10_000) for entry in found.entries]
        except DocumentError as error:
            assert error.message.endswith(".")  # noqa: PT017  either way is right
        else:
            assert all(isinstance(entry, bytes) for entry in entries)
            for passage in chunk(found.text) if found.text else ():
                assert found.text.text[passage.start : passage.end] == passage.text
