"""Embedded documents, extracted in this process. test_reader_embedded uses the real worker."""

import gzip
import io
import zipfile
from pathlib import Path, PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.extract.refusals import reason_of
from tests.support.archives import mail_with, tar_of, with_flag, zip_of
from twofold.engine.extract.extraction import open_document
from twofold.engine.extract.process.embedded import (
    EmbeddedLimits,
    EmbeddedSelection,
    EmbeddedStarted,
    EmbeddedWalk,
    EntryNames,
    FileReading,
    document_bytes,
    read_document,
    safe_name,
)
from twofold.engine.model.document import EmbeddedDocument


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("a/b.txt", "a/b.txt"),
        ("/etc/passwd", "etc/passwd"),
        ("../../a/./b/../c.txt", "a/b/c.txt"),
        ("C:\\Users\\ada\\x.txt", "Users/ada/x.txt"),
        ("\\\\server\\share\\x.txt", "server/share/x.txt"),
        ("a\0b\nc.txt", "a\ufffdb\ufffdc.txt"),
        ("\udcff.txt", "\ufffd.txt"),
        (" .. / . ", "unnamed"),
        ("한글/メモ.md", "한글/メモ.md"),
    ],
)
def test_name_never_leads_out_of_its_container(name, safe):
    assert safe_name(name) == safe


def test_long_name_keeps_its_extension():
    assert safe_name("x" * 5000 + ".pdf") == "x" * 196 + ".pdf"
    assert len(safe_name("a/" * 5000).split("/")) == 40


def test_long_name_keeps_its_innermost_folders():
    folders = [f"{number}".rjust(150, "f") for number in range(20)]
    assert safe_name("/".join([*folders, "a.pdf"])) == "/".join([*folders[-6:], "a.pdf"])


@given(st.lists(st.text("ab./\\ (2)", max_size=8), max_size=12))
def test_names_are_unique_relative_and_reproducible(wanted):
    def take_all():
        names = EntryNames()
        return [names.take(name) for name in wanted]

    taken = take_all()
    assert taken == take_all()
    assert len(set(taken)) == len(taken)
    for name in taken:
        assert not {"", ".", ".."} & set(name.split("/"))
        assert not any(other.startswith(f"{name}/") for other in taken)


def test_very_many_equal_names_are_made_unique():
    names = EntryNames()
    taken = [names.take(name) for name in ("x.zip", "x.zip/a", "x.zip/b", "y/c", "y", "y")]
    assert taken == ["x.zip", "x (2).zip/a", "x (2).zip/b", "y/c", "y (2)", "y (3)"]
    assert len({names.take("d/a.txt") for _ in range(20_000)}) == 20_000


MAX_BYTES = 5_000_000
WORDS = "The memory a pod may use is limited. "


def members_of(events):
    """Return the results for the embedded documents, without their start events."""
    return [event for event in events if isinstance(event, EmbeddedDocument)]


def read(
    tmp_path: Path,
    name: str,
    data: bytes,
    selection: EmbeddedSelection | None = None,
    most: int = MAX_BYTES,
):
    """Return the texts of embedded documents and the reasons of failures by name.

    Also return all names in the order in which reading began.
    """
    path = tmp_path / name
    path.write_bytes(data)
    events = list(FileReading(path, most).members(selection or EmbeddedSelection()))
    begun = [event.name for event in events if isinstance(event, EmbeddedStarted)]
    members = members_of(events)
    texts = {m.name: m.extracted.text for m in members if m.extracted}
    return texts, {m.name: m.reason.value for m in members if m.reason}, begun


def test_embedded_document_is_as_complete_as_a_file(tmp_path):
    files = {"sub/": "", "sub/b.md": f"# Two\n\n{WORDS * 4}", "notes.txt": WORDS * 4}
    path = tmp_path / "x.zip"
    path.write_bytes(zip_of({**files, "c.png": b"\x89PNG\r\n\x1a\n"}))
    first, second, third = members_of(FileReading(path, MAX_BYTES).members(EmbeddedSelection()))
    assert [first.name, second.name, third.name] == ["sub/b.md", "notes.txt", "c.png"]
    assert third.reason == "picture"
    assert (first.extracted.metadata.title, first.extracted.metadata.lang) == ("Two", "en")
    assert first.extracted.metadata.modified == "2024-05-06"
    assert second.extracted.metadata.title == "notes"


