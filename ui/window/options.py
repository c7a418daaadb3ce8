"""The parts that the application passes to the window, besides the engine."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QSettings

from twofold.ui.library.backup_dialogs import Backup
from twofold.ui.library.folder_offer import FindFolders
from twofold.ui.library.models import ModelManager
from twofold.ui.library.shared_libraries import SharedLibraries
from twofold.ui.opening.openable import DocumentExtensions
from twofold.ui.search.saved_searches import SearchHistoryStore
from twofold.ui.settings.live_settings import StoreSettings
from twofold.ui.window.installation_dialog import Installation


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowOptions:
    """The parts of an installation and of a library that the window needs.

    `window_state` stores sizes and shortcuts, `store_settings` settings, and `search_history`
    recent and saved searches. Files with `document_extensions` are opened without asking.
    `templates` is the folder of the user's export templates, `quick_command` the command line
    of quick search. `sample_library` is offered on the welcome page; None if it is not installed.
    `find_folders` finds the folders of other programs to suggest. With `starts_with_welcome`, the
    welcome page is shown until the engine reports a folder.
    """

    window_state: QSettings
    store_settings: StoreSettings
    search_history: SearchHistoryStore
    models: ModelManager
    installation: Installation
    backup: Backup
    shared: SharedLibraries
    document_extensions: DocumentExtensions
    templates: Path
    quick_command: str
    sample_library: Path | None
    find_folders: FindFolders
    starts_with_welcome: bool
