"""Tells where an export was saved, and leaves a new one out of the search it came from."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject

from engine.api import ExplainFile, ExportRendered, FileExplained
from ui.client import EngineClient
from ui.i18n.translation import tr
from ui.library.library_controller import LibraryController
from ui.preview.document_opener import DocumentOpener
from ui.widgets.messages import Message, MessageBar


class SavedExport(QObject):
    """Speaks through a message bar. Runs on the UI thread.

    An export in a folder that is searched would be read like any document there, and then answer
    the very search it came from; folded with its copies it would take the place of what it cites.
    A new one is therefore left out, and may be let in. One that was there before and was searched
    may be meant to be: it stays so, and may be left out.
    """

    def __init__(
        self,
        client: EngineClient,
        messages: MessageBar,
        opener: DocumentOpener,
        library: LibraryController,
    ) -> None:
        super().__init__(library)
        self._client = client
        self._messages = messages
        self._opener = opener
        self._library = library
        self._told = Message("")
        self._export = ExportRendered(0, "", None)
        self._file = Path()
        self._says_left_out = False
        self._let_in: set[Path] = set()
        library.status_changed.connect(self._withdraw_outdated)

    def tell(self, export: ExportRendered) -> None:
        """Say where the file is, and ask the engine whether it would be searched there."""
        self._messages.end_offer()  # of the export before
        self._told = Message(
            tr("Saved as {path}").format(path=export.target),
            is_warning=False,
            is_passing=True,
            action=tr("Show in folder"),
            act=partial(self._opener.show_in_folder, str(export.target)),
        )
        self._messages.show_message(self._told)
        self._export, self._file = export, export.file or Path()
        self._says_left_out = False
        client, question = self._client, ExplainFile(self._file)
        client.request(question, self, self._on_verdict, newest=True)

    def _withdraw_outdated(self) -> None:
        """Withdraw what was said where it is no longer so: the rules have been changed since."""
        if self._says_left_out and not self._library.is_left_out(self._file):
            self._says_left_out = False
            self._messages.end_offer()

    def _on_verdict(self, reply: FileExplained) -> None:
        is_wanted = reply.verdict.wanted
        if is_wanted and self._is_to_be_left_out:
            self._library.leave_out(self._file, silently=True)
        if self._library.is_left_out(self._file):
            self._say_left_out()
        elif is_wanted and self._file not in self._let_in:
            words = tr("Leave it out of the search")
            self._messages.offer_also(self._told, words, self._leave_out)

    @property
    def _is_to_be_left_out(self) -> bool:
        is_new = not self._export.replaced and self._file not in self._let_in
        return is_new and self._library.can_leave_out(self._file)

    def _say_left_out(self) -> None:
        self._says_left_out = True
        words = tr("Saved as {path}, and left out of the search").format(path=self._export.target)
        action = tr("Search it too")
        self._messages.offer_also(self._told, action, self._search_too, text=words)

    def _leave_out(self) -> None:
        self._messages.withdraw()
        self._let_in.discard(self._file)
        self._library.leave_out(self._file)

    def _search_too(self) -> None:
        self._says_left_out = False
        self._messages.withdraw()
        self._let_in.add(self._file)
        self._library.let_in(self._file)
