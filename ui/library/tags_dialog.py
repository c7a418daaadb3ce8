"""The dialog for tags and trust of documents and folders."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import (
    QComboBox,
    QCompleter,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QStyledItemDelegate,
    QVBoxLayout,
    QWidget,
)

from twofold.engine.api import PathDescribed, TrustLevel
from twofold.ui.i18n.label_text import one_line
from twofold.ui.i18n.translation import tr
from twofold.ui.library.library_controller import LibraryController, TagChange
from twofold.ui.theme import Theme
from twofold.ui.widgets.decoration import make_label
from twofold.ui.widgets.dialogs import BaseDialog

# A prefix that no tag starts with, for when there is nothing to complete.
_NOTHING = "\0"


class TagCompleter(QCompleter):
    """Completes the last tag typed in `field`, ignoring case."""

    def __init__(self, known: Iterable[str], field: QLineEdit) -> None:
        super().__init__(sorted(known, key=str.casefold), field)
        self._field = field
        self.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        popup = QListView()
        popup.setObjectName("completions")
        self.setPopup(popup)
        # The style sheet does not apply to the default delegate.
        popup.setItemDelegate(QStyledItemDelegate(popup))
        field.setCompleter(self)

    def splitPath(self, path: str) -> list[str]:
        """Return the part of the text to complete."""
        begun = path.rpartition(",")[2].strip().lstrip("#")
        at_end = self._field.cursorPosition() == len(self._field.text())
        return [begun if begun and at_end else _NOTHING]

    def pathFromIndex(self, index: QModelIndex | QPersistentModelIndex) -> str:
        """Return the whole text with the last tag completed."""
        before, comma, _ = self._field.text().rpartition(",")
        return f"{before}{comma} {index.data()}" if comma else str(index.data())


_KEEP = "keep"
_OF_FILE = "file"


class TagsDialog(BaseDialog):
    """Changes the tags and the trust of `places`; completes `known` tags."""

    def __init__(
        self,
        library: LibraryController,
        places: tuple[str, ...],
        title: str,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        known: Iterable[str] = (),
    ) -> None:
        super().__init__(tr("Tags and trust"), parent)
        self._library, self._places = library, places
        self._before: dict[str, PathDescribed] = {}
        self._awaited = len(places)  # replies
        self._is_decided = False
        self.setMinimumWidth(420)
        heading = make_label(theme, self, one_line(title), size=14, weight=600, wrap=True)
        self.new = QLineEdit(self)
        self.new.setPlaceholderText(tr("New tags, separated by commas"))
        self.new.setAccessibleName(tr("New tags"))
        self.completer = TagCompleter(known, self.new)
        self.tags = QListWidget(self)
        self.tags.setAccessibleName(tr("Tags set here"))
        self.tags.setMaximumHeight(140)
        self.trust = self._trust_levels()
        self._trust_row = self.trust.currentIndex()
        self.save = QPushButton(tr("Save"), self)
        self.save.setProperty("kind", "primary")
        self.save.setDefault(True)
        self.cancel = QPushButton(tr("Cancel"), self)
        self.save.clicked.connect(self._decide)
        self.cancel.clicked.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 20, 24, 16)
        layout.setSpacing(10)
        for part in (
            heading,
            QLabel(tr("Tags"), self),
            self.new,
            self.tags,
            QLabel(tr("Trust"), self),
            self.trust,
        ):
            layout.addWidget(part)
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addStretch(1)
        for button in (self.cancel, self.save):
            foot.addWidget(button)
        layout.addSpacing(8)
        layout.addLayout(foot)
        self.tags.hide()
        self.new.setFocus()
        for place in places:
            library.describe_place(place, self, self.show_place, self._count_reply)

    def _trust_levels(self) -> QComboBox:
        trust = QComboBox(self)
        trust.setAccessibleName(tr("Trust"))
        for words, value in (
            (tr("Do not change"), _KEEP),
            (tr("Primary: an original source"), TrustLevel.PRIMARY),
            (tr("Secondary: about a source"), TrustLevel.SECONDARY),
            (tr("Generated: written by a program"), TrustLevel.GENERATED),
            (tr("As stated in the file"), _OF_FILE),
        ):
            trust.addItem(words, value)
        return trust

    def show_place(self, described: PathDescribed) -> None:
        """List the tags of a place, so that they can be removed."""
        self._before[described.place] = described
        known = {self.tags.item(row).text() for row in range(self.tags.count())}
        for tag in described.own_tags:
            if tag not in known:
                item = QListWidgetItem(tag, self.tags)
                item.setCheckState(Qt.CheckState.Checked)
        self.tags.setVisible(self.tags.count() > 0)
        if len(self._places) == 1 and described.trust is not None:
            is_chosen = self._is_trust_chosen
            self._trust_row = self.trust.findData(described.trust)
            if not is_chosen:  # otherwise the user was faster than the engine
                self.trust.setCurrentIndex(self._trust_row)
        self._count_reply()

    def _count_reply(self) -> None:
        self._awaited -= 1
        if self._is_decided:
            self._decide()

    def change(self) -> TagChange:
        """Return the requested change."""
        new = (tag.strip().lstrip("#") for tag in self.new.text().split(","))
        rows = (self.tags.item(row) for row in range(self.tags.count()))
        removed = tuple(r.text() for r in rows if r.checkState() is Qt.CheckState.Unchecked)
        trust = self.trust.currentData()
        return TagChange(
            self._places,
            tuple(dict.fromkeys(tag for tag in new if tag)),
            removed,
            sets_trust=trust != _KEEP and self._is_trust_chosen,
            trust=None if trust in {_KEEP, _OF_FILE} else TrustLevel(trust),
        )

    @property
    def holds_work(self) -> bool:
        """Whether there are unsaved changes."""
        change = self.change()
        return bool(change.add or change.remove or self._is_trust_chosen)

    @property
    def _is_trust_chosen(self) -> bool:
        return self.trust.currentIndex() != self._trust_row

    def _decide(self) -> None:
        """Save the change and close, once the change can be undone for every place."""
        change = self.change()
        is_change = change.add or change.remove or change.sets_trust
        self._is_decided = bool(is_change and self._awaited and not self._library.status.read_only)
        self.save.setEnabled(not self._is_decided)
        if self._is_decided:
            return
        if is_change:
            self._library.change_places(change, self._before)
        self.accept()
