"""`twofold model`: list, choose and add semantic models."""

from __future__ import annotations

import argparse
from pathlib import Path

from twofold.app.cli.arguments import required
from twofold.app.cli.context import Context
from twofold.app.cli.exit_codes import DONE
from twofold.app.cli.output import fit, say, say_json, tell
from twofold.app.cli.parser import Commands, add_command, add_group, suggestion
from twofold.app.cli.progress import ProgressLine, percent
from twofold.app.models import add_model_file, fetch_model, list_models, prepare_model
from twofold.app.paths import expanded
from twofold.app.settings_file import change_settings
from twofold.engine.model.errors import BadRequestError
from twofold.engine.model.localized import Message


def add_commands(commands: Commands) -> None:
    """Add `model` to the command line."""
    actions = add_group(
        commands,
        "model",
        summary="list, add and choose semantic models",
        about="Manage the semantic models, which find passages by meaning.",
        examples=(
            ("twofold model list", "List the models; a star marks the one in use."),
            ("twofold model use bge-m3", "Use another model."),
        ),
    )
    _add_list(actions)
    _add_use(actions)
    _add_add(actions)


def _add_list(actions: Commands) -> None:
    listing = add_command(
        actions,
        "list",
        summary="list the models",
        about="List the models with their sizes, languages and licences. A star marks the one in "
        "use.",
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
        about="Prepare a model and use it from now on. Nothing is downloaded. Afterwards, run "
        "'twofold index' to compute its vectors.",
        synopsis="NAME",
        examples=(
            ("twofold model use multilingual-e5-small", "Use the default model."),
            ("twofold index", "Compute its vectors."),
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
        "downloaded if necessary, or a GGUF file of your own, which is copied. An interrupted "
        "download continues where it stopped.",
        synopsis="NAME | FILE.gguf",
        examples=(
            ("twofold model add bge-m3", "Download a model."),
            ("twofold model add my.gguf --name mine --query-prompt 'query: '", "Add a file."),
        ),
    )
    add.add_argument(
        "name", metavar="NAME", type=required, help="its name, or the path of a GGUF file"
    )
    add.add_argument(
        "--name",
        dest="called",
        metavar="NAME",
        default="",
        help="name for the model of a file (default: the name of the file)",
    )
    add.add_argument(
        "--query-prompt",
        metavar="TEXT",
        default="",
        help="text that the model of a file expects before each query",
    )
    add.add_argument(
        "--passage-prompt",
        metavar="TEXT",
        default="",
        help="text that the model of a file expects before each passage",
    )
    add.set_defaults(run=run_add)


def run_list(arguments: argparse.Namespace, context: Context) -> int:
    """Print the models, with a star at the one in use."""
    used = context.settings().text("embedding.model")
    models = list_models(context.paths.library.models)
    if arguments.json:
        say_json([model.as_json() | {"used": model.name == used} for model in models])
        return DONE
    for model in models:
        star = "*" if model.name == used else " "
        size = f"{model.size_bytes / 1e6:.0f} MB"
        missing = f"{size} to download" if model.host else "converted on first use"
        state = fit(f"ready ({size})" if model.is_ready else missing, 24)
        about = ", ".join(part for part in (model.title, model.languages, model.license) if part)
        say(f"{star} {fit(model.name, 24)} {state} {about}")
    return DONE


def run_use(arguments: argparse.Namespace, context: Context) -> int:
    """Prepare a model without downloading anything, then store it in the settings."""
    _check_known(arguments.name, context)
    path = prepare_model(arguments.name, context.paths.library.models, tell)
    _say_ready(arguments.name, path.stat().st_size)
    change_settings(context.paths.settings_file, {"embedding.model": arguments.name})
    say(f"{arguments.name} is used from now on. To compute its vectors: twofold index")
    return DONE


def run_add(arguments: argparse.Namespace, context: Context) -> int:
    """Download, convert or copy a model, and verify it."""
    name, models = arguments.name, context.paths.library.models
    listing = next((one for one in list_models(models) if one.name == name), None)
    if listing is None and name.lower().endswith(".gguf"):
        added = add_model_file(
            expanded(Path(name)),
            models,
            arguments.called,
            arguments.query_prompt,
            arguments.passage_prompt,
        )
        return _say_ready(added.name, added.size_bytes)
    _check_known(name, context)
    if listing is not None and listing.host:
        size = f"{listing.size_bytes / 1e6:.0f} MB"
        tell(f"Downloading {listing.title} ({listing.license}, {size}) from {listing.host}.")
        progress = ProgressLine()
        try:
            path = fetch_model(name, models, DownloadProgress(progress).show)
        finally:
            progress.finish()
    else:
        path = prepare_model(name, models, tell)
    return _say_ready(name, path.stat().st_size)


def _say_ready(name: str, size: int) -> int:
    say(f"{name} is ready ({size / 1e6:.0f} MB)")
    return DONE


def _check_known(name: str, context: Context) -> None:
    """Raise BadRequestError if there is no model of this name."""
    names = [model.name for model in list_models(context.paths.library.models)]
    if name not in names:
        raise BadRequestError(
            Message(f"There is no model '{name}'."),
            Message(suggestion(name, names, lists=True).strip()),
        )


class DownloadProgress:
    """Shows the progress of a download, as a bar on a terminal."""

    def __init__(self, line: ProgressLine) -> None:
        self._line = line

    def show(self, done: int, whole: int) -> None:
        """Show that `done` of `whole` bytes are downloaded."""
        fraction = done / max(whole, 1)
        step = "verifying" if done >= whole else f"{done / 1e6:.0f} of {whole / 1e6:.0f} MB"
        self._line.line(f"{percent(fraction)}, {step}", fraction)
