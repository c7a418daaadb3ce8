import bz2
import gzip
import lzma

import pytest

from engine.extract.formats.archives.tar import inner_name, open_packed
from engine.model.errors import DocumentError
from tests.support.archives import tar_of


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_a_packed_file_holds_one_document(pack):
    (entry,) = open_packed(pack("größer".encode() * 100), "notes.md.xz").entries
    assert entry.name == "notes.md"
    assert entry.read(10_000).decode() == "größer" * 100


@pytest.mark.parametrize(
    ("name", "inner"),
    [
        ("log.txt.gz", "log.txt"),
        ("LOG.TXT.BZ2", "LOG.TXT"),
        ("drawing.svgz", "drawing.svg"),
        ("backup", "backup"),
    ],
)
def test_the_document_is_called_as_its_file_without_the_ending(name, inner):
    assert inner_name(name) == inner


def test_parts_put_behind_each_other_are_one_document():
    (entry,) = open_packed(gzip.compress(b"one ") + gzip.compress(b"two"), "a.gz").entries
    assert entry.read(100) == b"one two"


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_a_packed_archive_is_one_archive(pack):
    container = open_packed(pack(tar_of({"a/b.txt": "text", "._b.txt": "x"})), "backup.tgz")
    assert [(entry.name, entry.read(99), entry.day) for entry in container.entries] == [
        ("a/b.txt", b"text", "2024-05-06")
    ]


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
@pytest.mark.parametrize("content", [b"words " * 5000, tar_of({"a.txt": b"words " * 5000})])
def test_what_is_cut_off_is_damaged(pack, content):
    data = pack(content)
    try:
        entries = list(open_packed(data[: len(data) // 2], "a.gz").entries)
        reasons = set()
        for entry in entries:
            with pytest.raises(DocumentError) as failure:
                entry.read(1_000_000)
            reasons.add(failure.value.reason)
    except DocumentError as error:
        reasons = {error.reason}
    assert reasons == {"damaged"}


def test_no_more_is_unpacked_than_allowed():
    (entry,) = open_packed(gzip.compress(bytes(range(256)) * 4000), "a.gz").entries
    assert len(entry.read(1_024_000)) == 1_024_000
    with pytest.raises(DocumentError) as failure:
        entry.read(1_023_999)
    assert failure.value.reason == "too-large"
