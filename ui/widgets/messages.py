"""The message bar above the hits: one sentence about something that is wrong, and its links."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ui.i18n.translation import tr, translated
from ui.theme import Theme
from ui.widgets.decoration import restyle

PASSING_MS = 8_000


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence of the window or the engine; `detail` is shown when asked for.

    With `action` the link says that, and carries out `act`; a second link does so with
    `other_action`. A `passing` message says what was done, and goes after some seconds.
    """

    text: str
    detail: str = ""
    is_warning: bool = True
    is_passing: bool = False
    action: str = ""
    act: Callable[[], None] | None = None
    other_action: str = ""
    other_act: Callable[[], None] | None = None


class MessageBar(QFrame):
    """Shows the newest message until it is closed or withdrawn.

    Signals:
        room_changed: True when the bar begins to take room, False when it no longer does.
    """

    room_changed = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._message = self._offer = Message("")
        self._passing = QTimer(self, singleShot=True, interval=PASSING_MS)
        self._passing.timeout.connect(self._pass)
        self.setAccessibleName(tr("Message"))
        self._sign = QLabel(self)
        self._text = QLabel(self)
        self._text.setFont(theme.font(12))
        self._text.setWordWrap(True)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._why = QToolButton(self)
        self._why.setProperty("kind", "link")
        self._why.clicked.connect(self._follow_link)
        self._other = QToolButton(self)
        self._other.setProperty("kind", "link")
        self._other.clicked.connect(self._follow_other)
        self._close = QToolButton(self)
        self._close.setAccessibleName(tr("Close the message"))
        self._close.setIcon(theme.icon("x", "text2", 12))
        self._close.clicked.connect(lambda _: self.withdraw())
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 4, 6, 4)
        layout.setSpacing(10)
        layout.addWidget(self._sign)
        layout.addWidget(self._text, 1)
        links = QVBoxLayout()  # side by side, two would leave the sentence no room
        links.setSpacing(0)
        for link in (self._why, self._other):
            links.addWidget(link, 0, Qt.AlignmentFlag.AlignRight)
        layout.addLayout(links)
        layout.addWidget(self._close)
        theme.changed.connect(self._apply_theme)
        self.hide()

    @property
    def text(self) -> str:
        """The sentence shown, '' when the bar is hidden."""
        return "" if self.isHidden() else self._text.text()

    def show_message(self, message: Message) -> None:
        """Show a message in place of the one before."""
        self._message = message
        self._text.setText(translated(message.text))
        self._why.setText(message.action or tr("Why"))
        self._why.setVisible(bool(message.detail or message.action))
        self._show_other()
        self._apply_theme()
        self.setVisible(bool(message.text))
        if message.text and self.isVisibleTo(self.window()):  # not what another page says too
            self._announce(self._text.text())
        self._passing.stop()
        if message.is_passing:
            self._passing.start()

    def _announce(self, words: str) -> None:
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))

    def offer_also(
        self, shown: Message, action: str, act: Callable[[], None], *, text: str = ""
    ) -> None:
        """Give a message a second link, if it is still the one that is shown.

        It stays then until it is closed or withdrawn, and comes back when others have passed. With
        `text` it says that from now on, and comes back also when others have hidden it before.
        """
        words = text or shown.text
        asks = replace(shown, text=words, is_passing=False, other_action=action, other_act=act)
        if text:
            self._offer = asks
            if self._message is shown or not self._message.text:
                self.show_message(asks)
        elif self._message is shown:
            self._passing.stop()
            self._message = self._offer = asks
            self._show_other()

    def end_offer(self) -> None:
        """Let what was offered also go, wherever it is."""
        if self._message is self._offer:
            self.withdraw()
        self._offer = Message("")

    def _show_other(self) -> None:
        self._other.setText(self._message.other_action)
        self._other.setVisible(bool(self._message.other_action))

    def showEvent(self, event: QShowEvent) -> None:
        """Tell that room is taken."""
        super().showEvent(event)
        self.room_changed.emit(True)

    def hideEvent(self, event: QHideEvent) -> None:
        """Tell that the room is free."""
        super().hideEvent(event)
        self.room_changed.emit(False)

    def replace(self, before: Message, after: Message) -> None:
        """Show `after`, or, when it is empty, withdraw `before` where it is still shown."""
        if after.text:
            self.show_message(after)
        elif before == self._message:
            self.withdraw()

    def withdraw(self) -> None:
        """Hide the message, which is done with; an offer that it hid is there again."""
        if self._message is self._offer:
            self._offer = Message("")
        self.show_message(self._offer)

    @property
    def link(self) -> QToolButton:
        """The link behind the sentence."""
        return self._why

    def _follow_link(self) -> None:
        if self._message.act is not None:
            self._message.act()
            return
        self._text.setText(translated(self._message.text, self._message.detail))
        self._passing.stop()
        self._why.hide()
        self._announce(translated(self._message.detail))

    def _follow_other(self) -> None:
        if self._message.other_act is not None:
            self._message.other_act()

    def _pass(self) -> None:
        """Go, unless somebody is about to follow a link: what follows it would get the key."""
        if self._why.hasFocus() or self._other.hasFocus():
            self._passing.start()
        else:
            self.withdraw()

    def withdraw_passing(self, *_: object) -> None:
        """Hide what says what was done: it was undone, or something else was done since."""
        if self._message.is_passing:
            self.withdraw()

    def _apply_theme(self) -> None:
        warning = self._message.is_warning
        self.setProperty("surface", "warn" if warning else "note")
        restyle(self)
        name, token = ("triangle-alert", "warn") if warning else ("info", "text2")
        self._sign.setPixmap(self._theme.pixmap(name, token, 16, self.devicePixelRatioF()))
