"""The settings file: YAML, created at the first start with an explanation of each setting.

Its text is generated from `engine.api.SETTINGS`. Changing a value keeps comments and order.
"""

from __future__ import annotations

import logging
import re
import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Mapping
from itertools import count, groupby
from pathlib import Path
from textwrap import wrap

import yaml

from twofold.app.paths import default_paths
from twofold.app.private_file import close_to_others, replace_private_file
from twofold.engine.model.disk_errors import disk_first
from twofold.engine.model.errors import SettingError
from twofold.engine.model.localized import Message, joined, message, system_reason
from twofold.engine.model.settings import SETTINGS, Setting, Settings, SettingValue

logger = logging.getLogger(__name__)

_HEADER = """\
# Settings of Twofold. Change a value and restart the program; a setting without a line has its
# default. Options on the command line override this file.
#
# The keyword ranking is BM25 with the constants k1 = 1.2 and b = 0.75, which are Tantivy's and
# cannot be changed.
"""
# Files within these limits are read quickly: PyYAML reads about 100 KB a second.
_MAX_BYTES = 1 << 16
_MAX_VALUES = 500
_MAX_DEPTH = 4
_MAX_VALUE_CHARACTERS = 3_000
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_SANDBOX, _REQUIRED = "reading.sandbox", "required"


def load_settings(path: Path, report: Callable[[str], None] = lambda _sentence: None) -> Settings:
    """Read the settings at `path`; create the file with all defaults if it is missing.

    If it cannot be created, for example on a read-only or full disk, the defaults are used. A file
    that the disk has damaged is renamed and replaced by the defaults, and `report` receives a
    sentence about it. In the new file, reading.sandbox is `required`, because it may have been
    required in the damaged one. Raise SettingError, naming the file, if it is not YAML or contains
    a bad value.
    """
    if _is_damaged(path):
        kept = _unused_name(path)
        report(f"The settings file was damaged. Defaults are used; the old file is {kept}.")
        return _replace_damaged(path, kept)
    if not path.exists():
        try:
            _write(path, default_text())
        except SettingError as error:
            logger.info("%s", error.message)
            return Settings()
    close_to_others((path, path.with_name("window.ini")))
    return _read(path)


def _is_damaged(path: Path) -> bool:
    """Return whether a file contains bytes that no editor writes; a typo is not damage."""
    try:
        with path.open("rb") as file:
            start = file.read(_MAX_BYTES)
        if start.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
            return False
        text = start.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return error.end < len(start)  # at the end, a character may be cut off by the limit
    except OSError:
        return False
    return _CONTROL.search(text) is not None


def _unused_name(path: Path) -> Path:
    names = (path.with_name(f"{path.name}.unreadable-{n}") for n in count(1))
    return next(name for name in names if not name.exists())


def _replace_damaged(path: Path, kept: Path) -> Settings:
    logger.warning("the settings file is damaged: defaults are used, and it is kept as %s", kept)
    strict = Settings.from_mapping({_SANDBOX: _REQUIRED})
    try:
        path.rename(kept)
        _write(path, _text_of(dict(strict.values)))
    except (OSError, SettingError) as error:
        logger.info("the damaged settings file cannot be replaced: %s", error)
    return strict


def sandbox_policy(given: Settings | None = None) -> str:
    """Return reading.sandbox of the settings file, or of the given settings.

    If either of them requires a sandbox, or the file cannot be read, a sandbox is required.
    """
    try:
        of_file = load_settings(default_paths().settings_file).text(_SANDBOX)
    except SettingError:
        return _REQUIRED
    policy = given.text(_SANDBOX) if given else of_file
    return _REQUIRED if _REQUIRED in (policy, of_file) else policy


def change_settings(path: Path, values: Mapping[str, SettingValue]) -> Settings:
    """Set values in the file, all or none of them, and return the new settings."""
    if not path.exists():
        _write(path, default_text())
    settings = _read(path)
    changed = Settings.from_mapping(dict(settings.values) | dict(values))
    text = _read_text(path)
    for key in values:
        text = _with_value(text, key, changed.value(key))
    if not _has_settings(text, changed):
        text = _text_of(dict(changed.values))
        if not _has_settings(text, changed):
            raise SettingError(message("The value is too long for the settings file."))
    _write(path, text)
    return changed


def _has_settings(text: str, wanted: Settings) -> bool:
    try:
        found = _settings_of(text)
    except SettingError:
        return False
    is_small = len(text.encode("utf-8", "replace")) <= _MAX_BYTES
    return is_small and all(found.value(one.key) == wanted.value(one.key) for one in SETTINGS)


def default_text() -> str:
    """Return the file as it is created at the first start."""
    return _text_of({})


def _read(path: Path) -> Settings:
    text = _read_text(path)
    try:
        return _settings_of(text)
    except SettingError as error:
        raise SettingError(joined(error.message, Message(f"({path})")), error.hint) from error


