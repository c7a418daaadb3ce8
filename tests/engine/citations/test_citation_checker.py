"""Resolving citations with real files, a real catalog and the real extraction process."""

import os
import time
from pathlib import Path
from unicodedata import normalize

import pytest

from twofold.engine.api import CheckCitation, CitationState, RequestFailed
from twofold.engine.citations import documents
from twofold.engine.citations.documents import NormalisedText

PARTS = {
    "kettle": "The kettle of the harbour master boils at noon and nobody drinks from it alone.",
    "ladder": "A ladder leans against the grain store; whoever climbs it signs the brown book.",
    "mirror": "The long mirror came from Trieste in a crate of straw and lost one corner.",
}
NOTE = "# House rules\n\n" + "\n\n".join(
    f"## On the {name}\n\n{text * 5}" for name, text in PARTS.items()
)


@pytest.fixture
def house(library):
    library.write("house.md", NOTE)
    library.index()
    return library


def cited(library, word="ladder"):
    hit = library.find(word)[0]
    assert word in hit.text
    return hit.citation.uri, hit.text


def test_unmoved_passage_is_exact_even_if_rewrapped(house):
    uri, text = cited(house)
    checked = house.check(uri)
    assert checked.state is CitationState.EXACT
    assert checked.text == checked.quotation == text
    assert checked.place == checked.cited
    assert " of Notes/house.md, unchanged" in checked.sentence
    for place in ("L900", "page=3", "t=00:00:01.000,00:00:02.000"):
        assert house.check(f"house.md#{place}").state is CitationState.GONE, place
    house.write("house.md", NOTE.replace("signs the", "signs\nthe"))
    checked = house.check(uri)
    assert checked.state is CitationState.EXACT
    assert checked.text.split() == text.split()


def test_line_outside_of_passages_is_cited_while_the_file_is_unchanged(library):
    file = library.write("memo.md", "# Memo\n\nThe boiler was cleaned.\n\n\n\n# Next\n\nNothing.\n")
    library.index()
    checked = library.check("memo.md#L5")
    assert (checked.state, checked.text.strip()) == (CitationState.EXACT, "")
    file.write_text("# Memo\n\nNew.\n\nThe boiler was cleaned.\n", encoding="utf-8")
    assert library.check("memo.md#L5").state is CitationState.GONE


def test_file_name_alone_leads_to_the_only_file_with_that_name(library):
    library.write("in/deep/memo.md", "The boiler was cleaned.\n")
    library.index()
    assert library.check("memo.md#L1").state is CitationState.EXACT
    library.write("other/memo.md", "Another text.\n")
    library.index()
    answer = library.engine.ask(CheckCitation("memo.md#L1"))
    assert isinstance(answer, RequestFailed)
    assert answer.hint == "Use one of 'Notes/in/deep/memo.md', 'Notes/other/memo.md'."


@pytest.mark.parametrize(("stored", "typed"), [("NFD", "NFC"), ("NFC", "NFD")])
def test_citation_with_the_accents_of_another_system_is_found(library, stored, typed):
    name = "in/Café Zoë.md"
    library.write(normalize(stored, name), "The boiler was cleaned.\n")
    library.index()
    for uri in (name, f"Notes/{name}", "Café Zoë.md"):
        assert library.check(f"{normalize(typed, uri)}#L1").state is CitationState.EXACT, uri


def test_lines_inserted_above_move_a_passage_or_its_lines(house):
    uri, text = cited(house)
    lines = NOTE.splitlines()
    at = next(i for i, line in enumerate(lines, 1) if "ladder leans" in line)
    line = house.check(f"house.md#L{at}")
    assert (line.state, line.text) == (CitationState.EXACT, lines[at - 1])

    house.write("house.md", "one\n\ntwo\n\nthree\n\n" + NOTE)
    checked = house.check(uri)
    assert checked.state is CitationState.MOVED
    assert checked.text == text
    assert checked.place.start == checked.cited.start + 6
    assert f"lines {checked.place.start}–" in checked.sentence
    line = house.check(f"house.md#L{at}")
    assert (line.state, line.place.start) == (CitationState.MOVED, at + 6)

    house.refresh()  # Then the URI alone refers to other text, which the quotation reveals.
    checked = house.check(uri, text)
    assert (checked.state, checked.text) == (CitationState.MOVED, text)


def test_changed_word_is_reported_with_the_similarity(house):
    uri, text = cited(house)
    house.write("house.md", NOTE.replace("brown book", "green ledger"))
    checked = house.check(uri)
    assert checked.state is CitationState.CHANGED
    assert "green ledger" in checked.text
    assert checked.quotation == text
    assert 0.8 < checked.similarity < 1.0
    assert f"{checked.similarity:.0%}".replace("%", " %") in checked.sentence
    several = house.check(f"house.md#L1-L{len(NOTE.splitlines())}")
    assert several.state is CitationState.CHANGED
    assert all(name in several.text for name in PARTS)


def test_deleted_passage_is_gone_despite_similar_neighbours(library):
    clauses = [
        f"Clause {n}: the tenant of room {n * 7} pays {n * 11} crowns on the first day of "
        f"each month to the steward, and keeps the {thing} in good repair." * 4
        for n, thing in enumerate(("stove", "window", "floor", "lamp"), 3)
    ]
    library.write("lease.txt", "\n\n".join(clauses))
    library.index()
    uri, _ = cited(library, "window")
    library.write("lease.txt", "\n\n".join(c for c in clauses if "window" not in c))
    checked = library.check(uri)
    assert checked.state is CitationState.GONE
    assert (checked.place, checked.text) == (None, "")


