"""The export formats: a module for each `ExportFormat`, called like it, with `render`.

The first paragraph of its docstring says in docs/exports.md what the format holds.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from types import ModuleType

from engine.export.contents import Export, Step
from engine.model.export import ExportFormat

Renderer = Callable[[Export, Step], str | bytes]


def renderer(form: ExportFormat) -> Renderer:
    """Return the function that writes a format; its module is imported when it is first needed."""
    render: Renderer = _module(form).render
    return render


def formats_table() -> str:
    """Return the table of docs/exports.md."""
    rows = [(form, f"`{form.extension}`", _first_paragraph(form)) for form in ExportFormat]
    lines = [f"| {' | '.join(row)} |\n" for row in [("format", "file", "what it holds"), *rows]]
    return "".join((lines[0], "|---|---|---|\n", *lines[1:]))


def _module(form: ExportFormat) -> ModuleType:
    return import_module(f"engine.export.formats.{form.value.replace('-', '_')}")


def _first_paragraph(form: ExportFormat) -> str:
    return " ".join((_module(form).__doc__ or "").partition("\n\n")[0].split())
