"""Exporting hits or the collection: passages and references are formatted and written."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path
from types import ModuleType

from twofold.engine.export.bibliography.references import (
    BibliographyFiles,
    references_of,
)
from twofold.engine.export.contents import CollectionRecord, Export, SearchRecord
from twofold.engine.export.export_file import check_target, write_bytes
from twofold.engine.export.passages import Step, passage_of_collected, passage_of_hit
from twofold.engine.export.region_picture import pictures_of
from twofold.engine.export.template import TemplateProcess
from twofold.engine.export.template import render as render_template
from twofold.engine.export.text import one_line, printable, unmarked
from twofold.engine.extract.process.reader import DocumentReader
from twofold.engine.model.citation import (
    CheckedCitation,
    CollectedPassage,
)
from twofold.engine.model.document import date_time_now
from twofold.engine.model.errors import BadRequestError
from twofold.engine.model.export import (
    IN_ENGLISH,
    SEPARATORS,
    ExportWords,
    is_word_template,
)
from twofold.engine.model.export_format import ExportFormat, FormatGroup
from twofold.engine.model.hit import Hit, SearchResponse
from twofold.engine.model.localized import message
from twofold.engine.model.reference import Reference
from twofold.engine.model.requests import ExportCollection, ExportHits

_ENCODING_BATCH = 1_000_000


@dataclass(frozen=True, slots=True)
class Exported:
    """The result of an export; the fields have the same meaning as in ExportRendered."""

    text: str
    data: bytes
    file: Path | None = None
    replaced: bool = False
    page: str = ""


@dataclass(frozen=True, slots=True)
class Exporter:
    """Exports from one library; `program` is added to the record of the search.

    `reader` reads the bibliographies near the documents.
    """

    reader: DocumentReader
    program: str = "Twofold"
    now: Callable[[], str] = date_time_now
    templates: TemplateProcess = field(default_factory=TemplateProcess)

    def export(self, request: ExportHits, step: Step = lambda: None) -> Exported:
        """Format hits in the order of the response, and write them to the target if there is one.

        `step` is called for every passage. If it raises, the export is cancelled and no file is
        left. Raises BadRequestError for an unknown or unsuitable style, and ExportError if the file
        cannot be written; an existing file is then unchanged.
        """
        _check(request)
        response, words = request.response, _words(request)
        chosen = set(request.chunk_ids)
        hits = tuple(hit for hit in response.hits if not chosen or hit.chunk_id in chosen)
        export = Export(
            heading=_heading(response, words),
            record=SearchRecord(
                exported_at=self.now(),
                program=self.program,
                request=response.request,
                filters=response.trace.filters,
                mode=response.trace.mode.value,
                warnings=response.warnings,
            ),
            passages=tuple(
                passage_of_hit(number, hit, words, request.target)
                for number, hit in enumerate(hits, start=1)
            ),
            response=replace(response, hits=hits),
            words=words,
        )
        return self._written(export, request, step)

    def export_collection(
        self,
        request: ExportCollection,
        collected: Sequence[CollectedPassage],
        checks: Sequence[CheckedCitation | None],
        step: Step = lambda: None,
    ) -> Exported:
        """Write a collection as `export` writes hits; `checks` are parallel to `collected`.

        Passages without a check are exported as if they had not changed.
        """
        _check(request)
        words = _words(request)
        numbered = enumerate(zip(collected, checks, strict=True), start=1)
        export = Export(
            heading=request.collection or words.say(message("Collected passages")),
            record=CollectionRecord(self.now(), self.program),
            passages=tuple(
                passage_of_collected(number, *pair, words, request.target)
                for number, pair in numbered
            ),
            words=words,
            is_memo=request.memo,
        )
        return self._written(export, request, step)

    def _written(
        self, export: Export, request: ExportHits | ExportCollection, step: Step
    ) -> Exported:
        """Add the references of the passages, format the export and write it."""
        references = references_of(export.passages, BibliographyFiles(self.reader))
        bibliography = _bibliography(references, request.style, step)
        export = replace(export, references=references, bibliography=bibliography)
        if request.format is ExportFormat.DOCX and request.target is not None:
            pictures = pictures_of(export.passages, self.reader)
            export = replace(export, pictures=pictures)
        export = _with_options(export, request)
        rendered: str | bytes
        if request.template is not None and export.word_template is None:
            rendered = render_template(request.template, export, step, self.templates)
        else:
            rendered = format_module(request.format).render(export, step)
        data = rendered if isinstance(rendered, bytes) else _encoded(rendered, request)
        text = _plain_text(export) if isinstance(rendered, bytes) else rendered
        if request.target is None:
            is_document = request.format.has_bibliography and (
                request.template is None or export.word_template is not None
            )
            return Exported(text, data, page=_page(export, request) if is_document else "")
        is_replaced = write_bytes(request.target, data, overwrite=request.overwrite)
        return Exported(text, data, request.target.resolve(), is_replaced)


def _with_options(export: Export, request: ExportHits | ExportCollection) -> Export:
    """Add the options of a request; without `paths`, documents are named by their file names."""
    form, note = request.format, request.method_note
    is_own = is_word_template(request.template) and form is ExportFormat.DOCX
    for_programs = form.group is FormatGroup.DATA or (request.template is not None and not is_own)
    if not (request.paths or for_programs):
        addresses = {reference.id: reference.web_address for reference in export.references}
        named = tuple(
            passage.without_folders(addresses[passage.reference_id]) for passage in export.passages
        )
        export = replace(export, passages=named, record=export.record.without_folders())
    return replace(
        export,
        separator=request.separator,
        has_method_note=form.has_method_note if note is None else note,
        word_template=request.template if is_own else None,
    )


def format_module(form: ExportFormat) -> ModuleType:
    """Return the module of `engine.export.formats` that writes a format."""
    return import_module(f"twofold.engine.export.formats.{form.value.replace('-', '_')}")


def _words(request: ExportHits | ExportCollection) -> ExportWords:
    """Return the language of the export; files for programs are the same in every language."""
    is_for_people = request.template is None and request.format.has_bibliography
    return request.words if is_for_people else IN_ENGLISH


def _heading(response: SearchResponse, words: ExportWords) -> str:
    if response.trace.filters_only:
        return words.say(message("Documents that match the filters, newest first"))
    return words.say(message("Passages found for “{query}”")).format(query=response.request.query)


def steps_of(request: ExportHits) -> int:
    """Return the maximum number of calls of `step`, for progress."""
    hits: tuple[Hit, ...] = request.response.hits
    passages = len(request.chunk_ids) or len(hits)
    return passages * (2 if request.style else 1)


def _page(export: Export, request: ExportHits | ExportCollection) -> str:
    from twofold.engine.export.preview_page import (  # noqa: PLC0415 (it imports python-docx)
        preview_page,
    )

    return preview_page(export, request.format)


def _bibliography(references: Sequence[Reference], style: str, step: Step) -> tuple[str, ...]:
    if not style:
        return ()
    from twofold.engine.export.bibliography.styles import (  # noqa: PLC0415 (citeproc takes 0.25 s)
        format_bibliography,
    )

    return format_bibliography(references, style, step)


def _encoded(text: str, request: ExportHits | ExportCollection) -> bytes:
    """Return UTF-8, with a byte order mark for Excel if the separator is a semicolon.

    The text is encoded in parts to release Python's lock for the window between them.
    """
    is_for_excel = request.format.has_separator and request.separator == ";"
    mark = codecs.BOM_UTF8 if is_for_excel and request.template is None else b""
    starts = range(0, len(text), _ENCODING_BATCH)
    parts = [text[start : start + _ENCODING_BATCH] for start in starts]
    return mark + b"".join([part.encode("utf-8", "replace") for part in parts])


def _check(request: ExportHits | ExportCollection) -> None:
    if request.target is not None:
        check_target(request.target, overwrite=request.overwrite)
    if request.separator not in SEPARATORS.values():
        raise BadRequestError(
            message("'{separator}' is not a valid separator.", separator=request.separator),
            message("Use ',' or ';'."),
        )
    if not request.style:
        return
    if request.template is None and not request.format.has_bibliography:
        fitting = ", ".join(form for form in ExportFormat if form.has_bibliography)
        raise BadRequestError(
            message(
                "The format {value} does not support citation styles.", value=request.format.value
            ),
            message("Formats with citation styles: {fitting}.", fitting=fitting),
        )
    from twofold.engine.export.bibliography.styles import find_style  # noqa: PLC0415

    find_style(request.style)


def _plain_text(export: Export) -> str:
    """Return an export's contents as text, to display formats that are not text."""
    return "\n".join(_lines(export)) + "\n"


def _lines(export: Export) -> Iterator[str]:
    words = export.words
    yield one_line(export.heading)
    for passage in export.passages:
        yield ""
        if passage.text:
            yield printable(passage.quotation).strip("\n")
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
    if export.has_method_note:
        yield f"\n{words.say('How these passages were found')}"
        yield from export.format_record(one_line)
