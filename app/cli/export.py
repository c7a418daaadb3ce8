"""`twofold export`: cited results in a file."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from app.cli.output import count, print_export, tell
from app.cli.search import add_search_options, build_request
from app.cli.session import DONE, FAILED, Commands, Context, Session
from engine.api import (
    SEPARATORS,
    BadRequestError,
    ExportFormat,
    ExportHits,
    ExportRendered,
    SearchFinished,
    SearchResponse,
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
    group.add_argument("-o", "--output", metavar="FILE", help="where to write; stdout without it")
    group.add_argument("--style", metavar="S", default="", help="apa, mla, ieee ... or a .csl file")
    group.add_argument("--template", metavar="T", help="a template of yours, by name or as a file")
    group.add_argument(
        "--separator",
        choices=list(SEPARATORS),
        default="comma",
        help="between the cells of csv; semicolon is for Excel in German, French ...",
    )
    group.add_argument("--force", action="store_true", help="replace the file when it exists")


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Search once and write what was found."""
    request = build_request(arguments, context.settings())
    wanted = export_options(arguments, context)
    with Session(context) as session:
        answer = session.ask(request)
        if not isinstance(answer, SearchFinished):
            return FAILED
        for warning in answer.response.warnings:
            tell(warning)
        return write_export(session, answer.response, wanted)


class ExportOptions(argparse.Namespace):
    """What the options of an export ask for."""

    form: ExportFormat
    output: Path | None
    style: str
    template: Path | None
    force: bool
    separator: str


def export_options(arguments: argparse.Namespace, context: Context) -> ExportOptions:
    """Read the options; BadRequestError when they do not say what to write."""
    output = Path(arguments.output) if arguments.output not in {None, "-"} else None
    template = _template(arguments.template, context) if arguments.template else None
    if arguments.format:
        form = ExportFormat(arguments.format)
    elif template is not None:
        form = ExportFormat.MARKDOWN
    else:
        form = _by_name(output)
    return ExportOptions(
        form=form,
        output=output,
        style=arguments.style,
        template=template,
        force=arguments.force,
        separator=SEPARATORS[arguments.separator],
    )


def write_export(session: Session, response: SearchResponse, options: ExportOptions) -> int:
    """Ask the engine for the file, or print it."""
    refuse_binary(options)
    rendered = session.ask(
        ExportHits(
            options.form,
            response,
            target=options.output.absolute() if options.output else None,
            overwrite=options.force,
            style=options.style,
            template=options.template,
            separator=options.separator,
        )
    )
    if not isinstance(rendered, ExportRendered):
        return FAILED
    if rendered.target is not None:
        tell(f"{count(len(response.hits), 'passage')} written to {rendered.target}.")
    else:
        print_export(options.form, rendered)
    return DONE


def refuse_binary(options: ExportOptions) -> None:
    """Raise BadRequestError when a form that is no text would be printed on a terminal."""
    is_binary = not options.form.is_text and options.template is None
    if is_binary and options.output is None and sys.stdout.isatty():
        raise BadRequestError(f"{options.form.value} is no text.", "Name a file with -o.")


def _by_name(output: Path | None) -> ExportFormat:
    """Return the format that the file's name stands for."""
    found = ExportFormat.of_file(output.name) if output else None
    if found is None:
        formats = ", ".join(ExportFormat)
        raise BadRequestError(
            "The form of the export is not known.", f"--format is one of {formats}."
        )
    return found


def _template(name: str, context: Context) -> Path:
    """Return the template called `name` in the folder of templates, or the file of that path."""
    own = context.paths.own_templates()
    for path in own:
        if name in {path.name, path.stem}:
            return path
    if Path(name).is_file():
        return Path(name).absolute()
    known = ", ".join(path.name for path in own) or "none"
    folder = context.paths.templates
    raise BadRequestError(f"There is no template '{name}'.", f"In {folder} there are: {known}.")
