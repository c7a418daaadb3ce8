from io import BytesIO

from engine.api import AddFolder, ChangeTags
from engine.service.engine import BackgroundEngine
from engine.service.protocol import IndexerServer, as_line, request_message
from engine.stores.catalog.catalog import Catalog
from tests.support.running_engine import library_opener
from tests.support.tiny_embedder import tiny_embedder_loader


def test_of_a_window_that_is_killed_while_it_writes_every_whole_request_is_carried_out(
    tmp_path, notes, expected_log
):
    home = tmp_path / "home"
    opener = library_opener(home, tiny_embedder_loader(tmp_path / "model"), maintain=True)
    asked = (AddFolder(notes), ChangeTags("notes", add=("mine",)), ChangeTags("notes", add=("x",)))
    lines = [as_line(request_message(number, one)) for number, one in enumerate(asked, 1)]
    requests = BytesIO(b"".join(lines)[:-20])
    expected_log.append("no message")
    IndexerServer(requests, BytesIO()).serve(lambda on_event: BackgroundEngine(opener, on_event))
    catalog = Catalog.open(home / "catalog.sqlite", read_only=True)
    assert catalog.user_tags("notes") == ("mine",)
    catalog.close()
