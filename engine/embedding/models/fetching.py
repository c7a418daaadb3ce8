"""Add a model's file to this computer: by download, or from a file of the user."""

from __future__ import annotations

import json
import logging
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import IO

from twofold.engine.embedding.catalogue import Download, ModelDescription
from twofold.engine.embedding.models.gguf_header import read_header
from twofold.engine.embedding.models.loading import check_model, forget_check, move_checked
from twofold.engine.embedding.models.probe import STRICT_TRIAL, ModelTrial
from twofold.engine.embedding.models.registry import KnownModels, model_path
from twofold.engine.embedding.models.verification import verify
from twofold.engine.model.errors import EngineError, ModelError
from twofold.engine.model.localized import EMPTY, Message, message, system_reason
from twofold.engine.model.model_listing import (
    ModelEvent,
    ModelFetched,
    ModelFetchFailed,
    ModelFetchProgress,
    ModelListing,
)
from twofold.engine.processes.children import NETWORK, PIPE, Child, module_command, start_child
from twofold.engine.processes.exchange import TooMuchOutputError, lines_of

_DOWNLOAD_COMMAND: tuple[str, ...] = module_command("twofold.engine.embedding.models.download")
logger = logging.getLogger(__name__)

_MAX_LINE_BYTES = 64_000
_MAX_FILE_BYTES = 1 << 50
_NOT_IN_A_NAME = re.compile(r"[^a-z0-9._-]+")

FetchProgress = Callable[[int, int], None]


class FetchCancelledError(ModelError):
    """The user has cancelled the download. The downloaded part is kept."""


@dataclass(frozen=True, slots=True)
class FetchCommands:
    """The commands of the child processes that download and test a file."""

    download: tuple[str, ...] = _DOWNLOAD_COMMAND
    trial: ModelTrial = STRICT_TRIAL


class ModelFetch:
    """Downloads one model. `run` is called on one thread; `cancel` is thread-safe.

    `on_progress` is called with the downloaded bytes and the size of the file.
    """

    def __init__(
        self,
        description: ModelDescription,
        models_dir: Path,
        on_progress: FetchProgress,
        commands: FetchCommands | None = None,
    ) -> None:
        self._description = description
        self._target = model_path(description, models_dir)
        self._part = self._target.with_name(f".{self._target.name}.part")
        self._on_progress = on_progress
        self._commands = commands or FetchCommands()
        self._lock = threading.Lock()
        self._process: Child | None = None
        self._cancelled = False

    def run(self) -> Path:
        """Download and verify the file; return it. Raise ModelError or FetchCancelledError."""
        source = self._description.download
        if source is None:
            raise ModelError(
                message("{title} has no download source.", title=self._description.title)
            )
        with _storage_errors(self._target.parent):
            self._target.parent.mkdir(parents=True, exist_ok=True)
            self._check_free_space(source)
            self._download(source)
            self._on_progress(source.size_bytes, source.size_bytes)
            self._verify()
            move_checked(self._part, self._target)
        return self._target

    def cancel(self) -> None:
        """Cancel immediately. The downloaded part is kept for the next attempt."""
        with self._lock:
            self._cancelled = True
            if self._process is not None:
                self._process.terminate()

    def _check_free_space(self, source: Download) -> None:
        have = self._part.stat().st_size if self._part.exists() else 0
        free = shutil.disk_usage(self._target.parent).free
        if free < source.size_bytes - have:
            megabytes = (source.size_bytes - have) / 1e6
            raise ModelError(
                message(
                    "{title} needs {megabytes} MB, but only {free} MB are free in {parent}.",
                    title=self._description.title,
                    megabytes=round(megabytes),
                    free=round(free / 1e6),
                    parent=self._target.parent,
                ),
                message("Free some disk space, then try again."),
            )

    def _download(self, source: Download) -> None:
        order = asdict(source) | {"host": source.host, "target": str(self._part)}
        last: dict[str, object] = {}
        # The process opens connections, so its output is not trusted either.
        with (
            self._child((*self._commands.download, json.dumps(order))) as lines,
            suppress(ValueError, RecursionError, TooMuchOutputError),
        ):
            for line in lines_of(lines, _MAX_LINE_BYTES):
                last = _reported(line)
                if "done" in last:
                    self._on_progress(_bytes_in(last, "done"), _bytes_in(last, "all"))
        if self._cancelled:
            raise FetchCancelledError(
                message("The download was cancelled."), message("The downloaded part is kept.")
            )
        with suppress(ValueError):
            if "problem" in last:
                raise ModelError(
                    Message.from_json(last["problem"]), Message.from_json(last.get("hint", ""))
                )
        if not last.get("finished"):
            raise ModelError(message("The download ended unexpectedly."), message("Try again."))

    @contextmanager
    def _child(self, command: tuple[str, ...]) -> Iterator[IO[bytes]]:
        with self._lock:
            if self._cancelled:
                raise FetchCancelledError(message("The download was cancelled."))
            self._process = start_child(command, stdout=PIPE, environment=NETWORK)
        process = self._process
        try:
            if process.stdout is not None:
                with process.stdout as lines:
                    yield lines
        finally:
            process.terminate()
            process.wait()

    def _verify(self) -> None:
        try:
            verify(self._description, self._part, trial=self._commands.trial)
        except ModelError:
            forget_check(self._part)
            self._part.unlink(missing_ok=True)  # the next attempt must not resume this file
            raise


