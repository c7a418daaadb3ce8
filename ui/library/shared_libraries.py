"""Shared libraries in the window: the searched libraries, and the dialog that adds one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from twofold.engine.api import EngineError
from twofold.ui.background_calls import BackgroundCalls
from twofold.ui.i18n.library_texts import shared_name
from twofold.ui.i18n.translation import tr, translated
from twofold.ui.theme import Theme
from twofold.ui.widgets.decoration import make_label
from twofold.ui.widgets.dialogs import BaseDialog

_FORM = "milvus://HOST:PORT/COLLECTION"


@dataclass(frozen=True, slots=True)
class SearchedLibraries:
    """The searched libraries: the user's own, and shared ones by their addresses."""

    own: bool
    shared: tuple[str, ...]

    @property
    def words(self) -> str:
        """The libraries as text: 'My documents', 'legal', 'My documents + 2'."""
        names = [tr("My documents")] if self.own else []
        names += [shared_name(address) for address in self.shared]
        more = len(names) - 1
        return f"{names[0]} + {more}" if more else names[0]


@dataclass(frozen=True, slots=True)
class SharedLibraries:
    """Access to shared libraries; both functions raise EngineError.

    `checked` returns an address in its stored form. `store_token` stores the token of an address
    in the system's password store, which may take long. `opened` are the libraries the window was
    opened for, if they differ from the settings.
    """

    checked: Callable[[str], str]
    store_token: Callable[[str, str], object]
    opened: SearchedLibraries | None = None


class _TokenStoring(QObject):
    """Stores a token and reports the outcome to the UI thread: the error, or None."""

    ended = Signal(object)

    def run(self, keep: Callable[[], object]) -> None:
        """Call `keep` and emit the outcome."""
        try:
            keep()
        except EngineError as error:
            self.ended.emit(error)
        else:
            self.ended.emit(None)


class AddLibraryDialog(BaseDialog):
    """Asks for the address of a shared library, and its token if one is needed.

    `on_added` is called with the address.
    """

    def __init__(
        self,
        access: SharedLibraries,
        on_added: Callable[[str], None],
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(tr("Add a shared library"), parent)
        self._access, self._on_added = access, on_added
        self.setFixedWidth(480)
        self.address = QLineEdit(self)
        self.address.setPlaceholderText(_FORM)
        self.token = QLineEdit(self)
        self.token.setEchoMode(QLineEdit.EchoMode.Password)
        self.token.setPlaceholderText(tr("only if required by the server"))
        self.problem = make_label(theme, self, tone="warn", wrap=True)
        self.problem.hide()
        self.add = self.make_button(tr("Add"), self._check)
        self.add.setProperty("kind", "primary")
        self.add.setDefault(True)
        cancel = self.make_button(tr("Cancel"), self.reject)
        layout = self._layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 20, 24, 16)
        layout.setSpacing(6)
        for words, field in (
            (tr("Address"), self.address),
            (tr("Token, or user and password as USER:PASSWORD"), self.token),
        ):
            label = make_label(theme, self, words, weight=500)
            label.setBuddy(field)
            field.setAccessibleName(words)
            layout.addWidget(label)
            layout.addWidget(field)
            layout.addSpacing(8)
        kept = tr(
            "The token is stored in the system's password store. Connections to milvuss:// "
            "addresses are encrypted. With milvus://, the token and all data are sent unencrypted."
        )
        layout.addWidget(make_label(theme, self, kept, size=11, tone="text3", wrap=True))
        layout.addSpacing(12)
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addStretch(1)
        foot.addWidget(cancel)
        foot.addWidget(self.add)
        layout.addLayout(foot)
        self._storing = _TokenStoring()
        self._storing.ended.connect(self._on_stored)
        self.address.setFocus()

    @property
    def holds_work(self) -> bool:
        """Whether something was entered."""
        return bool(self.address.text())

    def _check(self) -> None:
        try:
            address = self._access.checked(self.address.text().strip())
        except EngineError as error:
            self._refuse(self.address, error)
            return
        self.address.setText(address)
        if not (token := self.token.text()):
            self._on_stored(None)
            return
        self.add.setEnabled(False)
        storing, store = self._storing, partial(self._access.store_token, address, token)
        BackgroundCalls(self).start(lambda: storing.run(store))

    def _on_stored(self, error: EngineError | None) -> None:
        self.add.setEnabled(True)
        if error is not None:
            self._refuse(self.token, error)
            return
        self._on_added(self.address.text())
        self.accept()

    def _refuse(self, field: QLineEdit, error: EngineError) -> None:
        """Show below a field why its value was rejected."""
        words = translated(error.message, error.hint)
        self.problem.setText(words)
        self._layout.removeWidget(self.problem)
        self._layout.insertWidget(self._layout.indexOf(field) + 1, self.problem)
        self.problem.show()
        self._layout.activate()  # update the layout before resizing
        self.adjustSize()
        field.setAccessibleDescription(words)
        field.setFocus()
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(field, words))
