"""Offering to search the folders of other programs, such as Zotero, once for each folder."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QSettings, Signal

from twofold.engine.api import LibraryStatus
from twofold.ui.background_calls import BackgroundCalls
from twofold.ui.i18n.label_text import isolated, short_path
from twofold.ui.i18n.translation import tr
from twofold.ui.library.suggested_folders import SuggestedFolder
from twofold.ui.widgets.messages import BarMessage

FindFolders = Callable[[], Sequence[SuggestedFolder]]
"""Returns the folders to suggest; it examines the disk, and is called on a worker thread."""

_OFFERED = "library/offered"
_NONE = BarMessage("")


class FolderOffer(QObject):
    """Offers the first folder that is not in the library and was not offered before.

    Signals:
        replaced: a message of the bar and the one that replaces it: the offer, or an empty one.
        folders_chosen: the folders to add, as a list of paths.
        found: the SuggestedFolders on this computer, once they are known.
    """

    replaced = Signal(object, object)
    folders_chosen = Signal(list)
    found = Signal(list)
    _searched = Signal(list)

    def __init__(self, find: FindFolders, remembered: QSettings, parent: QObject) -> None:
        super().__init__(parent)
        self._remembered = remembered
        self._suggested: list[SuggestedFolder] | None = None
        self._status: LibraryStatus | None = None
        self._has_offered = False
        self._shown, self._shown_folder = _NONE, Path()
        self._searched.connect(self._take)
        BackgroundCalls(self).start(lambda: list(find()), self._searched.emit)

    def show_status(self, status: LibraryStatus) -> None:
        """Offer a folder once the library has folders; before, the welcome page lists them."""
        self._status = status
        if self._shown != _NONE and self._is_in_library(self._shown_folder):
            self._show(_NONE)
        self._offer()

    def end(self) -> None:
        """Offer none of the folders again: the user chose from all of them on the welcome page."""
        self._has_offered = True
        self._remember([str(one.path) for one in self._suggested or ()])

    def _take(self, suggested: list[SuggestedFolder]) -> None:
        self._suggested = suggested
        self.found.emit(suggested)
        self._offer()

    def _offer(self) -> None:
        """Offer at most one folder in each session, when the library is ready."""
        status, suggested = self._status, self._suggested
        if self._has_offered or suggested is None or status is None or not status.folders:
            return
        offered = self._offered_before()
        new = (
            one
            for one in suggested
            if str(one.path) not in offered and not self._is_in_library(one.path)
        )
        first = next(new, None)
        if first is None:
            return
        self._has_offered = True
        self._remember([str(first.path)])
        self._shown_folder = first.path
        self._show(
            BarMessage(
                _question(first),
                is_warning=False,
                action=tr("Add folder"),
                act=partial(self._accept, first),
                other_action=tr("Not now"),
                other_act=partial(self._show, _NONE),
            )
        )

    def _is_in_library(self, path: Path) -> bool:
        folders = self._status.folders if self._status is not None else ()
        return any(path.is_relative_to(folder.root) for folder in folders)

    def _show(self, message: BarMessage) -> None:
        before, self._shown = self._shown, message
        self.replaced.emit(before, message)

    def _accept(self, folder: SuggestedFolder) -> None:
        self._show(_NONE)
        self.folders_chosen.emit([folder.path])

    def _remember(self, paths: Sequence[str]) -> None:
        known = self._offered_before()
        new = [path for path in paths if path not in known]
        self._remembered.setValue(_OFFERED, json.dumps([*known, *new]))

    def _offered_before(self) -> list[str]:
        with suppress(ValueError):
            offered = json.loads(str(self._remembered.value(_OFFERED, "[]")))
            if isinstance(offered, list):
                return [str(path) for path in offered]
        return []


def _question(folder: SuggestedFolder) -> str:
    texts = {
        "Calendar": tr("Search your calendars in {path}, too?"),
        "Contacts": tr("Search your contacts in {path}, too?"),
    }
    text = texts.get(folder.program) or tr("Search your {program} folder, too? It is {path}.")
    return text.format(program=folder.program, path=isolated(short_path(folder.path)))
