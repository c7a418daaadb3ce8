"""The icon in the system's tray: the program at hand while no window is open."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

from engine.api import IndexingPhase, LibraryStatus
from ui.theme import Theme


class Tray(QObject):
    """Has no icon until `set_wanted`, and none where the system has no tray.

    Signals:
        show_wanted: the main window.
        quick_wanted: the quick search.
        pause_wanted: True to pause all reading, False to go on.
        quit_wanted: the end of the program.
    """

    show_wanted = Signal()
    quick_wanted = Signal()
    pause_wanted = Signal(bool)
    quit_wanted = Signal()

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon: QSystemTrayIcon | None = None
        self._paused = False
        self.menu = QMenu()
        show = self.menu.addAction(self.tr("Show Twofold"))
        quick = self.menu.addAction(self.tr("Quick search"))
        self._pause = self.menu.addAction("")
        self.menu.addSeparator()
        leave = self.menu.addAction(self.tr("Quit"))
        show.triggered.connect(self.show_wanted)
        quick.triggered.connect(self.quick_wanted)
        self._pause.triggered.connect(lambda: self.pause_wanted.emit(not self._paused))
        leave.triggered.connect(self.quit_wanted)
        self.show_status(LibraryStatus())

    @property
    def is_shown(self) -> bool:
        """Whether there is an icon."""
        return self._icon is not None

    def set_wanted(self, wanted: bool) -> None:  # noqa: FBT001 - reads as the state it sets
        """Show the icon where the system has a tray, or take it away."""
        if wanted and self._icon is None and QSystemTrayIcon.isSystemTrayAvailable():
            self._icon = QSystemTrayIcon(QIcon(self._theme.app_mark(64)), self)
            self._icon.setToolTip(self.tr("Twofold"))
            self._icon.setContextMenu(self.menu)
            self._icon.activated.connect(self._take_click)
            self._icon.show()
        elif not wanted and self._icon is not None:
            self._icon.hide()
            self._icon.deleteLater()
            self._icon = None

    def show_status(self, status: LibraryStatus) -> None:
        """Follow the library."""
        self._paused = status.phase is IndexingPhase.PAUSED
        words = self.tr("Continue indexing") if self._paused else self.tr("Pause indexing")
        self._pause.setText(words)

    def notify(self, sentence: str) -> None:
        """Let the system show a sentence."""
        if self._icon is not None:
            self._icon.showMessage(self.tr("Twofold"), sentence, self._icon.icon())

    def _take_click(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason is QSystemTrayIcon.ActivationReason.Trigger:
            self.show_wanted.emit()
