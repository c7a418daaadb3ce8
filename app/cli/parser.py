"""The argument parser: help pages with examples, and errors in one line that suggest a fix."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn, TypeAlias

from twofold.app.cli.exit_codes import USAGE

# What `add_subparsers` returns has no public name.
Commands: TypeAlias = "argparse._SubParsersAction[Any]"  # noqa: SLF001
Examples: TypeAlias = Sequence[tuple[str, str]]

_MAX_COLUMNS = 100
_MAX_SUGGESTED = 12
_BEFORE_COMMAND = ("--library", "--find", "--version")
_OPTION = re.compile(r"(?<![\w-])--?[a-zA-Z][\w-]*")
_ARGUMENT = re.compile(r"argument (?P<name>[^:]+): (?P<problem>.*)", re.DOTALL)
_CHOICE = re.compile(r"invalid choice: (?P<typed>.*) \(choose from (?P<known>.*)\)", re.DOTALL)
_MISSING = "the following arguments are required: "
_EXCLUDED = "not allowed with argument "
_MIN_SIMILARITY = 0.75


class Parser(argparse.ArgumentParser):
    """A parser of one command.

    Attributes:
        about: A description of the command in full sentences.
        examples: Command lines, and what each does.
        extra_hint: A hint for users who give more arguments than the command accepts.
    """

    def __init__(
        self,
        *,
        about: str = "",
        examples: Examples = (),
        extra_hint: str = "",
        **options: Any,  # noqa: ANN401 (those of argparse)
    ) -> None:
        super().__init__(
            formatter_class=_HelpFormatter,
            allow_abbrev=False,
            **options,
        )
        self.about = about
        self.examples = examples
        self.extra_hint = extra_hint

    def format_help(self) -> str:
        """Return the help page; the description is wrapped to the terminal."""
        self.description = self.description or _filled(self.about)
        self.epilog = _examples_text(self.examples)
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        """Print the problem in one line on stderr and exit with code 2."""
        self.exit(USAGE, f"{self.prog}: {self._sentence(message)} See '{self.prog} --help'.\n")

    def parse_known_args(  # type: ignore[override]  # argparse has overloads
        self,
        args: Sequence[str] | None = None,
        namespace: argparse.Namespace | None = None,
    ) -> tuple[argparse.Namespace, list[str]]:
        """Parse arguments; report unknown ones here, where the command is known."""
        known, extras = super().parse_known_args(args, namespace)
        if extras:
            self.error(self._unexpected(extras[0]))
        return known, extras

    def _unexpected(self, word: str) -> str:
        option = word.partition("=")[0]
        if not word.startswith("-"):
            return f"Unexpected argument '{word}'. {self.extra_hint}".strip()
        if option in _BEFORE_COMMAND and " " in self.prog:
            return f"{option} goes before the command, as in 'twofold {option} ...'."
        close = suggestion(option, self._options(), cutoff=_MIN_SIMILARITY)
        return f"There is no option {option}.{close}"

    def _options(self) -> Iterable[str]:
        return dict.fromkeys(_OPTION.findall(self.format_help()))

    def _sentence(self, message: str) -> str:
        if message.startswith(_MISSING):
            missing = message.removeprefix(_MISSING)
            return "An action is missing." if missing == "ACTION" else f"Missing: {missing}."
        found = _ARGUMENT.fullmatch(message)
        return _problem(found["name"], found["problem"]) if found else message


def _problem(name: str, problem: str) -> str:
    """Return argparse's error message about an argument as a sentence for the user."""
    if choice := _CHOICE.fullmatch(problem):
        typed = choice["typed"].strip("'")
        known = [word.strip("'") for word in choice["known"].split(", ")]
        is_action = name == "ACTION"
        what = f"There is no action '{typed}'." if is_action else f"{name}: '{typed}' is not known."
        return f"{what}{suggestion(typed, known, lists=True)}"
    if problem.startswith(_EXCLUDED):
        return f"{name} cannot be used with {problem.removeprefix(_EXCLUDED)}."
    if problem == "expected one argument":
        return f"{name} needs a value."
    return f"{name}: {problem}{'' if problem.endswith('.') else '.'}"


class _HelpFormatter(argparse.RawDescriptionHelpFormatter):
    """Keeps the line breaks of descriptions and examples."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=30, width=_columns())


def add_command(
    commands: Commands,
    name: str,
    *,
    summary: str,
    about: str = "",
    synopsis: str = "",
    examples: Examples = (),
    extra_hint: str = "",
) -> Parser:
    """Add a command and return its parser; `synopsis` is what follows its name in the usage."""
    parser: Parser = commands.add_parser(
        name, help=summary, about=about, examples=examples, extra_hint=extra_hint
    )
    parser.usage = f"{parser.prog} [OPTION ...] {synopsis}".rstrip()
    parser.set_defaults(program=parser.prog)
    add_common_options(parser, default=argparse.SUPPRESS)
    return parser


def add_group(
    commands: Commands, name: str, *, summary: str, about: str, examples: Examples
) -> Commands:
    """Add a command that has actions; return the object to which its actions are added."""
    parser: Parser = commands.add_parser(name, help=summary, about=about, examples=examples)
    parser.usage = f"{parser.prog} ACTION [ARGUMENT ...]"
    return parser.add_subparsers(
        title="actions", metavar="ACTION", required=True, prog=parser.prog, dest="action"
    )


def add_common_options(parser: argparse.ArgumentParser, *, default: Any = False) -> None:  # noqa: ANN401
    """Add the options that every command has."""
    parser.add_argument(
        "-q",
        "--quiet",
        action="store_true",
        default=default,
        help="print no progress and no notices on stderr, only errors",
    )
    parser.add_argument(
        "-v", "--verbose", action="store_true", default=default, help="print the log on stderr"
    )


def nearest(word: str, known: Iterable[str], cutoff: float = 0.6) -> str:
    """Return the known word that is most similar to `word`, or ''; case is ignored."""
    import difflib  # noqa: PLC0415 (only for errors)

    folded = {one.lower(): one for one in known}
    close = difflib.get_close_matches(word.lower(), folded, n=1, cutoff=cutoff)
    return folded[close[0]] if close else ""


def suggestion(word: str, known: Iterable[str], *, lists: bool = False, cutoff: float = 0.6) -> str:
    """Return " Did you mean 'x'?", or the known words if there are few and `lists`, or ''."""
    words = list(known)
    if close := nearest(word, words, cutoff):
        return f" Did you mean '{close}'?"
    if not lists or not words:
        return ""
    end = ", ..." if len(words) > _MAX_SUGGESTED else "."
    return f" Choose from: {', '.join(words[:_MAX_SUGGESTED])}{end}"


def _columns() -> int:
    import shutil  # noqa: PLC0415 (only for help)

    return min(shutil.get_terminal_size().columns, _MAX_COLUMNS) - 2


def _filled(text: str) -> str:
    import textwrap  # noqa: PLC0415 (only for help)

    paragraphs = text.split("\n\n")
    return "\n\n".join(textwrap.fill(" ".join(one.split()), _columns()) for one in paragraphs)


def _examples_text(examples: Examples) -> str:
    if not examples:
        return ""
    lines = (f"  {command}\n      {effect}" for command, effect in examples)
    return "\n".join(("examples:", *lines))
