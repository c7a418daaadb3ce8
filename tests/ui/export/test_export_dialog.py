from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from engine.api import ExportFormat, ExportHits, ExportRendered, RequestFailed
from tests.fakes.fake_engine import FakeEngine
from tests.ui.samples import sample_response
from ui.engine_bridge import EngineBridge
from ui.export.export_controller import ExportController
from ui.export.export_dialog import ExportDialog

SELECTED = (f"{2:016x}", f"{4:016x}")


class Case:
    def __init__(self, qtbot, theme, selected=SELECTED):
        self.bridge = EngineBridge()
        self.engine = FakeEngine(self.bridge.post, self.answer)
        self.bridge.attach(self.engine)
        self.files = {}
        controller = ExportController(self.bridge)
        self.dialog = ExportDialog(controller, theme, sample_response(), selected)
        self.controller = controller
        qtbot.addWidget(self.dialog)
        self.dialog.show()

    def answer(self, number, request):
        if request.target in self.files and not request.overwrite:
            return RequestFailed(number, f"{request.target} already exists.")
        text = f"{request.format} of {len(request.chunk_ids)}"
        if request.target is not None:
            self.files[request.target] = text
        return ExportRendered(number, text, request.target)

    @property
    def asked(self):
        return self.engine.requests(ExportHits)


@pytest.fixture
def case(qtbot, theme):
    return Case(qtbot, theme)


def preview_is(qtbot, case, text):
    qtbot.waitUntil(lambda: case.dialog.preview.toPlainText() == text)


def test_the_preview_shows_what_the_engine_renders(qtbot, case):
    preview_is(qtbot, case, "markdown of 2")
    assert case.asked[0].chunk_ids == SELECTED
    assert case.asked[0].target is None


def test_another_format_renders_again_and_renames_the_file(qtbot, case):
    button = case.dialog.formats.button(ExportFormat.CSV)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    preview_is(qtbot, case, "csv of 2")
    assert case.dialog.name.text().endswith(".csv")


def test_all_passages_can_be_taken(qtbot, case):
    qtbot.mouseClick(case.dialog.scope.button(1), Qt.MouseButton.LeftButton)
    preview_is(qtbot, case, "markdown of 6")


def test_without_a_selection_all_are_taken(qtbot, theme):
    case = Case(qtbot, theme, selected=())
    preview_is(qtbot, case, "markdown of 6")
    assert not case.dialog.scope.button(0).isEnabled()


def test_saving_writes_through_the_engine_and_closes(qtbot, case, tmp_path):
    case.dialog.set_folder(str(tmp_path))
    case.dialog.name.setText("cited.md")
    with qtbot.waitSignal(case.dialog.saved) as saved:
        qtbot.mouseClick(case.dialog.save, Qt.MouseButton.LeftButton)
    assert saved.args == [tmp_path / "cited.md"]
    assert case.files == {tmp_path / "cited.md": "markdown of 2"}
    assert not case.dialog.isVisible()


def test_an_existing_file_is_replaced_only_when_asked_for(qtbot, case, tmp_path):
    target = tmp_path / "cited.md"
    case.files[target] = "old"
    case.dialog.set_folder(str(tmp_path))
    case.dialog.name.setText("cited.md")
    qtbot.mouseClick(case.dialog.save, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(case.dialog.replace.isVisible)
    assert "already exists" in case.dialog.message.text()
    assert case.files[target] == "old"

    with qtbot.waitSignal(case.dialog.saved):
        qtbot.mouseClick(case.dialog.replace, Qt.MouseButton.LeftButton)
    assert case.files[target] == "markdown of 2"


def test_the_text_can_be_copied(qtbot, case):
    preview_is(qtbot, case, "markdown of 2")
    qtbot.mouseClick(case.dialog.copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "markdown of 2"


def test_the_file_name_comes_from_the_query(case):
    assert case.dialog.name.text() == "why-does-a-finalizer-block-namespace.md"
    assert isinstance(case.dialog.target, Path)
