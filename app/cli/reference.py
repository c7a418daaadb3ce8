"""The commands as documentation: parsers, usage, arguments and examples of each."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass

from twofold.app.cli.command_line import build_whole_parser
from twofold.app.cli.parser import Examples, Parser

_COMMON = {"-h", "-q", "-v"}


@dataclass(frozen=True, slots=True)
class Argument:
    """An option or a positional argument: its spellings, and what it does."""

    spellings: tuple[str, ...]
    help: str

    @property
    def is_option(self) -> bool:
        """Whether its name begins with a dash."""
        return self.spellings[0].startswith("-")


@dataclass(frozen=True, slots=True)
class CommandPage:
    """The documentation of one command or group."""

    name: str
    usage: str
    about: str
    arguments: tuple[Argument, ...]
    examples: Examples
    is_group: bool


def command_pages() -> Iterator[CommandPage]:
    """Yield the page of each command and action, in the order of the overview."""
    for parser in _children(build_whole_parser()):
        yield _page(parser)
        yield from map(_page, _children(parser))


def global_options() -> tuple[Argument, ...]:
    """Return the options that go before the command, with those that all commands have."""
    return tuple(_arguments(build_whole_parser(), skipped=frozenset()))


def _page(parser: Parser) -> CommandPage:
    return CommandPage(
        parser.prog,
        parser.usage or parser.prog,
        parser.about,
        tuple(_arguments(parser, frozenset(_COMMON))),
        parser.examples,
        bool(_children(parser)),
    )


def _actions(parser: Parser) -> list[argparse.Action]:
    return parser._actions  # noqa: SLF001 (argparse has no public list of its arguments)


def _children(parser: Parser) -> list[Parser]:
    return [
        child
        for action in _actions(parser)
        if isinstance(action, argparse._SubParsersAction)  # noqa: SLF001 (as above)
        for child in action.choices.values()
    ]


def _arguments(parser: Parser, skipped: frozenset[str]) -> Iterator[Argument]:
    for action in _actions(parser):
        if isinstance(action, argparse._SubParsersAction) or action.help == argparse.SUPPRESS:  # noqa: SLF001
            continue
        if skipped.isdisjoint(action.option_strings):
            yield Argument(_spellings(action), (action.help or "").replace("%%", "%"))


def _spellings(action: argparse.Action) -> tuple[str, ...]:
    value = str(action.metavar or action.dest.upper())
    if not action.option_strings:
        return (value,)
    if action.nargs == 0:
        return tuple(action.option_strings)
    optional = f"[{value} ...]" if action.nargs == "*" else value
    return tuple(f"{option} {optional}" for option in action.option_strings)
