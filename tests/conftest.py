"""Loud tests: unexpected warnings in the log and threads left alive fail the test."""

from __future__ import annotations

import gc
import logging
import os
import re
import sys
import threading
from collections.abc import Generator, Iterator
from functools import partialmethod
from pathlib import Path

import pytest
from filelock import FileLock
from hypothesis import settings
from pytestqt.qt_compat import qt_api
from pytestqt.qtbot import QtBot

from scripts.update_translations import FOLDER, compile_changed

# The same examples in every run; deadlines would measure the machine.
settings.register_profile("suite", derandomize=True, deadline=None)
settings.load_profile("suite")

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


def pytest_configure(config: pytest.Config) -> None:
    """Compile the translations, which are not in the repository, before workers begin."""
    if not hasattr(config, "workerinput"):
        compile_changed(FOLDER)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Escape in captured logs what is not Unicode: pytest-xdist can send nothing else."""
    report = yield
    report.sections = [
        (name, text.encode("utf-8", "backslashreplace").decode()) for name, text in report.sections
    ]
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, object, object]:
    """Fail when Qt warns while what a test used is closed: pytest-qt no longer listens then."""
    harmless = [re.compile(one) for one in item.config.getini("qt_log_ignore")]
    told = {qt_api.QtCore.QtMsgType.QtDebugMsg, qt_api.QtCore.QtMsgType.QtInfoMsg}
    warnings: list[str] = []

    def record(level: object, _context: object, text: str) -> None:
        if level not in told and not any(one.search(text) for one in harmless):
            warnings.append(text)

    before = qt_api.QtCore.qInstallMessageHandler(record)
    try:
        result = yield
    finally:
        qt_api.QtCore.qInstallMessageHandler(before)
    assert not warnings, f"Qt warned: {warnings}"
    return result


# They take longest: first, so that no worker is left with one of them at the end.
_LONGEST_FIRST = (
    "engine/service/test_two_process_engine.py",
    "engine/sharing/test_filters.py",
    "engine/search/test_literal_search.py",
    "engine/processes/test_sandbox.py",
    "app/cli/test_mcp.py",
    "engine/sharing/test_sharing.py",
    "ui/library/test_library_page.py",
    "app/cli/test_full_disk.py",
    "ui/i18n/test_no_english_left.py",
    "engine/embedding/models/test_fetching.py",
    "app/cli/test_backup.py",
    "fault_injection/test_damaged_library.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest files first, in their order; leave out what the system does not have."""
    tests = Path(__file__).parent
    order = {tests / name: place for place, name in enumerate(_LONGEST_FIRST)}
    items.sort(key=lambda item: order.get(item.path, len(order)))
    for item in items:
        if os.name == "nt" and item.get_closest_marker("posix"):
            item.add_marker(pytest.mark.skip(reason="Windows has no such thing"))


def pytest_sessionfinish() -> None:
    """Empty the clipboard, which Qt destroys offscreen after Python has ended, and close files."""
    if (gui := sys.modules.get("PySide6.QtGui")) and gui.QGuiApplication.instance():
        gui.QGuiApplication.clipboard().clear()
    _close_what_llama_cpp_leaves_open()


def _close_what_llama_cpp_leaves_open() -> None:
    """Close the two files that its bindings open when imported: Python may warn of them last."""
    if (bindings := sys.modules.get("llama_cpp._utils")) is not None:
        bindings.outnull_file.close()
        bindings.errnull_file.close()


# How long a failing test takes to fail; a busy machine has broken nothing.
_PATIENCE_MS = 120_000


class _PatientBot(QtBot):
    waitUntil = partialmethod(QtBot.waitUntil, timeout=_PATIENCE_MS)  # noqa: N815 - Qt's names
    waitSignal = partialmethod(QtBot.waitSignal, timeout=_PATIENCE_MS)  # noqa: N815
    waitSignals = partialmethod(QtBot.waitSignals, timeout=_PATIENCE_MS)  # noqa: N815
    waitExposed = partialmethod(QtBot.waitExposed, timeout=_PATIENCE_MS)  # noqa: N815

    def addWidget(self, widget, *, before_close_func=None):
        """Close a widget after the test, unless it was deleted meanwhile, as closed dialogs are."""
        super().addWidget(widget, before_close_func=before_close_func)
        widgets = self._request.node.qt_widgets
        entry = widgets[-1]
        widget.destroyed.connect(lambda: widgets.remove(entry) if entry in widgets else None)


@pytest.fixture
def qtbot(qapp: object, request: pytest.FixtureRequest) -> Iterator[QtBot]:
    """pytest-qt's, with more patience, and no key held.

    Meanwhile no garbage is collected: on an engine's thread that could take a widget of a former
    test with it, for which Qt's locks and Python's wait for each other.
    """
    gc.disable()
    bot = _PatientBot(request)
    # After Qt's keyClick with Ctrl, Ctrl counts as held until the next event of a key or the mouse,
    # which may be in another test: a row chosen there would be selected besides others.
    bot.keyRelease(qt_api.QtWidgets.QWidget(), qt_api.QtCore.Qt.Key.Key_Control)
    yield bot
    gc.enable()
    # The windows that pytest-qt has closed: styling the next window would style them as well.
    core = qt_api.QtCore
    core.QCoreApplication.sendPostedEvents(None, core.QEvent.Type.DeferredDelete.value)


class _WarningRecorder(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(f"{record.name}: {record.getMessage()}")


@pytest.fixture
def expected_log() -> list[str]:
    """Fragments of log warnings that this test is meant to cause; append to it."""
    return []


@pytest.fixture(autouse=True)
def no_unexpected_log_warnings(expected_log: list[str]) -> Iterator[None]:
    """Fail when the code under test logs a warning that the test did not expect."""
    recorder = _WarningRecorder()
    logging.getLogger().addHandler(recorder)
    yield
    logging.getLogger().removeHandler(recorder)
    unexpected = [
        message
        for message in recorder.messages
        if not any(fragment in message for fragment in expected_log)
    ]
    assert not unexpected, f"unexpected warnings in the log: {unexpected}"


# They end with their reader process, which a fixture of several tests may keep.
_THREADS_OF_READERS = frozenset({"answers", "worker-watch", "requests"})
# milvus-lite serves a file from a pool without a name, which ends with the process.
_POOL_OF_MILVUS_LITE = "ThreadPoolExecutor-"


@pytest.fixture(autouse=True)
def no_leaked_threads() -> Iterator[None]:
    """Fail when a thread started by the test outlives it."""
    before = set(threading.enumerate())
    yield
    leaked = [
        thread
        for thread in threading.enumerate()
        if thread not in before
        and thread.name not in _THREADS_OF_READERS
        and not thread.name.startswith(_POOL_OF_MILVUS_LITE)
    ]
    for thread in leaked:
        thread.join(_PATIENCE_MS / 1000)
    alive = [thread.name for thread in leaked if thread.is_alive()]
    assert not alive, f"threads left alive: {alive}"


@pytest.fixture(scope="session")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the default model, converted once for all tests of all workers."""
    from twofold.app.models import prepare_model  # noqa: PLC0415 (most tests need no part of the program)

    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "default-model"
    folder.mkdir(mode=0o700, exist_ok=True)
    with FileLock(folder / "making.lock"):
        prepare_model("multilingual-e5-small", folder, lambda _line: None)
    return folder


@pytest.fixture
def write_file(tmp_path: Path):
    """Write a text file below tmp_path and return its path."""

    def write(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")
        return path

    return write
