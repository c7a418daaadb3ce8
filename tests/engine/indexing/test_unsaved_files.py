"""When what was read is saved, by a clock that the test sets."""

import pytest

from engine.indexing.crawl import FoundFile
from engine.indexing.pipeline import ReadFile, UnsavedFiles
from engine.indexing.summary import FolderSummary
from engine.model.document import Chunk, CutText, DocumentMetadata, FileState, PlaceKind

PASSAGE = Chunk(0, "text", 0, 4, PlaceKind.LINE, 1, 1)


class Clock:
    now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def unsaved(clock):
    return UnsavedFiles(clock)


def read_file(passages=1):
    text = CutText(DocumentMetadata(), "md", (PASSAGE,) * passages)
    return ReadFile(FoundFile("a.md", FileState(4, 1)), {"": text})


def add(unsaved, passages=1):
    unsaved.add("Notes", read_file(passages), FolderSummary())


def test_nothing_is_due_before_a_file_was_read(unsaved, clock):
    clock.now += 1000
    assert not unsaved.is_due


def test_the_first_files_are_saved_after_half_a_second_the_others_after_two(unsaved, clock):
    add(unsaved)
    clock.now += 0.4
    assert not unsaved.is_due
    clock.now += 0.1
    assert unsaved.is_due
    assert len(unsaved.take()) == 1
    add(unsaved)
    clock.now += 1.9
    assert not unsaved.is_due
    clock.now += 0.2
    assert unsaved.is_due


def test_many_passages_are_saved_at_once(unsaved):
    add(unsaved, passages=5999)
    assert not unsaved.is_due
    add(unsaved)
    assert unsaved.is_due


def test_after_a_round_that_took_long_to_save_more_than_one_file_is_waited_for(unsaved, clock):
    add(unsaved)
    unsaved.take()
    clock.now += 60  # the round is written on a busy machine
    add(unsaved)
    assert not unsaved.is_due
    add(unsaved)
    clock.now += 2
    assert unsaved.is_due
    assert len(unsaved.take()) == 2
