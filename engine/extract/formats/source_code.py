"""Source code."""

from __future__ import annotations

from engine.extract.file_format import Format
from engine.model.document import ExtractedText

_FILE_TYPES = (
    "py", "pyi", "rs", "go", "c", "h", "cc", "cpp", "cxx", "hpp", "hh", "cs", "java", "kt",
    "kts", "scala", "swift", "m", "mm", "rb", "php", "pl", "pm", "lua", "r", "jl", "hs", "ml",
    "mli", "fs", "fsx", "ex", "exs", "erl", "clj", "cljs", "lisp", "el", "scm", "sql", "sh",
    "bash", "zsh", "fish", "ps1", "bat", "cmd", "js", "mjs", "cjs", "jsx", "ts", "tsx", "vue",
    "svelte", "css", "scss", "sass", "less",
    "gradle", "cmake",
    "mk", "dockerfile", "tf", "proto", "graphql", "asm", "s", "v", "vhd", "d", "nim",
    "zig", "dart", "groovy", "diff", "patch",
)  # fmt: skip
# A disk image has the extension of VHDL; desktops mount what is called so.
_ACTIVE = frozenset({"vhd"})


def looks_like(_head: bytes, _whole: bytes, extension: str) -> bool:
    """Say whether a file is called source code."""
    return extension in _FILE_TYPES


def extract(data: bytes, file_type: str) -> ExtractedText:
    """Read source code, a line a place, its definitions as headings."""
    from engine.extract.formats.code import code_text  # noqa: PLC0415  imported when first needed

    return code_text.extract(data, file_type)


FORMATS = (Format("Source code", _FILE_TYPES, looks_like, extract, priority=10, active=_ACTIVE),)
