"""The library switch: selecting, adding and removing libraries, and unreachable ones."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtGui import QGuiApplication

from tests.fakes.library_samples import answering, text_preview
from tests.support.patience import PATIENCE_MS
from tests.ui.samples import QUERY
from tests.ui.window_case import open_window, search_for
from twofold.app.settings_file import change_settings, load_settings
from twofold.app.sharing import checked_address
from twofold.engine.api import (
    CheckCitation,
    CollectPassages,
    EngineError,
    Message,
    PreviewReady,
    PreviewRequest,
    SearchFinished,
    SearchRequest,
    SharedLibraryStatus,
    StatusChanged,
    UseSettings,
    message,
)
from twofold.ui.library.shared_libraries import AddLibraryDialog, SearchedLibraries, SharedLibraries

LEGAL, ARCHIVE = "milvus://10.0.0.7:19530/legal", "milvuss://10.0.0.8:19530/archive"
AWAY = message("{host} does not respond.", host="10.0.0.7:19530")


class StoredData:
    """The data that outlives a window: settings file, window state and stored tokens."""

    def __init__(self, folder):
        self.file = folder / "settings.yaml"
        self.remembered = QSettings(str(folder / "window.ini"), QSettings.Format.IniFormat)
        self.tokens = {}
        self.shared = ()
        self.warnings = []  # of later answers

    def answer(self, number, request):
        event = answering()(number, request)
        if isinstance(event, StatusChanged):
            return StatusChanged(replace(event.status, shared=self.shared))
        if isinstance(event, SearchFinished):
            first, *others = event.response.hits or (None,)
            hits = (replace(first, library=LEGAL), *others) if first else ()
            warnings = self.warnings.pop(0) if first and self.warnings else ()
            return replace(event, response=replace(event.response, hits=hits, warnings=warnings))
        if isinstance(request, PreviewRequest):
            library = LEGAL if request.chunk_id == f"{1:016x}" else ""
            return PreviewReady(number, replace(text_preview(request.chunk_id), library=library))
        return event

    def open(self, qtbot, theme):
        settings = load_settings(self.file)
        return open_window(
            qtbot,
            theme,
            self.answer,
            settings=settings,
            store_settings=lambda values: change_settings(self.file, values),
            window_state=self.remembered,
            shared=SharedLibraries(checked_address, self.tokens.__setitem__),
        )


@pytest.fixture
def stored_data(tmp_path):
    return StoredData(tmp_path)


@pytest.fixture
def case(qtbot, theme, stored_data):
    return stored_data.open(qtbot, theme)


def opened(case):
    case.window.switch.open()
    return case.window.switch.popup


def add(qtbot, case, address, token=""):
    opened(case).add.click()
    dialog = case.window.findChildren(AddLibraryDialog)[-1]
    dialog.address.setText(address)
    dialog.token.setText(token)
    dialog.add.click()
    return dialog


def sent(case):
    values = dict(case.engine.requests(UseSettings)[-1].values)
    return values["libraries.own"], values["libraries.shared"]


def test_added_libraries_are_searched_now_and_after_a_restart(qtbot, theme, case, stored_data):
    button = case.window.search.filters.head.switch
    assert button.text() == "My documents"
    searches = len(case.engine.requests(SearchRequest))
    add(qtbot, case, "milvus://10.0.0.7/legal")
    assert sent(case) == (True, LEGAL)
    qtbot.waitUntil(lambda: len(case.engine.requests(SearchRequest)) > searches)
    add(qtbot, case, ARCHIVE)
    assert button.text() == "My documents + 2"
    popup = opened(case)
    popup.rows[LEGAL].box.click()
    popup.rows[""].box.click()
    assert sent(case) == (False, ARCHIVE)
    assert not popup.rows[ARCHIVE].box.isEnabled(), "one is always searched"
    popup.close()
    case.window.close()

    window = stored_data.open(qtbot, theme).window
    assert window.search.filters.head.switch.text() == "archive"
    window.switch.open()
    checked = {address: row.box.isChecked() for address, row in window.switch.popup.rows.items()}
    assert checked == {"": False, LEGAL: False, ARCHIVE: True}
    window.switch.popup.close()


def test_an_invalid_address_is_reported_beside_the_field(qtbot, case):
    dialog = add(qtbot, case, "milvus://anna:secret@10.0.0.7/legal")
    assert "must not contain a user or password" in dialog.problem.text()
    layout = dialog.layout()
    assert layout.indexOf(dialog.problem) == layout.indexOf(dialog.address) + 1
    assert dialog.isVisible()
    assert case.engine.requests(UseSettings) == []
    dialog.reject()


def test_a_token_is_stored_in_the_password_store_or_the_failure_is_shown(qtbot, case, stored_data):
    add(qtbot, case, LEGAL, "anna:secret")
    qtbot.waitUntil(lambda: bool(case.engine.requests(UseSettings)))
    assert sent(case) == (True, LEGAL)
    assert stored_data.tokens == {LEGAL: "anna:secret"}
    assert "secret" not in stored_data.file.read_text(encoding="utf-8")

    def refuse(_address, _token):
        raise EngineError(Message("This system has no store of passwords that can be used."))

    case.window.switch._access = replace(case.window.switch._access, store_token=refuse)
    dialog = add(qtbot, case, ARCHIVE, "token")
    qtbot.waitUntil(lambda: "no store of passwords" in dialog.problem.text())
    layout = dialog.layout()
    assert layout.indexOf(dialog.problem) == layout.indexOf(dialog.token) + 1
    assert case.window.switch.known == (LEGAL,)
    dialog.reject()


def test_adding_a_searched_library_again_reopens_it(qtbot, case):
    for _ in range(2):
        add(qtbot, case, LEGAL)
        qtbot.waitUntil(lambda: sent(case) == (True, LEGAL))
    values = [dict(one.values)["libraries.shared"] for one in case.engine.requests(UseSettings)]
    assert values == [LEGAL, "", LEGAL]


def test_undo_restores_a_removed_library(qtbot, case):
    add(qtbot, case, LEGAL)
    popup = opened(case)
    qtbot.mouseClick(popup.rows[LEGAL].remove, Qt.MouseButton.LeftButton)
    assert list(popup.rows) == [""]
    assert sent(case) == (True, "")
    popup.close()
    case.window.undo_bar.undo()
    assert sent(case) == (True, LEGAL)
    assert list(opened(case).rows) == ["", LEGAL]
    case.window.switch.popup.close()


def test_the_list_can_be_used_by_keyboard(qtbot, case):
    add(qtbot, case, LEGAL)
    qtbot.keyClick(case.window, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)
    popup = case.window.switch.popup
    qtbot.waitUntil(popup.rows[""].box.hasFocus)
    qtbot.keyClick(popup.focusWidget(), Qt.Key.Key_Down)
    assert popup.rows[LEGAL].box.hasFocus()
    qtbot.keyClick(popup.focusWidget(), Qt.Key.Key_Space)
    assert sent(case) == (True, "")
    qtbot.keyClick(popup.focusWidget(), Qt.Key.Key_Escape)
    assert not popup.isVisible()


def test_an_unreachable_server_and_the_query_target_are_shown(qtbot, case, stored_data):
    add(qtbot, case, LEGAL)
    bar = case.window.status_bar
    assert "Everything stays on this computer" in bar.words
    for problem, passages in ((AWAY, 0), (Message(""), 1479)):
        stored_data.shared = (SharedLibraryStatus(LEGAL, passages, problem=problem),)
        case.window.library.ask_status()
        qtbot.waitUntil(lambda: case.window.library.status.shared == stored_data.shared)
        row = opened(case).rows[LEGAL]
        assert row.problem.text() == problem
        assert row.problem.isVisible() == bool(problem)
        heard = "10.0.0.7:19530 does not respond." if problem else "1,479 passages"
        assert heard in row.box.accessibleDescription()
        assert "Queries are also sent to 10.0.0.7:19530" in bar.words
        case.window.switch.popup.close()


def test_a_library_is_searched_as_soon_as_it_is_open(qtbot, case, stored_data):
    search_for(qtbot, case, QUERY)
    add(qtbot, case, LEGAL)
    searches = []
    for passages, problem in ((0, ""), (1479, ""), (1479, AWAY), (1479, "")):
        stored_data.shared = (SharedLibraryStatus(LEGAL, passages, problem=Message(problem)),)
        case.window.library.ask_status()
        qtbot.waitUntil(lambda: case.window.library.status.shared == stored_data.shared)
        searches.append(len(case.engine.requests(SearchRequest)))
    opening, opened, away, back = searches
    assert opened == opening + 1
    assert opened == away == back, "hits do not change under a person's eyes"


def test_a_shared_hit_names_its_library_and_disables_file_commands(qtbot, case):
    search_for(qtbot, case, QUERY)
    search = case.window.search
    shared, own = search.pane.results.hit_model.hits[:2]
    assert (shared.library, own.library) == (LEGAL, "")
    names = [
        search.pane.results.model().index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole)
        for row in range(2)
    ]
    assert ["legal, Notes" in name for name in names] == [True, False]
    head = search.details.preview.head
    qtbot.waitUntil(head._library.isVisible)
    assert (head._library.text(), head._library.toolTip()) == ("legal", LEGAL)
    assert not head.open.isEnabled()

    menu = search.commands.open_menu(shared, QPoint(10, 10))
    why = "This passage is from the shared library legal. Its file is not on this computer."
    offered = {
        one.text().partition("\t")[0]: (one.isEnabled(), one.toolTip() == why)
        for one in menu.actions()
    }
    menu.close()
    refused = ["Open at lines 10\u201324", "Show in folder", "Add to collection"]
    for words in (*refused, "Tags and trust…"):
        assert offered[words] == (False, True)
    for words in ("Copy citation", "Copy passage", "More like this"):
        assert offered[words] == (True, False)

    results = search.pane.results
    control, shift = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
    results.setFocus()
    for key, held in (
        (Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_Return, control),
        (Qt.Key.Key_T, control),
        (Qt.Key.Key_A, control | shift),
    ):
        qtbot.keyClick(results, key, held)
        qtbot.waitUntil(lambda: search.pane.messages.text == why)
        search.pane.messages.withdraw()
    assert case.engine.requests(CheckCitation) == case.engine.requests(CollectPassages) == []
    assert QGuiApplication.modalWindow() is None
    dragged = results.hit_model.mimeData([results.model().index(row, 0) for row in range(2)])
    assert [url.toLocalFile() for url in dragged.urls()] == [own.absolute_path]


def test_a_window_for_one_shared_library_shows_only_that_library(qtbot, theme):
    access = SharedLibraries(
        checked_address, lambda *_: None, opened=SearchedLibraries(own=False, shared=(LEGAL,))
    )
    case = open_window(qtbot, theme, shared=access)
    assert case.window.search.filters.head.switch.text() == "legal"
    popup = opened(case)
    assert list(popup.rows) == [LEGAL]
    assert not popup.add.isVisible()
    popup.close()


def test_a_slow_library_is_asked_again_unless_the_list_was_touched(
    qtbot, case, stored_data, monkeypatch
):
    monkeypatch.setattr("twofold.ui.search.refresh.FIRST_PAUSE_MS", 5)
    late = message("{host} takes long to answer.", host="10.0.0.7:19530")
    stored_data.shared = (SharedLibraryStatus(LEGAL, 1479, problem=late),)
    case.window.library.ask_status()
    qtbot.waitUntil(lambda: case.window.library.status.shared == stored_data.shared)
    stored_data.warnings = [(late,), (late,), ()]
    search_for(qtbot, case, QUERY)
    qtbot.waitUntil(lambda: not stored_data.warnings)
    qtbot.waitUntil(lambda: case.window.search.pane.messages.text == "")

    monkeypatch.setattr("twofold.ui.search.refresh.FIRST_PAUSE_MS", 2 * PATIENCE_MS)
    stored_data.warnings = [(late,), ()]
    search_for(qtbot, case, f"{QUERY} again")
    pause = case.window.search.answers.refresh._library_pause
    qtbot.waitUntil(pause.isActive)
    case.window.search.pane.results.verticalScrollBar().valueChanged.emit(1)
    pause.timeout.emit()
    assert stored_data.warnings == [()]
