"""Types of command-line arguments: what must not be empty, and files that are written.

`Path("")` is the current folder: an unset variable of a script must not name it.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from twofold.app.output_file import check_overwriting
from twofold.app.paths import expanded

_OUTPUTS = "output_files"


def required(text: str) -> str:
    """Return a path, name or address as it is written; an empty one is bad usage."""
    if not text.strip():
        raise argparse.ArgumentTypeError("the value must not be empty")
    return text


def path_argument(text: str) -> Path:
    """Return a path with its '~' replaced; an empty one is bad usage."""
    return expanded(Path(required(text)))


def _path_or_stdout(text: str) -> Path | None:
    return None if text == "-" else path_argument(text)


class OutputFile(argparse.Action):
    """An argument that names a file to write. Its parser needs `--force`, see `check_outputs`.

    With `dash_is_stdout`, '-' means standard output and is stored as None. With the option whose
    dest is `read_with`, the file is read instead.
    """

    def __init__(
        self,
        option_strings: Sequence[str],
        dest: str,
        *,
        dash_is_stdout: bool = False,
        read_with: str = "",
        **options: Any,  # noqa: ANN401 (those of argparse)
    ) -> None:
        kind = _path_or_stdout if dash_is_stdout else path_argument
        super().__init__(option_strings, dest, type=kind, **options)
        self.read_with = read_with

    def __call__(
        self,
        _parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        _option: str | None = None,
    ) -> None:
        """Store the path, and that it is to be checked."""
        setattr(namespace, self.dest, values)
        setattr(namespace, _OUTPUTS, [*getattr(namespace, _OUTPUTS, ()), self])


def check_outputs(arguments: argparse.Namespace) -> None:
    """Raise BadRequestError if a file to be written exists and `--force` is not given."""
    for output in getattr(arguments, _OUTPUTS, ()):
        file = getattr(arguments, output.dest)
        is_read = output.read_with and getattr(arguments, output.read_with)
        if file is not None and not is_read:
            check_overwriting(file, force=arguments.force)
