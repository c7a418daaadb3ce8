"""The command line as a whole: its options, its commands, and how failures leave it.

Exit codes: 0 done, 1 failed, 2 bad usage, 130 interrupted. A failure is one line on stderr.
"""

from __future__ import annotations

import argparse
import errno
import os
import re
import shlex
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from twofold.app.cli.arguments import check_outputs, required
from twofold.app.cli.context import DONE, FAILED, INTERRUPTED, USAGE, Context
from twofold.app.cli.output import prepare_streams, tell
from twofold.app.crash import install_crash_hooks, program_version
from twofold.app.desktop.instance_message import InstanceMessage, hand_over_early
from twofold.app.logging_setup import set_up_logging
from twofold.app.paths import AppPaths, default_paths, expanded
from twofold.app.signals import interrupted_by_signals
from twofold.engine.model.disk_errors import disk_first
from twofold.engine.model.errors import BadRequestError, EngineError, SettingError
from twofold.engine.model.message import EMPTY, Message
from twofold.engine.model.settings import Settings
from twofold.engine.processes.this_process import collect_garbage_rarely

if TYPE_CHECKING:
    from twofold.engine.model.events import Notice

# The module of each command. Only that of a command that is named is imported, as others take time.
_COMMANDS = {
    "index": "index",
    "search": "search",
    "export": "export",
    "cite": "cite",
    "collection": "collection",
    "status": "status",
    "failures": "status",
    "why": "status",
    "tag": "tag",
    "trust": "tag",
    "backup": "backup",
    "share": "share",
    "pull": "share",
    "eval": "eval",
    "bench": "bench",
    "model": "model",
    "mcp": "mcp",
    "quick": "quick",
    "desktop-search": "desktop_search",
    "doctor": "doctor",
}

_NOT_WRITTEN = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EROFS})

# A citation of a file whose name begins with a dash.
_DASHED = re.compile(r"-.*#(?:L\d+(?:-L\d+)?|page=\d+|t=[\d:.,]+|xywh=[\d.,]+)", re.DOTALL)


class _Parser(argparse.ArgumentParser):
    """Reports errors in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE, f"{self.prog}: {message} ({self.prog} --help lists what there is)\n")


class _Version(argparse.Action):
    """Looks for the version only when asked, as that takes a moment."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        sys.stdout.write(f"twofold {program_version()}\n")
        parser.exit()


def build_parser(words: Sequence[str] = ()) -> argparse.ArgumentParser:
    """Return the parser of all options, and of the commands that `words` name.

    Where they name none, as in a question for help, it knows all.
    """
    parser = _Parser(
        prog="twofold",
        description="Search your own documents by keywords and by meaning. "
        "Without a command the window opens, and searches for what else is written.",
    )
    _add_options(parser)
    parser.add_argument("--version", action=_Version, nargs=0, help="say which version this is")
    parser.add_argument("--quit-after-first-paint", action="store_true", help=argparse.SUPPRESS)
    parser.set_defaults(run=None, quick=False)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    named = [name for name in _COMMANDS if name in words] or (_COMMANDS if words else ())
    for module in dict.fromkeys(map(_COMMANDS.__getitem__, named)):
        import_module(f"twofold.app.cli.{module}").add_commands(commands)
    return parser


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--library",
        metavar="DIR",
        type=required,
        action="append",
        help="use the library in DIR, or a team's (docs/teams.md); several are searched as one",
    )
    parser.add_argument(
        "--find", metavar="QUERY", default="", help="open the window and search for QUERY"
    )
    parser.add_argument("--verbose", action="store_true", help="show the log on stderr")


def with_query(words: list[str]) -> list[str]:
    """Return words that name no command as what the window is to find: 'twofold burst pipe'.

    A path with a slash is a place to search in. A misspelt command raises BadRequestError.
    """
    options = argparse.ArgumentParser(add_help=False, exit_on_error=False)
    _add_options(options)
    options.add_argument("query", nargs=argparse.REMAINDER)
    try:
        query = options.parse_known_args(words)[0].query
    except argparse.ArgumentError:
        return words
    if not query or query[0].startswith("-") or query[0] in _COMMANDS:
        return words
    import difflib  # noqa: PLC0415 (only where no command is named)

    if len(query) == 1 and ("/" in query[0] or os.sep in query[0] or query[0] in {".", ".."}):
        place = expanded(Path(query[0])).resolve()
        query = [place.as_uri()] if place.exists() else query
    elif meant := difflib.get_close_matches(query[0], _COMMANDS, n=1, cutoff=0.8):
        raise BadRequestError(
            Message(f"There is no command '{query[0]}'. Is '{meant[0]}' meant?"),
            Message(f"To search for it: twofold --find {shlex.quote(' '.join(query))}"),
        )
    return [*words[: -len(query)], "--find", " ".join(query)]


