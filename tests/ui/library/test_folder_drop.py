"""What may be dropped on the window."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QWidget

from ui.library.folder_choice import FolderDrop

_PLACE = (Qt.DropAction.CopyAction,)
_HELD = (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)


@pytest.fixture
def target(qtbot):
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.drop = FolderDrop(widget)
    return widget


def files(*paths):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return data


def test_a_folder_from_the_file_manager_is_taken(qtbot, target, tmp_path):
    data = files(tmp_path)
    entering = QDragEnterEvent(QPoint(5, 5), *_PLACE, data, *_HELD)
    assert target.drop.eventFilter(target, entering)
    assert entering.isAccepted()
    with qtbot.waitSignal(target.drop.dropped) as told:
        target.drop.eventFilter(target, QDropEvent(QPointF(5, 5), *_PLACE, data, *_HELD))
    assert told.args == [[Path(tmp_path)]]


def test_a_hit_of_our_own_that_is_let_go_in_the_window_is_no_folder(qtbot, target, tmp_path):
    class Entering(QDragEnterEvent):
        def source(self):
            return target

    class Dropped(QDropEvent):
        def source(self):
            return target

    data = files(tmp_path / "hit.md")
    assert not target.drop.eventFilter(target, Entering(QPoint(5, 5), *_PLACE, data, *_HELD))
    with qtbot.assertNotEmitted(target.drop.dropped):
        assert not target.drop.eventFilter(target, Dropped(QPointF(5, 5), *_PLACE, data, *_HELD))
