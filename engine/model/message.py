"""Texts for people that can be said in another language: an id, and what is put into it.

As with gettext and Qt's `tr`, the id of a message is its English template. `make translations`
collects every `message("...")` with Qt's lupdate, so the template stands in the call as a literal.
A message is a `str`, its English text: logs, scripts and the command line use it as it is. The
window looks up the template and fills it anew (ui/i18n/translation.py).
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import date
from pathlib import PurePath
from typing import Any, Self

# A message may come from a process that read a hostile file.
_DEEPEST = 6
_MAX_ARGUMENTS = 16
_LONGEST = 4_000
_MAX_FILLED = 16_000
_MAX_NUMBER = 2**31 - 1  # of a plural form, as Qt takes it
_MAX_FIELDS = 64
_FIELD = re.compile(r"\{(\w{1,40})\}")


class Message(str):
    """A text for a person. One without a source is not translated: a name, or what a file says.

    `n` is the number that decides the plural form, None where nothing is counted.
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
        """Make the message that reads `text` in English; usually made by `message`."""
        made = super().__new__(cls, text)
        made.source, made.arguments, made.n = source, arguments or {}, n
        return made

    def __reduce__(self) -> tuple[type[Message], tuple[object, ...]]:
        """Say how it is copied."""
        return Message, (str(self), self.source, self.arguments, self.n)

    def to_json(self, depth: int = 0) -> object:
        """Return what `from_json` reads: beyond its limits the English text."""
        if (
            not self.source
            or depth >= _DEEPEST
            or len(self) > _MAX_FILLED
            or len(self.arguments) > _MAX_ARGUMENTS
        ):
            return self[:_LONGEST]
        described: dict[str, Any] = {"source": self.source}
        if self.arguments:
            described["arguments"] = {
                name: _argument_as_json(value, depth + 1) for name, value in self.arguments.items()
            }
        if self.n is not None:
            described["n"] = self.n
        if self.n == 1:
            described["one"] = self[:_LONGEST]
        return described

    @classmethod
    def from_json(cls, value: object, depth: int = 0) -> Message:
        """Return the message of `to_json`; raise ValueError when it is none."""
        match value:
            case str():
                return Message(_text(value))
            case {"source": str(source), **rest} if depth < _DEEPEST:
                arguments, n = rest.get("arguments", {}), rest.get("n")
                if not isinstance(arguments, dict) or len(arguments) > _MAX_ARGUMENTS:
                    raise ValueError("Its arguments are no message's.")
                if source.count("{") > _MAX_FIELDS:
                    raise ValueError("Its template is no message's.")
                source.encode()  # a ValueError where it has half a character: Qt would raise
                if not (n is None or (type(n) is int and 0 <= n <= _MAX_NUMBER)):
                    raise ValueError("Its number is no message's.")
                known = {
                    _text(name): _argument_of(item, depth + 1) for name, item in arguments.items()
                }
                made = _made(_text(source), n, _text(rest.get("one", "")), known)
                if len(made) > _MAX_FILLED:
                    raise ValueError("A text is longer than allowed.")
                return made
            case _:
                raise ValueError("It is no message.")

    def to_text(self) -> str:
        """Return it as one text, as the catalog keeps it."""
        return json.dumps(self.to_json(), ensure_ascii=False) if self.source else str(self)

    @classmethod
    def from_text(cls, text: str) -> Message:
        """Return the message of `to_text`; what is none is a text that is not translated."""
        if text.startswith('{"source": '):
            try:
                return cls.from_json(json.loads(text))
            except (ValueError, RecursionError):
                pass
        return Message(text)


Argument = str | int | float | date | Message | tuple[Message, ...]
"""What is put into a message: a name, a number, a day, another message, or a list of them."""

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
    """Return the message of an English template, in which `{name}` stands for an argument.

    With `n`, `source` is the text for several things, which says `%Ln`, and `one` that for one.
    """
    values = {
        name: str(value) if isinstance(value, PurePath) else value
        for name, value in arguments.items()
    }
    return _made(source, n, one, values)


def joined(*parts: Message, separator: str = " ") -> Message:
    """Return what several messages say one after the other, without those that are empty."""
    said = {str(number): part for number, part in enumerate(filter(None, parts))}
    if len(said) == 1:
        return said["0"]
    return _made(separator.join(f"{{{number}}}" for number in said), None, "", said)


def filled(template: str, values: Mapping[str, str]) -> str:
    """Put values into a template. Never `str.format`, as a template may come from anywhere."""
    return _FIELD.sub(lambda field: values.get(field[1], field[0]), template)


def _made(source: str, n: int | None, one: str, arguments: Mapping[str, Argument]) -> Message:
    template = one if n == 1 and one else source
    if n is not None:
        template = template.replace("%Ln", f"{n:,}")
    english = filled(template, {name: _in_english(value) for name, value in arguments.items()})
    return Message(english, source, arguments, n)


def _in_english(value: Argument) -> str:
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
        return value[:_LONGEST]
    return {"date": value.isoformat()} if isinstance(value, date) else value


def _argument_of(value: object, depth: int) -> Argument:
    match value:
        case str():
            return _text(value)
        case bool():
            raise ValueError("An argument is of no known kind.")
        case int() | float():
            return value
        case {"date": str(day)}:
            return date.fromisoformat(day)
        case list() if len(value) <= _MAX_ARGUMENTS:
            return tuple(Message.from_json(part, depth) for part in value)
        case _:
            return Message.from_json(value, depth)


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > _LONGEST:
        raise ValueError("A text is longer than allowed.")
    return value


# What operating systems say of files, as Python hands it on.
_OF_THE_SYSTEM = {
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
    """Return what the operating system says of an error."""
    reason = error.strerror or str(error)
    return _OF_THE_SYSTEM.get(reason, Message(reason)) if reason else message("unknown error")
