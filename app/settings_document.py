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

A change in an open window holds when the last column says. Files that failed by a limit are read
again as soon as it is raised, at the next look after a start too; what was read by a higher limit
stays until its file changes. The patterns kept with a folder hold at once.
"""


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
