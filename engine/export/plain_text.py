"""What an export says, as plain text: shown for formats that are no text themselves."""

from __future__ import annotations

from collections.abc import Iterator

from engine.export.marked_text import unmarked
from engine.export.passages import Export
from engine.export.safe_text import one_line, printable


def render(export: Export) -> str:
    """Return the text."""
    return "\n".join(_lines(export)) + "\n"


def _lines(export: Export) -> Iterator[str]:
    words = export.words
    yield one_line(export.heading)
    for passage in export.passages:
        yield ""
        yield printable(passage.text).strip("\n")
        yield f"— {one_line(passage.title)} [{passage.number}]"
        if passage.note:
            yield printable(passage.note)
    if export.passages:
        yield f"\n{words.say('References')}"
    for passage in export.passages:
        where = f"{one_line(passage.where)} ({passage.uri})"
        yield f"[{passage.number}] {one_line(passage.title)}, {one_line(passage.place)}. {where}"
    if export.bibliography:
        yield f"\n{words.say('Bibliography')}"
        yield from (unmarked(one_line(entry)) for entry in export.bibliography)
    yield f"\n{words.say('How these passages were found')}"
    for name, value in export.record.lines(words):
        line = words.say("{name}: {value}")
        yield line.format(name=words.say(name), value=one_line(value))
