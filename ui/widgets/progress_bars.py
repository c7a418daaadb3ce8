"""Thin progress bars: for indexing, and for a search that is still running."""

from __future__ import annotations

from PySide6.QtWidgets import QProgressBar, QSizePolicy, QWidget

from twofold.engine.api import RetrieverKind
from twofold.ui.i18n.translation import tr

HEIGHT = 4
_WHOLE = 1000


class CoverageBar(QProgressBar):
    """Shows indexing progress: amber for keywords, teal for meaning."""

    def __init__(self, retriever: RetrieverKind, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setRange(0, _WHOLE)
        self.setTextVisible(False)
        self.setProperty("retriever", retriever.value)
        self.setFixedHeight(HEIGHT)
        self.setMinimumWidth(64)

    def set_fraction(self, fraction: float) -> None:
        """Show progress from 0 to 1; a started task shows at least a small part."""
        minimum = _WHOLE * HEIGHT // max(self.width(), HEIGHT) if fraction > 0 else 0
        self.setValue(max(minimum, round(min(fraction, 1.0) * _WHOLE)))


class WaitingBar(QProgressBar):
    """An animated line; while hidden it keeps its space, so that nothing moves."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setRange(0, 0)
        self.setTextVisible(False)
        self.setProperty("kind", "waiting")
        self.setFixedHeight(2)
        self.setAccessibleName(tr("Still searching"))
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setRetainSizeWhenHidden(True)
        self.setSizePolicy(policy)
        self.hide()
