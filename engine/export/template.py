"""A person's own export formats: templates in Jinja's language, run in its sandbox.

A template is a text file. It sees `heading`, `search`, `passages`, `references` and `bibliography`
(docs/exports.md), as values that cannot be changed; it reaches no file, no module and no network,
and runs in a process of its own. What documents say is escaped for HTML in `.html` templates; the
filters `markdown`, `latex` and `line` do so for others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from engine.export.csl_item import csl_item
from engine.export.json_document import passage_as_json
from engine.export.marked_text import unmarked
from engine.export.passages import Export, Step
from engine.export.safe_text import printable
from engine.export.template_process import TemplateProcess
from engine.model.errors import ExportError
from engine.model.export import template_extension

_LARGEST = 1_000_000
_MARKED_UP = {".html", ".htm", ".xhtml", ".xml", ".svg"}


def render(path: Path, export: Export, step: Step, process: TemplateProcess) -> str:
    """Return the export as the template at `path` writes it; ExportError says what is wrong."""
    request = {
        "name": path.name,
        "source": _source(path),
        "is_markup": template_extension(path).lower() in _MARKED_UP,
        "values": _values(export, step),
    }
    return process.run(path.name, request, step)


def _source(path: Path) -> str:
    try:
        if path.stat().st_size > _LARGEST:
            raise ExportError(f"The template {path.name} is too large.", "Choose another file.")
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ExportError(
            f"The template {path} cannot be read: {error.strerror}.", "Check its name."
        ) from error
    except UnicodeDecodeError as error:
        raise ExportError(
            f"The template {path.name} is not UTF-8 text.", "Save it as UTF-8."
        ) from error


def _values(export: Export, step: Step) -> Mapping[str, Any]:
    items = {reference.id: csl_item(reference) for reference in export.references}
    return {
        "heading": printable(export.heading),
        "search": export.record.as_json(),
        "passages": _passages(export, items, step),
        "references": list(items.values()),
        "bibliography": [unmarked(printable(entry)) for entry in export.bibliography],
    }


def _passages(
    export: Export, items: Mapping[str, Mapping[str, Any]], step: Step
) -> list[dict[str, Any]]:
    return list(_described(export, items, step))


def _described(
    export: Export, items: Mapping[str, Mapping[str, Any]], step: Step
) -> Iterator[dict[str, Any]]:
    for passage in export.passages:
        described = passage_as_json(passage)
        described["text"] = printable(passage.text)
        described["reference"] = items[passage.reference_id]
        step()
        yield described
