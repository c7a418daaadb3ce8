"""Quotations and references on a single page without scripts or external content.

Documents' text is escaped and isolated with its direction (`bdi`, `dir=auto`). The page's security
policy (CSP) does not allow it to run or load anything.
"""

from __future__ import annotations

import html
from collections.abc import Iterator

from twofold.engine.export.contents import Export
from twofold.engine.export.passages import Passage, Step
from twofold.engine.export.text import as_html, one_line, printable

_STYLE = """
body { font: 11pt/1.5 Georgia, 'Noto Serif', serif; color: #1d1c19; background: #fff;
  max-width: 42em; margin: 2em auto; padding: 0 1em; }
h1 { font-size: 1.5em; line-height: 1.25; } h2 { font-size: 1.15em; margin-top: 2em; }
figure { margin: 1.6em 0; break-inside: avoid; }
blockquote { margin: 0; padding-left: 1em; border-left: 3px solid #c9c5bb;
  overflow-wrap: anywhere; }
blockquote p { margin: .6em 0; } blockquote p:first-child { margin-top: 0; }
blockquote p:last-child { margin-bottom: 0; }
pre { margin: 0; padding: .6em 1em; border-left: 3px solid #c9c5bb; background: #f6f5f2;
  font: 9pt/1.45 'DejaVu Sans Mono', Consolas, monospace; white-space: pre-wrap;
  overflow-wrap: anywhere; }
h1, figcaption, .note { overflow-wrap: anywhere; }
figcaption, .note { font-size: .9em; color: #55514a; margin: .4em 0 0 1em; }
li { margin: .35em 0; overflow-wrap: anywhere; }
.bibliography li { list-style: none; padding-left: 2em; text-indent: -2em; }
.bibliography, .record { padding-left: 0; } .record li { list-style: none; font-size: .85em; }
span { font-variant: small-caps; } code { font-size: .9em; }
a { color: #2b57c0; }
@media print { body { margin: 0; max-width: none; font-size: 10pt; } a { color: inherit; } }
"""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def render(export: Export, step: Step) -> str:
    """Return the page."""
    return "\n".join(_parts(export, step)) + "\n"


def _parts(export: Export, step: Step) -> Iterator[str]:
    heading = _text(export.heading)
    yield "<!DOCTYPE html>"
    yield f'<html lang="{_escaped(export.words.language)}">'
    yield "<head>"
    yield '<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    yield '<meta name="referrer" content="no-referrer">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{heading}</title>"
    yield f"<style>{_STYLE}</style>"
    yield "</head>"
    yield "<body>"
    yield f'<h1 dir="auto">{heading}</h1>'
    for passage in export.passages:
        yield _quotation(passage, is_memo=export.is_memo)
        step()
    yield from _lists(export)
    yield "</body>"
    yield "</html>"


def _lists(export: Export) -> Iterator[str]:
    words = export.words
    if export.passages:
        yield f"<h2>{_text(words.say('References'))}</h2>\n<ol>"
        yield from (_reference(passage, export) for passage in export.passages)
        yield "</ol>"
    if export.bibliography:
        yield f'<h2>{_text(words.say("Bibliography"))}</h2>\n<ul class="bibliography">'
        for entry in export.bibliography:
            yield f'<li dir="auto">{as_html(printable(entry), _escaped)}</li>'
        yield "</ul>"
    if not export.has_method_note:
        return
    yield f'<h2>{_text(words.say("How these passages were found"))}</h2>\n<ul class="record">'
    yield from (f"<li>{line}</li>" for line in export.format_record(_recorded, _text))
    yield "</ul>"


def _recorded(value: str) -> str:
    return f"<bdi>{_text(value)}</bdi>"


def _quotation(passage: Passage, *, is_memo: bool) -> str:
    tag, text = "blockquote", "\n".join(map(_paragraph, passage.paragraphs))
    if passage.is_code:
        tag, text = "pre", _escaped(printable(passage.quotation).strip("\n"))
    lang = f' lang="{_escaped(passage.lang)}"' if passage.lang not in {"", "und"} else ""
    cite = f' cite="{_escaped(passage.uri)}"' if tag == "blockquote" else ""
    note = (
        f'\n<p class="note" dir="auto">{_lines(printable(passage.note))}</p>'
        if passage.note
        else ""
    )
    number = passage.number
    quoted = f'<{tag} dir="auto"{lang}{cite}>{text}</{tag}>\n' if text else ""
    caption = (
        f"<figcaption>— <bdi>{_text(passage.title)}</bdi> "
        f'<a href="#r{number}">[{number}]</a></figcaption>'
    )
    above, below = (note, "") if is_memo else ("", note)
    return f'{above}<figure id="p{number}">\n{quoted}{caption}{below}\n</figure>'


def _paragraph(text: str) -> str:
    """Return a paragraph with its lines, also for programs that ignore style sheets."""
    return f"<p>{_lines(text)}</p>"


def _lines(text: str) -> str:
    return "<br>\n".join(map(_escaped, text.splitlines()))


def _reference(passage: Passage, export: Export) -> str:
    section = export.format_section(passage, lambda title: f"<bdi>{_text(title)}</bdi>")
    cited = f"<code>{_text(passage.uri)}</code>; " if passage.href != passage.uri else ""
    return (
        f'<li id="r{passage.number}"><bdi>{_text(passage.title)}</bdi>{section}, '
        f"{_text(passage.place)}. "
        f"{_file(passage)} ({cited}{_text(passage.indexed(export.words))})</li>"
    )


def _file(passage: Passage) -> str:
    """Return the name of the file, as a link if there is one."""
    name = f"<bdi>{_text(passage.where)}</bdi>"
    return f'<a href="{_escaped(passage.href)}">{name}</a>' if passage.href else name


def _text(text: str) -> str:
    return _escaped(one_line(text))


def _escaped(text: str) -> str:
    return html.escape(text, quote=True)
