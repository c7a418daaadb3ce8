"""Pausing stops indexing and embedding, and no file is indexed again afterwards."""

import os

import pytest

from tests.engine.service.test_two_process_engine import _open as open_two_processes
from tests.engine.service.test_two_process_engine import kill_indexer
from twofold.engine.api import (
    AddFolder,
    ChangeTags,
    FolderRules,
    IndexingPhase,
    PauseIndexing,
    RefreshLibrary,
    RemoveFolder,
    Request,
    RequestDone,
    RetryFailures,
    SearchMode,
    SetFolderRules,
    Settings,
    StatusChanged,
    UseModel,
    UseSettings,
)

_FILES = 12


@pytest.fixture
def many(tmp_path, write_file):
    for number in range(_FILES):
        note = write_file(
            f"many/note {number:02}.md", f"The automobile number {number} needs tyres.\n"
        )
        # A file read at the moment of writing is read again afterwards.
        os.utime(note, (1_700_000_000, 1_700_000_000))
    return tmp_path / "many"


def at_first_file(running, do):
    """Call `do` when the first file is read."""

    def act(event):
        if isinstance(event, StatusChanged) and event.status.phase is IndexingPhase.READING:
            running.when_event(lambda _: None)
            do()

    running.when_event(act)


def pause_while_reading(running, folder):
    """Add a folder and pause at its first file. Return the paused status."""
    at_first_file(running, lambda: running.engine.submit(PauseIndexing(paused=True)))
    assert isinstance(running.ask(AddFolder(folder)), RequestDone)
    return running.wait_for_phase(IndexingPhase.PAUSED)


def states(running, since=0):
    return [event.status for event in running.events[since:] if isinstance(event, StatusChanged)]


def test_indexing_pauses_between_two_files_and_resumes(running, many):
    status = pause_while_reading(running, many)
    left = status.documents_pending
    assert 0 < left == _FILES - status.documents_indexed < _FILES
    assert (status.folders[0].pending, status.vectors_ready) == (left, 0)
    # Requests that do not read files are carried out.
    assert running.ask(ChangeTags("many", ("cars",))).message.endswith("changed.")
    assert all(hit.tags == ("cars",) for hit in running.search("tyres").hits)
    since = len(running.events)
    running.ask(PauseIndexing(paused=False))
    assert running.wait_for_vectors().documents_indexed == _FILES
    reading = [one for one in states(running, since) if one.phase is IndexingPhase.READING]
    assert reading
    assert max(one.documents_pending for one in reading) <= left, "files are read again"
    # Files that are read but not saved yet are counted as well.
    every = [one for one in states(running) if one.phase is IndexingPhase.READING]
    assert all(one.documents_indexed + one.documents_pending >= _FILES for one in every)
    assert running.status().documents_pending == 0


def test_folder_added_while_paused_is_indexed_later(running, notes):
    running.ask(PauseIndexing(paused=True))
    assert "paused" in running.add(notes).message
    assert running.paths("tyres", mode=SearchMode.LEXICAL) == []
    assert running.ask(RefreshLibrary()).message
    running.ask(PauseIndexing(paused=False))
    assert running.wait_for_vectors().vectors_ready == 3
    assert running.paths("tyres", mode=SearchMode.LEXICAL) == ["garage.md"]


def ask_while_reading(running, folder, *requests):
    """Submit a request (or add a folder), and more requests at its first file.

    Return all answers.
    """
    asked = []
    at_first_file(
        running, lambda: asked.extend(running.engine.submit(request) for request in requests)
    )
    reads = folder if isinstance(folder, Request) else AddFolder(folder)
    return running.ask(reads), *map(running.answer_to, asked)


def most_indexed(running):
    return max(status.documents_indexed for status in states(running))


@pytest.mark.parametrize("is_added_again", [False, True])
def test_removing_a_folder_stops_its_indexing(running, notes, many, is_added_again):
    running.add(notes)
    running.wait_for_vectors()
    again = [AddFolder(many)] if is_added_again else []
    ask_while_reading(running, many, *again, RemoveFolder("many"))
    assert [folder.name for folder in running.status().folders] == ["notes"]
    assert is_added_again or most_indexed(running) < 3 + _FILES


def test_rules_apply_to_a_folder_during_indexing(running, many):
    rules = FolderRules(exclude=("note 1*", "note 09.md"))
    ask_while_reading(running, many, SetFolderRules("many", rules))
    assert running.wait_for_vectors().documents_indexed == 9
    assert most_indexed(running) == 9


def test_changed_limit_applies_to_the_remaining_files(running, many):
    last = many / "note 11.md"
    last.write_text("tyres " * 200_000)
    os.utime(last, (1_700_000_000, 1_700_000_000))
    settings = Settings.from_mapping({"indexing.max_file_mb": 1})
    ask_while_reading(running, many, UseSettings(settings.values))
    running.wait_for_status(lambda status: status.documents_failed == 1)
    assert most_indexed(running) == _FILES - 1


def test_tagging_a_folder_during_indexing_does_not_stop_it(running, many):
    added, tagged = ask_while_reading(running, many, ChangeTags("many", ("cars",)))
    assert int(tagged.message.partition(" ")[0]) < _FILES
    assert added.message == f"{_FILES} files read."
    assert running.events.index(tagged) < running.events.index(added)
    assert running.events.count(added) == 1
    running.wait_for_status(lambda status: status.documents_indexed == _FILES)
    statuses = states(running)
    began = next(n for n, one in enumerate(statuses) if one.phase is IndexingPhase.READING)
    read = next(n for n, one in enumerate(statuses) if one.documents_indexed == _FILES)
    assert IndexingPhase.IDLE not in {one.phase for one in statuses[began:read]}, (
        "it is not done yet"
    )
    hits = running.search("tyres", mode=SearchMode.LEXICAL, limit=50).hits
    assert [hit.tags for hit in hits] == [("cars",)] * _FILES


def test_retried_files_are_reported_once_despite_an_interruption(running, many):
    for name in ("no.pdf", "nor this.pdf"):
        (many / name).write_text("no PDF at all\n")
        os.utime(many / name, (1_700_000_000, 1_700_000_000))
    running.add(many)
    retried, _ = ask_while_reading(running, RetryFailures(), ChangeTags("many", ("cars",)))
    assert retried.message == f"0 files read, {_FILES} unchanged, 2 not indexed."


def test_model_can_be_selected_during_indexing(running, many):
    _, chosen = ask_while_reading(running, many, UseModel("all-minilm-l6-v2"))
    assert chosen.message.startswith("all-minilm-l6-v2 is selected")
    earlier = running.events[: running.events.index(chosen)]
    statuses = [one.status for one in earlier if isinstance(one, StatusChanged)]
    assert max(status.documents_indexed for status in statuses) < _FILES
    running.wait_for_status(lambda status: status.documents_indexed == _FILES)


def test_restarted_indexer_is_still_paused(tmp_path, many, expected_log):
    expected_log.append("indexer ended unexpectedly")
    with open_two_processes(tmp_path) as running:
        running.ask(PauseIndexing(paused=True))
        assert "paused" in running.add(many).message
        kill_indexer(running)
        running.wait_for_notice("was restarted")
        assert running.wait_for_phase(IndexingPhase.PAUSED).documents_indexed == 0
        running.ask(PauseIndexing(paused=False))
        running.wait_for_status(lambda status: status.documents_indexed == _FILES)
        assert len(running.paths("tyres", mode=SearchMode.LEXICAL, limit=50)) == _FILES
