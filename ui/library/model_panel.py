"""The model of meaning: which one is in use, and what another one would cost."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QWidget,
)

from engine.api import LibraryStatus, ModelListing, ModelStatus
from ui.i18n import counts
from ui.i18n.formatting import grouped
from ui.i18n.library_words import upcoming_time_left
from ui.i18n.translation import tr, translated
from ui.library.models import ListModels, cost_in_words, file_in_words
from ui.theme import Theme

_LEAST_CHOICE = 160
_LEAST_WORDS = 280


class ModelPanel(QFrame):
    """One line: the model in use, a choice, and what choosing means; two where it is narrow.

    Signals:
        model_requested: the name of a model.
    """

    model_requested = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._status = LibraryStatus()
        self.setProperty("surface", "panel")
        self._sign = QLabel(self)
        self._words = QLabel(self)
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        self._words.setWordWrap(True)
        self._words.setFont(theme.font(12))
        self.choice = QComboBox(self)
        self.choice.setAccessibleName(tr("Meaning model"))
        self.choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.choice.setMinimumWidth(_LEAST_CHOICE)
        self.use = QPushButton(tr("Use this model"), self)
        self.more = QPushButton(tr("Models…"), self)
        self.more.hide()
        said = QHBoxLayout()
        said.setSpacing(12)
        said.addWidget(self._sign)
        said.addWidget(self._words, 1)
        self._tools = QHBoxLayout()
        self._tools.setSpacing(12)
        for part in (self.choice, self.use, self.more):
            self._tools.addWidget(part)
        self._rows = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._rows.setContentsMargins(16, 10, 16, 10)
        self._rows.setSpacing(12)
        self._rows.addLayout(said, 1)
        self._rows.addLayout(self._tools)
        self.choice.currentIndexChanged.connect(lambda _: self._say())
        self.use.clicked.connect(self._ask)
        theme.changed.connect(self._say)
        self._say()

    @property
    def words(self) -> str:
        """What is said."""
        return self._words.text()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the choice below the words where both have no room in one line."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        self._tools.invalidate()  # what is hidden or has other words now has not been asked yet
        is_wide = self.width() >= self._tools.sizeHint().width() + _LEAST_WORDS
        sides, below = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._rows.setDirection(sides if is_wide else below)
        edge = Qt.AlignmentFlag.AlignRight if not is_wide else Qt.AlignmentFlag(0)
        self._rows.setAlignment(self._tools, edge)

    def fill(self, list_models: ListModels) -> None:
        """Offer the models that are on this computer; done when the page is shown."""
        blocked = self.choice.blockSignals(True)
        self.choice.clear()
        for model in (one for one in list_models() if not one.host):
            languages = translated(model.languages)
            self.choice.addItem(f"{model.title} ({languages})", model)
        self._choose(self._status.model.name)
        self.choice.blockSignals(blocked)
        self._say()

    def show_status(self, status: LibraryStatus) -> None:
        """Follow the library."""
        before, self._status = self._status, status
        if before.model.name != status.model.name:
            self._choose(status.model.name)
        self._say()

    def _choose(self, name: str) -> None:
        for place in range(self.choice.count()):
            if self.choice.itemData(place).name == name:
                self.choice.setCurrentIndex(place)

    def _say(self) -> None:
        chosen = self.choice.currentData()
        model, coming = self._status.model, self._status.upcoming
        is_other = isinstance(chosen, ModelListing) and chosen.name != model.name
        for part in (self.choice, self.use):
            part.setVisible(self.choice.count() > 1)
        keeps = coming is not None and bool(model.name)
        self.use.setVisible(self.choice.count() > 1 or keeps)
        self.use.setEnabled(keeps or is_other)
        self.use.setText(tr("Keep the present model") if keeps else tr("Use this model"))
        self.choice.setEnabled(self.choice.count() > 1 and coming is None)
        good = not model.problem
        icon, tone = ("circle-check", "ok") if good else ("triangle-alert", "warn")
        self._sign.setPixmap(self._theme.pixmap(icon, tone, 16, self.devicePixelRatioF()))
        self._sign.setVisible(model.ready or bool(model.problem))
        if coming is not None:
            ready, pending = coming.vectors_ready, coming.vectors_pending
            words = tr("{title} is being prepared: {done} of {passages}.")
            shown = words.format(
                title=coming.title,
                done=grouped(ready),
                passages=counts.passages(ready + pending),
            )
            left = upcoming_time_left(self._status)
            shown = f"{shown.removesuffix('.')}, {left}." if left else shown
        elif is_other:
            shown = f"{cost_in_words(self._status)} {file_in_words(chosen)}"
        else:
            shown = self._state(model)
        self._words.setText(shown)
        self.choice.setToolTip(self.choice.currentText())
        self._arrange()

    def _state(self, model: ModelStatus) -> str:
        if model.problem:
            return translated(model.problem)
        if not model.ready:
            return tr("The model of meaning is being loaded and checked.")
        words = tr("{title} is in use; its results were checked when it was loaded.")
        return words.format(title=model.title or model.name)

    def _ask(self) -> None:
        chosen = self.choice.currentData()
        if self._status.upcoming is not None:
            self.model_requested.emit(self._status.model.name)
        elif isinstance(chosen, ModelListing):
            self.model_requested.emit(chosen.name)
