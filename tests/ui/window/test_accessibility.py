"""Every focusable widget has a name, a role and a place in the tab order."""

from types import SimpleNamespace

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QDialog,
    QKeySequenceEdit,
    QLineEdit,
    QScrollArea,
    QWidget,
)

NO_ROLE = {QAccessible.Role.NoRole, QAccessible.Role.Client}
PAGES = ("search", "library_page", "welcome")
DIALOGS = ("settings", "shortcuts", "export", "tags", "collection")


def reachable(root):
    """Return the widgets that Tab can reach, without inner parts of others."""
    for widget in root.findChildren(QWidget):
        takes_focus = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
        is_part = isinstance(widget.parent(), QAbstractSpinBox) or widget.objectName().startswith(
            "qt_"
        )
        if takes_focus and widget.isVisible() and widget.isEnabled() and not is_part:
            yield widget


def open_dialog(window, name):
    match name:
        case "settings":
            window.show_settings()
        case "shortcuts":
            window.show_shortcuts()
        case "export":
            window.show_export()
        case "collection":
            window.open_collection()
        case "tags":
            window.library_page.edit_tags(("Notes",), "Notes")
    return next(dialog for dialog in window.findChildren(QDialog) if dialog.isVisible())


def nameless(root):
    wrong = []
    for stop in reachable(root):
        if isinstance(stop, QScrollArea):
            continue  # scrolls widgets that have their own names
        # Qt's key sequence editor has no role, but the field inside has one.
        inside = stop.findChild(QLineEdit) if isinstance(stop, QKeySequenceEdit) else None
        widget = inside or stop.focusProxy() or stop
        interface = QAccessible.queryAccessibleInterface(widget)
        name = interface.text(QAccessible.Text.Name) if interface else ""
        if not name or interface.role() in NO_ROLE:
            wrong.append((type(widget).__name__, widget.objectName(), name))
    return wrong


def test_every_tab_stop_of_a_page_has_a_name_and_a_role(found):
    for page in PAGES:
        found.window.pages.setCurrentWidget(getattr(found.window, page))
        QApplication.processEvents()
        assert list(reachable(found.window))
        assert nameless(found.window) == [], page


def arrows_reach(widget):
    """In an exclusive group, Tab reaches only the checked button."""
    group = widget.group() if isinstance(widget, QAbstractButton) else None
    return group is not None and group.exclusive() and not widget.isChecked()


def test_tab_reaches_every_named_widget_of_a_dialog(qtbot, found):
    for name in DIALOGS:
        dialog = open_dialog(found.window, name)
        assert dialog.windowTitle()
        assert nameless(dialog) == [], name
        reached = (one for one in reachable(dialog) if not isinstance(one, QScrollArea))
        wanted = {one.focusProxy() or one for one in reached if not arrows_reach(one)}
        dialog.activateWindow()
        qtbot.waitUntil(lambda: dialog.isAncestorOf(QApplication.focusWidget() or found.window))  # noqa: B023
        visited = set()
        for _ in range(4 * len(wanted) + 8):
            visited.add(QApplication.focusWidget())
            qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        missed = [(type(widget).__name__, widget.accessibleName()) for widget in wanted - visited]
        assert missed == [], name
        dialog.reject()


def test_lists_announce_their_rows_and_the_current_hit_on_focus(found, qtbot, monkeypatch):
    results = found.window.search.pane.results
    first = QAccessible.queryAccessibleInterface(results).child(0)
    assert "1st of" in first.text(QAccessible.Text.Name)
    reported = []
    stand_in = SimpleNamespace(Event=QAccessible.Event, updateAccessibility=reported.append)
    monkeypatch.setattr("twofold.ui.results.result_list.QAccessible", stand_in)
    results.choose(results.hit_model.hits[2])
    found.window.search.pane.field.setFocus()
    qtbot.keyClick(found.window.search.pane.field, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: bool(reported))
    assert (reported[0].type(), reported[0].child()) == (QAccessible.Event.Focus, 2)