def test_nested_documents_become_a_flat_list(tmp_path):
    mail = mail_with({"plan.txt": "the plan"})
    data = zip_of({"letters/march.eml": mail, "old.tgz": gzip.compress(tar_of({"t.txt": "tar"}))})
    texts, reasons, begun = read(tmp_path, "x.zip", data)
    names = ["letters/march.eml", "letters/march.eml/plan.txt", "old.tgz", "old.tgz/t.txt"]
    assert begun == names
    assert set(texts) == {"letters/march.eml", "letters/march.eml/plan.txt", "old.tgz/t.txt"}
    assert texts["letters/march.eml/plan.txt"].strip() == "the plan"
    assert reasons == {}


def nested(depth: int) -> bytes:
    data = zip_of({"end.txt": "reached"})
    for _ in range(depth):
        data = zip_of({"in.zip": data})
    return data


def test_containers_are_opened_three_levels_deep_and_deeper_ones_are_reported(tmp_path):
    assert read(tmp_path, "x.zip", nested(2))[0] == {"in.zip/in.zip/end.txt": "reached"}
    texts, reasons, _ = read(tmp_path, "x.zip", nested(40))
    assert (texts, reasons) == ({}, {"in.zip/in.zip/in.zip/in.zip": "unsupported"})


def test_zip_that_contains_itself_terminates(tmp_path):
    # The bytes of a ZIP with a copy of the archive so far as its first entry, repeatedly.
    data = zip_of({"seed.txt": "seed"})
    for _ in range(6):
        data = zip_of({"self.zip": data, "a.txt": "words"}, packed=False)
    texts, reasons, _ = read(tmp_path, "x.zip", data)
    assert set(texts) == {"a.txt", "self.zip/a.txt", "self.zip/self.zip/a.txt"}
    assert set(reasons) == {"self.zip/self.zip/self.zip/self.zip"}


def test_bomb_locked_and_damaged_embedded_documents_affect_only_themselves(tmp_path):
    locked = with_flag(zip_of({"secret.txt": "locked"}), 1)
    members = {"in.zip": locked, "broken.txt": WORDS * 50, "bomb.txt": bytes(60_000_000)}
    data = bytearray(zip_of(members | {"good.txt": "words"}))
    start = data.find(b"broken.txt") + 10
    data[start + 10 : start + 30] = bytes(20)
    texts, reasons, _ = read(tmp_path, "x.zip", bytes(data), most=100_000_000)
    assert texts == {"good.txt": "words"}
    assert reasons == {
        "in.zip/secret.txt": "password", "broken.txt": "damaged", "bomb.txt": "too-large",
    }  # fmt: skip
    packed = gzip.compress(bytes(60_000_000))
    assert read(tmp_path, "b.gz", packed, most=100_000_000)[1] == {"b": "too-large"}


def test_all_embedded_documents_together_are_limited(tmp_path):
    text = (WORDS * 30_000)[:1_000_000]
    data = zip_of({f"{n}.txt": text for n in range(9)})
    texts, reasons, _ = read(tmp_path, "x.zip", data, most=1_000_000)
    assert len(texts) == 2  # their text counts too: 3 MB are read of a file of at most 1 MB
    assert list(reasons.values()) == ["too-large"]


def test_of_very_many_entries_some_are_read_and_the_rest_is_one_failure(tmp_path):
    data = zip_of(dict.fromkeys((f"{n}" for n in range(10_500)), ""))
    texts, reasons, begun = read(tmp_path, "x.zip", data, most=20_000_000)
    assert texts == {}
    assert len(begun) == 10_000
    assert reasons["10000"] == "too-large"
    assert "10001" not in reasons


def test_names_outside_the_archive_links_and_duplicates_are_harmless(tmp_path):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name in ("../../up.txt", "/abs.txt", "C:\\win.txt", "twice.txt"):
            archive.writestr(name, f"of {name}")
        with pytest.warns(UserWarning, match="Duplicate name"):
            archive.writestr("twice.txt", "second")
        link = zipfile.ZipInfo("link.txt")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
    texts, reasons, _ = read(tmp_path, "x.zip", file.getvalue())
    assert list(texts) == ["up.txt", "abs.txt", "win.txt", "twice.txt", "twice (2).txt"]
    assert texts["twice.txt"] == "of twice.txt"
    assert texts["twice (2).txt"] == "second"
    assert reasons == {}
    assert [entry.name for entry in tmp_path.iterdir()] == ["x.zip"]


@pytest.mark.parametrize("packed", [zip_of, tar_of])
def test_document_folder_in_an_archive_is_one_embedded_document_without_its_parts(tmp_path, packed):
    parts = {"Index.zip": "", "Metadata/DocumentIdentifier": "B1", "Metadata/Properties.plist": "x"}
    files = {f"talks/May.key/{name}": text for name, text in parts.items()}
    data = packed({**files, "keys/house.key/b.txt": "door"})
    texts, reasons, _ = read(tmp_path, "x", data)
    assert texts == {"keys/house.key/b.txt": "door"}
    assert reasons == {"talks/May.key": "unsupported"}


