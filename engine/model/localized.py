"""Translatable texts: a message consists of an id and its arguments.

As with gettext and Qt's `tr`, the id of a message is its English template. `make translations`
collects every `message("...")` with Qt's lupdate, so the template must be a literal in the call. A
message is a `str` whose value is its English text. Logs, scripts and the command line use it
directly. The window looks up the translated template and fills it in (ui/i18n/translation.py).
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import date
from pathlib import PurePath
from typing import Any, Self

# A message may come from a process that read a hostile file.
_MAX_DEPTH = 6
_MAX_ARGUMENTS = 16
_MAX_TEXT_LENGTH = 4_000
_MAX_FILLED_LENGTH = 16_000
_MAX_NUMBER = 2**31 - 1  # of a plural form in Qt
_MAX_FIELDS = 64
_FIELD = re.compile(r"\{(\w{1,40})\}")


class Message(str):
    """A text for the user. Texts without a source are not translated: names, quotes from files.

    `n` is the number that determines the plural form, None if nothing is counted.
    """

    __slots__ = ("arguments", "n", "source")

    source: str
    arguments: Mapping[str, Argument]
    n: int | None

    def __new__(
        cls,
        text: str = "",
        source: str = "",
        arguments: Mapping[str, Argument] | None = None,
        n: int | None = None,
    ) -> Self:
        """Return a message with the English text `text`. Usually called by `message`."""
        made = super().__new__(cls, text)
        made.source, made.arguments, made.n = source, arguments or {}, n
        return made

    def __reduce__(self) -> tuple[type[Message], tuple[object, ...]]:
        """Return the constructor and arguments, for pickle and copy."""
        return Message, (str(self), self.source, self.arguments, self.n)

    def to_json(self, depth: int = 0) -> object:
        """Encode for `from_json`. A message beyond the limits becomes its English text."""
        if (
            not self.source
            or depth >= _MAX_DEPTH
            or len(self) > _MAX_FILLED_LENGTH
            or len(self.arguments) > _MAX_ARGUMENTS
        ):
            return self[:_MAX_TEXT_LENGTH]
        described: dict[str, Any] = {"source": self.source}
        if self.arguments:
            described["arguments"] = {
                name: _argument_as_json(value, depth + 1) for name, value in self.arguments.items()
            }
        if self.n is not None:
            described["n"] = self.n
        if self.n == 1:
            described["one"] = self[:_MAX_TEXT_LENGTH]
        return described

    @classmethod
    def from_json(cls, value: object, depth: int = 0) -> Message:
        """Return the message that `to_json` encoded. Raise ValueError if it is invalid."""
        match value:
            case str():
                return Message(_text(value))
            case {"source": str(source), **rest} if depth < _MAX_DEPTH:
                arguments, n = rest.get("arguments", {}), rest.get("n")
                if not isinstance(arguments, dict) or len(arguments) > _MAX_ARGUMENTS:
                    raise ValueError("The arguments of the message are invalid.")
                if source.count("{") > _MAX_FIELDS:
                    raise ValueError("The template of the message is invalid.")
                source.encode()  # raises ValueError for lone surrogates, which Qt rejects
                if not (n is None or (type(n) is int and 0 <= n <= _MAX_NUMBER)):
                    raise ValueError("The number of the message is invalid.")
                known = {
                    _text(name): _argument_of(item, depth + 1) for name, item in arguments.items()
                }
                made = _made(_text(source), n, _text(rest.get("one", "")), known)
                if len(made) > _MAX_FILLED_LENGTH:
                    raise ValueError("A text is too long.")
                return made
            case _:
                raise ValueError("This is not a message.")

    def to_text(self) -> str:
        """Return the message as one text, as stored in the catalog."""
        return json.dumps(self.to_json(), ensure_ascii=False) if self.source else str(self)

    @classmethod
    def from_text(cls, text: str) -> Message:
        """Decode the result of `to_text`. Any other text becomes an untranslated message."""
        if text.startswith('{"source": '):
            try:
                return cls.from_json(json.loads(text))
            except (ValueError, RecursionError):
                pass
        return Message(text)


Argument = str | int | float | date | Message | tuple[Message, ...]
"""A value of a placeholder: a name, a number, a day, another message, or a list of messages."""

EMPTY = Message()


def message(
    source: str,
    _comment: str = "",
    n: int | None = None,
    /,
    *,
    one: str = "",
    **arguments: Argument | PurePath,
) -> Message:
    """Return the message of an English template, in which `{name}` is a placeholder.

    With `n`, `source` is the plural text, which contains `%Ln`, and `one` the singular text.
    """
    values = {
        name: str(value) if isinstance(value, PurePath) else value
        for name, value in arguments.items()
    }
    return _made(source, n, one, values)


def joined(*parts: Message, separator: str = " ") -> Message:
    """Join the non-empty messages to one message."""
    said = {str(number): part for number, part in enumerate(filter(None, parts))}
    if len(said) == 1:
        return said["0"]
    return _made(separator.join(f"{{{number}}}" for number in said), None, "", said)


def filled(template: str, values: Mapping[str, str]) -> str:
    """Fill in a template. It may come from an untrusted source, so `str.format` is not used."""
    return _FIELD.sub(lambda field: values.get(field[1], field[0]), template)


def _made(source: str, n: int | None, one: str, arguments: Mapping[str, Argument]) -> Message:
    template = one if n == 1 and one else source
    if n is not None:
        template = template.replace("%Ln", f"{n:,}")
    english = filled(template, {name: _format_english(value) for name, value in arguments.items()})
    return Message(english, source, arguments, n)


def _format_english(value: Argument) -> str:
    if isinstance(value, tuple):
        return ", ".join(value)
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:,g}" if isinstance(value, float) else str(value)


def _argument_as_json(value: Argument, depth: int) -> object:
    if isinstance(value, Message):
        return value.to_json(depth)
    if isinstance(value, tuple):
        return [part.to_json(depth) for part in value]
    if isinstance(value, str):
        return value[:_MAX_TEXT_LENGTH]
    return {"date": value.isoformat()} if isinstance(value, date) else value


def _argument_of(value: object, depth: int) -> Argument:
    match value:
        case str():
            return _text(value)
        case bool():
            raise ValueError("An argument has an unknown type.")
        case int() | float():
            return value
        case {"date": str(day)}:
            return date.fromisoformat(day)
        case list() if len(value) <= _MAX_ARGUMENTS:
            return tuple(Message.from_json(part, depth) for part in value)
        case _:
            return Message.from_json(value, depth)


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > _MAX_TEXT_LENGTH:
        raise ValueError("A text is too long.")
    return value


# Error texts of operating systems, as Python reports them.
_SYSTEM_REASONS = {
    str(reason): reason
    for reason in (
        message("Permission denied"),
        message("Operation not permitted"),
        message("No such file or directory"),
        message("Not a directory"),
        message("Is a directory"),
        message("File exists"),
        message("Directory not empty"),
        message("File name too long"),
        message("File too large"),
        message("No space left on device"),
        message("Disk quota exceeded"),
        message("Read-only file system"),
        message("Input/output error"),
        message("Remote I/O error"),
        message("Device or resource busy"),
        message("No such device"),
        message("No such device or address"),
        message("Text file busy"),
        message("Too many open files"),
        message("Too many open files in system"),
        message("Too many levels of symbolic links"),
        message("Cannot allocate memory"),
        message("Invalid argument"),
        message("Stale file handle"),
        message("Broken pipe"),
        message("Host is down"),
        message("No route to host"),
        message("Network is unreachable"),
        message("Connection refused"),
        message("Connection timed out"),
        message("Transport endpoint is not connected"),
    )
}


def system_reason(error: OSError) -> Message:
    """Return the operating system's description of an error."""
    reason = error.strerror or str(error)
    return _SYSTEM_REASONS.get(reason, Message(reason)) if reason else message("unknown error")
