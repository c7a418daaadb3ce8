import io
import struct
import zipfile
from zlib import crc32

from engine.extract.formats.archives.zip import open_zip
from tests.support.archives import zip_of


def names_of(data):
    return [entry.name for entry in open_zip(data).entries]


def unmarked(names):
    """Return a ZIP archive with these bytes for names, whose encoding it does not tell."""
    blanks = [f"{index:0{len(name)}d}" for index, name in enumerate(names)]
    data = zip_of(dict.fromkeys(blanks, "x"))
    for blank, name in zip(blanks, names, strict=True):
        data = data.replace(blank.encode(), name)
    return data


def test_names_marked_as_utf_8_are():
    assert names_of(zip_of({"한글/메모.md": "x", "naïve.txt": "y"})) == [
        "한글/메모.md",
        "naïve.txt",
    ]


def test_unmarked_utf_8_is_recognised():
    assert names_of(unmarked(["Änderung.txt".encode(), b"plain.txt"])) == [
        "Änderung.txt", "plain.txt",
    ]  # fmt: skip


def test_the_encoding_of_a_country_is_recognised_from_all_names_together():
    names = ["審査/報告書の一覧.txt", "審査/会議の記録.txt", "審査/予算の説明.txt"]
    assert names_of(unmarked([name.encode("shift_jis") for name in names])) == names


def test_a_unicode_path_field_tells_the_name():
    raw = "Prüfung.txt".encode("cp850")
    field = struct.pack("<BI", 1, crc32(raw)) + "Prüfung.txt".encode()
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        info = zipfile.ZipInfo("x" * len(raw))
        info.extra = struct.pack("<HH", 0x7075, len(field)) + field
        archive.writestr(info, "text")
    data = file.getvalue().replace(b"x" * len(raw), raw)
    assert names_of(data) == ["Prüfung.txt"]


def test_a_broken_extra_field_is_passed_over():
    info = zipfile.ZipInfo("a.txt")
    info.extra = b"\x75\x70\x04\x00ab\x00\x00"
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(info, "text")
    assert names_of(file.getvalue()) == ["a.txt"]


def test_a_folder_that_is_one_document_is_called_as_its_files_are():
    parts = ("Index.zip", "Metadata/Properties.plist")
    names = [f"Vorträge/März.key/{part}".encode() for part in parts]
    assert names_of(unmarked(names)) == ["Vorträge/März.key"]
