"""Documents inside files, from end to end: index, search, open, cite, change, remove, retry."""

import gzip
import os
from pathlib import Path

import pytest

from tests.support.archives import epub_of, mail_with, tar_of, with_flag, zip_of
from tests.support.pdf_files import make_pdf
from tests.support.running_engine import RunningEngine
from tests.support.tiny_embedder import tiny_embedder_loader
from twofold.engine.api import (
    CheckCitation,
    CitationState,
    ExplainFile,
    ListFailures,
    PreviewRequest,
    RefreshLibrary,
    RetryFailures,
    SearchFilters,
    SearchMode,
)

LEXICAL = SearchMode.LEXICAL
MAILBOX = b"".join(
    b"From ada Mon Jun 01 10:00:00 2009\n" + mail.replace(b"\r\n", b"\n") + b"\n"
    for mail in (
        mail_with({}, subject="Tiger", body="A tiger was seen."),
        mail_with({"walrus.txt": "A walrus was heard."}, subject="Zoo", body="Also a zebra."),
    )
)


def files() -> dict[str, bytes]:
    """Return a file of every kind of container. Each document inside contains a rare word."""
    return {
        "letters.zip": zip_of(
            {
                "sub/notes.md": "# Garage\n\nThe automobile needs new tyres.\n",
                "scan.pdf": make_pdf([["nothing here"], ["An ostrich on page two"]]),
                "old.tgz": gzip.compress(tar_of({"t.txt": "one\n\ntwo\n\nThe pelican flew."})),
                "mail.eml": mail_with({"plan.txt": "first\n\nThe flamingo waits."}),
            }
        ),
        "march.eml": mail_with(
            {"Größe 50%.txt": "A capybara swims."}, subject="Lizard", body="A gecko and\n\n> a newt"
        ),
        "all.mbox": MAILBOX,
        "log.txt.gz": gzip.compress(b"line one\n\nthe armadillo rolled\n"),
        "house.epub": epub_of(
            {
                "a.xhtml": "<h1>Start</h1><p>A hedgehog slept.</p>",
                "b.xhtml": "<p>An otter dived.</p>",
            },
            titles={"b.xhtml": "The Otter"},
        ),
    }


LABELS = {"zebra": "message 2: Zoo", "otter": "The Otter", "gecko": "lines 1–9"}
FOUND_AT = {
    "tyres": "letters.zip/sub/notes.md#L1-L3",
    "ostrich": "letters.zip/scan.pdf#page=2",
    "pelican": "letters.zip/old.tgz/t.txt#L1-L5",
    "flamingo": "letters.zip/mail.eml/plan.txt#L1-L3",
    "gecko": "march.eml#L1-L9",
    "newt": "march.eml#L1-L9",
    "capybara": "march.eml/Gr%C3%B6%C3%9Fe%2050%25.txt#L1",
    "tiger": "all.mbox#page=1",
    "zebra": "all.mbox#page=2",
    "walrus": "all.mbox/message%202/walrus.txt#L1",
    "armadillo": "log.txt.gz/log.txt#L1-L3",
    "hedgehog": "house.epub#page=1",
    "otter": "house.epub#page=2",
}


@pytest.fixture(scope="module")
def read(tmp_path_factory):
    """An engine that has indexed one file of each kind. Tests must not change it."""
    folder = tmp_path_factory.mktemp("files") / "post"
    folder.mkdir()
    for name, data in files().items():
        (folder / name).write_bytes(data)
    model = tiny_embedder_loader(tmp_path_factory.mktemp("model"))
    with RunningEngine.over(tmp_path_factory.mktemp("home"), model) as engine:
        assert "11 files read" in engine.add(folder).message
        yield engine


@pytest.mark.parametrize(("word", "uri"), FOUND_AT.items())
def test_embedded_documents_are_found_cited_opened_and_resolved(read, word, uri):
    (hit,) = read.search(word, mode=LEXICAL).hits
    assert hit.citation.uri == uri
    assert hit.citation.label == LABELS.get(word, hit.citation.label)
    assert not hit.stale

    checked = read.ask(CheckCitation(hit.citation.uri)).citation
    assert checked.state is CitationState.EXACT
    assert word in checked.text.lower()
    checked = read.ask(CheckCitation(hit.citation.uri, hit.text)).citation
    assert (checked.state, checked.place) == (CitationState.EXACT, hit.citation.place)

    preview = read.ask(PreviewRequest(hit.chunk_id, word)).preview
    assert preview.notice == ""
    shown = preview.text[preview.passage.start : preview.passage.end]
    assert word in shown.lower()
    file = uri.split("/")[0].split("#")[0]
    assert preview.absolute_path == hit.absolute_path
    assert Path(hit.absolute_path).name == file


