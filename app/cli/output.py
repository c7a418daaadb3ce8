"""Writing to the terminal: results on stdout; progress, notices and errors on stderr."""

from __future__ import annotations

import io
import os
import re
import shlex
import sys
import unicodedata
from collections.abc import Mapping
from typing import TYPE_CHECKING, TextIO

from twofold.engine.model.wire import as_json_text

if TYPE_CHECKING:
    from twofold.engine.model.events import ExportRendered
    from twofold.engine.model.export_format import ExportFormat

# Control characters and direction marks of a document could control the terminal, and a line break
# in a file name would look like the next file: they are printed as escapes. Styles are marked with
# noncharacters, which no text contains, until a line is printed.
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
_NAMED = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}
_BOLD, _DIM, _RED, _GREEN, _YELLOW, _END = (
    "\ufdd0",
    "\ufdd1",
    "\ufdd2",
    "\ufdd3",
    "\ufdd4",
    "\ufdd5",
)
_STYLES = {_BOLD: 1, _DIM: 2, _RED: 31, _GREEN: 32, _YELLOW: 33, _END: 0}
_MARKS = re.compile(f"[{''.join(_STYLES)}]")


_VIRTUAL_TERMINAL = 0x0004  # ENABLE_VIRTUAL_TERMINAL_PROCESSING


class _Verbosity:
    """Whether notices and progress are printed; set once for each command line."""

    is_quiet = False


def set_quiet(*, quiet: bool) -> None:
    """Print notices and progress, or only results and errors."""
    _Verbosity.is_quiet = quiet


def is_quiet() -> bool:
    """Return whether notices and progress are not printed."""
    return _Verbosity.is_quiet


def prepare_streams() -> None:
    """Write UTF-8 and plain line ends everywhere; file names that are not Unicode are escaped.

    A program without a console has no streams on Windows; then output is discarded.
    """
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def _nowhere() -> TextIO:
    # Left open at the end like the streams of a console, about which Python does not warn.
    return open(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8", closefd=False)


def has_colors(stream: TextIO, environment: Mapping[str, str] = os.environ) -> bool:
    """Return whether a stream shows colours; see `command_table.ENVIRONMENT`."""
    if environment.get("NO_COLOR"):
        return False
    if forced := environment.get("FORCE_COLOR") or environment.get("CLICOLOR_FORCE"):
        return forced != "0"
    return is_terminal(stream, environment) and environment.get("CLICOLOR") != "0"


def is_terminal(stream: TextIO, environment: Mapping[str, str] = os.environ) -> bool:
    """Return whether a stream is a terminal that interprets control sequences."""
    if not stream.isatty() or environment.get("TERM") == "dumb":
        return False
    is_modern = {"WT_SESSION", "TERM", "ANSICON"} & environment.keys()
    return bool(is_modern) or _interprets_sequences(stream)


def _interprets_sequences(stream: TextIO) -> bool:
    """Make the old console of Windows interpret control sequences; return whether it does.

    "Console Virtual Terminal Sequences", Win32 documentation.
    """
    if sys.platform != "win32":
        return True
    import ctypes  # noqa: PLC0415 (for this system only)
    import msvcrt  # noqa: PLC0415

    kernel, mode = ctypes.windll.kernel32, ctypes.c_ulong()
    console = msvcrt.get_osfhandle(stream.fileno())
    if not kernel.GetConsoleMode(console, ctypes.byref(mode)):
        return False
    return bool(kernel.SetConsoleMode(console, mode.value | _VIRTUAL_TERMINAL))


def shell_quoted(text: str) -> str:
    """Quote a text for the shell of this system, to be pasted into a command."""
    if sys.platform == "win32":  # cmd and PowerShell; a file name contains no double quotes there
        return f'"{text.replace(chr(34), "")}"'
    return shlex.quote(text)


def say(line: str = "") -> None:
    """Print one line of the result; control characters are escaped."""
    print(_styled(as_line(line), colors=has_colors(sys.stdout)))


def _styled(line: str, *, colors: bool) -> str:
    return _MARKS.sub(lambda mark: f"\033[{_STYLES[mark[0]]}m" if colors else "", line)


def say_text(text: str) -> None:
    """Print a text with its line breaks and tabs; other control characters are escaped."""
    for line in text.replace("\r\n", "\n").split("\n"):
        print("\t".join(as_line(part) for part in line.split("\t")))


def as_line(text: str) -> str:
    r"""Return a text as one line without control characters: '\n' for a line break."""
    return _CONTROL.sub(_escaped, text)


def say_json(value: object, *, on_one_line: bool = False) -> None:
    """Print a value as JSON."""
    print(as_json_text(value, indent=None if on_one_line else 2))


def print_export(form: ExportFormat, rendered: ExportRendered) -> None:
    """Write an export to stdout unchanged."""
    if form.is_text:
        sys.stdout.write(_with_line_end(rendered.text))
    else:
        sys.stdout.buffer.write(rendered.data)


def export_bytes(form: ExportFormat, rendered: ExportRendered) -> bytes:
    """Return an export as the bytes that `print_export` writes."""
    text = _with_line_end(rendered.text)
    return text.encode("utf-8", "backslashreplace") if form.is_text else rendered.data


def _with_line_end(text: str) -> str:
    return text if text.endswith("\n") else f"{text}\n"


def tell(sentence: str) -> None:
    """Print a notice on stderr, unless `--quiet` is given."""
    if not is_quiet():
        warn(sentence)


def warn(sentence: str, program: str = "twofold") -> None:
    """Print an error or a warning on stderr, in one line."""
    print(f"{program}: {as_line(' '.join(sentence.split()))}", file=sys.stderr, flush=True)


def bold(text: str) -> str:
    """Return a text that `say` prints in bold."""
    return f"{_BOLD}{text}{_END}"


def dim(text: str) -> str:
    """Return a text that `say` prints with less contrast."""
    return f"{_DIM}{text}{_END}"


def red(text: str) -> str:
    """Return a text that `say` prints in red, for problems."""
    return f"{_RED}{text}{_END}"


def green(text: str) -> str:
    """Return a text that `say` prints in green, for success."""
    return f"{_GREEN}{text}{_END}"


def yellow(text: str) -> str:
    """Return a text that `say` prints in yellow, for warnings."""
    return f"{_YELLOW}{text}{_END}"


def width(text: str) -> int:
    """Return the number of terminal columns of a text."""
    return sum(_columns(character) for character in text)


def fit(text: str, columns: int) -> str:
    """Cut or pad a text to exactly `columns` terminal columns."""
    if width(text) > columns:
        text = _cut(text, columns - 1) + "…"
    return text + " " * (columns - width(text))


def count(number: int, noun: str) -> str:
    """Return '1 document' or '1,284 documents'."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _escaped(match: re.Match[str]) -> str:
    character = match[0]
    code = ord(character)
    return _NAMED.get(character, f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}")


def _columns(character: str) -> int:
    if unicodedata.combining(character) or character in _STYLES:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _cut(text: str, columns: int) -> str:
    used = 0
    for position, character in enumerate(text):
        used += _columns(character)
        if used > columns:
            return text[:position]
    return text
