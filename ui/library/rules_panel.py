"""Which files of the chosen folder are searched, and the answer for one file at each key."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSignalBlocker, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QFontMetricsF,
    QIcon,
    QPainter,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from engine.api import FileVerdict, FolderRules, FolderStatus
from ui.i18n.label_text import one_line
from ui.i18n.translation import tr, translated
from ui.theme import Theme
from ui.widgets.decoration import set_button_icon

RuleRole = Qt.ItemDataRole.UserRole  # (whether only these are searched, the pattern)
_SIGN, _SIGN_LEFT = 14, 10
_LEFT, _GAP = 34, 14
Index = QModelIndex | QPersistentModelIndex


class RuleDelegate(QStyledItemDelegate):
    """One line a rule; its words are also the text of the item, for who hears them."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the ground as the style sheet says, and sign and words over it."""
        ground = QStyleOptionViewItem(option)
        self.initStyleOption(ground, index)
        words = ground.text
        ground.text, ground.icon = "", QIcon()
        style = option.widget.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, ground, painter, option.widget)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        included, pattern = index.data(RuleRole)
        pattern = one_line(pattern)
        painter.save()
        self._paint_sign(painter, QRectF(option.rect), included=included)
        edge = QRectF(option.rect.left(), option.rect.bottom(), option.rect.width(), 1)
        painter.fillRect(edge, self._theme.color("hairline"))
        area = QRectF(option.rect).adjusted(_LEFT, 0, -8, 0)
        does = words.removesuffix(pattern).strip()
        area = self._paint(painter, area, does, "accent" if chosen else "text2", mono=False)
        self._paint(painter, area, pattern, "accent" if chosen else "text", mono=True)
        painter.restore()

    def _paint_sign(self, painter: QPainter, area: QRectF, *, included: bool) -> None:
        name, token = ("plus", "ok") if included else ("minus", "text2")
        sign = self._theme.pixmap(name, token, _SIGN, painter.device().devicePixelRatio())
        top = round(area.center().y() - _SIGN / 2)
        painter.drawPixmap(round(area.left()) + _SIGN_LEFT, top, sign)

    def _paint(
        self, painter: QPainter, area: QRectF, words: str, token: str, *, mono: bool
    ) -> QRectF:
        """Paint words at the left of `area` and return the room after them."""
        font = self._theme.font(12, mono=mono)
        metrics = QFontMetricsF(font)
        shown = metrics.elidedText(words, Qt.TextElideMode.ElideMiddle, area.width())
        painter.setFont(font)
        painter.setPen(self._theme.color(token))
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, shown)
        return area.adjusted(metrics.horizontalAdvance(shown) + _GAP, 0, 0, 0)


_LEAST_LIST = 72  # two rules, and the edge of the focus
_LEAST_PATTERN = 120  # shows the example whole, '*.tmp or drafts/'
_EDGE, _GAP = 16, 8


