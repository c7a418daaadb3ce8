"""Types of command-line arguments. A bad value is reported before the command begins its work.

An empty value, for example of an unset shell variable, is refused, because `Path("")` would be the
current folder.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from twofold.app.output_file import check_overwriting, is_stream
from twofold.app.paths import expanded
from twofold.engine.model.errors import BadRequestError, SettingError
from twofold.engine.model.localized import Message
from twofold.engine.model.settings import SETTINGS

_OUTPUTS = "output_files"


def required(text: str) -> str:
    """Return a path, name or address unchanged; an empty one is a usage error."""
    if not text.strip():
        raise argparse.ArgumentTypeError("the value must not be empty")
    return text


def path_argument(text: str) -> Path:
    """Return a path with '~' expanded; an empty one is a usage error."""
    return expanded(Path(required(text)))


def existing_folder(text: str) -> Path:
    """Return the path of a folder that exists."""
    path = path_argument(text)
    if not path.is_dir():
        problem = "is not a folder" if path.exists() else "does not exist"
        raise argparse.ArgumentTypeError(f"'{text}' {problem}")
    return path


def whole_number(minimum: int, maximum: int) -> Callable[[str], int]:
    """Return the type of a whole number within limits."""

    def number(text: str) -> int:
        value = int(text) if text.strip().lstrip("+").isdecimal() else None
        if value is None or not minimum <= value <= maximum:
            raise argparse.ArgumentTypeError(
                f"'{text}' is not a whole number from {minimum} to {maximum}"
            )
        return value

    return number


def setting_value(key: str) -> Callable[[str], object]:
    """Return the type of an option that replaces a setting with a number."""
    setting = next(one for one in SETTINGS if one.key == key)
    convert = int if isinstance(setting.default, int) else float

    def value(text: str) -> object:
        try:
            return setting.check(convert(text))
        except (ValueError, SettingError):
            raise argparse.ArgumentTypeError(f"'{text}' is not {setting.allowed}") from None

    return value


def setting_help(key: str, description: str = "") -> str:
    """Return `description`, or that of the setting, with the allowed values."""
    setting = next(one for one in SETTINGS if one.key == key)
    text = description or str(setting.description).rstrip(".")
    allowed = "" if isinstance(setting.default, bool) else f" ({setting.allowed})"
    return f"{text[:1].lower()}{text[1:]}{allowed}".replace("%", "%%")


def _path_or_stdout(text: str) -> Path | None:
    return None if text == "-" else path_argument(text)


class OutputFile(argparse.Action):
    """An argument that names a file to write.

    `check_outputs` checks the file before the command runs; it needs the option `--force`.

    With `dash_is_stdout`, '-' means standard output and is stored as None.
    """

    def __init__(
        self,
        option_strings: Sequence[str],
        dest: str,
        *,
        dash_is_stdout: bool = False,
        **options: Any,  # noqa: ANN401 (those of argparse)
    ) -> None:
        kind = _path_or_stdout if dash_is_stdout else path_argument
        super().__init__(option_strings, dest, type=kind, **options)

    def __call__(
        self,
        _parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        _option: str | None = None,
    ) -> None:
        """Store the path, and register the argument for `check_outputs`."""
        setattr(namespace, self.dest, values)
        setattr(namespace, _OUTPUTS, [*getattr(namespace, _OUTPUTS, ()), self])


def check_outputs(arguments: argparse.Namespace) -> None:
    """Raise BadRequestError if an output file cannot be written, or exists without `--force`."""
    for output in getattr(arguments, _OUTPUTS, ()):
        file: Path | None = getattr(arguments, output.dest)
        if file is None:
            continue
        check_overwriting(file, force=arguments.force)
        folder = file.absolute().parent
        if not (is_stream(file) or folder.is_dir()):
            raise BadRequestError(
                Message(f"The folder {folder} does not exist."),
                Message("Create it, or choose another folder."),
            )
