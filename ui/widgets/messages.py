"""The message bar of a page: a sentence about a result or a problem, with links."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QToolButton, QWidget

from twofold.ui.i18n.translation import tr, translated
from twofold.ui.theme import Theme
from twofold.ui.widgets import layouts
from twofold.ui.widgets.decoration import restyle
from twofold.ui.widgets.overlay import Overlay, reading_ms


@dataclass(frozen=True, slots=True)
class BarMessage:
    """A message of the window or the engine; `detail` is shown on request.

    With `action`, the link has this label and calls `act`; a second link calls `other_act`. A
    passing message reports a result and disappears after enough time to read it.
    """

    text: str
    detail: str = ""
    is_warning: bool = True
    is_passing: bool = False
    action: str = ""
    act: Callable[[], None] | None = None
    other_action: str = ""
    other_act: Callable[[], None] | None = None


_NONE = BarMessage("")


class MessageBar(Overlay):
    """Shows one message at a time over the bottom of a page.

    Passing messages are shown one after the other, each long enough to be read. All other messages
    stay until they are closed or withdrawn; the newest is shown first. They wait while a passing
    message is shown, but a failure replaces it. A failure that was shown long enough to be read is
    replaced by the next message.
    """

    def __init__(self, theme: Theme, over: QWidget) -> None:
        super().__init__(over)
        self._theme = theme
        self._passing: deque[BarMessage] = deque()
        self._lasting: list[BarMessage] = []  # newest last
        self._states: list[BarMessage] = []  # messages in `_lasting` that their owner withdraws
        self._read: BarMessage | None = None
        self._shown = self._offer = _NONE
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._on_read)
        self.setAccessibleName(tr("Message"))
        self._sign = QLabel(self)
        self.words.setFont(theme.font(12))
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._why = self._make_link(self._follow_link)
        self._other = self._make_link(self._follow_other)
        self._close = QToolButton(self)
        self._close.setAccessibleName(tr("Close message"))
        self._close.setIcon(theme.icon("x", "text2", 12))
        self._close.clicked.connect(lambda _: self.withdraw())
        # Side by side, two links would leave the sentence too little width.
        right = Qt.AlignmentFlag.AlignRight
        links = layouts.column((self._why, 0, right), (self._other, 0, right))
        parts = (self._sign, (self.words, 1), links, self._close)
        layouts.row(*parts, margins=(12, 4, 6, 4), spacing=10, parent=self)
        theme.changed.connect(self._apply_theme)
        self.hide()

    def _make_link(self, act: Callable[[], None]) -> QToolButton:
        link = QToolButton(self)
        link.setProperty("kind", "link")
        link.clicked.connect(act)
        return link

    @property
    def text(self) -> str:
        """The sentence shown; '' if the bar is hidden."""
        return "" if self.isHidden() else self.words.text()

    @property
    def link(self) -> QToolButton:
        """The first link."""
        return self._why

    # Requests

    def show_message(self, message: BarMessage) -> None:
        """Show a message now, or after earlier messages could be read."""
        if message.is_passing:
            if message not in self._passing:
                self._passing.append(message)
        else:
            if message.is_warning:  # a failure replaces 'Opening …' and similar messages
                self._passing.clear()
            if self._read is not None and self._read not in self._states:
                self._forget(self._read)
            self._forget(message)
            self._lasting.append(message)
        self._show_next()

    def replace(self, before: BarMessage, after: BarMessage) -> None:
        """Replace the state message `before` by `after`; an empty one only removes it.

        A state message stays until its owner replaces it or the user closes it.
        """
        place = self._lasting.index(before) if before in self._lasting else len(self._lasting)
        self._forget(before)
        if after.text:
            self._states.append(after)
            self._lasting.insert(place, after)
        self._show_next()

    def offer_also(
        self, shown: BarMessage, action: str, act: Callable[[], None], *, text: str = ""
    ) -> None:
        """Add a second link to a passing message; it then stays until it is closed.

        Without `text`, do nothing if the message is no longer waiting or shown. With `text`, show
        this text in its place, even if the message is gone.
        """
        if not text and shown not in self._passing:
            return
        offer = replace(
            shown, text=text or shown.text, is_passing=False, other_action=action, other_act=act
        )
        if shown in self._passing:
            self._passing.remove(shown)
        self._offer, before = offer, self._offer
        self.replace(before, offer)

    def end_offer(self) -> None:
        """Withdraw the message of `offer_also`, whether shown or not."""
        offer, self._offer = self._offer, _NONE
        self.replace(offer, _NONE)

    def withdraw(self) -> None:
        """Remove the current message and show the next one."""
        self._forget(self._shown)
        self._show_next()

    def withdraw_read(self) -> None:
        """Remove a failure that was shown long enough to be read, because the user has moved on."""
        if self._read is not None and self._read not in self._states:
            self._forget(self._read)
            self._show_next()

    def withdraw_passing(self) -> None:
        """Remove passing messages, because their actions were undone or are outdated."""
        self._passing.clear()
        self._show_next()

    def _forget(self, message: BarMessage) -> None:
        for messages in (self._passing, self._lasting, self._states):
            if message in messages:
                messages.remove(message)

    # Display

    def _show_next(self) -> None:
        """Show the first passing message, or else the newest other message."""
        message = (*self._passing, *reversed(self._lasting), _NONE)[0]
        if message == self._shown:
            return
        self._shown, self._read = message, None
        self.words.setText(translated(message.text))
        self._why.setText(message.action or tr("What to do"))
        self._why.setVisible(bool(message.detail or message.action))
        self._other.setText(message.other_action)
        self._other.setVisible(bool(message.other_action))
        self._apply_theme()
        self.setVisible(bool(message.text))
        self._timer.stop()
        if not message.text:
            return
        self.place()
        self._timer.start(reading_ms(self.words.text()))
        if self.isVisibleTo(self.window()):  # announce it only on the visible page
            self._announce(self.words.text())

    def _on_read(self) -> None:
        """Show the next message, unless the user is using this one."""
        if self.is_in_use:
            self._timer.start()
        elif self._shown.is_passing:
            self.withdraw()
        else:
            self._read = self._shown

    def _announce(self, words: str) -> None:
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))

    def _follow_link(self) -> None:
        if self._shown.act is not None:
            self._shown.act()
            return
        self.words.setText(translated(self._shown.text, self._shown.detail))
        self._timer.start(reading_ms(self.words.text()))
        self._why.hide()
        self.place()
        self._announce(translated(self._shown.detail))

    def _follow_other(self) -> None:
        if self._shown.other_act is not None:
            self._shown.other_act()

    def _apply_theme(self) -> None:
        warning = self._shown.is_warning
        self.setProperty("surface", "warn" if warning else "note")
        restyle(self)
        name, token = ("triangle-alert", "warn") if warning else ("info", "text2")
        self._sign.setPixmap(self._theme.pixmap(name, token, 16, self.devicePixelRatioF()))
