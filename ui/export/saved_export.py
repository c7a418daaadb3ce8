"""Reports where an export was saved, and excludes new exports from searches."""

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
    """Reports saved exports in a message bar. Runs on the UI thread.

    An export that is saved in a folder of the library would be indexed, and would then match the
    same search. When duplicates are collapsed, it could even hide the cited document. So a new file
    is excluded from searches, and the user can include it. An existing file that was searched
    before stays included, and the user can exclude it.
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
        self._reports_exclusion = False
        self._included: set[Path] = set()
        library.status_changed.connect(self._withdraw_outdated)

    def report(self, export: ExportRendered) -> None:
        """Report where the file is, and ask the engine whether it would be searched there."""
        self._messages.withdraw_passing()
        self._messages.end_offer()  # of the previous export
        saved = BarMessage(
            tr("Saved as {path}").format(path=isolated(str(export.target))),
            is_warning=False,
            is_passing=True,
            action=show_in_folder_label(),
            act=partial(self._opener.show_in_folder, str(export.target)),
        )
        self._messages.show_message(saved)
        self._file = export.file or Path()
        self._reports_exclusion = False
        question, on_reply = ExplainFile(self._file), partial(self._on_verdict, export, saved)
        self._client.request(question, self, on_reply, newest=True)

    def _withdraw_outdated(self) -> None:
        """Withdraw the message if the rules have changed and it is no longer true."""
        if self._reports_exclusion and not self._library.is_excluded(self._file):
            self._reports_exclusion = False
            self._messages.end_offer()

    def _on_verdict(self, export: ExportRendered, saved: BarMessage, reply: FileExplained) -> None:
        file, is_searched = self._file, reply.verdict.wanted
        is_new = not export.replaced and file not in self._included
        if is_searched and is_new and self._library.can_exclude(file):
            self._library.exclude_file(file, silently=True)
        if self._library.is_excluded(file):
            self._reports_exclusion = True
            words = tr("Saved as {path} and excluded from searches").format(
                path=isolated(str(export.target))
            )
            action = tr("Include in searches")
            self._messages.offer_also(saved, action, self._include, text=words)
        elif is_searched and file not in self._included:
            self._messages.offer_also(saved, tr("Exclude from searches"), self._exclude)

    def _exclude(self) -> None:
        self._messages.withdraw()
        self._included.discard(self._file)
        self._library.exclude_file(self._file)

    def _include(self) -> None:
        self._reports_exclusion = False
        self._messages.withdraw()
        self._included.add(self._file)
        self._library.include_file(self._file)