def run_command_line(words: list[str]) -> int:
    """Carry out one command line and return its exit code."""
    prepare_streams()
    install_crash_hooks()
    return _guarded(lambda: _carry_out(words))


def _carry_out(words: list[str]) -> int:
    try:
        words = with_citations(with_query(words))
        arguments = build_parser(words).parse_args(words)
    except SystemExit as request:
        return int(request.code or 0)
    paths = default_paths()
    if arguments.library:
        paths = _with_libraries(paths, arguments.library)
    set_up_logging(paths.logs, verbose=arguments.verbose)
    context = Context(paths)
    if arguments.run is not None:
        check_outputs(arguments)
        collect_garbage_rarely()
        return int(arguments.run(arguments, context))
    message = InstanceMessage.of_this_start(quick=True)
    if arguments.quick and hand_over_early(paths.library.root, message):
        return DONE
    return _run_window(arguments, context)


def _with_libraries(paths: AppPaths, named: Sequence[str]) -> AppPaths:
    """Return the places with the libraries that were named: at most one folder, and addresses."""
    from twofold.engine.model.document import is_address  # noqa: PLC0415 (only where a library is named)

    folders = [name for name in named if not is_address(name)]
    addresses = [name for name in named if is_address(name)]
    if len(folders) > 1:
        raise BadRequestError(
            Message("Only one library in a folder can be searched at once."),
            Message("Publish the other one for yourself or a team: twofold share (docs/teams.md)"),
        )
    if not folders:
        return paths.with_shared(addresses)
    return paths.with_library(expanded(Path(folders[0])).resolve(), addresses)


def with_citations(words: list[str]) -> list[str]:
    """Write '-a.md#L3' as '%2Da.md#L3', the same citation: it is no option of that name."""
    at = words.index("--") if "--" in words else len(words)
    return [
        f"%2D{word[1:]}" if number < at and _DASHED.fullmatch(word) else word
        for number, word in enumerate(words)
    ]


def _guarded(run: Callable[[], int]) -> int:
    """Run a command and turn everything that can go wrong into a line and an exit code."""
    try:
        with interrupted_by_signals():
            code = run()
        sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()
        return FAILED
    except KeyboardInterrupt:
        exec("")  # noqa: S102 (else Python ends with SIGINT after an interrupt inside of exec)
        tell("Stopped. Finished work is kept; the rest goes on at the next start.")
        return INTERRUPTED
    except EngineError as error:
        tell(f"{error.message} {error.hint}".strip())
        return USAGE if isinstance(error, BadRequestError) else FAILED
    except Exception as error:  # noqa: BLE001 (the last line of defence: a bug is reported in a line)
        if isinstance(error, OSError) and error.errno in _NOT_WRITTEN:
            sentence = Message(f"What was asked for cannot be written: {error.strerror}.")
            tell(" ".join(disk_first(error, sentence, EMPTY)).strip())
            _drop_output()
        elif isinstance(error, FileNotFoundError) and not _has_working_folder():
            tell("The folder you are in is no longer there. Go to another one first.")
        else:
            sys.excepthook(type(error), error, error.__traceback__)
        return FAILED
    return code


def _drop_output() -> None:
    """Discard pending output: writing it would fail at the end of the program."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _has_working_folder() -> bool:
    try:
        return bool(Path.cwd())
    except OSError:
        return False


def _run_window(arguments: argparse.Namespace, context: Context) -> int:
    """Show the window; why it cannot open is shown too, as nobody may see a terminal."""
    once, quick = arguments.quit_after_first_paint, arguments.quick
    try:
        from twofold.app.desktop.gui import run_window  # noqa: PLC0415 (Qt is only for the window)

        found = _window_settings(context)
        return run_window(context.paths, *found, once=once, query=arguments.find, quick=quick)
    except Exception as error:  # noqa: BLE001 (whatever it is, a person is to be told)
        from twofold.app.crash import tell_failed_start  # noqa: PLC0415 (seldom needed)

        tell_failed_start(error, with_dialog=not once)
        return FAILED


def _window_settings(context: Context) -> tuple[Settings, tuple[Notice, ...]]:
    """Return the settings; the window reports a file that cannot be used."""
    from twofold.engine.model.events import Notice  # noqa: PLC0415 (only for the window)

    reports: list[str] = []
    try:
        settings = context.settings(reports.append)
        return settings, tuple(Notice(Message(one), is_warning=True) for one in reports)
    except SettingError as error:
        used = "The usual settings are used until then."
        return Settings(), (
            Notice(error.message, Message(f"{error.hint} {used}".strip()), is_warning=True),
        )
