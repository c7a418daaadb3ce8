"""Source code, and scripts without an extension."""

from __future__ import annotations

import re

from twofold.engine.extract.file_format import Format, lazy_reader
from twofold.engine.model.document import ExtractedText

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
# A disk image may have the extension of VHDL, and desktops mount such files.
_ACTIVE = frozenset({"vhd"})
_SHEBANG = re.compile(rb"#![ \t]*(?:\S*/)?(?:env[ \t]+(?:-\S+[ \t]+)*)?([A-Za-z]+)")
_INTERPRETERS = {
    b"sh": "sh", b"bash": "sh", b"dash": "sh", b"zsh": "sh", b"ksh": "sh", b"fish": "fish",
    b"python": "py", b"perl": "pl", b"ruby": "rb", b"node": "js", b"deno": "ts", b"php": "php",
    b"lua": "lua", b"rscript": "r", b"pwsh": "ps1", b"julia": "jl", b"elixir": "exs",
}  # fmt: skip

_extract = lazy_reader("twofold.engine.extract.formats.code.source_code")


def _language(data: bytes) -> str:
    """Return the file type for the interpreter in the first line (`#!`), or ''."""
    found = _SHEBANG.match(data)
    return _INTERPRETERS.get(found[1].lower(), "") if found else ""


def _is_script(head: bytes, _whole: bytes, _extension: str) -> bool:
    return _language(head) != ""


def _extract_script(data: bytes, _file_type: str) -> ExtractedText:
    """Read a script as source code of its language."""
    return _extract(data, _language(data) or "sh")


FORMATS = (
    Format("Source code", _FILE_TYPES, None, _extract, priority=10, active=_ACTIVE),
    # Scripts are listed under the type of their language.
    Format("Script", ("script",), _is_script, _extract_script, priority=90),
)
