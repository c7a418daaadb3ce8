"""The heading of the first page, and what may be dropped on the window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QWidget

from ui.library.folder_choice import FolderDrop
from ui.library.welcome_page import WelcomeHeading, WelcomePage

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


@pytest.mark.parametrize("width", [1440, 1280, 1024, 900, 700])
def test_each_line_of_the_heading_stays_one_line(qtbot, theme, width):
    page = WelcomePage(theme, [Path("/a/Notes")], has_sample=True)
    qtbot.addWidget(page)
    page.resize(width, 700)
    page.show()
    heading = page.findChild(WelcomeHeading)
    for line in heading.lines:
        assert line.heightForWidth(line.width()) < 2 * line.fontMetrics().height()


def test_the_heading_is_as_large_as_drawn_where_there_is_room(qtbot, theme):
    heading = WelcomeHeading(theme)
    qtbot.addWidget(heading)
    heading.resize(600, 80)
    heading.show()
    sizes = []
    for width in (600, 360, 600):
        heading.resize(width, 80)
        sizes.append(heading.lines[0].font().pixelSize())
    assert sizes[0] == sizes[2] == 28
    assert 20 <= sizes[1] < 28
