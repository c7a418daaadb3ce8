import pytest
from PySide6.QtCore import QTimer

from engine.api import AddFolder, IndexingPhase
from tests.end_to_end.conftest import UiClock

# Tracing for coverage makes Python about twice as slow, so it is off while time is measured.
pytestmark = [pytest.mark.real_model, pytest.mark.no_cover]

_LONGEST_HELD_MS = 50.0
_QUERY = "memory limit of a pod"
_PARAGRAPH = (
    "The scheduler places pod {number} on a node with enough memory. A limit keeps a container "
    "from taking more than its share, and a request says what it needs at least.\n\n"
)


@pytest.fixture
def many_notes(write_file, tmp_path):
    for number in range(300):
        text = f"# Note {number}\n\n" + _PARAGRAPH.format(number=number) * (3 + number % 7)
        write_file(f"notes/{number % 10}/note-{number}.md", text)
    return tmp_path / "notes"


def test_the_ui_thread_is_never_held_while_indexing_and_typing_at_once(empty_window, many_notes):
    clock, timer = UiClock(), QTimer()
    timer.timeout.connect(clock.beat)
    view = empty_window.window.search
    empty_window.submit(AddFolder(many_notes))
    empty_window.wait_until(lambda: empty_window.status.chunks > 0)
    _search_once(empty_window, view)
    clock.beat()
    clock.longest_ms = 0.0
    timer.start(0)
    for _ in range(2):
        _search_once(empty_window, view)
    empty_window.wait_until(lambda: empty_window.status.phase is IndexingPhase.EMBEDDING)
    _search_once(empty_window, view)
    timer.stop()
    assert clock.beats > 50
    assert clock.longest_ms < _LONGEST_HELD_MS


def _search_once(opened, view):
    """Type the query letter by letter and wait for its answer to be shown."""
    view.pane.field.clear()
    for letter in _QUERY:
        opened.qtbot.keyClicks(view.pane.field, letter)
        opened.qtbot.wait(1)
    opened.wait_until(
        lambda: view.response is not None and view.response.request.query.strip() == _QUERY
    )
    assert view.response.hits
