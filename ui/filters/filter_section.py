"""One section of the filter column: a heading that folds it, and its rows."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from ui.filters.filter_model import FilterModel
from ui.filters.filter_tree import FilterTree
from ui.filters.section_heading import SectionHeading
from ui.i18n.formatting import grouped
from ui.theme import Theme

ROWS_AT_FIRST = 8


class FilterSection(QWidget):
    """A heading and a FilterTree; long sections show their first rows and 'n more'.

    Signals:
        gestured: the value of a row, and the Gesture made on it.
        rows_shown: other rows can be seen, because a person asked for them.
    """

    gestured = Signal(str, object)
    rows_shown = Signal()

    def __init__(
        self, title: str, model: FilterModel, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.tree = FilterTree(model, theme, self)
        self.tree.setAccessibleName(title)
        self.tree.gestured.connect(self.gestured)
        self.tree.height_changed.connect(self._say_more)
        self.tree.expanded.connect(self.rows_shown)
        self._heading = SectionHeading(title, theme, self)
        self._heading.toggled.connect(self._fold)
        self._more = self._make_more()
        self.setTabOrder(self._heading, self.tree)
        self.setTabOrder(self.tree, self._more)
        self._lay_out()
        self.tree.show_at_most(ROWS_AT_FIRST)

    def _make_more(self) -> QToolButton:
        more = QToolButton(self)
        more.setObjectName("more_rows")
        more.setProperty("kind", "more")
        more.setFixedHeight(24)
        more.clicked.connect(self.tree.show_more)
        more.clicked.connect(self.rows_shown)
        more.hide()
        return more

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        head = QHBoxLayout()
        head.setContentsMargins(10, 0, 12, 0)
        head.addWidget(self._heading)
        layout.addLayout(head)
        layout.addWidget(self.tree)
        more = QHBoxLayout()
        more.setContentsMargins(30, 0, 16, 0)
        more.addWidget(self._more, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addLayout(more)

    @property
    def last_stop(self) -> QWidget:
        """Where Tab stops last in this section."""
        return self._more

    def visible_values(self) -> tuple[str, ...]:
        """Return the values that can be seen."""
        return self.tree.visible_values() if self._heading.isChecked() else ()

    def refresh(self) -> None:
        """Take the height that the rows now need."""
        self.tree.refresh_rows()

    def unfold(self) -> None:
        """Show the rows and give them the focus."""
        self._heading.setChecked(True)
        self.tree.setFocus()
        if not self.tree.currentIndex().isValid():
            self.tree.setCurrentIndex(self.tree.model().index(0, 0))

    def _fold(self) -> None:
        unfolded = self._heading.isChecked()
        self.tree.setVisible(unfolded)
        self._say_more()
        self.rows_shown.emit()

    def _say_more(self) -> None:
        hidden = self.tree.hidden_values()
        self._more.setText(self.tr("{n} more").format(n=grouped(hidden)))
        self._more.setVisible(hidden > 0 and self._heading.isChecked())
        self.setVisible(self.tree.model().rowCount() > 0)
