"""`twofold model`: list, choose and add semantic models."""

from __future__ import annotations

import argparse
from pathlib import Path

from twofold.app.cli.arguments import required, whole_number
from twofold.app.cli.context import Context
from twofold.app.cli.exit_codes import DONE
from twofold.app.cli.model_trial import add_try, file_options, known_model
from twofold.app.cli.output import bold, fit, say, say_json, tell
from twofold.app.cli.parser import Commands, add_command, add_group
from twofold.app.cli.progress import ProgressLine, percent
from twofold.app.models import (
    add_model_file,
    can_be_fetched_again,
    describe_file,
    fetch_model,
    list_models,
    prepare_model,
)
from twofold.app.paths import expanded
from twofold.app.settings_file import change_settings
from twofold.engine.model.errors import ModelError
from twofold.engine.model.model_listing import MAX_DIMENSION, ModelListing

_POOLINGS = ("mean", "cls", "last")


def add_commands(commands: Commands) -> None:
    """Add `model` to the command line."""
    actions = add_group(
        commands,
        "model",
        summary="list, add, compare and choose semantic models",
        about="Manage the semantic models, which find passages by meaning, and the reranking "
        "models, which put the best passages first.",
        examples=(
            ("twofold model list", "List the models; a star marks the one in use."),
            ("twofold model use bge-m3", "Use another model."),
        ),
    )
    _add_list(actions)
    _add_use(actions)
    _add_add(actions)
    _add_file_options(add_try(actions))


def _add_list(actions: Commands) -> None:
    listing = add_command(
        actions,
        "list",
        summary="list the models",
        about="List the semantic models and the reranking models with their sizes, languages, "
        "licences and published quality. A star marks those in use.",
        examples=(
            ("twofold model list", "List the models."),
            ("twofold model list --json", "The same for scripts."),
        ),
    )
    listing.add_argument("--json", action="store_true", help="print a JSON list")
    listing.set_defaults(run=run_list)


def _add_use(actions: Commands) -> None:
    use = add_command(
        actions,
        "use",
        summary="use a model from now on",
        about="Prepare a model and use it from now on. Nothing is downloaded. After choosing a "
        "semantic model, run 'twofold index' to compute its vectors.",
        synopsis="NAME",
        examples=(
            ("twofold model use multilingual-e5-small", "Use the default model."),
            ("twofold index", "Compute its vectors."),
            ("twofold model use bge-reranker-v2-m3", "Rerank with this model."),
        ),
    )
    use.add_argument(
        "name", metavar="NAME", type=required, help="its name, as 'twofold model list' shows it"
    )
    use.set_defaults(run=run_use)


def _add_add(actions: Commands) -> None:
    add = add_command(
        actions,
        "add",
        summary="download or add a model without using it yet",
        about="Prepare a model without using it yet: one of 'twofold model list', which is "
        "downloaded if necessary, or a GGUF file of your own, which is copied. With the name of a "
        "listed model, a file gets its prompts and other parameters. An interrupted download from "
        "huggingface.co continues where it stopped.",
        synopsis="NAME | FILE.gguf",
        examples=(
            ("twofold model add bge-m3", "Download a model."),
            ("twofold model add my.gguf --name mine --query-prompt 'query: '", "Add a file."),
            ("twofold model add m3.gguf --name bge-m3", "Add a file instead of downloading it."),
        ),
    )
    add.add_argument(
        "name", metavar="NAME", type=required, help="its name, or the path of a GGUF file"
    )
    _add_file_options(add)
    add.set_defaults(run=run_add)


def _add_file_options(parser: argparse.ArgumentParser) -> None:
    """Add the parameters of a model that is a file."""
    group = parser.add_argument_group("for a model that is a GGUF file")
    group.add_argument(
        "--name",
        dest="called",
        metavar="NAME",
        default="",
        help="name of the model (default: the name of the file)",
    )
    group.add_argument(
        "--query-prompt",
        metavar="TEXT",
        default="",
        help="text that the model expects before each query",
    )
    group.add_argument(
        "--passage-prompt",
        metavar="TEXT",
        default="",
        help="text that the model expects before each passage",
    )
    group.add_argument(
        "--pooling",
        metavar="P",
        choices=_POOLINGS,
        default="",
        help="how the model combines the vectors of tokens: "
        f"{', '.join(_POOLINGS)} (default: as the file says)",
    )
    group.add_argument(
        "--dimension",
        metavar="N",
        type=whole_number(1, MAX_DIMENSION),
        default=0,
        help="shorten vectors to N numbers, if the model was trained for this (Matryoshka)",
    )


