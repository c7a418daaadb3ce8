"""Long JSON texts, written an entry at a time.

A text of thousands of passages made from one value would be a million objects at once, which
Python looks through for garbage again and again while nothing else in the program moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.wire import as_json_text

_STEP = "  "


def json_pieces(value: object, indent: str = "") -> Iterator[str]:
    """Yield the text that `as_json_text` gives in one; an iterator is written as an array.

    `indent` stands before the lines after the first.
    """
    if isinstance(value, Mapping) and value:
        yield from _members(value, indent)
    elif isinstance(value, Iterator):
        yield from _entries(value, indent)
    else:
        # A line end inside of a string is written as \\n, so these are all of the layout.
        yield as_json_text(value).replace("\n", f"\n{indent}")


def _members(value: Mapping[str, object], indent: str) -> Iterator[str]:
    deeper, before = indent + _STEP, "{\n"
    for name, member in value.items():
        yield f"{before}{deeper}{as_json_text(name)}: "
        yield from json_pieces(member, deeper)
        before = ",\n"
    yield f"\n{indent}}}"


def _entries(value: Iterator[object], indent: str) -> Iterator[str]:
    deeper, before = indent + _STEP, "[\n"
    for entry in value:
        yield f"{before}{deeper}"
        yield as_json_text(entry).replace("\n", f"\n{deeper}")
        before = ",\n"
    yield "[]" if before == "[\n" else f"\n{indent}]"
