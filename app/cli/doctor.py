"""`twofold doctor`: check the installation and the library."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from twofold.app.cli.arguments import OutputFile
from twofold.app.cli.context import Context
from twofold.app.cli.exit_codes import DONE, FAILED
from twofold.app.cli.output import count, green, red, say, say_json, tell
from twofold.app.cli.parser import Commands, add_command
from twofold.app.cli.status import summary
from twofold.app.installation import as_json, check, examine, write_report
from twofold.app.models import try_model
from twofold.engine.api import CheckLibrary, EngineError, Finding, LibraryChecked, Message, message


def add_commands(commands: Commands) -> None:
    """Add `doctor` to the command line."""
    parser = add_command(
        commands,
        "doctor",
        summary="check the installation and the library",
        about="Check Python, the native libraries, settings, folders and their permissions, the "
        "model and the library, and print what to do about each problem. The exit code is 1 if "
        "there is one.",
        examples=(
            ("twofold doctor", "Check everything."),
            ("twofold doctor --report report.zip", "Also write a report to attach to an issue."),
        ),
    )
    parser.add_argument("--json", action="store_true", help="print a JSON list")
    parser.add_argument(
        "--report",
        metavar="FILE",
        action=OutputFile,
        help="write findings, settings and logs to a ZIP file, without texts and queries",
    )
    parser.add_argument(
        "--force", action="store_true", help="overwrite the file of --report if it exists"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Print all findings; the exit code is 1 if there is a problem."""
    findings = []
    for finding in _examine(context):
        findings.append(finding)
        if not arguments.json:
            state = green("ok  ") if finding.is_well else red("FAIL")
            say(f"{state}  {finding.name:<20} {finding.detail}")
            if finding.remedy and not finding.is_well:
                say(f"      {'':<20} {finding.remedy}")
    if arguments.json:
        say_json([as_json(finding) for finding in findings])
    problems = sum(not finding.is_well for finding in findings)
    if not arguments.json:
        say(f"{count(problems, 'problem')} found." if problems else "No problems found.")
    if arguments.report:
        file = arguments.report.absolute()
        write_report(file, findings, context.paths, overwrite=arguments.force)
        tell(f"Report written to {file}.")
    return FAILED if problems else DONE


def _examine(context: Context) -> Iterator[Finding]:
    yield from examine(context.paths)
    yield check(message("model"), lambda: _model(context))
    if not context.paths.library.is_only_shared:
        yield check(message("library"), lambda: _library(context))
    yield from _shared_libraries(context)


def _shared_libraries(context: Context) -> Iterator[Finding]:
    """Yield whether the server of each shared library answers."""
    in_settings = context.settings().text("libraries.shared").strip()
    if not (context.paths.library.shared or in_settings):
        return
    with context.open_client(loads_model=False) as client:
        status = client.present_status()
    for one in status.shared:
        held = f"{one.address}: {one.problem or count(one.documents, 'document')}"
        remedy = Message("Check the address, and whether the server is running.")
        yield Finding(
            Message("shared library"), is_well=not one.problem, detail=Message(held), remedy=remedy
        )


def _model(context: Context) -> Message:
    name = context.settings().text("embedding.model")
    path = try_model(name, context.paths.library.models, context.settings())
    return message("{name}, {size} MB", name=name, size=round(path.stat().st_size / 10**6))


def _library(context: Context) -> Message:
    if not context.paths.library.catalog.exists():
        return message("none yet; to add a folder: twofold folder add PATH")
    with context.open_client() as client:
        status = client.status()
        checked = client.ask(CheckLibrary(), LibraryChecked)
    if checked.problems:
        raise EngineError(
            Message(" ".join(checked.problems)),
            Message(
                f"Run: twofold index. If the problem remains, delete "
                f"{context.paths.library.lexical} and {context.paths.library.vectors}; they are "
                "built again from the catalog."
            ),
        )
    if status.model.problem:
        raise EngineError(status.model.problem, Message("Choose a model: twofold model use NAME"))
    return Message(summary(status))
