"""The settings file: YAML, written on first start with every key explained.

The text is made from `engine.api.SETTINGS`. Changing one value keeps the person's own comments.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path
from textwrap import wrap

import yaml

from app.private_file import close_to_others, replace_private_file
from engine.api import SETTINGS, Setting, SettingError, Settings, SettingValue

logger = logging.getLogger(__name__)

_HEADER = """\
# Settings of Twofold. Change a value and start the program again; a line that is taken out has its
# default. Options on the command line win over this file.
#
# The keyword ranking is BM25 with the constants k1 = 1.2 and b = 0.75. They are Tantivy's own and
# cannot be changed.
"""
_MAX_BYTES = 1 << 20


def load_settings(path: Path) -> Settings:
    """Read the settings at `path`, writing the file with all defaults when there is none.

    Where it cannot be written, on a disk that is only read or full, the defaults hold.
    Raises SettingError, naming the file, for a file that is no YAML or holds a bad value.
    """
    if not path.exists():
        try:
            _write(path, default_text())
        except SettingError as error:
            logger.info("%s", error.message)
            return Settings()
    close_to_others((path, path.with_name("window.ini")))
    return _read(path)


def change_settings(path: Path, values: Mapping[str, SettingValue]) -> Settings:
    """Set values in the file, all or none of them, and return the settings that now hold."""
    if not path.exists():
        _write(path, default_text())
    settings = _read(path)
    changed = Settings.from_mapping(dict(settings.values) | dict(values))
    text = path.read_text(encoding="utf-8")
    for key in values:
        text = _with_value(text, key, dict(changed.values)[key])
    if not _says(text, values):
        text = _text_of(dict(changed.values))
    _write(path, text)
    return changed


def _says(text: str, values: Mapping[str, SettingValue]) -> bool:
    try:
        return dict(values).items() <= _flatten(_parse(text)).items()
    except SettingError:
        return False


def default_text() -> str:
    """Return the file as it is written on first start."""
    return _text_of({})


def _read(path: Path) -> Settings:
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise SettingError(f"The settings file {path} is larger than 1 MB.", _START_AFRESH)
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        reason = error.strerror or "unknown error"
        raise SettingError(f"The settings file {path} cannot be read: {reason}.") from error
    except UnicodeDecodeError as error:
        raise SettingError(f"The settings file {path} is not UTF-8 text.", _START_AFRESH) from error
    try:
        return Settings.from_mapping(_flatten(_parse(text)))
    except SettingError as error:
        raise SettingError(f"{error.message} ({path})", error.hint) from error


_START_AFRESH = "Move it away; a new one is written at the next start."


def _parse(text: str) -> object:
    try:
        return yaml.safe_load(text)
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        mark = getattr(error, "problem_mark", None)
        what = "The settings file is not YAML."
        if mark:
            what = f"The settings file is not YAML at line {mark.line + 1}."
        raise SettingError(what, _START_AFRESH) from error


def _flatten(loaded: object) -> dict[str, object]:
    """Return dotted keys; a section without entries counts as absent."""
    if loaded is None:
        return {}
    if not isinstance(loaded, Mapping):
        raise SettingError("The settings file has no keys at its top level.", _START_AFRESH)
    return dict(_dotted_items(loaded))


def _dotted_items(loaded: Mapping[object, object]) -> Iterator[tuple[str, object]]:
    for section, entries in loaded.items():
        if isinstance(entries, Mapping):
            yield from ((f"{section}.{key}", value) for key, value in entries.items())
        elif entries is not None or "." in str(section):
            yield str(section), entries


def _text_of(values: Mapping[str, SettingValue]) -> str:
    lines = [_HEADER]
    for section, settings in groupby(SETTINGS, key=lambda setting: setting.key.split(".")[0]):
        lines.append(f"{section}:")
        for setting in settings:
            lines.extend(_setting_lines(setting, values.get(setting.key, setting.default)))
        lines.append("")
    return "\n".join(lines)


def _setting_lines(setting: Setting, value: SettingValue) -> list[str]:
    allowed = setting.allowed[0].upper() + setting.allowed[1:]
    explanation = f"{setting.description} {allowed}; default {_as_yaml(setting.default)}."
    name = setting.key.split(".", 1)[1]
    comment = wrap(explanation, 90, break_on_hyphens=False)
    return [*(f"  # {line}" for line in comment), f"  {name}: {_as_yaml(value)}"]


def _as_yaml(value: SettingValue) -> str:
    return yaml.safe_dump(value, allow_unicode=True, width=1000).removesuffix("\n...\n").strip()


def _with_value(text: str, key: str, value: SettingValue) -> str:
    """Replace the value of `key` where the file has the written layout; else leave the text."""
    section, name = key.split(".", 1)
    entry = re.compile(
        rf"(?ms)^({re.escape(section)}:[ \t]*\n(?:(?:[ \t#][^\n]*)?\n)*?[ \t]+{re.escape(name)}:)"
        r"""[ \t]*(?:'(?:[^'\n]|'')*'|"(?:[^"\\\n]|\\.)*"|[^\n]*?)(?=(?:[ \t]+\#[^\n]*)?$)"""
    )
    return entry.sub(lambda match: f"{match[1]} {_as_yaml(value)}", text, count=1)


def _write(path: Path, text: str) -> None:
    try:
        replace_private_file(path, text.encode("utf-8"))
    except OSError as error:
        reason = error.strerror or "unknown error"
        raise SettingError(
            f"The settings file {path} cannot be written: {reason}.",
            "Set TWOFOLD_HOME to a folder that can be written.",
        ) from error
