"""Convert dataclasses, tuples, enums and messages of declared types to JSON and back.

A dataclass becomes an object, a tuple becomes a list, a NamedTuple a list of its fields.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache, partial
from pathlib import Path
from types import MappingProxyType, NoneType
from typing import Any, TypeVar, cast, get_args, get_origin, get_type_hints

from twofold.engine.model.localized import Message

Value = TypeVar("Value")
Check = Callable[[Any], Any]
"""Returns a value read from JSON, or raises TypeError or ValueError."""

_NUMBERS = {int, float, bool, NoneType}
_NO_COLUMNS: Mapping[Any, Callable[[Sequence[Any]], bool]] = MappingProxyType({})


def encoded(value: Any, max_text_length: int | None = None) -> Any:  # noqa: ANN401 (any value)
    """Return a value as JSON. Cut texts to `max_text_length`; messages keep their arguments."""
    if isinstance(value, Message):
        return value.to_json()
    if isinstance(value, str):
        return value[:max_text_length]
    if isinstance(value, (tuple, list)):
        if set(map(type, value)) <= _NUMBERS:
            return list(value)
        return [encoded(one, max_text_length) for one in value]
    if is_dataclass(value):
        return {
            field.name: encoded(getattr(value, field.name), max_text_length)
            for field in fields(value)
        }
    return value


class Decoder:
    """Decodes JSON into values of declared types.

    `checks` maps types such as str and int to functions that decode their values. The function for
    `object` decodes all types that are not in `checks`. With `ignores_unknown`, an object may have
    more fields than its dataclass. Without `needs_all`, fields with defaults may be missing. Long
    lists of NamedTuples are checked by column: `columns` maps a type to a function that returns
    whether all values of a column are valid. Such values are not checked one by one.
    """

    def __init__(
        self,
        checks: Mapping[Any, Check],
        *,
        ignores_unknown: bool,
        needs_all: bool = False,
        columns: Mapping[Any, Callable[[Sequence[Any]], bool]] = _NO_COLUMNS,
    ) -> None:
        self._checks = {Message: Message.from_json, **checks}
        self._ignores_unknown = ignores_unknown
        self._needs_all = needs_all
        self._columns = columns
        self._check_of = cache(self._new_check)

    def read(self, kind: type[Value], value: object) -> Value:
        """Decode what `encoded` returned for a value of `kind`.

        Raise ValueError if it does not fit.
        """
        try:
            return cast("Value", self._check_of(cast("Hashable", kind))(value))
        except (TypeError, AttributeError, KeyError, ValueError, RecursionError) as error:
            raise ValueError(f"not a valid {kind.__name__}: {error}") from error

    def _new_check(self, kind: Any) -> Check:  # noqa: ANN401 (the type of any field)
        if kind in self._checks:
            return self._checks[kind]
        if isinstance(kind, type) and issubclass(kind, Enum):
            return kind
        if is_dataclass(kind):
            return self._object(cast("type", kind))
        if hasattr(kind, "_fields") or get_origin(kind) is tuple:
            return self._tuple(kind)
        if NoneType in (arguments := get_args(kind)):
            some = self._check_of(arguments[0])
            return lambda value: None if value is None else some(value)
        return self._checks[object]

    def _tuple(self, kind: Any) -> Check:  # noqa: ANN401 (a NamedTuple or tuple[...])
        if hasattr(kind, "_fields"):
            return self._row(kind._make, list(get_type_hints(kind).values()))
        arguments = get_args(kind)
        if arguments[-1] is Ellipsis:
            return self._list(arguments[0])
        return self._row(tuple, arguments)

    def _object(self, kind: type) -> Check:
        checks = {name: self._check_of(one) for name, one in get_type_hints(kind).items()}
        skips, needs_all = self._ignores_unknown, self._needs_all

        def check(value: Mapping[str, Any]) -> object:
            if needs_all and not checks.keys() <= value.keys():
                raise TypeError("too few fields")
            known = (item for item in value.items() if item[0] in checks or not skips)
            return kind(**{name: checks[name](one) for name, one in known})

        return check

    def _row(self, made: Callable[[Iterable[Any]], Any], kinds: Sequence[Any]) -> Check:
        checks = [self._check_of(kind) for kind in kinds]

        def check(value: object) -> Any:  # noqa: ANN401 (a tuple)
            row = _as_list(value)
            return made(one(item) for one, item in zip(checks, row, strict=True))

        return check

    def _list(self, kind: Any) -> Check:  # noqa: ANN401 (any type)
        if hasattr(kind, "_fields"):
            return self._rows(kind)
        check = self._check_of(kind)
        return lambda value: tuple(map(check, _as_list(value)))

    def _rows(self, kind: Any) -> Check:  # noqa: ANN401 (a NamedTuple)
        kinds = list(get_type_hints(kind).values())
        checks = [partial(self._column, one, self._check_of(one)) for one in kinds]

        def check(value: object) -> tuple[Any, ...]:
            rows = _as_list(value)
            if any(not isinstance(row, list) or len(row) != len(checks) for row in rows):
                raise TypeError("a row of the wrong length")
            if not rows:
                return ()
            columns = zip(*rows, strict=True)
            read = (one(column) for one, column in zip(checks, columns, strict=True))
            return tuple(map(kind, *read))

        return check

    def _column(self, kind: Any, check: Check, column: Sequence[Any]) -> Iterable[Any]:  # noqa: ANN401
        is_empty = NoneType in get_args(kind) and set(map(type, column)) == {NoneType}
        is_sound = kind in self._columns and self._columns[kind](column)
        return column if is_empty or is_sound else map(check, column)


def _as_list(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError("not a list")
    return value


def _instance_of(*kinds: type) -> Check:
    def check(value: object) -> object:
        if not isinstance(value, kinds):
            raise TypeError(f"unexpected {type(value).__name__}")
        return value

    return check


_JSON_CHECKS = {
    str: _instance_of(str),
    bool: _instance_of(bool),
    int: _instance_of(int),
    float: _instance_of(int, float),
    Path: Path,
    object: lambda value: value,  # of any other type
}
_STRICT = Decoder(_JSON_CHECKS, ignores_unknown=False)
_LENIENT = Decoder(_JSON_CHECKS, ignores_unknown=True)


def decoded(kind: type[Value], value: object, *, ignores_unknown: bool = False) -> Value:
    """Decode what `encoded` returned for a value of `kind`. Raise ValueError if it does not fit.

    With `ignores_unknown`, fields that `kind` does not have are ignored, because stored or
    published data may come from a later version.
    """
    return (_LENIENT if ignores_unknown else _STRICT).read(kind, value)
