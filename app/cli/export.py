"""`twofold export`: write search results with their citations to a file."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from twofold.app.blocking_client import BlockingClient
from twofold.app.cli.arguments import OutputFile, required
from twofold.app.cli.context import Context
from twofold.app.cli.exit_codes import DONE, FAILED
from twofold.app.cli.output import count, export_bytes, print_export, tell, warn
from twofold.app.cli.parser import Commands, add_command, suggestion
from twofold.app.cli.search import (
    add_search_options,
    as_exported,
    build_request,
    warn_of_unknown_values,
)
from twofold.app.compose import check_style, templates_in
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
    is_word_template,
)


def add_commands(commands: Commands) -> None:
    """Add `export` to the command line."""
    parser = add_command(
        commands,
        "export",
        summary="write search results with their citations to a file",
        about="Search like 'twofold search', and write the passages with their citations to a "
        "file or to standard output. Without --format, the extension of the file determines the "
        "format.",
        synopsis="[QUERY ...]",
        examples=(
            ("twofold export loan conditions -o quotes.docx", "Write a Word document."),
            ("twofold export loan conditions --format markdown --style apa", "Print Markdown."),
        ),
        extra_hint="Write options before or after all words of the query.",
    )
    add_search_options(parser, with_output=False)
    add_export_options(parser)
    parser.set_defaults(run=run)


def add_export_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for the format and the file of an export."""
    group = parser.add_argument_group("export")
    formats = [known.value for known in ExportFormat]
    group.add_argument("--format", metavar="FORMAT", choices=formats, help=", ".join(formats))
    group.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        action=OutputFile,
        dash_is_stdout=True,
        help="file to write (default: standard output)",
    )
    group.add_argument(
        "--style",
        metavar="S",
        type=required,
        help="citation style of the bibliography: apa, mla, ieee ... or a .csl file",
    )
    group.add_argument(
        "--template",
        metavar="T",
        type=required,
        help="your own template, by name or path; a .dotx or .docx file gives Word its styles, "
        "header and footer",
    )
    group.add_argument(
        "--paths", action="store_true", help="name and link files with their folders"
    )
    group.add_argument(
        "--method-note",
        action=argparse.BooleanOptionalAction,
        help="state how the passages were found (default: in all formats but Word)",
    )
    group.add_argument(
        "--separator",
        metavar="NAME",
        choices=list(SEPARATORS),
        default="comma",
        help=f"of csv: {', '.join(SEPARATORS)}; semicolon is for Excel in languages with a decimal "
        "comma (default: comma)",
    )
    group.add_argument("--force", action="store_true", help="overwrite the file if it exists")


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Search once and write the results; the exit code is 1 if nothing was found."""
    form, how = export_options(arguments, context)
    search = as_exported(build_request(arguments, context.settings()), form, arguments)
    with context.open_client() as client:
        response = client.ask(search, SearchFinished).response
        for warning in response.warnings:
            warn(warning)
        if not response.hits:
            warn_of_unknown_values(response, client)
        passages = count(len(response.hits), "passage")
        request = ExportHits(form, response, **how)
        write_export(client, request, passages, arguments.output)
    if response.has_more:
        tell("More passages were found. To export more of them, use --limit.")
    return DONE if response.hits else FAILED


def export_options(
    arguments: argparse.Namespace, context: Context
) -> tuple[ExportFormat, dict[str, Any]]:
    """Return the format, and the fields of the export request.

    Raise BadRequestError if the format is not known, or if a binary one would be printed on a
    terminal.
    """
    output = arguments.output
    template = _template(arguments.template, context) if arguments.template else None
    if arguments.format:
        form = ExportFormat(arguments.format)
    elif template is not None:
        is_word = is_word_template(template)
        form = ExportFormat.DOCX if is_word else ExportFormat.MARKDOWN
    else:
        form = _by_name(output)
    if is_word_template(template) and form is not ExportFormat.DOCX:
        raise BadRequestError(
            Message(f"The format {form.value} does not use Word templates."),
            Message("Choose the format docx."),
        )
    is_binary = not form.is_text and (template is None or is_word_template(template))
    if is_binary and output is None and sys.stdout.isatty():
        raise BadRequestError(
            Message(f"A {form.value} file cannot be printed on a terminal."),
            Message("Name a file with -o."),
        )
    if arguments.style:
        check_style(arguments.style)
    return form, {
        "target": None if output is None or is_stream(output) else output.absolute(),
        "overwrite": arguments.force,
        "style": arguments.style or "",
        "template": template,
        "separator": SEPARATORS[arguments.separator],
        "method_note": arguments.method_note,
        "paths": arguments.paths,
    }


def write_export(
    client: BlockingClient, request: ExportHits | ExportCollection, what: str, output: Path | None
) -> int:
    """Request an export and report where it was written; without a file, print it.

    The engine writes files. Pipes and devices are written here. `what` says what was exported, for
    example '3 passages'.
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
    """Return the format for the extension of `output`; raise BadRequestError if there is none."""
    found = ExportFormat.of_file(output.name) if output else None
    if found is None:
        formats = ", ".join(ExportFormat)
        raise BadRequestError(
            Message("The format of the export is not known."),
            Message(f"Give --format: {formats}."),
        )
    return found


def _template(name: str, context: Context) -> Path:
    """Return the template called `name` in the templates folder, or at that path."""
    folder = context.paths.templates
    own = templates_in(folder)
    for path in own:
        if name in {path.name, path.stem}:
            return path
    if Path(name).is_file():
        return Path(name).absolute()
    hint = suggestion(name, [path.name for path in own], lists=True).strip()
    raise BadRequestError(
        Message(f"There is no template '{name}'."), Message(hint or f"{folder} has no templates.")
    )
