import bz2
import gzip
import lzma

import pytest

from tests.engine.extract.refusals import reason_of
from tests.support.archives import tar_of, zip_of
from twofold.engine.extract.formats.archives.tar import inner_name, open_packed
from twofold.engine.extract.formats.archives.zip import open_zip


def names_of(data):
    return [entry.name for entry in open_zip(data).entries]


def unmarked(names):
    """Return a ZIP archive with these bytes as names, without an encoding flag."""
    blanks = [f"{index:0{len(name)}d}" for index, name in enumerate(names)]
    data = zip_of(dict.fromkeys(blanks, "x"))
    for blank, name in zip(blanks, names, strict=True):
        data = data.replace(blank.encode(), name)
    return data


def test_encoding_of_names_is_detected_from_all_names_together():
    names = ["審査/報告書の一覧.txt", "審査/会議の記録.txt", "審査/予算の説明.txt"]
    assert names_of(unmarked([name.encode("shift_jis") for name in names])) == names
    assert names_of(unmarked([name.encode() for name in names])) == names
    assert names_of(zip_of({"한글/메모.md": "x"})) == ["한글/메모.md"]


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_compressed_file_contains_one_document(pack):
    (entry,) = open_packed(pack("größer".encode() * 100), "notes.md.xz").entries
    assert entry.name == "notes.md"
    assert entry.read(10_000).decode() == "größer" * 100


def test_concatenated_parts_are_one_document():
    (entry,) = open_packed(gzip.compress(b"one ") + gzip.compress(b"two"), "a.gz").entries
    assert entry.read(100) == b"one two"
    assert (inner_name("LOG.TXT.BZ2"), inner_name("drawing.svgz")) == ("LOG.TXT", "drawing.svg")


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_compressed_archive_is_one_archive(pack):
    container = open_packed(pack(tar_of({"a/b.txt": "text", "._b.txt": "x"})), "backup.tgz")
    assert [(entry.name, entry.read(99), entry.day) for entry in container.entries] == [
        ("a/b.txt", b"text", "2024-05-06")
    ]


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
@pytest.mark.parametrize("content", [b"words " * 5000, tar_of({"a.txt": b"words " * 5000})])
def test_truncated_file_is_damaged(pack, content):
    data = pack(content)

    def read():
        for entry in open_packed(data[: len(data) // 2], "a.gz").entries:
            entry.read(1_000_000)

    assert reason_of(read) == "damaged"


def test_no_more_is_unpacked_than_allowed():
    (entry,) = open_packed(gzip.compress(bytes(range(256)) * 4000), "a.gz").entries
    assert len(entry.read(1_024_000)) == 1_024_000
    assert reason_of(entry.read, 1_023_999) == "too-large"
