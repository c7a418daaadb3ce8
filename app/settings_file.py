"""The settings file: YAML, written on first start with every key explained.

The text is made from `engine.api.SETTINGS`. Changing a value keeps the user's comments and order.
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
from twofold.engine.model.message import Message, joined, message, system_reason
from twofold.engine.model.settings import SETTINGS, Setting, Settings, SettingValue

logger = logging.getLogger(__name__)

_HEADER = """\
# Settings of Twofold. Change a value and start the program again; a line that is taken out has its
# default. Options on the command line win over this file.
#
# The keyword ranking is BM25 with the constants k1 = 1.2 and b = 0.75. They are Tantivy's own and
# cannot be changed.
"""
# What is within these limits is read in a moment: PyYAML reads some 100 KB a second.
_MAX_BYTES = 1 << 16
_MAX_VALUES = 500
_MAX_DEPTH = 4
_MAX_VALUE_CHARACTERS = 3_000
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_SANDBOX, _REQUIRED = "reading.sandbox", "required"


def load_settings(path: Path, tell: Callable[[str], None] = lambda _sentence: None) -> Settings:
    """Read the settings at `path`, writing the file with all defaults when there is none.

    Where it cannot be written, on a disk that is only read or full, the defaults hold. A file that
    a disk has damaged is kept beside it under another name, and replaced by the defaults with
    reading.sandbox `required`, which it may have said; `tell` gets a sentence about that.
    Raises SettingError, naming the file, for a file that is no YAML or holds a bad value.
    """
    if _is_damaged(path):
        kept = _unused_name(path)
        tell(f"The settings file was damaged. Defaults are used, and it is kept as {kept}.")
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
    """Return whether a file holds bytes that no editor writes; a typo is not damage."""
    try:
        with path.open("rb") as file:
            start = file.read(_MAX_BYTES)
        if start.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
            return False
        text = start.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return error.end < len(start)  # a character that is cut off may be whole in the file
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
        logger.info("the damaged settings file stays: %s", error)
    return strict


def sandbox_policy(given: Settings | None = None) -> str:
    """Return reading.sandbox as it is now in the settings file, or as `given`.

    A sandbox that either of them requires is required, also while the file cannot be read.
    """
    try:
        of_file = load_settings(default_paths().settings_file).text(_SANDBOX)
    except SettingError:
        return _REQUIRED
    policy = given.text(_SANDBOX) if given else of_file
    return _REQUIRED if _REQUIRED in (policy, of_file) else policy


def change_settings(path: Path, values: Mapping[str, SettingValue]) -> Settings:
    """Set values in the file, all or none of them, and return the settings that now hold."""
    if not path.exists():
        _write(path, default_text())
    settings = _read(path)
    changed = Settings.from_mapping(dict(settings.values) | dict(values))
    text = _read_text(path)
    for key in values:
        text = _with_value(text, key, changed.value(key))
    if not _says(text, changed):
        text = _text_of(dict(changed.values))
        if not _says(text, changed):
            raise SettingError(message("The value is too long for the settings file."))
    _write(path, text)
    return changed


def _says(text: str, wanted: Settings) -> bool:
    try:
        said = _settings_of(text)
    except SettingError:
        return False
    is_small = len(text.encode("utf-8", "replace")) <= _MAX_BYTES
    return is_small and all(said.value(one.key) == wanted.value(one.key) for one in SETTINGS)


def default_text() -> str:
    """Return the file as it is written on first start."""
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
    """Loads what a settings file may hold, and refuses what takes long or much memory.

    A few aliases of aliases are gigabytes, and a tag may stand before a value that it cannot have.
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
    """Return dotted keys; a section without entries counts as absent."""
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
    """Return the file with another value for `key`; all other characters stay as they are.

    The positions in the file are those of PyYAML's nodes.
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
    """Return key and value of an entry, the last of that name; None for both if it is missing."""
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
        hint = message("Set TWOFOLD_HOME to a folder that can be written.")
        raise SettingError(*disk_first(error, problem, hint)) from error
