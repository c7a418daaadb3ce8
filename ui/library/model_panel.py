"""The model of meaning: which one is in use, and what another one would cost."""

from __future__ import annotations

import math

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from engine.api import LibraryStatus, ModelStatus
from ui import counts
from ui.library.model_choice import ListModels, ModelChoice
from ui.numerals import grouped
from ui.theme import Theme


class ModelPanel(QFrame):
    """One line: the model in use, a choice, and what choosing means.

    Signals:
        model_wanted: the name of a model.
    """

    model_wanted = Signal(str)

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
        self.choice.setAccessibleName(self.tr("Meaning model"))
        self.use = QPushButton(self.tr("Use this model"), self)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 10, 16, 10)
        row.setSpacing(12)
        row.addWidget(self._sign)
        row.addWidget(self._words, 1)
        row.addWidget(self.choice)
        row.addWidget(self.use)
        self.choice.currentIndexChanged.connect(lambda _: self._say())
        self.use.clicked.connect(self._ask)
        theme.changed.connect(self._say)
        self._say()

    @property
    def words(self) -> str:
        """What is said."""
        return self._words.text()

    def fill(self, list_models: ListModels) -> None:
        """Offer the models there are; done once, when the page is first shown."""
        if self.choice.count():
            return
        blocked = self.choice.blockSignals(True)
        for model in list_models():
            self.choice.addItem(f"{model.title} ({model.languages})", model)
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
        is_other = isinstance(chosen, ModelChoice) and chosen.name != model.name
        for part in (self.choice, self.use):
            part.setVisible(self.choice.count() > 1)
        self.use.setEnabled(is_other and coming is None)
        self.choice.setEnabled(self.choice.count() > 1 and coming is None)
        good = not model.problem
        icon, tone = ("circle-check", "ok") if good else ("triangle-alert", "warn")
        self._sign.setPixmap(self._theme.pixmap(icon, tone, 16, self.devicePixelRatioF()))
        self._sign.setVisible(model.ready or bool(model.problem))
        if coming is not None:
            ready, pending = coming.vectors_ready, coming.vectors_pending
            words = self.tr("{title} is being prepared: {done} of {all} passages.")
            shown = words.format(
                title=coming.title, done=grouped(ready), all=grouped(ready + pending)
            )
        elif is_other:
            shown = f"{self._cost()} {self._file(chosen)}"
        else:
            shown = self._state(model)
        self._words.setText(shown)

    def _state(self, model: ModelStatus) -> str:
        if model.problem:
            return model.problem
        if not model.ready:
            return self.tr("The model of meaning is being loaded and checked.")
        words = self.tr("{title} is in use; its results were checked when it was loaded.")
        return words.format(title=model.title or model.name)

    def _cost(self) -> str:
        passages = counts.passages(self._status.chunks)
        rate = self._status.embedding_rate
        if rate <= 0:
            words = self.tr(
                "All {passages} are read by meaning again; until then the present model answers."
            )
            return words.format(passages=passages)
        minutes = max(1, math.ceil(self._status.chunks / rate / 60))
        words = self.tr(
            "All {passages} are read by meaning again, which takes about {minutes} "
            "min; until then the present model answers."
        )
        return words.format(passages=passages, minutes=grouped(minutes))

    def _file(self, model: ModelChoice) -> str:
        if model.is_ready:
            return self.tr("Its file is here and is checked before it is used.")
        return self.tr("Its file is made first, from what is installed, and checked.")

    def _ask(self) -> None:
        chosen = self.choice.currentData()
        if isinstance(chosen, ModelChoice):
            self.model_wanted.emit(chosen.name)
