"""The man page of the program, from the parsers of its commands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from twofold.app.cli.command_table import COMMANDS, ENVIRONMENT, EXAMPLES, FILES
from twofold.app.cli.exit_codes import EXIT_CODES
from twofold.app.cli.reference import Argument, CommandPage, command_pages, global_options
from twofold.app.crash import program_version
from twofold.engine.model.filters import FILTERS_BY_WORD

_SYNOPSIS = ("twofold [OPTION ...] COMMAND [ARGUMENT ...]", "twofold [QUERY ... | PATH]")
_DESCRIPTION = """\
Twofold searches your own documents by keywords and by meaning, on your computer.
.PP
Without a command, it opens its window and searches for QUERY, if it has two or more words, or lists
the documents in PATH, which must contain a slash.
.PP
Results are printed on standard output; progress, notices and errors on standard error. No command
overwrites an output file without \\-\\-force."""
_QUERIES = (
    ('"burst pipe"', "a phrase"),
    ("pipe -cellar", "documents without a word"),
    ("pipe OR tube", "alternatives"),
    ("tag:insurance lang:de", f"filters: {', '.join(FILTERS_BY_WORD)}"),
)
_SEE_ALSO = "rg(1), recollq(1), xdg-open(1)"


def man_page() -> str:
    """Return the page in the man macros of groff."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield f'.TH TWOFOLD 1 "" "Twofold {program_version()}" "User Commands"'
    yield ".SH NAME\ntwofold \\- search your own documents by keywords and by meaning"
    yield ".SH SYNOPSIS"
    yield from _literal(_SYNOPSIS)
    yield ".SH DESCRIPTION"
    yield _DESCRIPTION
    yield ".SH OPTIONS"
    yield from _arguments(global_options())
    yield ".SH OVERVIEW"
    yield from _entries((one.name, one.summary) for one in COMMANDS)
    yield ".SH QUERIES"
    yield from _entries(_QUERIES)
    yield ".SH COMMANDS"
    for page in command_pages():
        yield from _command(page)
    yield '.SH "EXIT STATUS"'
    yield from _entries((str(code), meaning) for code, meaning in EXIT_CODES.items())
    yield ".SH ENVIRONMENT"
    yield from _entries(ENVIRONMENT)
    yield ".SH FILES"
    yield from _entries(FILES)
    yield ".SH EXAMPLES"
    examples = (*EXAMPLES, *(one for page in command_pages() for one in page.examples[:1]))
    for command, effect in dict(examples).items():
        yield f".PP\n{_text(effect)}"
        yield ".RS 4"
        yield from _literal((command,))
        yield ".RE"
    yield f'.SH "SEE ALSO"\n{_text(_SEE_ALSO)}'


def _command(page: CommandPage) -> Iterator[str]:
    yield f".SS {_quoted(page.name)}"
    yield from _literal((page.usage,))
    yield f".PP\n{_text(page.about)}"
    if not page.is_group:
        yield from _arguments(page.arguments)


def _arguments(arguments: Iterable[Argument]) -> Iterator[str]:
    return _entries((", ".join(one.spellings), one.help) for one in arguments)


def _entries(entries: Iterable[tuple[str, str]]) -> Iterator[str]:
    for name, text in entries:
        yield f".TP\n\\fB{_text(name)}\\fR\n{_text(text)}"


def _literal(lines: Iterable[str]) -> Iterator[str]:
    yield ".nf"
    for line in lines:
        yield f"\\fB{_text(line)}\\fR"
    yield ".fi"


def _quoted(text: str) -> str:
    return '"' + _text(text).replace('"', "\\(dq") + '"'


def _text(text: str) -> str:
    """Return a text without control lines and with its own backslashes and hyphens."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join(
        f"\\&{line}" if line[:1] in {".", "'"} else line for line in escaped.split("\n")
    )
