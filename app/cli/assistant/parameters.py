"""Parameters of the tools: their JSON Schema, and the check of the values that an assistant sends.

A wrong value is reported in one sentence that names the parameter and the values it accepts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from twofold.app.cli.parser import suggestion
from twofold.engine.api import BadRequestError, Message

_MAX_SHOWN = 60
_MAX_LENGTH = 10_000
_MAX_NUMBER = 10**15  # Python refuses to print very large numbers


@dataclass(frozen=True, slots=True)
class Text:
    """A text of at most `longest` characters, or one of `choices`. Without `default`, required."""

    name: str
    about: str
    default: str | None = None
    choices: Sequence[str] = ()
    longest: int = _MAX_LENGTH

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the value."""
        limits: dict[str, Any] = {"maxLength": self.longest}
        if self.choices:
            limits = {"enum": list(self.choices)}
        elif self.default is None:
            limits["minLength"] = 1
        return {"type": "string", **limits}

    def check(self, value: object) -> str:
        """Return the value; raise BadRequestError if it is not allowed."""
        if not isinstance(value, str):
            raise _wrong(self.name, value, "a text")
        if self.choices and value not in self.choices:
            known = suggestion(value, self.choices, lists=True)
            raise BadRequestError(
                Message(f"{self.name}: there is no '{_shown(value)}'.{known}"), Message("")
            )
        if len(value) > self.longest:
            limit = f"a text of at most {self.longest:,} characters"
            raise BadRequestError(Message(f"{self.name} must be {limit}."))
        if self.default is None and not value.strip():
            raise BadRequestError(Message(f"{self.name} must not be empty."))
        return value


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within limits; with the default None, it may be left out."""

    name: str
    about: str
    minimum: int
    maximum: int
    default: int | None = None

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the value."""
        return {"type": "integer", "minimum": self.minimum, "maximum": self.maximum}

    def check(self, value: object) -> int:
        """Return the value; raise BadRequestError if it is not allowed."""
        is_whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
        if isinstance(value, bool) or not is_whole:
            raise _wrong(self.name, value, f"a whole number from {self.minimum} to {self.maximum}")
        number = int(value)  # type: ignore[call-overload]  # `is_whole` has checked it
        if not self.minimum <= number <= self.maximum:
            raise _wrong(self.name, value, f"a whole number from {self.minimum} to {self.maximum}")
        return int(number)


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""

    name: str
    about: str
    default: bool = False

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the value."""
        return {"type": "boolean"}

    def check(self, value: object) -> bool:
        """Return the value; raise BadRequestError if it is not allowed."""
        if not isinstance(value, bool):
            raise _wrong(self.name, value, "true or false")
        return value


Parameter = Text | Whole | Flag


def is_required(parameter: Parameter) -> bool:
    """Return whether a call must contain the parameter."""
    return isinstance(parameter, Text) and parameter.default is None


def input_schema(parameters: Sequence[Parameter]) -> dict[str, Any]:
    """Return the JSON Schema of a tool's arguments."""
    properties = {}
    for one in parameters:
        described = {**one.schema, "description": one.about}
        if one.default is not None:
            described["default"] = one.default
        properties[one.name] = described
    return {
        "type": "object",
        "properties": properties,
        "required": [one.name for one in parameters if is_required(one)],
        "additionalProperties": False,
    }


def checked(parameters: Sequence[Parameter], given: Mapping[str, object]) -> dict[str, Any]:
    """Return a value for every parameter; raise BadRequestError for the first wrong argument."""
    known = {one.name: one for one in parameters}
    if other := next((name for name in given if name not in known), None):
        raise BadRequestError(
            Message(f"There is no parameter '{_shown(other)}'.{suggestion(other, known)}"),
            Message(f"The parameters are {', '.join(known)}." if known else "There are none."),
        )
    values: dict[str, Any] = {}
    for name, one in known.items():
        value = given.get(name)
        if value is None:
            if is_required(one):
                raise BadRequestError(Message(f"{name} is missing: {one.about}"))
            values[name] = one.default
        else:
            values[name] = one.check(value)
    return values


def _wrong(name: str, value: object, allowed: str) -> BadRequestError:
    shown = "" if isinstance(value, int) and abs(value) > _MAX_NUMBER else f", not {value!r}"
    return BadRequestError(Message(f"{name} must be {allowed}{_shown(shown)}."))


def _shown(text: str) -> str:
    return text if len(text) <= _MAX_SHOWN else f"{text[:_MAX_SHOWN]}..."