class RulesPanel(QFrame):
    """Shows and changes the rules of one folder.

    Signals:
        rules_changed: the name of the folder and its new `FolderRules`.
        test_requested: the folder's root and a path inside it, at each key.
    """

    rules_changed = Signal(str, object)
    test_requested = Signal(str, str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._folder: FolderStatus | None = None
        self._told = ""
        self.setProperty("surface", "panel")
        self._title = self._label(13, "", 600)
        self._title.setWordWrap(True)  # a folder may have a long name
        self.list = QListWidget(self)
        self.list.setAccessibleName(tr("Rules of the folder"))
        self.list.setProperty("kind", "side")
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setItemDelegate(RuleDelegate(theme, self.list))
        self.list.setSizeAdjustPolicy(QListWidget.SizeAdjustPolicy.AdjustToContents)
        self.list.setMinimumHeight(_LEAST_LIST)
        self.kind = QComboBox(self)
        self.kind.setAccessibleName(tr("What the new rule does"))
        self.kind.addItems([tr("Leave out"), tr("Only these")])
        self.pattern = QLineEdit(self)
        self.pattern.setAccessibleName(tr("Pattern of the new rule"))
        self.pattern.setFont(theme.font(12, mono=True))
        self.add = QPushButton(tr("Add rule"), self)
        self.remove = QPushButton(tr("Remove rule"), self)
        self.remove.setProperty("room", "panel")
        self.test = QLineEdit(self)
        self.test.setPlaceholderText(tr("Path inside the folder"))
        self.test.setAccessibleName(tr("Test a file"))
        self.test.setFont(theme.font(12, mono=True))
        self._answer = self._label(12, "text2")
        self._answer.setWordWrap(True)
        self._answer.setAccessibleName(tr("Answer for the tested file"))
        self._lay_out()
        self._connect_signals()
        self._apply_theme()
        self._show_example()
        self.show_folder(None)

    def _label(self, size: int, tone: str, weight: int = 400, words: str = "") -> QLabel:
        label = QLabel(words, self)
        label.setFont(self._theme.font(size, weight))
        label.setProperty("tone", tone)
        label.setTextFormat(Qt.TextFormat.PlainText)
        return label

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self.remove)
        new = self._new = QGridLayout()
        new.setSpacing(_GAP)
        self._place_new_rule(narrow=False)
        self._hint = self._label(12, "text2")
        self._hint.setWordWrap(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(_EDGE, 8, _EDGE, 12)
        layout.setSpacing(8)
        layout.addLayout(head)
        layout.addWidget(self.list, 1_000)
        layout.addLayout(new)
        layout.addWidget(self._hint)
        layout.addWidget(self._label(12, "", 600, tr("Test a file")))
        layout.addWidget(self.test)
        layout.addWidget(self._answer)
        layout.addStretch(1)  # without rules all else stands at the top

    def _place_new_rule(self, *, narrow: bool) -> None:
        """Put what makes a rule in one row, or the pattern below where it could not be read."""
        self._is_narrow = narrow
        for part in (self.kind, self.pattern, self.add):
            self._new.removeWidget(part)
        self._new.addWidget(self.kind, 0, 0)
        self._new.addWidget(self.add, 0, 2)
        self._new.addWidget(self.pattern, *((1, 0, 1, 3) if narrow else (0, 1)))
        self._new.setColumnStretch(1, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the pattern room: words of other languages are longer."""
        super().resizeEvent(event)
        beside = self.kind.sizeHint().width() + self.add.sizeHint().width() + 2 * _GAP
        narrow = self.contentsRect().width() - 2 * _EDGE - beside < _LEAST_PATTERN
        if narrow is not self._is_narrow:
            self._place_new_rule(narrow=narrow)

    def _connect_signals(self) -> None:
        self.kind.currentIndexChanged.connect(lambda _: self._show_example())
        self.add.clicked.connect(self._add_rule)
        self.pattern.returnPressed.connect(self._add_rule)
        self.pattern.textChanged.connect(lambda _: self._allow())
        self.remove.clicked.connect(self._remove_rule)
        self.list.currentRowChanged.connect(lambda _: self._allow())
        self.test.textChanged.connect(self._ask)
        self._theme.changed.connect(self._apply_theme)

    @property
    def stops(self) -> tuple[QWidget, ...]:
        """Where Tab stops: a rule is chosen before it is removed."""
        return (self.list, self.remove, self.kind, self.pattern, self.add, self.test)

    @property
    def answer(self) -> str:
        """What is said of the tested file."""
        return self._answer.text()

    def show_folder(self, folder: FolderStatus | None) -> None:
        """Show the rules of a folder; None for no folder."""
        before, self._folder = self._folder, folder
        for part in (self.list, self.kind, self.pattern, self.test):
            part.setEnabled(folder is not None)
        if folder is None:
            self._title.setText(tr("Rules: choose a folder"))
        else:
            self._title.setText(tr("Rules for {name}").format(name=one_line(folder.name)))
        if before is None or folder is None or before.name != folder.name:
            self.test.clear()
        if before is None or folder is None or before.rules != folder.rules:
            self._fill()
        if _what_answers(before) != _what_answers(folder):
            self.test_again()
        self._allow()

    def test_again(self) -> None:
        """Ask about the tested file once more: the answer may be another one."""
        self._ask(self.test.text())

    def _show_example(self) -> None:
        examples = (tr("*.tmp or drafts/"), tr("*.pdf or papers/"))
        self.pattern.setPlaceholderText(examples[self.kind.currentIndex()])

    def _fill(self) -> None:
        row = self.list.currentRow()
        blocker = QSignalBlocker(self.list)  # without a row 'Remove rule' would lose the focus
        self.list.clear()
        rules = self._folder.rules if self._folder else FolderRules()
        for included, patterns in ((True, rules.include), (False, rules.exclude)):
            for pattern in patterns:
                words = tr("Only these") if included else tr("Leave out")
                item = QListWidgetItem(f"{words}   {one_line(pattern)}")
                item.setData(RuleRole, (included, pattern))
                self.list.addItem(item)
        self.list.setCurrentRow(min(row, self.list.count() - 1))
        blocker.unblock()
        self.list.setVisible(self.list.count() > 0)
        self._hint.setText(
            tr("Only files that fit an ‘Only these’ rule are searched, unless one leaves them out.")
            if rules.include
            else tr("A file is searched unless a rule leaves it out.")
        )

    def _allow(self) -> None:
        chosen = self._folder is not None
        self.add.setEnabled(chosen and bool(self.pattern.text().strip()))
        self.remove.setEnabled(chosen and self.list.currentRow() >= 0)

    def _rules(self) -> list[tuple[bool, str]]:
        rows = (self.list.item(row) for row in range(self.list.count()))
        return [tuple(row.data(RuleRole)) for row in rows]

    def _add_rule(self) -> None:
        pattern = self.pattern.text().strip()
        if pattern and self._folder is not None:
            self.pattern.clear()
            self._tell([*self._rules(), (self.kind.currentIndex() == 1, pattern)])

    def _remove_rule(self) -> None:
        rules = self._rules()
        del rules[self.list.currentRow()]
        self._tell(rules)

    def _tell(self, rules: list[tuple[bool, str]]) -> None:
        if self._folder is not None:
            include = tuple(pattern for included, pattern in rules if included)
            exclude = tuple(pattern for included, pattern in rules if not included)
            self.rules_changed.emit(self._folder.name, FolderRules(include, exclude))

    def _ask(self, path: str) -> None:
        self._answer.clear()
        if self._folder is not None and path.strip():
            self.test_requested.emit(self._folder.root, path.strip())

    def show_verdict(self, verdict: FileVerdict) -> None:
        """Say whether the tested file is searched, and why."""
        if self.test.text().strip():
            words = tr("Searched.") if verdict.wanted else tr("Not searched.")
            told = f"{words} {one_line(translated(verdict.why))}"
            self._answer.setText(told)
            if told == self._told:
                return  # with every letter of the name
            self._told = told
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._answer, told))

    def _apply_theme(self) -> None:
        set_button_icon(self.add, self._theme, "plus", "text2", 14)
        set_button_icon(self.remove, self._theme, "minus", "text2", 14)
        self._fill()


def _what_answers(folder: FolderStatus | None) -> tuple[object, ...] | None:
    """Return what of a folder the answer for a file depends on; counts change as files are read."""
    return (folder.name, folder.rules, folder.documents, folder.failed) if folder else None
