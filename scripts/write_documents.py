"""Write what is made from the code into the documentation: settings, formats, filters, keys."""

from __future__ import annotations

import re
from itertools import groupby
from pathlib import Path

from twofold.engine.api import FILTERS, SETTINGS, Setting
from twofold.engine.export.exporter import format_module
from twofold.engine.model.export_format import ExportFormat
from twofold.ui.search.search_commands import search_commands
from twofold.ui.window.main_window import MainWindow

_DOCS = Path(__file__).resolve().parent.parent / "docs"
_FILTERS = re.compile(r"^\| filter \|.*?\n(?=\n)", re.MULTILINE | re.DOTALL)
_KEYS = re.compile(r"^\| keys \| command.*?\n(?=\n)", re.MULTILINE | re.DOTALL)
_TABLE = re.compile(r"^\| format \|.*?\n(?=\n)", re.MULTILINE | re.DOTALL)

_INTRODUCTION = """\
# Settings

This page is made from the code by `make fix`; a test holds it current.

The settings are one YAML file, `settings.yaml`, written on first start with every key explained.
It lies where the operating system keeps settings (Linux: `~/.config/twofold/`), or in the folder
that `TWOFOLD_HOME` names. `twofold doctor` prints the place. Options on the command line win over
the file. A bad value stops the program with a sentence that names the key, the value and what is
allowed.

The keyword ranking is BM25 with the constants k1 = 1.2 and b = 0.75. They are Tantivy's own and
cannot be changed.

A change in an open window holds when the last column says. Files that failed by a limit are read
again as soon as it is raised, at the next look after a start too; what was read by a higher limit
stays until its file changes. The patterns kept with a folder hold at once.
"""


def exports_document() -> str:
    """Return docs/exports.md with the table of formats as the code has them."""
    page = (_DOCS / "exports.md").read_text(encoding="utf-8")
    return _TABLE.sub(lambda _: _formats_table(), page)


def command_line_document() -> str:
    """Return docs/cli.md with the options that filter as the code has them."""
    page = (_DOCS / "cli.md").read_text(encoding="utf-8")
    rows = (f"| `{known.option} {known.metavar}` | {known.help} |\n" for known in FILTERS)
    table = "".join(("| filter | meaning, or values |\n|---|---|\n", *rows))
    return _FILTERS.sub(lambda _: table, page)


def window_document() -> str:
    """Return docs/ui.md with the keys of the window's commands as the code has them."""
    page = (_DOCS / "ui.md").read_text(encoding="utf-8")
    return _KEYS.sub(lambda _: _keys_table(), page)


def _keys_table() -> str:
    """Return a row for each command that has keys."""
    lines = ["| keys | command |", "|---|---|"]
    for command in (*MainWindow.key_commands(), *search_commands()):
        if command.keys:
            keys = (key.replace("Return", "Enter") for key in command.keys)
            lines.append(f"| {', '.join(dict.fromkeys(keys))} | {command.label} |")
    return "".join(f"{line}\n" for line in lines)


def _formats_table() -> str:
    """Return a row for each format, which the first line of its module's docstring describes."""
    lines = ["| format | file | what it holds |", "|---|---|---|"]
    for form in ExportFormat:
        holds = (format_module(form).__doc__ or "").partition("\n")[0]
        lines.append(f"| {form} | `{form.extension}` | {holds} |")
    return "".join(f"{line}\n" for line in lines)


def settings_document() -> str:
    """Return the whole page."""
    parts = [_INTRODUCTION]
    for section, settings in groupby(SETTINGS, key=lambda setting: setting.key.split(".")[0]):
        parts.append(f"## {section}\n")
        parts.append("| key | default | allowed | what it does | holds |\n|---|---|---|---|---|")
        parts.extend(_row(setting) for setting in settings)
        parts.append("")
    return "\n".join(parts)


def _row(setting: Setting) -> str:
    default = str(setting.default).lower() if isinstance(setting.default, bool) else setting.default
    words = (f"`{setting.key}`", f"`{default}`", setting.allowed, setting.description)
    return f"| {' | '.join(words)} | {setting.effect.value} |"


if __name__ == "__main__":
    (_DOCS / "cli.md").write_text(command_line_document(), encoding="utf-8")
    (_DOCS / "exports.md").write_text(exports_document(), encoding="utf-8")
    (_DOCS / "settings.md").write_text(settings_document(), encoding="utf-8")
    (_DOCS / "ui.md").write_text(window_document(), encoding="utf-8")
