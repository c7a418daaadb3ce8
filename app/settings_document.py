"""docs/settings.md, made from the settings themselves."""

from __future__ import annotations

from itertools import groupby

from engine.api import SETTINGS, Setting

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
"""


def settings_document() -> str:
    """Return the whole page."""
    parts = [_INTRODUCTION]
    for section, settings in groupby(SETTINGS, key=lambda setting: setting.key.split(".")[0]):
        parts.append(f"## {section}\n")
        parts.append("| key | default | allowed | what it does |\n|---|---|---|---|")
        parts.extend(_row(setting) for setting in settings)
        parts.append("")
    return "\n".join(parts)


def _row(setting: Setting) -> str:
    default = str(setting.default).lower() if isinstance(setting.default, bool) else setting.default
    return f"| `{setting.key}` | `{default}` | {setting.allowed} | {setting.description} |"