def _reported(line: bytes) -> dict[str, object]:
    """Decode a line printed by the download process. Raise ValueError if it is invalid."""
    match json.loads(line):
        case dict() as reported:
            return reported
        case _:
            raise ValueError("not an object")


def _bytes_in(reported: dict[str, object], key: str) -> int:
    value = reported.get(key)
    if type(value) is not int or not 0 <= value <= _MAX_FILE_BYTES:
        raise ValueError("not a number of bytes")
    return value


def add_file(
    path: Path, known: KnownModels, wanted: ModelDescription, *, trial: ModelTrial
) -> ModelDescription:
    """Verify a GGUF file and copy it into the models folder; return its description.

    `wanted` contains the user's description. An empty name is derived from the file name.
    """
    name = _NOT_IN_A_NAME.sub("-", (wanted.name or path.stem).lower()).strip(".-")
    description = replace(wanted, name=name, title=wanted.title or path.stem)
    if not name or any(one.name == name for one in known.all()):
        raise ModelError(
            message("There is already a model named '{name}'.", name=name),
            message("Choose another name."),
        )
    if not path.is_file():
        raise ModelError(
            message("There is no file '{path}'.", path=path), message("Check the name.")
        )
    read_header(path)  # its errors name this file, and not the copy
    target = model_path(description, known.models_dir)
    temporary = target.with_name(f".{target.name}.new")
    with _storage_errors(target.parent):
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            shutil.copyfile(path, temporary)
            checked = check_model(temporary, description, trial=trial)
            description = replace(description, dimension=checked.dimension)
            verify(description, temporary, trial=trial)
            move_checked(temporary, target)
            known.describe(description)
        finally:
            forget_check(temporary)
            with suppress(OSError):
                temporary.unlink()
    return description


@contextmanager
def _storage_errors(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise ModelError(
            message(
                "The model cannot be saved in {folder}: {strerror}.",
                folder=folder,
                strerror=system_reason(error),
            ),
            message("Free some disk space or make the folder writable, then try again."),
        ) from error


class BackgroundModelRegistry:
    """Implements `engine.api.ModelRegistry`. Downloads or adds one model at a time, on a thread."""

    def __init__(
        self,
        known: KnownModels,
        on_event: Callable[[ModelEvent], None],
        commands: FetchCommands | None = None,
    ) -> None:
        self._known = known
        self._on_event = on_event
        self._commands = commands or FetchCommands()
        self._fetch: ModelFetch | None = None
        self._thread: threading.Thread | None = None

    def listings(self) -> tuple[ModelListing, ...]:
        """Return every model."""
        return self._known.listings()

    def fetch(self, name: str) -> None:
        """Start to download a model of the catalogue, unless busy. An event reports the result."""
        if self._is_busy:
            return

        def on_progress(done: int, whole: int) -> None:
            self._on_event(ModelFetchProgress(name, done, whole))

        def work() -> str:
            fetch.run()
            return name

        description = self._known.find(name)
        fetch = ModelFetch(description, self._known.models_dir, on_progress, self._commands)
        self._fetch = fetch
        self._start(name, work)

    def add_file(self, path: Path) -> None:
        """Start to copy and verify the user's GGUF file. An event reports the result."""
        if self._is_busy:
            return

        def work() -> str:
            wanted = ModelDescription(name="", title="", languages=EMPTY)
            return add_file(path, self._known, wanted, trial=self._commands.trial).name

        self._start(path.name, work)

    def remove(self, name: str) -> int:
        """Delete a model's file and return the bytes freed. Raise ModelError if that fails."""
        return self._known.remove(name)

    def cancel(self) -> None:
        """Cancel the download."""
        if self._fetch is not None:
            self._fetch.cancel()

    def close(self) -> None:
        """Stop everything and wait for the end."""
        self.cancel()
        if self._thread is not None:
            self._thread.join()

    @property
    def _is_busy(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def _start(self, name: str, work: Callable[[], str]) -> None:
        self._thread = threading.Thread(
            target=self._run, args=(name, work), name="models", daemon=True
        )
        self._thread.start()

    def _run(self, name: str, work: Callable[[], str]) -> None:
        try:
            event: ModelEvent = ModelFetched(work())
        except FetchCancelledError:
            event = ModelFetchFailed(name, EMPTY)
        except EngineError as error:
            event = ModelFetchFailed(name, error.message, error.hint)
        except Exception as error:
            logger.exception("model %s cannot be added", name)
            problem = message("The model cannot be added ({name}).", name=type(error).__name__)
            event = ModelFetchFailed(name, problem, message("See the log for details."))
        self._on_event(event)
