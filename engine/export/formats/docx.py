"""Quotations with footnotes for Word and LibreOffice (ECMA-376), optionally in a house template."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from twofold.engine.export.contents import Export
from twofold.engine.export.passages import Passage, Step
from twofold.engine.export.text import Run, one_line, printable, runs
from twofold.engine.export.word_document import Link, Piece, WordDocument
from twofold.engine.model.reference import Reference

_PLAIN = frozenset[str]()
_MAX_PROPERTY = 255


def render(export: Export, step: Step) -> bytes:
    """Return the file."""
    document = WordDocument(export.word_template)
    _describe(document, export)
    document.add("Heading 1", one_line(export.heading))
    references = {reference.id: reference for reference in export.references}
    for passage in export.passages:
        _add_passage(document, passage, export, references[passage.reference_id])
        step()
    _add_lists(document, export)
    return document.save()


def _describe(document: WordDocument, export: Export) -> None:
    """Set the properties. They describe the document only, as it is sent to others."""
    properties = document.core.core_properties
    properties.title = one_line(export.heading)[:_MAX_PROPERTY]
    for name in ("author", "last_modified_by", "comments", "keywords", "subject", "category"):
        setattr(properties, name, "")
    at = datetime.fromisoformat(export.record.exported_at)
    properties.created = properties.modified = at.astimezone(UTC).replace(tzinfo=None)


def _add_passage(
    document: WordDocument, passage: Passage, export: Export, reference: Reference
) -> None:
    """Add a quotation with its footnote and picture, and the note after it; in a memo, before."""
    note = tuple(footnote(passage, export, reference))
    if passage.note and export.is_memo:
        _add_note(document, passage)
    if passage.is_code:
        document.add("Code", printable(passage.quotation).strip("\n"), note)
    else:
        *others, last = passage.paragraphs or (one_line(passage.title),)
        for paragraph in others:
            document.add("Quote", paragraph)
        document.add("Quote", last, note)
    if picture := export.pictures.get(passage.number):
        document.add_picture(picture)
    if passage.note and not export.is_memo:
        _add_note(document, passage)


def _add_note(document: WordDocument, passage: Passage) -> None:
    for line in filter(str.strip, printable(passage.note).splitlines()):
        document.add("Normal", line)


def footnote(passage: Passage, export: Export, reference: Reference) -> Iterator[Piece]:
    """Yield the citation: authors, title, section, position, file, and the web address if any."""
    names = ", ".join(one_line(name.in_order_of_reading) for name in reference.authors)
    section = export.format_section(passage, one_line)
    title = f"{one_line(reference.title)}{section}, {one_line(passage.place)}"
    yield Run(", ".join(filter(None, (names, title))), _PLAIN)
    yield Run(f". {one_line(passage.where)}", _PLAIN)
    if passage.has_folders:
        yield Run(f" ({passage.uri})", _PLAIN)
    if passage.stale:
        yield Run(f" ({passage.indexed(export.words)})", _PLAIN)
    if address := reference.web_address:
        yield Run(". ", _PLAIN)
        yield Link(one_line(address), one_line(address))


def _add_lists(document: WordDocument, export: Export) -> None:
    words = export.words
    if export.bibliography:
        document.add("Heading 2", words.say("Bibliography"))
    for entry in export.bibliography:
        document.add_pieces("Normal", tuple(runs(one_line(entry))))
    if export.has_method_note:
        document.add("Heading 2", words.say("How these passages were found"))
        for line in export.format_record(one_line):
            document.add("Normal", line)
