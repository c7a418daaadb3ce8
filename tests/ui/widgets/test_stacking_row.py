"""A row that stacks its parts if they do not fit side by side."""

import pytest
from PySide6.QtWidgets import QApplication, QHBoxLayout, QVBoxLayout, QWidget

from twofold.ui.widgets.stacking_row import StackingRow


def part(parent, width):
    layout, content = QHBoxLayout(), QWidget(parent)
    content.setMinimumSize(width, 20)
    layout.addWidget(content)
    return layout, content


@pytest.fixture
def window(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    return window


def shown_row(window, **options):
    (left, _), (right, content) = part(window, 200), part(window, 100)
    row = StackingRow(((left, 1), (right, 0)), window, spacing=(10, 4), **options)
    outer = QVBoxLayout(window)
    outer.setContentsMargins(0, 0, 0, 0)
    outer.addWidget(row)
    outer.addStretch(1)
    window.resize(400, 300)
    window.show()
    return row, content


def resize(window, width):
    window.resize(width, 300)
    QApplication.processEvents()


@pytest.mark.parametrize(("options", "limit"), [({}, 310), ({"min_width": 350}, 350)])
def test_parts_are_stacked_if_they_do_not_fit(window, options, limit):
    row, _ = shown_row(window, **options)
    resize(window, limit)
    assert (row.is_stacked, row.height()) == (False, 20)
    resize(window, limit - 1)
    assert (row.is_stacked, row.height()) == (True, 44)
    resize(window, limit)
    assert not row.is_stacked


def test_a_row_can_be_as_narrow_as_its_widest_part(window):
    row, _ = shown_row(window)
    resize(window, 10)
    assert row.width() == 200


def test_a_part_that_grows_stacks_the_row(window):
    row, content = shown_row(window)
    resize(window, 310)
    content.setMinimumWidth(150)
    QApplication.processEvents()
    assert row.is_stacked
