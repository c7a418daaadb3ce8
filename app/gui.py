"""The window's start and end: application, language, theme, engine, window, garbage collection."""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from types import FrameType
from typing import NoReturn

from PySide6.QtCore import QEvent, QLibraryInfo, QLocale, QObject, QSettings, QTimer, QTranslator
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QWidget

from twofold.app.backup import read_backup, write_backup
from twofold.app.compose import (
    document_extensions,
    import_reader,
    open_engine,
    open_window_engine,
)
from twofold.app.crash import install_crash_hooks, program_version, told_without_screen
from twofold.app.installation import examine, write_report
from twofold.app.models import open_model_registry
from twofold.app.paths import AppPaths, LibraryPaths, own_command, resource_folder, sample_library
from twofold.app.private_file import SearchesFile
from twofold.app.settings_file import change_settings
from twofold.app.sharing import checked_address, store_token
from twofold.app.signals import ending_signals, leave_terminal
from twofold.app.single_instance import SingleInstance
from twofold.engine.api import Engine, Notice, SetReport, Settings, end_process
from twofold.ui.client import EngineClient
from twofold.ui.evaluation.evaluation_window import EvaluationWindow
from twofold.ui.library.backup_dialogs import Backup
from twofold.ui.library.models import ModelManager
from twofold.ui.library.shared_libraries import Searched, SharedLibraries
from twofold.ui.preview.reading import import_parser
from twofold.ui.theme import Theme, theme_name
from twofold.ui.window.crash_dialog import CrashReporter
from twofold.ui.window.installation_dialog import Installation
from twofold.ui.window.main_window import MainWindow, WindowOptions

# Garbage is not collected while the program starts, as that takes 60 ms and finds nothing; then on
# the UI thread alone: a widget destroyed on another thread can end in a deadlock, as Qt's lock on
# its signals is held while its destruction waits for Python's lock.

# By then the window stands, and the model is mostly loaded.
_SETTLED_MS = 3000
# What an export of 10,000 hits makes in this time takes 40 ms at most; of a second, 190.
_LOOK_MS = 100
# Python's own (700, 10, 10), but for the last: all that was made since the start is looked through
# a tenth as often. That takes 20 ms and more, among passages and hits, and finds next to nothing.
_THRESHOLDS = (700, 10, 100)


def collect_once_settled(application: QObject) -> None:
    """Put collecting off for a moment; then only what is made after that is looked through.

    Called on the UI thread. From then on Python's own collecting stays disabled; whoever ends
    `application` enables it again.
    """
    gc.disable()
    QTimer.singleShot(_SETTLED_MS, application, lambda: settle(application))


def settle(application: QObject) -> None:
    """Leave what exists now out of every collection, and collect from now on, on this thread."""
    gc.disable()
    gc.freeze()
    timer = QTimer(application)
    timer.timeout.connect(collect_what_is_due)
    timer.start(_LOOK_MS)


def collect_what_is_due() -> None:
    """Collect the oldest generation that is due, as Python would: it counts while disabled too."""
    counts = gc.get_count()
    for generation in (2, 1, 0):
        if counts[generation] > _THRESHOLDS[generation]:
            gc.collect(generation)
            return


def use_language(application: QApplication, choice: str) -> str:
    """Let the window speak `choice` ('system' or a code such as 'de'); return what it speaks.

    A language without translations is English. Numbers and dates follow the language too.
    """
    wanted = QLocale.system() if choice == "system" else QLocale(choice)
    language = QLocale.languageToCode(wanted.language())
    folder = resource_folder() / "translations"
    if not (folder / f"twofold_{language}.qm").exists():
        wanted, language = QLocale("en"), "en"
    QLocale.setDefault(wanted)
    of_qt = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
    qt = of_qt / f"qtbase_{language}.qm"
    for file in (qt, folder / f"twofold_{language}.qm"):  # in English the plural forms
        translator = _FileTranslator(application)
        if translator.read(file):
            application.installTranslator(translator)
    return language


