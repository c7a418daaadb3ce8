"""Tells where an export was saved, and leaves a new one out of the search it came from."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject

from twofold.engine.api import ExplainFile, ExportRendered, FileExplained
from twofold.ui.client import EngineClient
from twofold.ui.i18n.label_text import isolated
from twofold.ui.i18n.translation import tr
from twofold.ui.library.library_controller import LibraryController
from twofold.ui.opening.opener import DocumentOpener
from twofold.ui.widgets.actions import show_in_folder_label
from twofold.ui.widgets.messages import BarMessage, MessageBar


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
        self._file = Path()
        self._says_left_out = False
        self._let_in: set[Path] = set()
        library.status_changed.connect(self._withdraw_outdated)

    def tell(self, export: ExportRendered) -> None:
        """Say where the file is, and ask the engine whether it would be searched there."""
        self._messages.withdraw_passing()
        self._messages.end_offer()  # of the export before
        saved = BarMessage(
            tr("Saved as {path}").format(path=isolated(str(export.target))),
            is_warning=False,
            is_passing=True,
            action=show_in_folder_label(),
            act=partial(self._opener.show_in_folder, str(export.target)),
        )
        self._messages.show_message(saved)
        self._file = export.file or Path()
        self._says_left_out = False
        question, on_reply = ExplainFile(self._file), partial(self._on_verdict, export, saved)
        self._client.request(question, self, on_reply, newest=True)

    def _withdraw_outdated(self) -> None:
        """Withdraw what the message says where it is no longer so: the rules were changed since."""
        if self._says_left_out and not self._library.is_excluded(self._file):
            self._says_left_out = False
            self._messages.end_offer()

    def _on_verdict(self, export: ExportRendered, saved: BarMessage, reply: FileExplained) -> None:
        file, is_searched = self._file, reply.verdict.wanted
        is_new = not export.replaced and file not in self._let_in
        if is_searched and is_new and self._library.can_exclude(file):
            self._library.exclude_file(file, silently=True)
        if self._library.is_excluded(file):
            self._says_left_out = True
            words = tr("Saved as {path}, and left out of the search").format(
                path=isolated(str(export.target))
            )
            action = tr("Search it too")
            self._messages.offer_also(saved, action, self._search_too, text=words)
        elif is_searched and file not in self._let_in:
            self._messages.offer_also(saved, tr("Leave it out of the search"), self._leave_out)

    def _leave_out(self) -> None:
        self._messages.withdraw()
        self._let_in.discard(self._file)
        self._library.exclude_file(self._file)

    def _search_too(self) -> None:
        self._says_left_out = False
        self._messages.withdraw()
        self._let_in.add(self._file)
        self._library.include_file(self._file)
