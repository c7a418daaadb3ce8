"""Write what is made from the code into the documentation: the settings, and the export formats."""

from __future__ import annotations

import re
from pathlib import Path

from app.settings_file import settings_document
from engine.export.exporter import format_module
from engine.model.export import ExportFormat

_DOCS = Path(__file__).resolve().parent.parent / "docs"
_TABLE = re.compile(r"^\| format \|.*?\n(?=\n)", re.MULTILINE | re.DOTALL)


def exports_document() -> str:
    """Return docs/exports.md with the table of formats as the code has them."""
    page = (_DOCS / "exports.md").read_text(encoding="utf-8")
    return _TABLE.sub(lambda _: _formats_table(), page)


def _formats_table() -> str:
    """Return a row for each format, which the first line of its module's docstring describes."""
    lines = ["| format | file | what it holds |", "|---|---|---|"]
    for form in ExportFormat:
        holds = (format_module(form).__doc__ or "").partition("\n")[0]
        lines.append(f"| {form} | `{form.extension}` | {holds} |")
    return "".join(f"{line}\n" for line in lines)


if __name__ == "__main__":
    (_DOCS / "exports.md").write_text(exports_document(), encoding="utf-8")
    (_DOCS / "settings.md").write_text(settings_document(), encoding="utf-8")
