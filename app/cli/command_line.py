"""The command line as a whole: global options, the choice of a command, and errors.

A failure is reported as one line on stderr and an exit code from `exit_codes`.
"""

from __future__ import annotations

import argparse
import errno
import os
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from twofold.app.cli.arguments import check_outputs, required
from twofold.app.cli.command_table import COMMANDS, EXAMPLES
from twofold.app.cli.context import Context
from twofold.app.cli.exit_codes import DONE, FAILED, INTERRUPTED, USAGE
from twofold.app.cli.output import prepare_streams, set_quiet, shell_quoted, tell, warn
from twofold.app.cli.parser import Parser, add_common_options, nearest, suggestion
from twofold.app.crash import install_crash_hooks, program_version
from twofold.app.desktop.instance_message import InstanceMessage, hand_over_early
from twofold.app.logging_setup import set_up_logging
from twofold.app.paths import AppPaths, default_paths, expanded
from twofold.app.signals import interrupted_by_signals
from twofold.engine.model.disk_errors import disk_first
from twofold.engine.model.errors import BadRequestError, EngineError, SettingError
from twofold.engine.model.localized import EMPTY, Message
from twofold.engine.model.settings import Settings
from twofold.engine.processes.this_process import collect_garbage_rarely

if TYPE_CHECKING:
    from twofold.engine.model.events import Notice

# Only the module of the named command is imported, as importing others takes time.
_MODULES = {command.name: command.module for command in COMMANDS}
# Commands of other programs. With one argument they are not taken for a query.
_OTHER_NAMES = {
    "add": "folder add",
    "cite": "check",
    "find": "search",
    "get": "show",
    "list": "folder list",
    "publish": "share publish",
    "pull": "share pull",
    "query": "search",
    "read": "show",
    "remove": "folder remove",
    "update": "index",
}
_MAX_OTHER_WORDS = 2
_HELP = frozenset({"-h", "--help"})
_NAME_COLUMNS = 16
_ABOUT = "Search your own documents by keywords and by meaning."
_WITHOUT_COMMAND = "Without a command, Twofold opens its window and searches for QUERY or in PATH."

_NOT_WRITTEN = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EROFS})

# A citation of a file whose name begins with a dash.
_DASHED = re.compile(r"-.*#(?:L\d+(?:-L\d+)?|page=\d+|t=[\d:.,]+|xywh=[\d.,]+)", re.DOTALL)


@dataclass(slots=True)
class _Invocation:
    """The name of the running command, shown at the start of error messages."""

    program: str = "twofold"


class _RootParser(Parser):
    """The parser of the whole command line, whose help lists the commands by group."""

    def format_help(self) -> str:
        """Return the help page."""
        self.description = _overview()
        return super().format_help()


