"""Scripts without a telling name: their first line says what runs them."""

from __future__ import annotations

import re

from engine.extract.file_format import Format
from engine.model.document import ExtractedText

_FIRST_LINE = re.compile(rb"#![ \t]*(?:\S*/)?(?:env[ \t]+(?:-\S+[ \t]+)*)?([A-Za-z]+)")
_FILE_TYPES = {
    b"sh": "sh", b"bash": "sh", b"dash": "sh", b"zsh": "sh", b"ksh": "sh", b"fish": "fish",
    b"python": "py", b"perl": "pl", b"ruby": "rb", b"node": "js", b"deno": "ts", b"php": "php",
    b"lua": "lua", b"rscript": "r", b"pwsh": "ps1", b"julia": "jl", b"elixir": "exs",
}  # fmt: skip


def looks_like(head: bytes, _whole: bytes, _extension: str) -> bool:
    """Say whether the first line of a file names a known interpreter."""
    found = _FIRST_LINE.match(head)
    return found is not None and found[1].lower() in _FILE_TYPES


def extract(data: bytes, _file_type: str) -> ExtractedText:
    """Read a script as source code of its language, a line a place."""
    from engine.extract.formats.code import code_text  # noqa: PLC0415  imported when first needed

    found = _FIRST_LINE.match(data)
    return code_text.extract(data, _FILE_TYPES[found[1].lower()] if found else "sh")


# Listed under the type of its language.
FORMATS = (Format("Script", ("script",), looks_like, extract, priority=90),)
