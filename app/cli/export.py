"""`twofold export`: cited results in a file."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from twofold.app.blocking_client import BlockingClient
from twofold.app.cli.arguments import OutputFile, required
from twofold.app.cli.context import DONE, Commands, Context
from twofold.app.cli.output import count, export_bytes, print_export, tell
from twofold.app.cli.search import add_search_options, build_request
from twofold.app.compose import templates_in
from twofold.app.output_file import is_stream, write_output
from twofold.engine.api import (
    SEPARATORS,
    BadRequestError,
    ExportCollection,
    ExportFormat,
    ExportHits,
    ExportRendered,
    Message,
    SearchFinished,
)


def add_commands(commands: Commands) -> None:
    """Add `export` to the command line."""
    parser = commands.add_parser("export", help="write cited results to a file")
    add_search_options(parser, with_output=False)
    add_export_options(parser)
    parser.set_defaults(run=run)


def add_export_options(parser: argparse.ArgumentParser) -> None:
    """Add which form to write, and where to."""
    group = parser.add_argument_group("export")
    formats = [known.value for known in ExportFormat]
    group.add_argument("--format", choices=formats, help="the form of the file")
    group.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        action=OutputFile,
        dash_is_stdout=True,
        help="where to write; stdout without it",
    )
    group.add_argument(
        "--style", metavar="S", type=required, help="apa, mla, ieee ... or a .csl file"
    )
    group.add_argument(
        "--template", metavar="T", type=required, help="a template of yours, by name or as a file"
    )
    group.add_argument(
        "--separator",
        choices=list(SEPARATORS),
        default="comma",
        help="between the cells of csv; semicolon is for Excel in German, French ...",
    )
    group.add_argument("--force", action="store_true", help="replace the file when it exists")


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Search once and write what was found."""
    search = build_request(arguments, context.settings())
    form, how = export_options(arguments, context)
    with context.open_client() as client:
        response = client.ask(search, SearchFinished).response
        for warning in response.warnings:
            tell(warning)
        passages = count(len(response.hits), "passage")
        request = ExportHits(form, response, **how)
        return write_export(client, request, passages, arguments.output)


def export_options(
    arguments: argparse.Namespace, context: Context
) -> tuple[ExportFormat, dict[str, Any]]:
    """Return the format, and the fields of the request that say how and where to write.

    Raises BadRequestError when the options do not say what to write, or when a form that is no
    text would be printed on a terminal.
    """
    output = arguments.output
    template = _template(arguments.template, context) if arguments.template else None
    if arguments.format:
        form = ExportFormat(arguments.format)
    elif template is not None:
        form = ExportFormat.MARKDOWN
    else:
        form = _by_name(output)
    is_binary = not form.is_text and template is None
    if is_binary and output is None and sys.stdout.isatty():
        raise BadRequestError(Message(f"{form.value} is no text."), Message("Name a file with -o."))
    return form, {
        "target": None if output is None or is_stream(output) else output.absolute(),
        "overwrite": arguments.force,
        "style": arguments.style or "",
        "template": template,
        "separator": SEPARATORS[arguments.separator],
    }


def write_export(
    client: BlockingClient, request: ExportHits | ExportCollection, what: str, output: Path | None
) -> int:
    """Let the engine write the file, and tell that `what` is written; or print it.

    A pipe or a device that is named as `output` is written here.
    """
    rendered = client.ask(request, ExportRendered)
    if rendered.target is not None:
        tell(f"{what} written to {rendered.target}.")
    elif output is not None:
        write_output(output, export_bytes(request.format, rendered), overwrite=False)
        tell(f"{what} written to {output}.")
    else:
        print_export(request.format, rendered)
    return DONE


def _by_name(output: Path | None) -> ExportFormat:
    """Return the format that the file's name stands for."""
    found = ExportFormat.of_file(output.name) if output else None
    if found is None:
        formats = ", ".join(ExportFormat)
        raise BadRequestError(
            Message("The form of the export is not known."),
            Message(f"--format is one of {formats}."),
        )
    return found


def _template(name: str, context: Context) -> Path:
    """Return the template called `name` in the folder of templates, or the file of that path."""
    folder = context.paths.templates
    own = templates_in(folder)
    for path in own:
        if name in {path.name, path.stem}:
            return path
    if Path(name).is_file():
        return Path(name).absolute()
    known = ", ".join(path.name for path in own) or "none"
    raise BadRequestError(
        Message(f"There is no template '{name}'."), Message(f"In {folder} there are: {known}.")
    )
