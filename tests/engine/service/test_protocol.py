from io import BytesIO
from pathlib import Path

import pytest

from tests.support.running_engine import library_opener
from tests.support.tiny_embedder import tiny_embedder_loader
from twofold.engine.api import (
    AddFolder,
    ChangeTags,
    FolderStatus,
    IndexingPhase,
    LibraryStatus,
    ModelStatus,
    Notice,
    PauseEmbedding,
    RequestFailed,
    SearchRequest,
    StatusChanged,
    UseModel,
    UseSettings,
)
from twofold.engine.service.engine import BackgroundEngine
from twofold.engine.service.messages import (
    as_line,
    as_message,
    event_message,
    event_of,
    request_message,
    request_of,
)
from twofold.engine.service.protocol import IndexerServer
from twofold.engine.stores.catalog.catalog import Catalog

_UNDECODABLE = "caf\udce9"


def test_requests_and_events_are_transferred_as_single_lines():
    for request in (
        AddFolder(Path(f"/home/{_UNDECODABLE}/line\nbreak")),
        PauseEmbedding(paused=True),
        UseModel("all-minilm-l6-v2"),
        UseSettings((("indexing.max_file_mb", 2), ("indexing.watch", False))),
    ):
        line = as_line(request_message(7, request))
        assert line.count(b"\n") == 1
        assert request_of(as_message(line)) == (7, request)
    status = LibraryStatus(
        folders=(FolderStatus("Notes", "/home/ada/Notes", 3, 1, 2, 9, 4, available=False),),
        documents_indexed=3,
        model=ModelStatus("e5", "E5", 384, "e5@1", ready=True),
        phase=IndexingPhase.EMBEDDING,
        current_file=f"{_UNDECODABLE}.md",
        embedding_rate=2.5,
        seconds_left=2.0,
    )
    for event in (
        RequestFailed(4, f"There is no folder '{_UNDECODABLE}'.", "Check the name."),
        Notice("The index was built again.", is_warning=True),
        StatusChanged(status),
    ):
        assert event_of(as_message(as_line(event_message(event)))) == event


def test_search_requests_of_another_process_are_rejected():
    assert request_of(request_message(7, SearchRequest("tyres"))) is None


@pytest.mark.parametrize("line", [b"no json\n", b"[1, 2]\n", b'"words"\n', b"\xff\xfe\n"])
def test_invalid_line_is_rejected(line):
    with pytest.raises(ValueError):  # noqa: PT011 - json and utf-8 errors alike
        as_message(line)
    assert request_of({"hold": 0.15}) is None
    assert event_of({"opened": True}) is None


def test_complete_requests_of_a_killed_window_are_carried_out(tmp_path, notes, expected_log):
    home = tmp_path / "home"
    opener = library_opener(home, tiny_embedder_loader(tmp_path / "model"), maintain=True)
    asked = (AddFolder(notes), ChangeTags("notes", add=("mine",)), ChangeTags("notes", add=("x",)))
    lines = [as_line(request_message(number, one)) for number, one in enumerate(asked, 1)]
    requests = BytesIO(b"".join(lines)[:-20])
    expected_log.append("invalid line")
    engines = []

    def open_engine(on_event):
        engines.append(BackgroundEngine(opener, on_event))
        return engines[0]

    IndexerServer(requests, BytesIO()).serve(open_engine)
    engines[0].close()  # the process is not killed in this test
    catalog = Catalog.open(home / "catalog.sqlite", read_only=True)
    assert catalog.annotations.tags("notes") == ("mine",)
    catalog.close()