def _read_text(path: Path) -> str:
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise SettingError(
                message("The settings file {path} is larger than 64 KB.", path=path), _START_AFRESH
            )
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        reason = system_reason(error)
        raise SettingError(
            message("The settings file {path} cannot be read: {reason}.", path=path, reason=reason)
        ) from error
    except UnicodeDecodeError as error:
        raise SettingError(
            message("The settings file {path} is not UTF-8 text.", path=path), _START_AFRESH
        ) from error


_START_AFRESH = message("Move the file away. A new one is created at the next start.")


def _settings_of(text: str) -> Settings:
    return Settings.from_mapping(_flatten(_parse(text)))


class _Loader(yaml.SafeLoader):
    """Loads the values that settings may have, and refuses what takes much time or memory.

    A few nested aliases expand to gigabytes, and a tag may not fit its value.
    """

    _values = 0
    _depth = 0

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        event = self.peek_event()  # type: ignore[no-untyped-call]
        self._values += 1
        self._depth += 1
        if (
            isinstance(event, yaml.AliasEvent)
            or getattr(event, "tag", None) is not None
            or len(getattr(event, "value", "")) > _MAX_VALUE_CHARACTERS
            or self._values > _MAX_VALUES
            or self._depth > _MAX_DEPTH
        ):
            raise SettingError(
                message(
                    "Line {line} of the settings file is not a valid setting.",
                    line=str(event.start_mark.line + 1),
                ),
                _START_AFRESH,
            )
        node = super().compose_node(parent, index)
        self._depth -= 1
        return node


def _parse(text: str) -> object:
    try:
        return yaml.load(text, _Loader)  # noqa: S506 - a safe one
    except (yaml.YAMLError, ArithmeticError, ValueError) as error:
        mark = getattr(error, "problem_mark", None)
        what = message("The settings file is not YAML.")
        if mark:
            what = message("The settings file is not YAML at line {line}.", line=str(mark.line + 1))
        raise SettingError(what, _START_AFRESH) from error


def _flatten(loaded: object) -> dict[str, object]:
    """Return the values by dotted keys; a section without entries is ignored."""
    if loaded is None:
        return {}
    if not isinstance(loaded, Mapping):
        raise SettingError(
            message("The settings file has no keys at its top level."), _START_AFRESH
        )
    values: dict[str, object] = {}
    for section, entries in loaded.items():
        if isinstance(entries, Mapping):
            values |= {f"{section}.{key}": value for key, value in entries.items()}
        elif entries is not None or "." in str(section):
            values[str(section)] = entries
    return values


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
    style = '"' if isinstance(value, str) and value.splitlines() not in ([], [value]) else None
    text = yaml.safe_dump(value, allow_unicode=True, width=sys.maxsize, default_style=style)
    return text.removesuffix("\n...\n").strip()


def _with_value(text: str, key: str, value: SettingValue) -> str:
    """Return the file with another value for `key` and all other characters unchanged.

    Positions in the file are those of PyYAML's nodes.
    """
    section, name = key.split(".", 1)
    root = yaml.compose(text, _Loader)
    parent, entries = _entry(root, section)
    _, old = _entry(entries, name)
    _, dotted = _entry(root, key)
    written = _as_yaml(value)
    if node := old or dotted:
        start, end = node.start_mark.index, node.end_mark.index
        end -= len(text[start:end]) - len(text[start:end].rstrip())
        return f"{text[:start]}{written}{text[end:]}"
    if parent is None:
        return f"{text.rstrip()}\n\n{section}:\n  {name}: {written}\n".lstrip()
    indent = "  "
    if isinstance(entries, yaml.MappingNode) and entries.value:
        first = entries.value[0][0].start_mark
        if entries.flow_style:
            return f"{text[: first.index]}{name}: {written}, {text[first.index :]}"
        indent = " " * first.column
    end = text.find("\n", parent.end_mark.index)
    end = len(text) if end < 0 else end
    return f"{text[:end]}\n{indent}{name}: {written}{text[end:]}"


def _entry(mapping: yaml.Node | None, name: str) -> tuple[yaml.Node | None, yaml.Node | None]:
    """Return key and value of the last entry with this name; None for both if it is missing."""
    if not isinstance(mapping, yaml.MappingNode):
        return None, None
    found = ((key, value) for key, value in reversed(mapping.value) if key.value == name)
    return next(found, (None, None))


def _write(path: Path, text: str) -> None:
    try:
        replace_private_file(path, text.encode("utf-8"))
    except OSError as error:
        reason = system_reason(error)
        problem = message(
            "The settings file {path} cannot be written: {reason}.", path=path, reason=reason
        )
        hint = message("Set TWOFOLD_HOME to a writable folder.")
        raise SettingError(*disk_first(error, problem, hint)) from error
