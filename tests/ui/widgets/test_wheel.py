"""The wheel scrolls the area below the pointer and never changes a field."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QScrollArea,
    QScrollBar,
)

from tests.ui.window.test_accessibility import DIALOGS, PAGES, open_dialog
from twofold.ui.filters.selection import Section


@pytest.fixture(autouse=True)
def _pointer_leaves():
    """Move the pointer away after a test, so that it does not affect the next one."""
    yield
    QCursor.setPos(10_000, 10_000)


FIELDS = (QComboBox, QAbstractSpinBox, QAbstractSlider)


def turn_wheel(widget, way=-120):
    """Turn the wheel over the center of a widget, as the window system does."""
    at = widget.rect().center()
    QTest.mouseMove(widget, at)
    window = widget.window()
    QTest.wheelEvent(window.windowHandle(), widget.mapTo(window, at).toPointF(), QPoint(0, way))


@pytest.mark.parametrize("part", ["row", "heading", "types"])
def test_the_wheel_scrolls_the_filter_column_everywhere(found, qtbot, part):
    column = found.window.search.filters.panel
    found.window.resize(1440, 480)
    bar = column.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 150)
    parts = {
        "row": column.sections[Section.TAGS].tree.viewport(),
        "heading": column.sections[Section.TAGS].heading,
        "types": column.sections[Section.TYPES].tree.viewport(),
    }
    column.ensureWidgetVisible(parts[part])
    before = bar.value()
    down = before < bar.maximum() / 2
    turn_wheel(parts[part], -120 if down else 120)
    assert (bar.value() > before) if down else (bar.value() < before)


def value_of(field):
    return field.currentIndex() if isinstance(field, QComboBox) else field.value()


def scrolled_fields(root):
    """Yield visible fields that the wheel could change, with their scroll areas."""
    for kind in FIELDS:
        for field in root.findChildren(kind):
            area = field.parentWidget()
            while area is not None and not isinstance(area, QScrollArea):
                area = area.parentWidget()
            if area is not None and field.isVisible() and not isinstance(field, QScrollBar):
                yield area, field


def changed_by_wheel(root):
    found = []
    for area, field in scrolled_fields(root):
        before = value_of(field)
        for way in (-120, 120):
            area.ensureWidgetVisible(field)
            turn_wheel(field, way)
            if value_of(field) != before or field.hasFocus():
                found.append(field.accessibleName())
    return found


def test_the_wheel_does_not_change_fields_in_scroll_areas(found):
    assert list(scrolled_fields(found.window))
    for page in PAGES:
        found.window.pages.setCurrentWidget(getattr(found.window, page))
        assert changed_by_wheel(found.window) == [], page
    for name in DIALOGS:
        dialog = open_dialog(found.window, name)
        assert changed_by_wheel(dialog) == [], name
        dialog.reject()
