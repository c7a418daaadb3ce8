"""The undo bar: fully visible in any window, and restoring the focus."""

import pytest
from PySide6.QtCore import QPoint, Qt

LONG = "a folder of many words " * 9


def inside(window, button):
    corner = button.mapTo(window, QPoint(button.width(), button.height()))
    return corner.x() <= window.width() and corner.y() <= window.height()


def test_long_text_keeps_the_button_inside_the_window(case):
    window, bar = case.window, case.window.undo_bar
    bar.offer("short", lambda: None)
    low = bar.height()
    window.resize(window.minimumWidth(), 500)
    bar.offer(LONG, lambda: None)
    assert inside(window, bar.button)
    assert bar.height() > low
    window.resize(1440, 500)
    assert bar.height() == low
    assert inside(window, bar.button)
    window.resize(window.minimumWidth(), 500)
    window.library.remove_folder("m" * 250)
    assert inside(window, bar.button), "a name without an end"
    assert bar.text.endswith("…’ was removed from the library")


def test_a_change_is_final_when_another_can_be_undone(case):
    bar, came = case.window.undo_bar, []
    bar.offer("the first", lambda: came.append("undone"), lambda: came.append("stands"))
    bar.offer("the second", lambda: came.append("the second undone"))
    bar.undo()
    assert came == ["stands", "the second undone"]


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, None])
def test_hiding_the_bar_restores_the_focus(qtbot, found, key):
    window, bar = found.window, found.window.undo_bar
    results, undone = window.search.pane.results, []
    results.setFocus()
    bar.offer("short", lambda: undone.append(True))
    bar.button.setFocus()
    if key is None:
        bar._timer.timeout.emit()
    else:
        qtbot.keyClick(bar.button, key)
    assert bool(undone) is (key is not None)
    assert results.hasFocus()