def run_list(arguments: argparse.Namespace, context: Context) -> int:
    """Print the models, with a star at the one in use."""
    settings = context.settings()
    used = {settings.text("embedding.model"), settings.text("rerank.model")}
    models = list_models(context.paths.library.models)
    if arguments.json:
        say_json([model.as_json() | {"used": model.name in used} for model in models])
        return DONE
    width = max(len(model.name) for model in models)
    for heading, ranks in (("Semantic models", False), ("Reranking models", True)):
        say(bold(heading))
        for model in models:
            if model.ranks is ranks:
                star = "*" if model.name in used else " "
                parts = (model.languages, model.license, model.quality, model.restriction)
                about = ", ".join(part for part in parts if part)
                say(f"{star} {fit(model.name, width)} {fit(_state(model), 22)} {about}")
    return DONE


def _state(model: ModelListing) -> str:
    size = f"{model.size_bytes / 1e6:.0f} MB"
    if not model.is_supported:
        return "not supported yet"
    if model.is_ready:
        return f"ready ({size})"
    if model.host:
        return f"{size} to download"
    return "converted on first use" if model.is_here else "add its file"


def run_use(arguments: argparse.Namespace, context: Context) -> int:
    """Prepare a model without downloading anything, then store it in the settings."""
    model = known_model(arguments.name, context)
    path = prepare_model(model.name, context.paths.library.models, tell)
    _say_ready(model.name, path.stat().st_size)
    key, then = "embedding.model", "To compute its vectors: twofold index"
    if model.ranks:
        key, then = "rerank.model", "To rerank: twofold search --rerank"
    change_settings(context.paths.settings_file, {key: model.name})
    say(f"{model.name} is used from now on. {then}")
    return DONE


def run_add(arguments: argparse.Namespace, context: Context) -> int:
    """Download, convert or copy a model, and verify it."""
    name, models = arguments.name, context.paths.library.models
    listing = next((one for one in list_models(models) if one.name == name), None)
    if listing is None and name.lower().endswith(".gguf"):
        wanted = describe_file(**file_options(arguments))
        added = add_model_file(expanded(Path(name)), models, wanted)
        return _say_ready(added.name, added.size_bytes)
    listing = known_model(name, context)
    if listing.host and not listing.is_ready:
        size = f"{listing.size_bytes / 1e6:.0f} MB"
        tell(f"Downloading {listing.title} ({listing.license}, {size}) from {listing.host}.")
        path = _download(name, models)
    else:
        path = _prepared(name, models)
    return _say_ready(name, path.stat().st_size)


def _prepared(name: str, models: Path) -> Path:
    """Return the verified file of a model; download it again if it is damaged."""
    try:
        return prepare_model(name, models, tell)
    except ModelError as error:
        if not can_be_fetched_again(name, models):
            raise
        tell(f"{error.message} It is being downloaded again.")
        return _download(name, models)


def _download(name: str, models: Path) -> Path:
    progress = ProgressLine()
    try:
        return fetch_model(name, models, DownloadProgress(progress).show)
    finally:
        progress.finish()


def _say_ready(name: str, size: int) -> int:
    say(f"{name} is ready ({size / 1e6:.0f} MB)")
    return DONE


class DownloadProgress:
    """Shows the progress of a download, as a bar on a terminal."""

    def __init__(self, line: ProgressLine) -> None:
        self._line = line

    def show(self, done: int, whole: int) -> None:
        """Show that `done` of `whole` bytes are downloaded."""
        fraction = done / max(whole, 1)
        step = "verifying" if done >= whole else f"{done / 1e6:.0f} of {whole / 1e6:.0f} MB"
        self._line.line(f"{percent(fraction)}, {step}", fraction)
