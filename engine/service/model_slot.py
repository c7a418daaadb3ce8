"""The embedding model in use, and the one being loaded or prepared to replace it."""

from __future__ import annotations

import logging
import threading
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from twofold.engine.api import EngineError, EventCallback, ModelError, ModelStatus, Notice
from twofold.engine.embedding.catalogue import title_of
from twofold.engine.embedding.ports import Embedder
from twofold.engine.model.localized import Message, joined, message
from twofold.engine.service.background_embedding import BackgroundEmbedding
from twofold.engine.service.open_library import EmbedderLoader, OpenLibrary
from twofold.engine.service.scheduler import Job, Worker
from twofold.engine.service.status import StatusReport

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Served:
    """The library that uses the model, its embedding, and its status report."""

    library: OpenLibrary
    embedding: BackgroundEmbedding
    report: StatusReport


class ModelSlot:
    """Loads models for one library after another. Indexing thread only, unless noted.

    In a library that this process keeps up to date, another model replaces the current one only
    when every passage has its vector. Until then the current model answers, and vectors of the new
    one are computed in the background. A read-only library switches to any requested model. Models
    are loaded one after another on a separate thread, which queues `take` for the thread
    `indexing`.
    """

    def __init__(self, load: EmbedderLoader, on_event: EventCallback, indexing: Worker) -> None:
        self._load = load
        self._on_event = on_event
        self._indexing = indexing
        self._lock = threading.Lock()
        self._worker = Worker("model")
        self._worker.start()
        self._settled = threading.Event()  # meaning can be searched, or is known to be unavailable
        self._served: _Served | None = None
        self._statuses: dict[str, ModelStatus] = {}
        self._arrived: Embedder | None = None  # loaded, but not taken yet
        self._answering: Embedder | None = None
        self._upcoming: Embedder | None = None
        self._former_is_lost = False
        self.wanted = ""  # the name of the model that was requested last

    def serve(
        self, library: OpenLibrary, embedding: BackgroundEmbedding, report: StatusReport
    ) -> None:
        """Provide the model of this library from now on. A loaded model is reused if possible."""
        former = self._served.report.model if self._served is not None else None
        self._served = _Served(library, embedding, report)
        if self._answering is not None:
            if self._recorded_model() in {"", self._answering.fingerprint}:
                self._answer_with(self._answering)
            else:  # another process has replaced its vectors by those of another model
                self._answering.close()
                self._answering = None
        elif former is not None:
            if former.problem:
                library.set_model_problem(former.problem)
            report.set_model(former)

    def start(self, name: str) -> None:
        """Start to load the model named `name`. A model in use stays in use until it is replaced.

        Returns immediately, because converting a model takes half a minute.
        """
        self.wanted = name
        self._start_loading(name)
        if self._answering is not None:
            self._settled.set()

    def prefer(self, name: str) -> None:
        """Start to load the model named `name`, unless it is already in use."""
        self.wanted = name
        if self._answering is None or self._status_of(self._answering).name != name:
            self.start(name)

    def wait(self, seconds: float) -> None:
        """Wait until meaning can be searched or is known to be unavailable. Thread-safe.

        Also loads the model if that is still pending, so that loading is not part of the search
        time. The search itself reports errors.
        """
        self._settled.wait(seconds)
        if (answering := self._answering) is not None:
            with suppress(ModelError):
                answering.load()

    def take(self) -> None:
        """Use a model that has been loaded."""
        with self._lock:
            embedder, self._arrived = self._arrived, None
        if embedder is None and self._former_is_lost:
            self.complete()
        if embedder is None or self._served is None:
            return
        try:
            self._place(embedder)
        finally:
            if self._answering is not None:
                self._settled.set()

    def complete(self) -> None:
        """Switch to the upcoming model once every passage has its vector."""
        upcoming = self._upcoming
        if upcoming is None or self._served is None:
            return
        if self._must_compute(upcoming) and not self._former_is_lost:
            return  # the last step ended early
        self._former_is_lost = False
        former, self._answering, self._upcoming = self._answering, upcoming, None
        problem = self._answer_with(upcoming)
        if former is not None and problem is not None:
            # The vectors of the other model cannot be searched now, for example because the disk is
            # full.
            self._answering = former
            self._answer_with(former)
            upcoming.close()
            self._on_event(problem)
            return
        if former is not None:
            former.close()
        self._settled.set()
        if problem is None and not self._served.library.read_only:
            title = self._status_of(upcoming).title
            self._on_event(
                Notice(
                    message("Searching by meaning now uses {title}.", title=title), is_passing=True
                )
            )

    def stop(self) -> None:
        """Stop loading models, and let waiting searches continue without one. Thread-safe."""
        with self._lock:
            self._worker.ask_to_stop()
            self._settled.set()

    def join(self, patience: float | None = None) -> None:
        """Wait until no model is being loaded, at most `patience` seconds (None: no limit)."""
        if self._worker.is_closing:
            self._worker.join(patience)
            return
        done = threading.Event()
        self._worker.put(Job(done.set))
        done.wait(patience)

    def close(self, patience: float | None = None) -> None:
        """Close all models. Wait at most `patience` seconds for one that is being loaded."""
        self.join(patience)
        with self._lock:
            loaded = (self._answering, self._upcoming, self._arrived)
        for embedder in loaded:
            if embedder is not None:
                embedder.close()

    def _start_loading(self, name: str) -> None:
        with self._lock:
            if not self._worker.is_closing:
                self._settled.clear()
                self._worker.put(Job(partial(self._load_one, name)))

    def _place(self, embedder: Embedder) -> None:
        answering = self._answering
        if answering is None:
            self._take_first(embedder)
        elif self._status_of(embedder).name != self.wanted:
            embedder.close()  # outdated: another model is in use by now
        elif embedder.fingerprint == answering.fingerprint:
            embedder.close()
            self._drop_upcoming()
            self._answer_with(answering)
        elif self._must_compute(embedder):
            self._drop_upcoming()
            self._compute_in_background(embedder)
        else:
            self._drop_upcoming()
            self._upcoming = embedder
            self.complete()

    def _take_first(self, embedder: Embedder) -> None:
        """Handle a loaded model while none is in use: use it, or compute its vectors first."""
        upcoming, recorded = self._upcoming, self._recorded_model()
        is_wanted = self._status_of(embedder).name == self.wanted
        if recorded in {"", embedder.fingerprint} or not self._must_compute(embedder):
            self._answering = embedder
            if is_wanted:
                self._drop_upcoming()
            self._answer_with(embedder)
        elif is_wanted and (upcoming is None or upcoming.fingerprint != embedder.fingerprint):
            self._drop_upcoming()
            former = recorded.partition("@")[0]
            logger.info("the vectors of %s answer until the new model's are complete", former)
            self._compute_in_background(embedder)
            self._start_loading(former)
        else:  # the previous model has changed, or another one was chosen in the meantime
            embedder.close()
            self.complete()

    def _recorded_model(self) -> str:
        """Return the recorded model of a library opened for writing; '' for others."""
        if self._served is None or self._served.library.read_only:
            return ""
        return self._served.library.catalog.vectors.answering_model

    def _must_compute(self, embedder: Embedder) -> bool:
        if self._served is None or self._served.library.read_only:
            return False
        return bool(self._served.library.catalog.vectors.pending(embedder.fingerprint, 1))

    def _compute_in_background(self, embedder: Embedder) -> None:
        self._upcoming = embedder
        if self._served is not None:
            self._served.embedding.use(embedder)
            self._served.report.set_upcoming(self._status_of(embedder))

    def _drop_upcoming(self) -> None:
        former, self._upcoming = self._upcoming, None
        if former is not None:
            former.close()

    def _answer_with(self, embedder: Embedder) -> Notice | None:
        """Search with this model from now on. Return a notice if that is not possible."""
        if self._served is None:
            return None
        library, report = self._served.library, self._served.report
        problem, status = None, self._status_of(embedder)
        try:
            for repair in library.use_embedder(embedder):
                self._on_event(Notice(repair))
            if not library.read_only:
                library.catalog.vectors.set_answering_model(embedder.fingerprint)
        except EngineError as error:
            problem = Notice(error.message, error.hint, is_warning=True)
            library.set_model_problem(error.message)
            status = replace(status, ready=False, problem=joined(error.message, error.hint))
        else:
            if self._upcoming is None:
                self._served.embedding.use(embedder)
        if self._upcoming is None:
            report.set_upcoming(None)
        report.set_model(status)
        return problem

    def _status_of(self, embedder: Embedder) -> ModelStatus:
        return self._statuses.get(embedder.fingerprint, ModelStatus("", ""))

    # --- Model thread ---

    def _load_one(self, name: str) -> None:
        title = name
        try:
            title = title_of(name)
            self._report_loading(ModelStatus(name, title))
            embedder = self._load(name, logger.info)
        except EngineError as error:
            logger.info("model %s: %s", name, error.message)
            problem = joined(error.message, error.hint)
            self._report_loading(ModelStatus(name, title, problem=problem))
        except Exception as error:
            logger.exception("model %s cannot be loaded", name)
            problem = message("The model cannot be loaded ({name}).", name=type(error).__name__)
            self._report_loading(ModelStatus(name, title, problem=problem))
        else:
            status = ModelStatus(name, title, embedder.dimension, embedder.fingerprint, ready=True)
            with self._lock:  # the status must be known before the model is taken
                self._statuses[status.fingerprint] = status
                displaced, self._arrived = self._arrived, embedder
            self._indexing.put(Job(self.take))
            if displaced is not None:
                displaced.close()

    def _report_loading(self, status: ModelStatus) -> None:
        """Report that a model is being loaded, or why it cannot be loaded."""
        if self._answering is not None or self._is_beside_upcoming(status.name):
            if status.problem:
                self._on_event(
                    Notice(joined(Message(f"{status.title}:"), status.problem), is_warning=True)
                )
            return
        if status.problem and self._upcoming is not None:
            # The previous model cannot be loaded any more, so the new one is used as it is.
            self._former_is_lost = True
            self._indexing.put(Job(self.take))
            return
        if self._served is None:
            return
        self._served.report.set_model(status)
        if status.problem:
            self._served.library.set_model_problem(status.problem)
            self._settled.set()

    def _is_beside_upcoming(self, name: str) -> bool:
        """Return whether `name` was requested while vectors of another model are being computed."""
        upcoming = self._upcoming
        return (
            upcoming is not None and name == self.wanted and name != self._status_of(upcoming).name
        )