MAIL = """\
From: Ada <ada@example.org>
Date: Mon, 3 Feb 2025 10:00:00 +0000
Subject: The harbour
{}
The kettle of the harbour master boils at noon.

Whoever climbs the ladder signs the brown book.
"""


def test_mail_passage_has_the_same_label_as_its_hit(library):
    library.write("harbour.eml", MAIL.format(""))
    library.index()
    hit = library.find("kettle")[0]
    assert hit.citation.label == "lines 1–8"
    assert "lines 1–8 of Notes/harbour.eml" in library.check(hit.citation.uri).sentence
    assert "line 6 of Notes/harbour.eml" in library.check("harbour.eml#L6").sentence
    library.write("harbour.eml", MAIL.format("\nDear all,\n"))
    moved = library.check("harbour.eml#L6")
    assert moved.label == "line 8"
    assert "line 8" in moved.sentence


def test_renamed_file_is_found_before_and_after_the_next_scan(house):
    uri, text = cited(house)
    (house.root / "old").mkdir()
    (house.root / "house.md").rename(house.root / "old" / "rules.md")
    for _ in range(2):
        checked = house.check(uri, text)
        assert checked.state is CitationState.MOVED
        assert checked.path == "old/rules.md"
        assert checked.text == text
        assert "Notes/old/rules.md" in checked.sentence
        house.refresh()


def test_path_in_two_folders_is_ambiguous(house, tmp_path):
    other = tmp_path / "Papers"
    other.mkdir()
    (other / "house.md").write_text(NOTE)
    house.engine.add(other)
    answer = house.engine.ask(CheckCitation("house.md#L1"))
    assert isinstance(answer, RequestFailed)
    assert answer.is_bad_request
    assert "'Notes/house.md', 'Papers/house.md'" in answer.hint
    for folder in ("Notes", "Papers"):
        assert house.check(f"{folder}/house.md#L1").folder == folder


def test_file_outside_the_library_is_never_read(house):
    house.write("../outside.md", "root\n")
    absolute = Path(__file__).as_posix()
    for path in ("nowhere.md", "../outside.md", "../../etc/passwd", "/etc/passwd", absolute):
        checked = house.check(f"{path}#L1", "root")
        assert (checked.state, checked.text) == (CitationState.GONE, "")
        assert "was not found" in checked.sentence


def test_quotation_of_a_part_of_a_passage_has_not_moved(library):
    library.write("part.txt", "One.\n\nTwo lines\nare here.\n\nThree.\n\nTwo.\n")
    library.index()
    assert library.check("part.txt#L1-L6", "Two lines are").state is CitationState.EXACT
    assert library.check("part.txt#L1-L6", "Two.").state is CitationState.MOVED
    assert library.check("part.txt#L4").text == "are here."


def test_unchanged_file_is_read_once_for_many_citations(library, monkeypatch):
    path = library.write("one.txt", "First.\n\nSecond.\n")
    an_hour_ago = time.time() - 3600
    os.utime(path, (an_hour_ago, an_hour_ago))
    library.index()
    seen = []
    monkeypatch.setattr(
        documents, "NormalisedText", lambda text: seen.append(text) or NormalisedText(text)
    )
    monkeypatch.setattr(documents, "_TICK_NS", 0)
    for line in (1, 3, 1):
        assert library.check(f"one.txt#L{line}").state is CitationState.EXACT
    assert len(seen) == 1
    path.write_text("Fourth.\n\nSecon!.\n")
    assert library.check("one.txt#L1").state is not CitationState.EXACT


def test_existing_file_that_is_not_indexed_is_not_reported_as_missing(library):
    library.write("half.pdf", "%PDF-1.7\n1 0 obj\n<< /Type /Cat")
    library.write("bad.zip", "PK\x03\x04 and then nothing")
    library.write(".secret.md", "Hidden words.\n")
    library.index()
    for uri, why in (
        ("half.pdf#page=1", "Notes/half.pdf is not indexed: The PDF is damaged"),
        ("bad.zip/in/a.md#L1", "Notes/bad.zip is not indexed: The archive is damaged"),
        (".secret.md#L1", "Notes/.secret.md is not indexed. "),
    ):
        checked = library.check(uri)
        assert checked.state is CitationState.UNCHECKED
        assert why in checked.sentence


def test_unavailable_folder_is_reported(house, tmp_path):
    uri, _ = cited(house)
    house.root.rename(tmp_path / "away")
    checked = house.check(uri)
    assert checked.state is CitationState.UNCHECKED
    assert "The folder 'Notes' is not available now" in checked.sentence


def test_the_path_of_a_citation_may_be_absolute(house, tmp_path):
    uri, _ = cited(house)
    checked = house.check(f"{house.root}/{uri}")
    assert (checked.state, checked.path) == (CitationState.EXACT, "house.md")
    (tmp_path / "outside.md").write_text(NOTE)
    assert house.check(f"{tmp_path}/outside.md#L1").state is CitationState.GONE


@pytest.mark.parametrize("place", ["L9999", "page=3"])
def test_a_position_that_the_file_never_had_is_not_reported_as_changed(house, place):
    checked = house.check(f"house.md#{place}")
    assert checked.state is CitationState.GONE
    assert "Notes/house.md has no " in checked.sentence
