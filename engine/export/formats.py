"""The export formats by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from engine.export import (
    bibtex,
    csl_json,
    csv_table,
    html_page,
    json_document,
    json_lines,
    markdown,
    ris,
)
from engine.export.passages import Export, Step
from engine.model.export import ExportFormat

Renderer = Callable[[Export, Step], str | bytes]


def _docx(export: Export, step: Step) -> bytes:
    from engine.export.docx_document import render  # noqa: PLC0415 (a library only it needs)

    return render(export, step)


RENDERERS: Mapping[ExportFormat, Renderer] = MappingProxyType(
    {
        ExportFormat.MARKDOWN: markdown.render,
        ExportFormat.HTML: html_page.render,
        ExportFormat.DOCX: _docx,
        ExportFormat.CSV: csv_table.render,
        ExportFormat.JSON: json_document.render,
        ExportFormat.JSONL: json_lines.render,
        ExportFormat.BIBTEX: bibtex.render,
        ExportFormat.RIS: ris.render,
        ExportFormat.CSL_JSON: csl_json.render,
    }
)
