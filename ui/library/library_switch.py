"""The library switch: selects the searched libraries, the user's own and shared ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from twofold.engine.api import LibraryStatus, SharedLibraryStatus
from twofold.ui.i18n import counts
from twofold.ui.i18n.label_text import button_text, isolated
from twofold.ui.i18n.library_texts import shared_host, shared_name
from twofold.ui.i18n.translation import tr, translated
from twofold.ui.library.library_controller import LibraryController
from twofold.ui.library.shared_libraries import AddLibraryDialog, SearchedLibraries, SharedLibraries
from twofold.ui.settings.live_settings import LiveSettings
from twofold.ui.theme import Theme
from twofold.ui.widgets.actions import name_key
from twofold.ui.widgets.decoration import make_label, set_button_icon
from twofold.ui.widgets.undo import UndoBar

_OWN, _SHARED = "libraries.own", "libraries.shared"
_WIDTH = 340
_BOX = 24  # indentation of the lines below a check box


class LibrarySwitch(QObject):
    """Stores the searched libraries in the settings and shows them on `buttons`.

    Attributes:
        known: The addresses of all shared libraries in the list, searched or not.
    """

    def __init__(
        self,
        live: LiveSettings,
        library: LibraryController,
        undo: UndoBar,
        theme: Theme,
        *,
        buttons: Sequence[QToolButton],
        access: SharedLibraries,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._live, self._library, self._undo, self._theme = live, library, undo, theme
        self._buttons, self._access, self._window = buttons, access, window
        self.known: tuple[str, ...] = ()
        self.popup: LibraryPopup | None = None
        for button in buttons:
            button.clicked.connect(self.open)
        for signal in (live.changed, live.refused, library.status_changed):
            signal.connect(self._show)
        self._show()

    @property
    def searched(self) -> SearchedLibraries:
        """The libraries that are searched now."""
        if self._access.opened is not None:
            return self._access.opened
        settings = self._live.settings
        shared = tuple(dict.fromkeys(settings.text(_SHARED).split()))
        return SearchedLibraries(settings.flag(_OWN) or not shared, shared)

    @property
    def can_change(self) -> bool:
        """Whether the searched libraries can be changed in this window."""
        return self._access.opened is None

    def remember(self, known: Iterable[str]) -> None:
        """Add shared libraries to the list."""
        self.known = (*self.known, *known)
        self._show()

    def choose(self, searched: SearchedLibraries) -> None:
        """Search these libraries; without any, the user's own library."""
        own = searched.own or not searched.shared
        self._live.change_all({_OWN: own, _SHARED: " ".join(searched.shared)})

    def set_searched(self, address: str, *, wanted: bool) -> None:
        """Start or stop searching a library; '' is the user's own."""
        now = self.searched
        if not address:
            self.choose(replace(now, own=wanted))
            return
        others = tuple(one for one in now.shared if one != address)
        self.choose(replace(now, shared=(*others, address) if wanted else others))

    def add(self, address: str) -> None:
        """Add a shared library to the list, and search it."""
        self.remember((address,))
        now = self.searched
        if address in now.shared:
            # Open it again, because its token may have been added only now.
            once = Qt.ConnectionType.SingleShotConnection
            self._library.places_changed.connect(lambda: self.choose(now), once)
            self.set_searched(address, wanted=False)
        else:
            self.set_searched(address, wanted=True)

    def remove(self, address: str) -> None:
        """Remove a shared library from the list, and offer to undo it."""
        known, searched = self.known, self.searched

        def undo() -> None:
            self.remember(known)
            self.choose(searched)

        self.set_searched(address, wanted=False)
        self.known = tuple(one for one in known if one != address)
        self._show()
        words = tr("‘{name}’ was removed from the list").format(name=isolated(shared_name(address)))
        self._undo.offer(words, undo)

    def open(self) -> None:
        """Open the list below the visible button; without one, ask for a shared library."""
        button = next((one for one in self._buttons if one.isVisible()), None)
        if button is None:
            self.ask_address()
            return
        if self.popup is None:
            self.popup = LibraryPopup(self, self._theme, self._window)
        self._show()
        self.popup.open_at(button.mapToGlobal(QPoint(0, button.height() + 4)))

    def ask_address(self) -> None:
        """Open the dialog to add a shared library."""
        if self.popup is not None:
            self.popup.close()
        if self.can_change:
            AddLibraryDialog(self._access, self.add, self._theme, self._window).open()

    def _show(self, *_: object) -> None:
        self.known = tuple(dict.fromkeys((*self.known, *self.searched.shared)))
        words = self.searched.words
        for button in self._buttons:
            button.setText(button_text(words))
            label = tr("Libraries searched: {names}").format(names=words)
            button.setAccessibleName(label)
            name_key(button, label, "libraries")
        if self.popup is not None:
            self.popup.show_libraries(self.known, self.searched, self._library.status)