class _FileTranslator(QTranslator):
    """Translations read from a file once, which may then be replaced, as by an update.

    Qt maps a file it is given the name of, and falls when that is written anew. What it is
    given as bytes it does not copy, so these are kept as long as the translator is.
    """

    _content = b""

    def read(self, file: Path) -> bool:
        """Whether the translations of `file` can be used; a file that is missing has none."""
        try:
            self._content = file.read_bytes()
        except OSError:
            return False
        return self.load(self._content, str(file.parent))


def quick_command(paths: AppPaths) -> str:
    """Return the command line that a person binds to a key, as this installation is started."""
    library = paths.library
    own = [str(library.root)] if library.is_chosen and not library.is_only_shared else []
    named = [word for name in (*own, *library.shared) for word in ("--library", name)]
    words = [*own_command(), *named, "quick"]
    return " ".join(f'"{word}"' if " " in word else word for word in words)


_SIGNAL_CHECK_MS = 200


def run_window(
    paths: AppPaths,
    settings: Settings,
    notices: tuple[Notice, ...] = (),
    *,
    once: bool = False,
    query: str = "",
    quick: bool = False,
) -> int:
    """Show the window until it is closed, and end the process then.

    `notices` are shown in it: what a person should know about the start. `query` is searched for,
    `quick` raises the quick search.
    When a window with this library is open already, it is raised, and 0 is returned.

    With `once` it closes itself after its first paint, for the smoke test of a package. Whatever
    keeps the window from opening is raised, once a later start may try again.
    """
    # Letters and everything around them are scaled, so that nothing is cut; before Qt starts only.
    percent = settings.whole("window.size_percent")
    if percent != 100 and "QT_SCALE_FACTOR" not in os.environ:
        os.environ["QT_SCALE_FACTOR"] = f"{percent / 100:g}"
    application = _application()
    instance = SingleInstance(paths.library.root, application)
    if not once and not instance.claim(query, quick=quick):
        return 0
    with _given_back_on_failure(instance):
        theme = _dressed(application, settings)
        client = EngineClient()
        crashes = CrashReporter(application)
        install_crash_hooks(crashes.report)
        models = ModelManager(partial(open_model_registry, paths.library.models), application)
        engine = open_window_engine(paths, settings, client.post)
        client.attach(engine)
        instance.answer_searches(client)
        imports = threading.Thread(target=_import_what_is_needed_next, name="imports")
    try:
        window = MainWindow(client, theme, settings, _window_options(paths, settings, models))
        crashes.attach(window)
        instance.asked.connect(window.come_to_front)
        instance.quick_asked.connect(window.tray.quick.activate)
        _quit_on_signals(window.tray.quit, application)
        AfterFirstPaint(window, partial(_start_if_possible, imports))
        if once:
            AfterFirstPaint(window, window.tray.quit)
        window.show()
        if query:
            window.search_for(query)
        if quick:
            window.tray.quick.activate()
        for notice in notices:
            client.post(notice)
        code = application.exec()
    except BaseException:
        instance.close()
        install_crash_hooks()
        client.shut()
        models.close()
        engine.close()
        if imports.ident:
            imports.join()
        gc.enable()
        raise
    for close in (instance.close, client.shut, models.close, engine.prepare_exit):
        close()
    return _end(application, code, engine)


def _end(application: QApplication, code: int, engine: Engine) -> NoReturn:
    """End the process at once: to destroy window, threads and models takes seconds when busy."""
    if application.clipboard().ownsClipboard():
        application.shutdown()  # hands what was copied over to the desktop
    sys.stdout.flush()
    sys.stderr.flush()
    end_process(code, spared=engine.indexer_process_id)


