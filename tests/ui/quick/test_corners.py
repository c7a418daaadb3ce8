from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication

from ui.quick.quick_window import QuickWindow


def test_under_x11_nothing_is_painted_beyond_the_round_corners(theme, qtbot, monkeypatch):
    monkeypatch.setattr(QGuiApplication, "platformName", lambda: "xcb")
    window = QuickWindow(theme)
    qtbot.addWidget(window)
    window.show()
    low = window.mask().boundingRect()
    window.say("No passage has these words.")
    qtbot.waitUntil(lambda: window.mask().boundingRect().height() > low.height())
    assert window.mask().boundingRect() == window.rect()
    right, bottom = window.width() - 1, window.height() - 1
    for corner in ((0, 0), (right, 0), (0, bottom), (right, bottom)):
        assert not window.mask().contains(QPoint(*corner))
    for edge in ((12, 0), (right - 12, bottom), (0, 12)):
        assert window.mask().contains(QPoint(*edge))


def test_elsewhere_the_corners_are_left_to_the_system(theme, qtbot):
    window = QuickWindow(theme)
    qtbot.addWidget(window)
    window.show()
    assert window.mask().isEmpty()
