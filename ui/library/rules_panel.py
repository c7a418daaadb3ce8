"""The rules of the selected folder, and a field that tests whether a file is searched."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from twofold.engine.api import FileVerdict, FolderRules, FolderStatus
from twofold.ui.i18n.label_text import isolated, one_line
from twofold.ui.i18n.translation import tr, translated
from twofold.ui.library.library_controller import LibraryController
from twofold.ui.theme import Theme
from twofold.ui.widgets.decoration import make_label, set_button_icon
from twofold.ui.widgets.wheel import scroll_past

_MIN_LIST = 72  # two rules and the focus frame
_MIN_PATTERN = 120  # wide enough for the example '*.tmp or drafts/'
_EDGE, _GAP = 16, 8


class RulesPanel(QFrame):
    """Shows and changes the rules of one folder."""

    def __init__(
        self, library: LibraryController, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._library, self._theme = library, theme
        self._folder: FolderStatus | None = None
        self._rules: list[tuple[bool, str]] = []  # whether the rule includes, and its pattern
        self._announced = ""
        self.setProperty("surface", "panel")
        # A folder can have a long name.
        self._title = make_label(theme, self, size=13, weight=600, wrap=True)
        self.list = self._make_list()
        self.kind = QComboBox(self)
        self.kind.setAccessibleName(tr("Type of the new rule"))
        scroll_past(self.kind)
        self.kind.addItems([tr("Exclude"), tr("Include only")])
        self.pattern = QLineEdit(self)
        self.pattern.setAccessibleName(tr("Pattern of the new rule"))
        self.add = QPushButton(tr("Add rule"), self)
        set_button_icon(self.add, theme, "plus", "text2", 14)
        self.remove = QPushButton(tr("Remove rule"), self)
        self.remove.setProperty("size", "panel")
        set_button_icon(self.remove, theme, "minus", "text2", 14)
        self._hint = make_label(theme, self, tone="text2", wrap=True)
        self.test = QLineEdit(self)
        self.test.setPlaceholderText(tr("Path inside the folder"))
        self.test.setAccessibleName(tr("Test a file"))
        for field in (self.pattern, self.test):
            field.setFont(theme.font(12, mono=True))
        self.choose = QPushButton(tr("Choose file…"), self)
        self.choose.clicked.connect(self._choose_file)
        self._answer = make_label(theme, self, tone="text2", wrap=True)
        self._answer.setAccessibleName(tr("Result for the tested file"))
        self._lay_out()
        self.kind.currentIndexChanged.connect(lambda _: self._show_example())
        self.add.clicked.connect(self._add_rule)
        self.pattern.returnPressed.connect(self._add_rule)
        self.pattern.textChanged.connect(lambda _: self._allow())
        self.remove.clicked.connect(self._remove_rule)
        self.list.currentItemChanged.connect(lambda *_: self._allow())
        self.test.textChanged.connect(self._ask)
        theme.changed.connect(self._fill)  # updates the colors of the rows
        self._show_example()
        self.show_folder(None)

    def _make_list(self) -> QTreeWidget:
        """Return a list with two columns: the type of a rule and its pattern."""
        rules = QTreeWidget(self)
        rules.setAccessibleName(tr("Rules of the folder"))
        rules.setProperty("kind", "rules")
        rules.setColumnCount(2)
        rules.setHeaderHidden(True)
        rules.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        rules.setRootIsDecorated(False)
        rules.setIndentation(0)
        rules.setUniformRowHeights(True)
        rules.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        rules.setSizeAdjustPolicy(QTreeWidget.SizeAdjustPolicy.AdjustToContents)
        rules.setMinimumHeight(_MIN_LIST)
        return rules

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self.remove)
        new = self._new = QGridLayout()
        new.setSpacing(_GAP)
        self._place_new_rule(narrow=False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(_EDGE, 8, _EDGE, 12)
        layout.setSpacing(8)
        layout.addLayout(head)
        layout.addWidget(self.list, 1_000)
        layout.addLayout(new)
        layout.addWidget(self._hint)
        layout.addWidget(make_label(self._theme, self, tr("Test a file"), weight=600))
        tested = QHBoxLayout()
        tested.setSpacing(_GAP)
        tested.addWidget(self.test, 1)
        tested.addWidget(self.choose)
        layout.addLayout(tested)
        layout.addWidget(self._answer)
        layout.addStretch(1)  # keeps everything at the top without rules

    def _place_new_rule(self, *, narrow: bool) -> None:
        """Arrange the widgets for a new rule in one row, or with the pattern below if narrow."""
        self._is_narrow = narrow
        for part in (self.kind, self.pattern, self.add):
            self._new.removeWidget(part)
        self._new.addWidget(self.kind, 0, 0)
        self._new.addWidget(self.add, 0, 2)
        self._new.addWidget(self.pattern, *((1, 0, 1, 3) if narrow else (0, 1)))
        self._new.setColumnStretch(1, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Move the pattern below if it would be too narrow, which depends on the language."""
        super().resizeEvent(event)
        beside = self.kind.sizeHint().width() + self.add.sizeHint().width() + 2 * _GAP
        narrow = self.contentsRect().width() - 2 * _EDGE - beside < _MIN_PATTERN
        if narrow is not self._is_narrow:
            self._place_new_rule(narrow=narrow)

    @property
    def stops(self) -> tuple[QWidget, ...]:
        """The widgets in tab order: a rule is selected before it is removed."""
        return (
            *(self.list, self.remove, self.kind, self.pattern, self.add),
            *(self.test, self.choose),
        )

    @property
    def answer(self) -> str:
        """The result for the tested file."""
        return self._answer.text()

    def show_folder(self, folder: FolderStatus | None) -> None:
        """Show the rules of a folder; None for no folder."""
        before, self._folder = self._folder, folder
        for part in (self.list, self.kind, self.pattern, self.test, self.choose):
            part.setEnabled(folder is not None)
        if folder is None:
            self._title.setText(tr("Rules: select a folder"))
        else:
            self._title.setText(tr("Rules for {name}").format(name=isolated(one_line(folder.name))))
        if before is None or folder is None or before.name != folder.name:
            self.test.clear()
        if before is None or folder is None or before.rules != folder.rules:
            self._fill()
        if _relevant_state(before) != _relevant_state(folder):
            self.test_again()
        self._allow()

    def test_again(self) -> None:
        """Test the file again, because the result may have changed."""
        self._ask(self.test.text())

    def _show_example(self) -> None:
        examples = (tr("*.tmp or drafts/"), tr("*.pdf or papers/"))
        self.pattern.setPlaceholderText(examples[self.kind.currentIndex()])

    def _fill(self) -> None:
        row = self.list.currentIndex().row()
        # An empty selection would take the focus from 'Remove rule'.
        blocker = QSignalBlocker(self.list)
        self.list.clear()
        rules = self._folder.rules if self._folder else FolderRules()
        self._rules = [
            *((True, pattern) for pattern in rules.include),
            *((False, pattern) for pattern in rules.exclude),
        ]
        for included, pattern in self._rules:
            words = tr("Include only") if included else tr("Exclude")
            item = QTreeWidgetItem(self.list, [words, one_line(pattern)])
            icon, token = ("plus", "ok") if included else ("minus", "text2")
            item.setIcon(0, self._theme.icon(icon, token, 14))
            item.setForeground(0, self._theme.color("text2"))
            for column in (0, 1):
                item.setFont(column, self._theme.font(12, mono=column == 1))
        last = len(self._rules) - 1
        self.list.setCurrentIndex(self.list.model().index(min(row, last), 0))
        blocker.unblock()
        self.list.setVisible(bool(self._rules))
        self._hint.setText(
            tr(
                "Only files that match an ‘Include only’ rule are searched, unless another rule "
                "excludes them."
            )
            if rules.include
            else tr("All files are searched unless a rule excludes them.")
        )

    def _allow(self) -> None:
        chosen = self._folder is not None
        self.add.setEnabled(chosen and bool(self.pattern.text().strip()))
        self.remove.setEnabled(chosen and self.list.currentItem() is not None)

    def _add_rule(self) -> None:
        pattern = self.pattern.text().strip()
        if pattern and self._folder is not None:
            self.pattern.clear()
            self._use([*self._rules, (self.kind.currentIndex() == 1, pattern)])

    def _remove_rule(self) -> None:
        row = self.list.currentIndex().row()
        self._use(self._rules[:row] + self._rules[row + 1 :])

    def _use(self, rules: list[tuple[bool, str]]) -> None:
        if self._folder is not None:
            include = tuple(pattern for included, pattern in rules if included)
            exclude = tuple(pattern for included, pattern in rules if not included)
            changed = FolderRules(include, exclude)
            self._library.set_rules(self._folder.name, changed, self.test_again)

    def _choose_file(self) -> None:
        if self._folder is None:
            return
        dialog = QFileDialog(self.window(), tr("Test a file"), self._folder.root)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self.test_file)
        dialog.open()

    def test_file(self, name: str) -> None:
        """Test a file by its absolute path."""
        path, root = Path(name), Path(self._folder.root if self._folder else "/")
        self.test.setText(str(path.relative_to(root) if path.is_relative_to(root) else path))

    def _ask(self, path: str) -> None:
        self._answer.clear()
        if self._folder is not None and path.strip():
            self._library.explain_file(self._folder.root, path.strip(), self.show_verdict)

    def show_verdict(self, verdict: FileVerdict) -> None:
        """Show whether the tested file is searched, and why.

        A file allowed by the rules is not searched if it could not be read; `why` gives the reason.
        """
        if self.test.text().strip():
            known = tr("Searched.") if verdict.indexed else ""
            words = known if verdict.wanted else tr("Not searched.")
            result = f"{words} {one_line(translated(verdict.why))}".lstrip()
            self._answer.setText(result)
            if result == self._announced:
                return  # avoid announcing it for every letter typed
            self._announced = result
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._answer, result))


def _relevant_state(folder: FolderStatus | None) -> tuple[object, ...] | None:
    """Return the state of a folder that affects whether a file is searched."""
    return (folder.name, folder.rules, folder.documents, folder.failed) if folder else None