def _window_options(paths: AppPaths, settings: Settings, models: ModelManager) -> WindowOptions:
    """Return what the window is given of this installation."""
    return WindowOptions(
        sample_library=sample_library(),
        remembered=QSettings(
            str(paths.settings_file.with_name("window.ini")), QSettings.Format.IniFormat
        ),
        keep=partial(change_settings, paths.settings_file),
        memory=SearchesFile(paths.library.searches),
        models=models,
        quick_command=quick_command(paths),
        templates=paths.templates,
        installation=Installation(
            partial(examine, paths), partial(write_report, paths=paths), program_version()
        ),
        starts_with_welcome=has_no_folders(paths.library, settings),
        backup=Backup(partial(write_backup, paths.library), read_backup),
        document_extensions=document_extensions,
        shared=SharedLibraries(checked_address, store_token, _opened(paths.library)),
    )


def has_no_folders(library: LibraryPaths, settings: Settings) -> bool:
    """Return whether nothing can be searched, before the library is opened.

    The list of folders is also in the copy beside the catalog.
    """
    if library.shared or settings.text("libraries.shared"):
        return False
    try:
        return not json.loads(library.personal.read_text(encoding="utf-8"))["folders"]
    except FileNotFoundError:
        return not library.catalog.exists()
    except (OSError, ValueError, KeyError, TypeError):
        return False  # the engine reports what is wrong with it


def _opened(paths: LibraryPaths) -> Searched | None:
    """Return the libraries that were named for this start; None where the settings choose."""
    return Searched(not paths.is_only_shared, paths.shared) if paths.shared else None


def _quit_on_signals(quit_window: Callable[[], None], application: QApplication) -> None:
    def leave(number: int, _frame: FrameType | None) -> None:
        leave_terminal(number)
        quit_window()

    for number in ending_signals():
        signal.signal(number, leave)
    # Python handles signals only while it runs code now and then.
    timer = QTimer(application)
    timer.timeout.connect(lambda: None)
    timer.start(_SIGNAL_CHECK_MS)


def run_evaluation_window(report: SetReport, models: Path, settings: Settings) -> None:
    """Show the runs of an evaluation query by query until the window is closed.

    The library of the judged documents, which `report` names, is only read.
    """
    application = _application()
    theme = _dressed(application, settings)
    client = EngineClient()
    library = LibraryPaths(report.library, models)
    own = settings.replaced(libraries__shared="")
    engine = open_engine(library, own, client.post, maintain=False, wait_for_model=True)
    client.attach(engine)
    try:
        window = EvaluationWindow(client, theme, report)
        for number in ending_signals():  # seen when garbage is collected
            signal.signal(number, lambda *_arguments: application.quit())
        window.show()
        application.exec()
    finally:
        client.shut()
        engine.close()
        gc.enable()


def _dressed(application: QApplication, settings: Settings) -> Theme:
    """Give an application the language and the theme of the settings; return the theme."""
    use_language(application, settings.text("window.language"))
    collect_once_settled(application)
    theme = Theme(theme_name(settings.text("window.theme"), application))
    theme.apply(application)
    application.setWindowIcon(QIcon(theme.app_mark(64)))
    return theme


def _import_what_is_needed_next() -> None:
    """Import what the first search and the first document need. On a thread of its own."""
    import_reader()
    import_parser()


@contextmanager
def _given_back_on_failure(instance: SingleInstance) -> Iterator[None]:
    """Let a later start try again, and what hears of errors be who tells of this one."""
    try:
        yield
    except Exception:
        instance.close()
        install_crash_hooks()
        raise


class AfterFirstPaint(QObject):
    """Calls `act` as soon as a window has been painted once."""

    def __init__(self, window: QWidget, act: Callable[[], None]) -> None:
        super().__init__(window)
        self._window = window
        self._act = act
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let every event pass; the first paint is the last that matters."""
        if event.type() is QEvent.Type.Paint:
            self._window.removeEventFilter(self)
            QTimer.singleShot(0, self._act)
        return super().eventFilter(watched, event)


def _start_if_possible(imports: threading.Thread) -> None:
    """Import ahead; on a system that gives no further thread whoever needs it imports."""
    with suppress(RuntimeError):
        imports.start()


def _application() -> QApplication:
    with told_without_screen():
        application = QApplication([sys.argv[0]])
    application.setApplicationName("Twofold")
    application.setDesktopFileName("twofold")
    return application
