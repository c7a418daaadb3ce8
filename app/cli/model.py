"""`twofold model`: the embedding models, which one is used, and getting one ready."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from app.cli.command import DONE, Context
from app.cli.output import fit, say, say_json, tell
from app.settings_file import change_setting

if TYPE_CHECKING:
    from app.cli.command import Commands


def add_command(commands: Commands) -> None:
    """Add `model list`, `model use` and `model add` to the command line."""
    parser = commands.add_parser("model", help="the embedding models, and which one is used")
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    listing = actions.add_parser("list", help="which models there are")
    listing.add_argument("--json", action="store_true", help="as a JSON list")
    listing.set_defaults(run=run_list)
    use = actions.add_parser("use", help="search with this model from now on")
    use.add_argument("name", metavar="NAME")
    use.set_defaults(run=run_use)
    add = actions.add_parser("add", help="get this model ready without using it yet")
    add.add_argument("name", metavar="NAME")
    add.set_defaults(run=run_add)


def run_list(arguments: argparse.Namespace, context: Context) -> int:
    """Print the models, the one in use with a star."""
    from app.compose import list_models  # noqa: PLC0415 (loads the native libraries)

    used = context.settings().text("embedding.model")
    models = list_models(context.paths.library.models)
    if arguments.json:
        say_json([model.as_json() | {"used": model.name == used} for model in models])
        return DONE
    for model in models:
        star = "*" if model.name == used else " "
        state = "ready" if model.is_ready else "converted on first use"
        say(f"{star} {fit(model.name, 24)} {fit(state, 24)} {model.title}, {model.languages}")
    return DONE


def run_use(arguments: argparse.Namespace, context: Context) -> int:
    """Get the model ready, then make it the one in use; vectors follow at the next indexing."""
    run_add(arguments, context)
    change_setting(context.paths.settings_file, "embedding.model", arguments.name)
    say(f"{arguments.name} is used from now on; bring the vectors up to date with: twofold index")
    return DONE


def run_add(arguments: argparse.Namespace, context: Context) -> int:
    """Get the model ready: convert it if need be, and verify it."""
    from app.compose import prepare_model  # noqa: PLC0415 (loads the native libraries)

    path = prepare_model(arguments.name, context.paths.library.models, tell)
    say(f"{arguments.name} is ready ({path.stat().st_size / 1e6:.0f} MB)")
    return DONE
