"""Another theme is put on in stretches, each widget once, and nobody sees two at once."""

from collections import Counter
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import delete, isValid

from tests.fakes.library_samples import text_preview
from ui.theme.restyling import styled_once_built
from ui.window import menu as theme_menu
from ui.window.menu import ThemeMenu

DEEP = 12


class Counting(QObject):
    """Counts the events of each type that a widget gets."""

    def __init__(self, widget):
        super().__init__(widget)
        self.seen = Counter()
        widget.installEventFilter(self)

    def eventFilter(self, _watched, event):
        self.seen[event.type()] += 1
        return False


def inside(parent):
    child = QWidget(parent)
    QVBoxLayout(parent).addWidget(child)
    return child


@pytest.fixture
def window(qtbot, only_theme, qapp):
    """A window with fields, a widget deep inside of it, and one that is hidden."""
    only_theme.use("light", qapp)
    window = QWidget()
    deepest = window
    for _ in range(DEEP):
        deepest = inside(deepest)
    deepest.setObjectName("deepest")
    layout = QVBoxLayout(deepest)
    for number, kind in enumerate((QCheckBox, QPushButton, QLineEdit, QLabel)):
        field = kind("Words", deepest)
        field.setObjectName(f"field {number}")
        layout.addWidget(field)
    hidden = QPushButton("Hidden", window)
    hidden.setObjectName("hidden")
    hidden.ensurePolished()
    hidden.hide()
    with qtbot.waitExposed(window):
        window.show()
    yield window
    if isValid(window):
        window.close()
        window.deleteLater()


@pytest.fixture
def told(only_theme):
    """The names of the themes that the widgets were told of."""
    names = []

    def tell():
        names.append(only_theme.name)

    only_theme.changed.connect(tell)
    yield names
    only_theme.changed.disconnect(tell)


@pytest.fixture
def menu(window, only_theme, qtbot):
    menu = ThemeMenu(only_theme, "light")
    qtbot.addWidget(menu)
    return menu


def pictures(window):
    shown = [child.grab().toImage() for child in window.findChildren(QWidget) if child.isVisible()]
    return [window.grab().toImage(), *shown]


def all_turns(qtbot, menu):
    """Let everything happen that follows from a choice, the last stretch too."""
    qtbot.waitUntil(lambda: not menu._turns._next.isActive())
    QApplication.processEvents()


def test_each_widget_is_styled_once_however_deep_it_stands(window, only_theme, qapp):
    deep, hidden = (Counting(window.findChild(QWidget, name)) for name in ("deepest", "hidden"))
    only_theme.use("dark", qapp)
    assert deep.seen[QEvent.Type.StyleChange] == 1
    assert hidden.seen[QEvent.Type.StyleChange] == 1


@pytest.mark.parametrize("name", ["dark", "contrast_light", "contrast_dark"])
def test_a_window_that_was_open_looks_like_one_opened_afterwards(window, only_theme, qapp, name):
    only_theme.use(name, qapp)
    was_open = pictures(window)
    only_theme.use("light", qapp)
    assert was_open != pictures(window)
    only_theme.use(name, qapp)
    assert was_open == pictures(window)
    fresh, seen = QPushButton("Hidden", window), window.findChild(QWidget, "hidden")
    for button in (fresh, seen):
        button.resize(120, 32)
    assert seen.grab().toImage() == fresh.grab().toImage()


def test_the_theme_of_the_system_follows_its_contrast(window, menu, only_theme, monkeypatch, qtbot):
    contrast = []
    shown = {"contrast": "contrast_light"}.get
    monkeypatch.setattr(
        theme_menu, "theme_name", lambda choice, _app: shown((*contrast, choice)[0], "light")
    )
    menu.choose("system")
    contrast.append("contrast")
    hints = QGuiApplication.styleHints().accessibility()
    hints.contrastPreferenceChanged.emit(Qt.ContrastPreference.HighContrast)
    qtbot.waitUntil(lambda: only_theme.name == "contrast_light")
    contrast.clear()
    hints.contrastPreferenceChanged.emit(Qt.ContrastPreference.NoPreference)
    qtbot.waitUntil(lambda: only_theme.name == "light")
    all_turns(qtbot, menu)


def test_a_choice_is_carried_out_incrementally(window, menu, only_theme, told, qtbot):
    between = []
    menu.choose("dark")
    QTimer.singleShot(0, lambda: between.append(list(told)))
    assert only_theme.name == "dark"
    assert told == []
    qtbot.waitUntil(lambda: told == ["dark"])
    assert between == [[]]


def test_nothing_is_painted_until_all_that_is_seen_is_styled(window, menu, only_theme, qtbot):
    button, seen_till_then = Counting(window.findChild(QWidget, "field 1")), Counter()

    def keep():
        seen_till_then.update(button.seen)

    only_theme.changed.connect(keep)
    window.update()  # not even what was to be painted before
    menu.choose("dark")
    qtbot.waitUntil(lambda: button.seen[QEvent.Type.Paint] > 0)
    only_theme.changed.disconnect(keep)
    assert seen_till_then[QEvent.Type.StyleChange] == 1
    assert seen_till_then[QEvent.Type.Paint] == 0


def test_what_is_hidden_keeps_the_face_it_was_given_by_itself(found, theme, qapp, qtbot):
    window, code = found.window, found.window.search.details.preview.text_view
    code.show_text(replace(text_preview(), file_type="py"))
    mono = code.font()
    window.show_library()
    assert not code.isVisible()
    window.theme_menu.choose("dark")
    all_turns(qtbot, window.theme_menu)
    window.show_search()
    assert code.font() == mono


def test_of_two_choices_the_newer_holds_and_everything_is_painted_again(
    window, menu, only_theme, qapp, qtbot
):
    menu.choose("dark")
    menu.choose("contrast")
    button = Counting(window.findChild(QWidget, "field 1"))
    all_turns(qtbot, menu)
    assert button.seen[QEvent.Type.Paint] > 0
    assert only_theme.name == "contrast_light"
    assert qapp.palette().color(QPalette.ColorRole.Window) == only_theme.color("window")
    task = pictures(window)
    only_theme.use("light", qapp)
    only_theme.use("contrast_light", qapp)
    assert task == pictures(window)


def test_what_is_gone_before_its_turn_is_left_out(window, menu, only_theme, qtbot):
    menu.choose("dark")
    delete(window.findChild(QWidget, "field 2"))
    delete(window.findChild(QWidget, "hidden"))
    all_turns(qtbot, menu)
    delete(window)
    menu.choose("light")
    all_turns(qtbot, menu)
    assert only_theme.name == "light"


def test_what_is_built_without_the_sheet_looks_as_what_is_built_with_it(only_theme, qapp, qtbot):
    only_theme.use("light", qapp)

    def built():
        parts = [QWidget(), QPushButton("Search"), QLineEdit("pods"), QCheckBox("Weak")]
        qtbot.addWidget(parts[0])
        box = QVBoxLayout(parts[0])
        for part in parts[1:]:
            box.addWidget(part)
        return parts[0]

    with_it = built()
    with styled_once_built():
        without_it = built()
    looks = []
    for window in (with_it, without_it):
        window.resize(300, 200)
        window.show()
        looks.append(window.grab().toImage())
    assert looks[0] == looks[1]


def test_a_window_that_cannot_be_built_leaves_the_sheet(only_theme, qapp):
    only_theme.use("light", qapp)
    sheet = qapp.styleSheet()
    with pytest.raises(ValueError, match="no such page"), styled_once_built():
        raise ValueError("no such page")
    assert qapp.styleSheet() == sheet != ""