class LibraryPopup(QFrame):
    """The list of libraries with check boxes; it closes on a click outside."""

    def __init__(self, switch: LibrarySwitch, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._switch, self._theme = switch, theme
        self.rows: dict[str, _Row] = {}
        self.setProperty("surface", "popup")
        self.setAttribute(Qt.WidgetAttribute.WA_NoMouseReplay)  # drop the closing click
        self.setAccessibleName(tr("Searched libraries"))
        self.setFixedWidth(_WIDTH)
        self._list = QVBoxLayout()
        self._list.setSpacing(0)
        self.add = QPushButton(tr("Add a shared library…"), self)
        self.add.setProperty("kind", "flat")
        set_button_icon(self.add, theme, "plus", "accent", 14)
        self.add.clicked.connect(switch.ask_address)
        self.add.setVisible(switch.can_change)
        foot = QHBoxLayout()
        foot.setContentsMargins(8, 4, 8, 0)
        foot.addWidget(self.add)
        foot.addStretch(1)
        layout = self._column = QVBoxLayout(self)
        layout.setContentsMargins(1, 9, 1, 9)
        layout.setSpacing(0)
        layout.addLayout(self._list)
        layout.addLayout(foot)

    def open_at(self, place: QPoint) -> None:
        """Open at a screen position, or as close to it as the screen allows."""
        available = self.screen().availableGeometry()
        self.move(place.x(), min(place.y(), available.bottom() - self.height()))
        self.show()
        boxes = (row.box for row in self.rows.values() if row.box.isEnabled())
        next(boxes, self.add).setFocus(Qt.FocusReason.PopupFocusReason)

    def show_libraries(
        self, known: tuple[str, ...], searched: SearchedLibraries, status: LibraryStatus
    ) -> None:
        """Show the libraries, which of them are searched, and their state.

        The only searched library cannot be deselected.
        """
        addresses = ("", *known)
        if not self._switch.can_change:
            addresses = (*([""] if searched.own else []), *searched.shared)
        if tuple(self.rows) != addresses:
            self._fill(addresses)
        states = {one.address: one for one in status.shared}
        chosen = {*searched.shared, *([""] if searched.own else [])}
        for address, row in self.rows.items():
            state = states.get(address, SharedLibraryStatus(address))
            if not address:
                state = replace(state, passages=status.chunks)
            fixed = tr("Select at least one library.") if chosen == {address} else ""
            if not self._switch.can_change:
                fixed = tr("Chosen by the command that opened this window.")
            row.show_state(state, is_searched=address in chosen, fixed=fixed)
        self._fit()

    def _fit(self) -> None:
        """Resize to the rows now, because Qt updates the layout later."""
        for row in self.rows.values():
            row.lines.activate()
        self._column.activate()
        self.adjustSize()

    def _fill(self, addresses: tuple[str, ...]) -> None:
        for row in self.rows.values():
            row.hide()
            row.deleteLater()
        self.rows = {
            address: _Row(address, self._switch, self._theme, self) for address in addresses
        }
        for row in self.rows.values():
            self._list.addWidget(row)


class _Row(QFrame):
    """A library: name, number of passages, host, and a problem if there is one."""

    def __init__(self, address: str, switch: LibrarySwitch, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._name = shared_name(address) if address else tr("My documents")
        self.box = QCheckBox(button_text(self._name), self)
        self.box.setFont(theme.font(13, 500))
        self.box.clicked.connect(lambda wanted: switch.set_searched(address, wanted=wanted))
        self._passages = make_label(theme, self, size=11, tone="text3")
        self._host = make_label(theme, self, shared_host(address), size=11, tone="text3")
        self._host.setVisible(bool(address))
        self.problem = make_label(theme, self, size=11, tone="warn", wrap=True)
        self.remove = QToolButton(self)
        self.remove.setIcon(theme.icon("x", "text2", 12))
        self.remove.setFixedSize(24, 24)
        self.remove.setToolTip(tr("Remove from the list"))
        self.remove.setAccessibleName(
            tr("Remove ‘{name}’ from the list").format(name=isolated(self._name))
        )
        self.remove.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.remove.clicked.connect(partial(switch.remove, address))
        policy = self.remove.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.remove.setSizePolicy(policy)
        self.remove.setVisible(bool(address) and switch.can_change)
        self.setToolTip(address)
        layout = self.lines = QGridLayout(self)
        layout.setContentsMargins(16, 4, 8, 4)
        layout.setHorizontalSpacing(8)
        layout.setVerticalSpacing(1)
        layout.setColumnStretch(0, 1)
        layout.addWidget(self.box, 0, 0)
        layout.addWidget(self._passages, 0, 1)
        layout.addWidget(self.remove, 0, 2)
        for line, label in enumerate((self._host, self.problem), 1):
            label.setContentsMargins(_BOX, 0, 0, 0)
            layout.addWidget(label, line, 0, 1, 2)

    def show_state(self, state: SharedLibraryStatus, *, is_searched: bool, fixed: str) -> None:
        """Show whether the library is searched, and its size or its problem.

        `fixed` is the reason why this cannot be changed, '' if it can.
        """
        self.box.setChecked(is_searched)
        self.box.setEnabled(not fixed)
        self.box.setToolTip(fixed)
        passages = counts.passages(state.passages) if state.passages else ""
        self._passages.setText("" if state.problem else passages)
        self.problem.setText(translated(state.problem))
        self.problem.setVisible(bool(state.problem))
        details = (self._host.text(), self._passages.text(), self.problem.text())
        self.box.setAccessibleDescription(", ".join(part for part in details if part))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Toggle the check box on a click anywhere in the row."""
        if event.button() is Qt.MouseButton.LeftButton:
            self.box.click()