def test_embedded_documents_count_as_documents(read):
    status = read.status()
    assert (status.documents_indexed, status.documents_failed) == (11, 0)
    inside = SearchFilters(folders=("post/letters.zip",))
    assert read.paths("ostrich", mode=LEXICAL, filters=inside) == ["letters.zip/scan.pdf"]
    assert read.paths("tiger", mode=LEXICAL, filters=inside) == []
    mails = SearchFilters(file_types=("eml",))
    found = read.paths("plans lizard", mode=LEXICAL, filters=mails)
    assert set(found) == {"letters.zip/mail.eml", "march.eml"}


@pytest.fixture
def post(tmp_path):
    folder = tmp_path / "post"
    folder.mkdir()
    return folder


def aged(path, data, seconds):
    """Write a file with an old modification time."""
    path.write_bytes(data)
    os.utime(path, (1_700_000_000 + seconds,) * 2)


def failures(engine):
    return [(one.path, one.reason.value) for one in engine.ask(ListFailures()).failures]


def test_embedded_documents_follow_changes_of_their_file(running, post):
    aged(post / "a.zip", zip_of({"one.txt": "A tiger.", "two.txt": "A zebra."}), 0)
    running.add(post)
    before = running.wait_for_vectors()
    assert (before.documents_indexed, before.vectors_ready) == (2, 2)

    aged(post / "a.zip", zip_of({"one.txt": "A tiger.", "three.txt": "An otter."}), 100)
    (hit,) = running.search("tiger", mode=LEXICAL).hits
    assert hit.stale
    assert running.ask(RefreshLibrary()).message.startswith("2 files read")
    assert running.paths("zebra", mode=LEXICAL) == []
    assert running.paths("otter", mode=LEXICAL) == ["a.zip/three.txt"]
    (hit,) = running.search("tiger", mode=LEXICAL).hits
    assert not hit.stale

    (post / "deep").mkdir()
    (post / "a.zip").rename(post / "deep" / "b.zip")
    assert running.ask(RefreshLibrary()).message == "0 files read, 1 moved."
    assert running.paths("tiger", mode=LEXICAL) == ["deep/b.zip/one.txt"]
    (hit,) = running.search("otter", mode=LEXICAL).hits
    assert running.ask(PreviewRequest(hit.chunk_id, "otter")).preview.text == "An otter."

    (post / "deep" / "b.zip").unlink()
    running.ask(RefreshLibrary())
    assert running.paths("tiger", mode=LEXICAL) == []
    assert running.status().documents_indexed == 0


def test_failed_embedded_document_is_listed_and_retried_with_its_file(running, post):
    locked = with_flag(zip_of({"secret.txt": "locked"}), 1)
    aged(post / "a.zip", zip_of({"in.zip": locked, "b.pdf": "no PDF", "c.txt": "A tiger."}), 0)
    running.add(post)
    listed = [("post/a.zip/b.pdf", "damaged"), ("post/a.zip/in.zip/secret.txt", "password")]
    assert sorted(failures(running)) == listed
    assert running.paths("tiger", mode=LEXICAL) == ["a.zip/c.txt"]

    def why(name):
        return running.ask(ExplainFile(post / name)).verdict

    assert (why("a.zip/c.txt").indexed, why("a.zip").indexed) == (True, True)
    assert "password-protected" in why("a.zip/in.zip/secret.txt").why
    assert "contains no indexed document with this name" in why("a.zip/nowhere.txt").why

    running.ask(RetryFailures())
    assert sorted(failures(running)) == listed
    running.ask(RetryFailures(("post/other.zip",)))
    assert len(failures(running)) == 2
    good = zip_of({"b.txt": "A zebra.", "c.txt": "A tiger."})
    aged(post / "a.zip", good.ljust((post / "a.zip").stat().st_size, b"\0"), 0)
    running.ask(RetryFailures(("post/a.zip/b.pdf",)))
    assert failures(running) == []
    assert running.paths("zebra", mode=LEXICAL) == ["a.zip/b.txt"]