class _Version(argparse.Action):
    """Prints the version; reading it takes time, so it is read only with `--version`."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        sys.stdout.write(f"twofold {program_version()}\n")
        parser.exit()


def build_parser(words: Sequence[str] = ()) -> Parser:
    """Return the parser of the global options and of the commands that `words` name."""
    parser = _RootParser(prog="twofold", about=_ABOUT, examples=EXAMPLES)
    parser.usage = "twofold [OPTION ...] COMMAND [ARGUMENT ...]\n       twofold [QUERY ... | PATH]"
    _add_options(parser)
    parser.add_argument("--quit-after-first-paint", action="store_true", help=argparse.SUPPRESS)
    parser.set_defaults(run=None, quick=False)
    commands = parser.add_subparsers(
        metavar="COMMAND", help=argparse.SUPPRESS, prog="twofold", parser_class=Parser
    )
    named = (_MODULES[word] for word in words if _MODULES.get(word))
    for module in dict.fromkeys(named):
        import_module(f"twofold.app.cli.{module}").add_commands(commands)
    return parser


def build_whole_parser() -> Parser:
    """Return the parser of all commands, for completions, man page and documentation."""
    return build_parser(tuple(_MODULES))


def _overview() -> str:
    lines = [_ABOUT, _WITHOUT_COMMAND]
    for group, commands in groupby(COMMANDS, key=lambda command: command.group):
        lines += ["", f"{group}:"]
        lines += [f"  {one.name:<{_NAME_COLUMNS}}{one.summary}" for one in commands]
    return "\n".join([*lines, "", "'twofold help COMMAND' explains a command."])


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--library",
        metavar="DIR",
        type=required,
        action="append",
        help="use the library in DIR, or a shared one at milvus://HOST:PORT/NAME; repeat it to "
        "search several",
    )
    parser.add_argument(
        "--find", metavar="QUERY", default="", help="open the window and search for QUERY"
    )
    parser.add_argument(
        "-V", "--version", action=_Version, nargs=0, help="print the version and exit"
    )
    add_common_options(parser)


def command_words(words: list[str]) -> list[str]:
    """Return a command line in which words without a command become the query of the window.

    `twofold burst pipe` searches for both words, and `twofold notes/` lists the documents in this
    path. `help` and `version` become options. Raise BadRequestError for a single unknown word and
    for a misspelt command.
    """
    options = argparse.ArgumentParser(add_help=False, exit_on_error=False, allow_abbrev=False)
    _add_options(options)
    options.add_argument("words", nargs=argparse.REMAINDER)
    try:
        typed = options.parse_known_args(words)[0].words
    except argparse.ArgumentError:
        return words
    if not typed or typed[0].startswith("-"):
        return words
    first, given = typed[0], words[: -len(typed)]
    if first in {"help", "version"}:
        return [*given, *_as_options(typed)]
    if first in _MODULES:
        return _with_citations(words)
    if len(typed) == 1 and ("/" in first or os.sep in first or first in {".", ".."}):
        place = expanded(Path(first)).resolve()
        return [*given, "--find", place.as_uri() if place.exists() else first]
    is_word = (len(typed) == 1 or typed[1] in _HELP) and not first.split()[1:]
    is_other = first in _OTHER_NAMES and len(typed) <= _MAX_OTHER_WORDS
    if is_word or is_other or nearest(first, _MODULES, cutoff=0.8):
        raise _unknown_command(typed)
    return [*given, "--find", " ".join(typed)]


def _as_options(typed: Sequence[str]) -> list[str]:
    """Return `help COMMAND` and `version` as options."""
    first, *others = typed
    if first == "version":
        return ["--version", *others]
    if others and others[0] not in _MODULES:
        raise _unknown_command(others[:1])
    return [*(word for word in others if word not in {"help", "version"}), "--help"]


def _unknown_command(typed: Sequence[str]) -> BadRequestError:
    query = shell_quoted(" ".join(typed))
    other = _OTHER_NAMES.get(typed[0])
    similar = f" Did you mean '{other}'?" if other else suggestion(typed[0], _MODULES)
    return BadRequestError(
        Message(f"There is no command '{typed[0]}'.{similar}"),
        Message(
            f"To search for it: twofold search {query}, or in the window: twofold --find {query}"
        ),
    )


def _with_citations(words: list[str]) -> list[str]:
    """Escape the dash of citations such as '-a.md#L3' as '%2Da.md#L3'.

    Otherwise they would be parsed as options.
    """
    at = words.index("--") if "--" in words else len(words)
    return [
        f"%2D{word[1:]}" if number < at and _DASHED.fullmatch(word) else word
        for number, word in enumerate(words)
    ]


def run_command_line(words: list[str]) -> int:
    """Run one command line and return its exit code."""
    prepare_streams()
    set_quiet(quiet=False)
    install_crash_hooks()
    invocation = _Invocation()
    return _guarded(lambda: _run(words, invocation), invocation)


def _run(words: list[str], invocation: _Invocation) -> int:
    try:
        words = command_words(words)
        arguments = build_parser(words).parse_args(words)
    except SystemExit as request:
        return int(request.code or 0)
    set_quiet(quiet=arguments.quiet)
    paths = default_paths()
    if arguments.library:
        paths = _with_libraries(paths, arguments.library)
    set_up_logging(paths.logs, verbose=arguments.verbose)
    context = Context(paths)
    if arguments.run is not None:
        invocation.program = arguments.program
        check_outputs(arguments)
        collect_garbage_rarely()
        return int(arguments.run(arguments, context))
    message = InstanceMessage.of_this_start(quick=True)
    if arguments.quick and hand_over_early(paths.library.root, message):
        return DONE
    return _run_window(arguments, context)


def _with_libraries(paths: AppPaths, named: Sequence[str]) -> AppPaths:
    """Return the paths with the libraries of `--library`: at most one folder, and addresses."""
    from twofold.engine.model.document import is_address  # noqa: PLC0415 (only with --library)

    folders = [name for name in named if not is_address(name)]
    addresses = [name for name in named if is_address(name)]
    if len(folders) > 1:
        raise BadRequestError(
            Message("--library: only one library in a folder can be searched at a time."),
            Message("Publish the other one, for yourself or a team: twofold help share"),
        )
    if not folders:
        return paths.with_shared(addresses)
    return paths.with_library(expanded(Path(folders[0])).resolve(), addresses)


def _guarded(run: Callable[[], int], invocation: _Invocation | None = None) -> int:
    """Run a command; turn every failure into one line on stderr and an exit code."""
    invocation = invocation or _Invocation()
    try:
        with interrupted_by_signals():
            code = run()
        sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()
        return FAILED
    except KeyboardInterrupt:
        exec("")  # noqa: S102 (else Python ends with SIGINT after an interrupt inside of exec)
        tell("Stopped. Finished work is kept; the next run continues from here.")
        return INTERRUPTED
    except BadRequestError as error:
        warn(f"{error.message} {error.hint}".strip(), invocation.program)
        return USAGE
    except EngineError as error:
        warn(f"{error.message} {error.hint}".strip())
        return FAILED
    except Exception as error:  # noqa: BLE001 (the last line of defence: a bug is reported in a line)
        if isinstance(error, OSError) and error.errno in _NOT_WRITTEN:
            sentence = Message(f"The output cannot be written: {error.strerror}.")
            warn(" ".join(disk_first(error, sentence, EMPTY)).strip())
            _drop_output()
        elif isinstance(error, FileNotFoundError) and not _has_working_folder():
            warn("The current folder no longer exists. Change to another folder first.")
        else:
            sys.excepthook(type(error), error, error.__traceback__)
        return FAILED
    return code


def _drop_output() -> None:
    """Discard buffered output; writing it at exit would fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _has_working_folder() -> bool:
    try:
        return bool(Path.cwd())
    except OSError:
        return False


def _run_window(arguments: argparse.Namespace, context: Context) -> int:
    """Show the window; if it cannot open, show why in a dialog: there may be no terminal."""
    once, quick = arguments.quit_after_first_paint, arguments.quick
    try:
        from twofold.app.desktop.gui import run_window  # noqa: PLC0415 (Qt is only for the window)

        found = _window_settings(context)
        return run_window(context.paths, *found, once=once, query=arguments.find, quick=quick)
    except Exception as error:  # noqa: BLE001 (every failure is shown to the user)
        from twofold.app.crash import report_failed_start  # noqa: PLC0415 (seldom needed)

        report_failed_start(error, with_dialog=not once)
        return FAILED


def _window_settings(context: Context) -> tuple[Settings, tuple[Notice, ...]]:
    """Return the settings, and notices about a settings file that cannot be used."""
    from twofold.engine.model.events import Notice  # noqa: PLC0415 (only for the window)

    reports: list[str] = []
    try:
        settings = context.settings(reports.append)
        return settings, tuple(Notice(Message(one), is_warning=True) for one in reports)
    except SettingError as error:
        used = "Until then, the default settings are used."
        return Settings(), (
            Notice(error.message, Message(f"{error.hint} {used}".strip()), is_warning=True),
        )
