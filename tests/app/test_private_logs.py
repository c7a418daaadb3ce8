"""Log files contain no words of queries and no text of documents."""

import sqlite3
from contextlib import closing

import pytest

from tests.support.running_engine import RunningEngine
from tests.support.shared_weights import weights_loaded_once
from twofold.app.__main__ import main
from twofold.app.compose import open_engine
from twofold.app.paths import default_paths
from twofold.engine.api import (
    CheckCitation,
    CorrectSpelling,
    CountMatches,
    FindNearest,
    PreviewRequest,
    SearchFilters,
    SearchMode,
    SearchRequest,
    Settings,
    SuggestWords,
)
from twofold.engine.stores.lexical.index import LexicalIndex
from twofold.engine.stores.vectors.index import VectorIndex

pytestmark = pytest.mark.real_model

ASKED = "zyxasked"
WRITTEN = "qwxwritten"
# No passage contains the whole identifier, so it is searched by its parts.
QUERIES = (f"leukemia_{ASKED}", f"leukemia {ASKED} {WRITTEN}", f'"{ASKED} {WRITTEN}"', f"-{ASKED}")


@pytest.fixture(scope="module", autouse=True)
def _weights_loaded_once():
    with weights_loaded_once():
        yield


@pytest.fixture
def searched_home(home, write_file, tmp_path):
    """A home folder with a library of two notes."""
    write_file("notes/a.md", f"# Of {WRITTEN}\n\nThe leukemia of the {WRITTEN} came back.\n")
    write_file("notes/b.md", f"A relapse_{WRITTEN} after a leukemia {ASKED} is rare.\n")
    assert main(["folder", "add", str(tmp_path / "notes")]) == 0
    return home


def logged(home):
    """Return the text of all log files."""
    return "".join(path.read_text(encoding="utf-8") for path in (home / "logs").iterdir())


def markers_in(home):
    return [word for word in (ASKED, WRITTEN) if word in logged(home).lower()]


def test_no_command_logs_words_of_queries_or_documents(searched_home, tmp_path, capsys):
    main(["search", QUERIES[0], "--explain"])
    main(["search", f"lang:{ASKED} tag:{ASKED} path:{ASKED} {WRITTEN}"])
    main(["search", ASKED, "--path", f"[{ASKED}", "--like", ASKED])
    main(["search", f'"{ASKED}', "--mode", ASKED])
    main(["search", ASKED, "--export", "markdown"])
    main(["export", WRITTEN, "--format", "csv", "-o", str(tmp_path / f"{ASKED}.csv")])
    main(["export", WRITTEN, "--format", "csv", "-o", str(tmp_path / ASKED / "none.csv")])
    main(["check", f"notes/a.md#L3#{ASKED}"])
    main(["why", str(tmp_path / "notes" / "a.md")])

    assert ASKED in capsys.readouterr().out
    assert "search retriever=lexical" in logged(searched_home)
    assert markers_in(searched_home) == []


def test_no_request_of_the_window_logs_words(searched_home):
    paths = default_paths().library

    def open_reader(on_event):
        return open_engine(paths, Settings(), on_event, maintain=False, wait_for_model=True)

    with RunningEngine(open_reader) as running:
        found = running.search(WRITTEN, mode=SearchMode.HYBRID)
        hit = found.hits[0].chunk_id
        for request in (
            *(SearchRequest(query, mode) for query in QUERIES for mode in SearchMode),
            SearchRequest(f"leukemia_{ASKED}", prefix_last=True),
            SearchRequest("", like=hit),
            SearchRequest(ASKED, like=ASKED),
            SearchRequest(f"{ASKED} {ASKED[:5]}", rerank=True),
            SuggestWords(f"{ASKED} {WRITTEN[:5]}"),
            CorrectSpelling(f"{ASKED}x {WRITTEN}x"),
            PreviewRequest(hit, ASKED, nearest=True),
            PreviewRequest(ASKED, ASKED),
            FindNearest(hit, ASKED),
            CheckCitation(ASKED, ASKED),
            CountMatches(SearchRequest(ASKED, filters=SearchFilters(langs=(ASKED,)))),
        ):
            running.ask(request)

    assert markers_in(searched_home) == []


def test_unexpected_errors_are_logged_without_their_messages(
    searched_home, monkeypatch, expected_log, capsys
):
    def fail(*arguments, **_options):
        try:
            raise KeyError(f"{arguments} {ASKED}")
        except KeyError as error:
            raise ValueError(f"{ASKED} in {WRITTEN}") from error

    expected_log.append("failed")
    expected_log.append("unexpected error")
    for method in ("search", "content_words"):
        monkeypatch.setattr(LexicalIndex, method, fail)
    monkeypatch.setattr(VectorIndex, "search", fail)
    monkeypatch.setattr(LexicalIndex, "literal_holders", fail)
    for mode in ("hybrid", "lexical", "substring"):
        main(["search", f"{ASKED} {WRITTEN}", "--mode", mode])

    monkeypatch.setattr("twofold.app.cli.search.build_request", fail)
    assert main(["search", ASKED]) == 1

    assert ASKED in capsys.readouterr().err, "the user is informed"
    assert "builtins.ValueError" in logged(searched_home)
    assert "builtins.KeyError" in logged(searched_home)
    assert markers_in(searched_home) == []


def test_a_text_that_sqlite_cannot_read_is_not_logged(searched_home, expected_log):
    expected_log.append("")
    catalog = default_paths().library.catalog
    with closing(sqlite3.connect(catalog)) as connection, connection:
        spoilt = b"\xff\xfe " + WRITTEN.encode()
        connection.execute("UPDATE chunks SET text = CAST(? AS TEXT)", (spoilt,))
    main(["search", WRITTEN])
    main(["index"])

    assert "SQLite: " in logged(searched_home)
    assert markers_in(searched_home) == []
