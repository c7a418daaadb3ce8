"""Embedding and reranking models: finding, fetching, converting, checking and loading them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from twofold.app.child_processes import ChildProcess
from twofold.app.paths import expanded, resource_folder

if TYPE_CHECKING:
    from twofold.engine.api import CompareModel, ModelEvent, ModelListing, ModelRegistry, Settings
    from twofold.engine.embedding.catalogue import ModelDescription
    from twofold.engine.embedding.models.fetching import FetchCommands
    from twofold.engine.embedding.models.probe import ModelTrial
    from twofold.engine.embedding.models.registry import KnownModels
    from twofold.engine.embedding.ports import Embedder, Reranker, RerankerProvider
    from twofold.engine.evaluation.known_items import LoadedModel, LoadedReranker


def prepare_model(name: str, models: Path, progress: Callable[[str], None]) -> Path:
    """Convert and verify a model if it is not prepared yet; return its file."""
    from twofold.engine.embedding.models.provisioning import provision

    return provision(known_models(models).find(name), models, progress, trial=model_trial())


def try_model(name: str, models: Path, settings: Settings) -> Path:
    """Load a model, prepared first if necessary, and return its file; raise ModelError."""
    with closing(load_embedder(name, models, settings, lambda _line: None)):
        return prepare_model(name, models, lambda _line: None)


@contextmanager
def model_to_try(
    source: str | Path, models: Path, wanted: ModelDescription, settings: Settings
) -> Iterator[LoadedModel | LoadedReranker]:
    """Yield a model to measure: of this name, or of a file, which is neither copied nor changed.

    A file is measured with the parameters `wanted`, or those of the known model named there.
    """
    from twofold.engine.embedding.models.fetching import described_file

    known = known_models(models)
    if not isinstance(source, Path):
        description = known.find(source)
        path = prepare_model(source, models, lambda _line: None)
        yield _loaded(path, description, settings)
        return
    description = described_file(source, known, wanted)
    with TemporaryDirectory(prefix="twofold-") as folder:
        # The checked file gets derived files beside it.
        path = Path(folder) / f"{description.name}.gguf"
        try:
            path.symlink_to(source.resolve())
        except OSError:  # Windows permits links to administrators only
            copyfile(source, path)
        yield _loaded(path, description, settings)


def _loaded(
    path: Path, description: ModelDescription, settings: Settings
) -> LoadedModel | LoadedReranker:
    from twofold.engine.embedding.models.loading import load_model, load_reranker
    from twofold.engine.evaluation.known_items import LoadedModel, LoadedReranker

    options: dict[str, Any] = {
        "threads": settings.whole("embedding.threads"),
        "gpu": settings.text("embedding.gpu_layers") != "none",
        "trial": model_trial(settings),
    }
    facts = (description.name, description.title, path.stat().st_size)
    if description.ranks:
        return LoadedReranker(*facts, lambda: load_reranker(path, **options))
    return LoadedModel(*facts, lambda: load_model(path, description, **options))


def model_hardware() -> str:
    """Return the hardware on which models run."""
    from twofold.engine.embedding.llama.library import llama_hardware

    return llama_hardware()


def list_models(models: Path) -> tuple[ModelListing, ...]:
    """Return all known models."""
    return known_models(models).listings()


def can_be_fetched_again(name: str, models: Path) -> bool:
    """Return whether a model whose file exists can be downloaded."""
    from twofold.engine.embedding.models.registry import model_path

    known = known_models(models)
    description = known.find(name)
    return description.source is not None and model_path(description, known.models_dir).is_file()


def fetch_model(name: str, models: Path, on_progress: Callable[[int, int], None]) -> Path:
    """Download a model of the catalogue and verify it; return its file."""
    from twofold.engine.embedding.models.fetching import ModelFetch

    description = known_models(models).find(name)
    return ModelFetch(description, models, on_progress, _fetch_commands()).run()


def describe_file(
    name: str = "",
    query_prompt: str = "",
    passage_prompt: str = "",
    pooling: str = "",
    dimension: int = 0,
) -> ModelDescription:
    """Return the description of a file that the user adds; see `ModelDescription`."""
    from twofold.engine.embedding.catalogue import ModelDescription
    from twofold.engine.model.localized import EMPTY

    return ModelDescription(
        name, "", EMPTY, query_prompt, passage_prompt, pooling=pooling, cut_to=dimension
    )


def add_model_file(path: Path, models: Path, wanted: ModelDescription) -> ModelListing:
    """Copy a GGUF file into the models folder and verify it; return the new model."""
    from twofold.engine.embedding.models.fetching import add_file

    known = known_models(models)
    added = add_file(path, known, wanted, trial=model_trial())
    return next(one for one in known.listings() if one.name == added.name)


def open_model_registry(
    models: Path, on_event: Callable[[ModelEvent], None], compare: CompareModel | None = None
) -> ModelRegistry:
    """Return the models for the window; `compare` compares one with the model in use."""
    from twofold.engine.embedding.models.fetching import BackgroundModelRegistry

    return BackgroundModelRegistry(known_models(models), on_event, _fetch_commands(), compare)


def known_models(models: Path) -> KnownModels:
    """Return the models of the catalogue and of the models folder."""
    from twofold.engine.embedding.models.registry import KnownModels

    return KnownModels(models, resource_folder() / "models.json")


def _fetch_commands() -> FetchCommands:
    from twofold.engine.embedding.models.fetching import FetchCommands

    return FetchCommands(ChildProcess.MODEL_DOWNLOAD.command, model_trial())


def model_trial(settings: Settings | None = None) -> ModelTrial:
    """Return the probe that loads model files in a separate process, sandboxed as in `settings`."""
    from twofold.app.settings_file import sandbox_policy
    from twofold.engine.embedding.models.probe import ModelTrial

    return ModelTrial(ChildProcess.MODEL_PROBE.command, partial(sandbox_policy, settings))


def load_embedder(
    name: str,
    models: Path,
    settings: Settings,
    progress: Callable[[str], None],
    *,
    preload: bool = True,
) -> Embedder:
    """Return an embedding model, converted and verified first if necessary.

    With `preload` it is loaded at once, otherwise when something is embedded.
    """
    from twofold.engine.embedding.models.loading import load_on_demand

    embedder = load_on_demand(
        prepare_model(name, models, progress),
        known_models(models).find(name),
        threads=settings.whole("embedding.threads"),
        gpu=settings.text("embedding.gpu_layers") != "none",
        trial=model_trial(settings),
    )
    if preload:
        embedder.load()
    return embedder


def reranker_of(models: Path, settings: Settings) -> RerankerProvider | None:
    """Return a loader of the reranking model of the settings; None for the built-in reranking.

    The setting contains the name of a model in `models`, or the path of a file.
    """
    chosen = settings.text("rerank.model").strip()
    if not chosen:
        return None

    def load() -> Reranker:
        from twofold.engine.embedding.models.loading import load_reranker

        is_known = any(one.ranks and one.name == chosen for one in known_models(models).all())
        return load_reranker(
            prepare_model(chosen, models, lambda _line: None)
            if is_known
            else expanded(Path(chosen)),
            threads=settings.whole("embedding.threads"),
            gpu=settings.text("embedding.gpu_layers") != "none",
            trial=model_trial(settings),
        )

    return load
