"""Strict tests: unexpected log warnings and leaked threads fail a test."""

from __future__ import annotations

import gc
import logging
import os
import re
import sys
import threading
import time
from collections.abc import Generator, Iterator
from functools import partialmethod
from pathlib import Path

import pytest
from filelock import FileLock
from hypothesis import settings
from pytestqt.qt_compat import qt_api
from pytestqt.qtbot import QtBot

from scripts.update_translations import FOLDER, compile_changed
from tests.support.patience import PATIENCE, PATIENCE_MS

# The same examples in every run. No deadlines, because they depend on the machine.
settings.register_profile("suite", derandomize=True, deadline=None)
settings.load_profile("suite")

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
if os.environ.get("LC_ALL") in {"C", "POSIX"}:
    os.environ["LC_ALL"] = "C.UTF-8"  # Qt warns about other encodings


def pytest_configure(config: pytest.Config) -> None:
    """Compile the translations, which are not in the repository, before the workers start."""
    if not hasattr(config, "workerinput"):
        compile_changed(FOLDER)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Escape invalid Unicode in captured logs, because pytest-xdist cannot send it."""
    report = yield
    report.sections = [
        (name, text.encode("utf-8", "backslashreplace").decode()) for name, text in report.sections
    ]
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, object, object]:
    """Fail if Qt warns during teardown, when pytest-qt no longer captures its messages."""
    harmless = [re.compile(one) for one in item.config.getini("qt_log_ignore")]
    reported = {qt_api.QtCore.QtMsgType.QtDebugMsg, qt_api.QtCore.QtMsgType.QtInfoMsg}
    warnings: list[str] = []

    def record(level: object, _context: object, text: str) -> None:
        if level not in reported and not any(one.search(text) for one in harmless):
            warnings.append(text)

    before = qt_api.QtCore.qInstallMessageHandler(record)
    try:
        result = yield
    finally:
        qt_api.QtCore.qInstallMessageHandler(before)
    assert not warnings, f"Qt warned: {warnings}"
    return result


# The slowest files run first, so that no worker starts one of them at the end.
_LONGEST_FIRST = (
    "engine/service/test_two_process_engine.py",
    "engine/sharing/test_filters.py",
    "engine/search/test_literal_search.py",
    "engine/processes/test_sandbox.py",
    "app/cli/test_mcp.py",
    "engine/sharing/test_sharing.py",
    "app/cli/test_full_disk.py",
    "ui/i18n/test_no_english_left.py",
    "engine/embedding/models/test_fetching.py",
    "app/cli/test_backup.py",
    "fault_injection/test_damaged_library.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the slowest files first. Skip tests that the system does not support."""
    tests = Path(__file__).parent
    order = {tests / name: place for place, name in enumerate(_LONGEST_FIRST)}
    items.sort(key=lambda item: order.get(item.path, len(order)))
    for item in items:
        if os.name == "nt" and item.get_closest_marker("posix"):
            item.add_marker(pytest.mark.skip(reason="Windows has no such thing"))


def pytest_sessionfinish() -> None:
    """Clear the clipboard, which Qt destroys too late when offscreen, and close files."""
    if (gui := sys.modules.get("PySide6.QtGui")) and gui.QGuiApplication.instance():
        gui.QGuiApplication.clipboard().clear()
    _close_what_llama_cpp_leaves_open()


def _close_what_llama_cpp_leaves_open() -> None:
    """Close two files that llama.cpp's bindings open on import, to avoid warnings at exit."""
    if (bindings := sys.modules.get("llama_cpp._utils")) is not None:
        bindings.outnull_file.close()
        bindings.errnull_file.close()


class _PatientBot(QtBot):
    waitUntil = partialmethod(QtBot.waitUntil, timeout=PATIENCE_MS)  # noqa: N815 - Qt's names
    waitSignal = partialmethod(QtBot.waitSignal, timeout=PATIENCE_MS)  # noqa: N815
    waitSignals = partialmethod(QtBot.waitSignals, timeout=PATIENCE_MS)  # noqa: N815
    waitExposed = partialmethod(QtBot.waitExposed, timeout=PATIENCE_MS)  # noqa: N815

    def wait(self, _ms: int) -> None:
        """Run one turn of the event loop. `waitUntil` does this between two checks.

        A busy machine does no more in the usual ten milliseconds. What a test needs must be part of
        the condition that it waits for.
        """
        core = qt_api.QtCore
        core.QCoreApplication.processEvents()
        core.QCoreApplication.sendPostedEvents(None, core.QEvent.Type.DeferredDelete.value)
        time.sleep(0.001)  # for other threads and processes

    def addWidget(self, widget, *, before_close_func=None):
        """Close a widget after the test, unless it was deleted before, like closed dialogs."""
        super().addWidget(widget, before_close_func=before_close_func)
        widgets = self._request.node.qt_widgets
        entry = widgets[-1]
        widget.destroyed.connect(lambda: widgets.remove(entry) if entry in widgets else None)


@pytest.fixture
def qtbot(qapp: object, request: pytest.FixtureRequest) -> Iterator[QtBot]:
    """pytest-qt's fixture with longer timeouts, and without a pressed key left by another test.

    Garbage collection is disabled in the meantime: on an engine's thread, it could delete a widget
    of an earlier test, and Qt's locks and the GIL would deadlock.
    """
    gc.disable()
    bot = _PatientBot(request)
    # After Qt's keyClick with Ctrl, Ctrl counts as pressed until the next key or mouse event,
    # which may be in another test: a row clicked there would extend the selection.
    bot.keyRelease(qt_api.QtWidgets.QWidget(), qt_api.QtCore.Qt.Key.Key_Control)
    yield bot
    gc.enable()
    # Closed windows of pytest-qt, which would be styled together with the next window.
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
    """Fragments of log warnings that this test is expected to cause. Tests append to this list."""
    return []


@pytest.fixture(autouse=True)
def no_unexpected_log_warnings(expected_log: list[str]) -> Iterator[None]:
    """Fail if the code under test logs a warning that the test did not expect."""
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


# They end with their worker process, which a shared fixture may keep.
_THREADS_OF_READERS = frozenset({"answers", "worker-watch", "requests"})
# milvus-lite serves a file from an unnamed thread pool, which ends with the process.
_POOL_OF_MILVUS_LITE = "ThreadPoolExecutor-"


@pytest.fixture(autouse=True)
def no_leaked_threads() -> Iterator[None]:
    """Fail if a thread started by the test is still running afterwards.

    A thread pool of a shared fixture may start another thread whenever its threads are busy.
    """
    before = set(threading.enumerate())
    pools = {_pool_of(thread) for thread in before} - {""}
    yield
    leaked = [
        thread
        for thread in threading.enumerate()
        if thread not in before
        and _pool_of(thread) not in pools
        and thread.name not in _THREADS_OF_READERS
        and not thread.name.startswith(_POOL_OF_MILVUS_LITE)
    ]
    for thread in leaked:
        _join(thread)
    alive = [thread.name for thread in leaked if thread.is_alive()]
    assert not alive, f"threads left alive: {alive}"


def _pool_of(thread: threading.Thread) -> str:
    """Return the name of the pool of a thread; '' if it belongs to none."""
    pool, _, number = thread.name.rpartition("_")
    return pool if number.isdigit() else ""


def _join(thread: threading.Thread) -> None:
    while True:
        try:
            thread.join(PATIENCE)
        except RuntimeError:  # another thread is just starting it
            time.sleep(0.001)
        else:
            return


@pytest.fixture(scope="session")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the default model, converted once for all tests and workers."""
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