@pytest.mark.parametrize(("part", "reason"), [(0, "no-text"), (0.3, "damaged"), (0.9, "damaged")])
def test_empty_or_truncated_archive_is_reported(tmp_path, part, reason):
    data = zip_of({f"{n}.txt": WORDS for n in range(20)})
    assert reason_of(read, tmp_path, "x.zip", data[: int(len(data) * part)] or zip_of({})) == reason
    inside = read(tmp_path, "x.zip", zip_of({"in.zip": zip_of({"d/": ""})}))[1]
    assert inside == {"in.zip": "no-text"}


def test_reading_can_resume_after_an_embedded_document_and_skip_some(tmp_path):
    data = zip_of({"0": "a", "in.zip": zip_of({"2": "c", "3": "d"}), "4": "e"})
    texts, _, begun = read(tmp_path, "x.zip", data, EmbeddedSelection(first=3))
    assert list(texts) == begun == ["in.zip/3", "4"]
    texts, _, begun = read(
        tmp_path, "x.zip", data, EmbeddedSelection(first=0, avoid=frozenset({1}))
    )
    assert list(texts) == ["0", "4"]
    _, reasons, begun = read(tmp_path, "x.zip", data, EmbeddedSelection(first=2, gives_up=True))
    assert begun == []
    assert reasons == {"in.zip/2": "reader-crashed"}


def test_single_embedded_document_can_be_requested(tmp_path):
    path = tmp_path / "x.zip"
    mail = mail_with({"plan.txt": "the plan"}, body="Hello")
    path.write_bytes(zip_of({"a.txt": "one", "m.eml": mail}))
    assert read_document(path, "a.txt", MAX_BYTES).text == "one"
    assert "Hello" in read_document(path, "m.eml", MAX_BYTES).text
    assert read_document(path, "m.eml/plan.txt", MAX_BYTES).text.strip() == "the plan"
    data, name = document_bytes(path, "a.txt", MAX_BYTES)
    assert (data, str(name)) == (b"one", "a.txt")
    assert reason_of(read_document, path, "gone.txt", MAX_BYTES) == "vanished"


def test_texts_that_would_exhaust_memory_are_left_out(tmp_path):
    path = tmp_path / "x.zip"
    path.write_bytes(zip_of({f"{number}.txt": WORDS * 100 for number in range(9)}))
    limits = EmbeddedLimits(MAX_BYTES, text_bytes=10_000)
    walk = EmbeddedWalk(
        lambda data, name, is_wanted: open_document(data, PurePosixPath(name), is_wanted=is_wanted),
        limits,
        EmbeddedSelection(),
    )
    members = members_of(walk.members(open_document(path.read_bytes(), path)))
    rest = "2.txt/rest of the text"
    assert [member.name for member in members] == ["0.txt", "1.txt", "2.txt", rest, "3.txt"]
    assert [member.reason for member in members] == [None, None, None, "too-large", "too-large"]
    assert sum(len(member.extracted.text) for member in members[:3]) == 10_000
    assert "0 MB of text" in members[-1].detail
    assert EmbeddedLimits(MAX_BYTES).text_bytes < 100_000_000


@pytest.mark.parametrize(
    ("name", "line", "encoding"),
    [
        ("log.md", "# Größe\n\nwörter…\n\n", "utf-8"),
        ("log.txt", "größe\r\n", "utf-16"),
        ("one line.txt", "文書", "utf-8"),
    ],
)
def test_very_large_text_is_truncated_and_the_rest_is_reported(
    name, line, encoding, tmp_path, monkeypatch
):
    for module in ("extraction", "process.embedded"):
        monkeypatch.setattr(f"twofold.engine.extract.{module}.TEXT_BYTES", 100_000)
    whole = line * 60_000
    path = tmp_path / name
    path.write_bytes(whole.encode(encoding))
    reading = FileReading(path, 10 * MAX_BYTES)
    text = reading.text.text
    assert 34_000 < len(text.encode("utf-8")) <= 100_000
    assert whole.startswith(text)
    assert text[-1] in line[-2:]
    assert reading.text.blocks[-1].end <= len(text)
    assert read_document(path, "", 10 * MAX_BYTES) == reading.text
    (rest,) = reading.members(EmbeddedSelection())
    assert (rest.name, rest.reason) == ("rest of the text", "too-large")
    assert "MB of text in this file are indexed" in rest.detail
