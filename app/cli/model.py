"""`twofold model`: the embedding models, which one is used, and getting one ready."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from twofold.app.cli.arguments import required
from twofold.app.cli.context import DONE, Commands, Context
from twofold.app.cli.output import fit, say, say_json, tell
from twofold.app.models import add_model_file, fetch_model, list_models, prepare_model
from twofold.app.paths import expanded
from twofold.app.settings_file import change_settings


def add_commands(commands: Commands) -> None:
    """Add `model list`, `model use` and `model add` to the command line."""
    parser = commands.add_parser("model", help="the embedding models, and which one is used")
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    listing = actions.add_parser("list", help="which models there are")
    listing.add_argument("--json", action="store_true", help="as a JSON list")
    listing.set_defaults(run=run_list)
    use = actions.add_parser("use", help="search with this model from now on")
    use.add_argument("name", metavar="NAME", type=required)
    use.set_defaults(run=run_use)
    add = actions.add_parser(
        "add",
        help="get a model ready without using it yet",
        description="Gets a model ready: one that `twofold model list` names, which may be fetched "
        "from the network, or a GGUF file of your own.",
    )
    add.add_argument("name", metavar="NAME or FILE.gguf", type=required)
    add.add_argument("--name", dest="called", metavar="NAME", default="", help="name of a file")
    add.add_argument(
        "--query-prompt", metavar="TEXT", default="", help="put before each query, for a file"
    )
    add.add_argument(
        "--passage-prompt", metavar="TEXT", default="", help="put before each passage, for a file"
    )
    add.set_defaults(run=run_add)


def run_list(arguments: argparse.Namespace, context: Context) -> int:
    """Print the models, the one in use with a star."""
    used = context.settings().text("embedding.model")
    models = list_models(context.paths.library.models)
    if arguments.json:
        say_json([model.as_json() | {"used": model.name == used} for model in models])
        return DONE
    for model in models:
        star = "*" if model.name == used else " "
        size = f"{model.size_bytes / 1e6:.0f} MB"
        missing = f"{size} to fetch" if model.host else "converted on first use"
        state = fit(f"ready ({size})" if model.is_ready else missing, 24)
        about = ", ".join(part for part in (model.title, model.languages, model.license) if part)
        say(f"{star} {fit(model.name, 24)} {state} {about}")
    return DONE


def run_use(arguments: argparse.Namespace, context: Context) -> int:
    """Get the model ready, then make it the one in use; vectors follow at the next indexing.

    Nothing is fetched for it: that is said with `model add`.
    """
    path = prepare_model(arguments.name, context.paths.library.models, tell)
    _say_ready(arguments.name, path.stat().st_size)
    change_settings(context.paths.settings_file, {"embedding.model": arguments.name})
    say(f"{arguments.name} is used from now on; bring the vectors up to date with: twofold index")
    return DONE


def run_add(arguments: argparse.Namespace, context: Context) -> int:
    """Get the model ready: fetch or convert it if need be, or take a file; and verify it."""
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
    if listing is not None and listing.host:
        size = f"{listing.size_bytes / 1e6:.0f} MB"
        tell(f"Fetching {listing.title} ({listing.license}, {size}) from {listing.host}.")
        path = fetch_model(name, models, FetchSteps(tell).show)
    else:
        path = prepare_model(name, models, tell)
    return _say_ready(name, path.stat().st_size)


def _say_ready(name: str, size: int) -> int:
    say(f"{name} is ready ({size / 1e6:.0f} MB)")
    return DONE


class FetchSteps:
    """Tells of each tenth of a download once."""

    def __init__(self, tell_line: Callable[[str], None]) -> None:
        self._tell = tell_line
        self._told = -1

    def show(self, done: int, whole: int) -> None:
        """Note that `done` of all bytes are here."""
        tenth = 10 * done // max(whole, 1)
        if tenth > self._told:
            self._told = tenth
            word = "checking it" if tenth == 10 else f"{done / 1e6:.0f} of {whole / 1e6:.0f} MB"
            self._tell(f"{tenth * 10:3} %, {word}")
