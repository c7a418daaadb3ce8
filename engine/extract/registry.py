"""Detecting the format of a file by its content, and by its name only if that is not enough."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from pathlib import PurePath

from twofold.engine.extract import formats
from twofold.engine.extract.file_format import Format
from twofold.engine.extract.unreadable import refuse_unreadable
from twofold.engine.model.errors import DocumentError
from twofold.engine.model.failure import FailureReason
from twofold.engine.model.localized import message

_HEAD_BYTES = 4096


@cache
def registered_formats() -> tuple[Format, ...]:
    """Return every format in the order in which they are tried."""
    names = sorted(module.name for module in pkgutil.iter_modules(formats.__path__))
    modules = [import_module(f"{formats.__name__}.{name}") for name in names]
    found: list[Format] = [one for module in modules for one in module.FORMATS]
    return tuple(sorted(found, key=lambda one: (not one.is_binary, one.priority, one.name)))


def document_extensions() -> frozenset[str]:
    """Return the extensions, without dots, of files that may be opened without confirmation."""
    formats_known = registered_formats()
    every = (frozenset(one.file_types) | one.extensions for one in formats_known)
    return frozenset().union(*every) - frozenset().union(*(one.active for one in formats_known))


@cache
def isolated_formats(extension: str) -> tuple[Format, ...]:
    """Return the formats of an extension (lower case, no dot) that need a process for each file."""
    return tuple(
        one
        for one in registered_formats()
        if one.is_isolated and (extension in one.file_types or extension in one.extensions)
    )


def find_format(data: bytes, path: PurePath) -> Format:
    """Return the format of a file; raise DocumentError (no-text, binary, unsupported)."""
    if not data:
        raise DocumentError(FailureReason.NO_TEXT, message("The file is empty."))
    head = data[:_HEAD_BYTES]
    extension = path.suffix[1:].lower()
    refused = False
    for one in registered_formats():
        if not one.is_binary and not refused:
            refuse_unreadable(data, extension)
            refused = True
        if one.recognises(head, data, extension):
            return one
    raise DocumentError(
        FailureReason.UNSUPPORTED, message("Twofold cannot read files of this format.")
    )
