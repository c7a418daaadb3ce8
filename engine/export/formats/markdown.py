"""Quotations, numbered references and, if a style is given, a bibliography.

Documents are not trusted, so their text is escaped: it is displayed as it is and cannot become a
link, an image or HTML in the exported document.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from twofold.engine.export.contents import Export
from twofold.engine.export.passages import Passage, Step
from twofold.engine.export.text import as_markdown, escaped_markdown, one_line, printable

_BLOCK_START = re.compile(r"^(\d{1,9}(?=[.)])|(?=[#+=-]))")
_BACKTICKS = re.compile(r"`+")
_LANGUAGES = {"py": "python", "rs": "rust", "js": "javascript", "ts": "typescript", "sh": "bash"}


def render(export: Export, step: Step) -> str:
    """Return a document with a quotation and a reference for every passage."""
    return "\n\n".join(_parts(export, step)) + "\n"


def _parts(export: Export, step: Step) -> Iterator[str]:
    words = export.words
    yield f"# {_escaped(export.heading)}"
    for passage in export.passages:
        note = list(map(_prose, passage.note_paragraphs))
        quotation = [_quotation(passage)]
        yield from (note + quotation if export.is_memo else quotation + note)
        step()
    if export.passages:
        yield f"## {words.say('References')}"
        yield "\n".join(_reference(passage, export) for passage in export.passages)
    if export.bibliography:
        yield f"## {words.say('Bibliography')}"
        yield "\n".join(f"- {_entry(entry)}" for entry in export.bibliography)
    if export.has_method_note:
        yield f"## {words.say('How these passages were found')}"
        yield "\n".join(f"- {line}" for line in export.format_record(_escaped))


def _escaped(text: str) -> str:
    return escaped_markdown(one_line(text))


def _entry(entry: str) -> str:
    """Return a formatted entry, escaped so that it does not start a list or a heading."""
    return _BLOCK_START.sub(r"\1\\", as_markdown(printable(entry), escaped_markdown))


def _quotation(passage: Passage) -> str:
    if passage.is_code:
        lines = _fenced(printable(passage.quotation).strip("\n"), passage)
    else:
        lines = "\n\n".join(map(_prose, passage.paragraphs)).splitlines()
    quoted = "\n".join(f"> {line}".rstrip() for line in lines)
    title = _escaped(passage.title)
    source = f"> — {title} {_link(f'[{passage.number}]', passage)}"
    return f"{quoted}\n>\n{source}" if quoted else source


def _prose(text: str) -> str:
    """Return the lines of a paragraph with hard breaks between them (CommonMark 6.7)."""
    return "\\\n".join(map(_escaped_line, text.splitlines()))


def _escaped_line(line: str) -> str:
    """Escape a line so that it is not a heading, a list, a rule or indented code."""
    return _BLOCK_START.sub(r"\1\\", escaped_markdown(line.strip()))


def _fenced(text: str, passage: Passage) -> list[str]:
    fence = "`" * max(3, _longest_run(text) + 1)
    kind = re.sub(r"[^a-z0-9+#-]", "", passage.file_type.lower())
    return [f"{fence}{_LANGUAGES.get(kind, kind)}", *text.splitlines(), fence]


def _code(text: str) -> str:
    """Return a code span, which may contain any character (CommonMark 6.1)."""
    text = one_line(text)
    ticks = "`" * (_longest_run(text) + 1)
    padding = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{padding}{text}{padding}{ticks}"


def _longest_run(text: str) -> int:
    return max((len(run) for run in _BACKTICKS.findall(text)), default=0)


def _link(words: str, passage: Passage) -> str:
    """Return a link with `words` in brackets, or only the words if there is nothing to link to."""
    if passage.href:
        return f"{words}({passage.href})"
    return words if words[1:-1].isdigit() else words[1:-1]


def _reference(passage: Passage, export: Export) -> str:
    section = export.format_section(passage, _escaped)
    cited = f"{_code(passage.uri)}; " if passage.href != passage.uri else ""
    return (
        f"{passage.number}. {_escaped(passage.title)}{section}, "
        f"{_escaped(passage.place)}. "
        f"{_link(f'[{_escaped(passage.where)}]', passage)} "
        f"({cited}{passage.indexed(export.words)})"
    )
