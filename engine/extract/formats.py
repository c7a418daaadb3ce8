"""Which format a file has: its content decides, its name only where content cannot.

Extractors are imported when a file first needs them, which keeps the worker's start short.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePath

from engine.core.document import ExtractedText, FailureReason
from engine.extract.failure import document_error

Extract = Callable[[bytes], ExtractedText]

_HEAD_BYTES = 4096
_MARKDOWN = frozenset({"md", "markdown", "mdown", "mkd", "mkdn", "mdx", "rmd", "qmd"})
_HTML = frozenset({"html", "htm", "xhtml", "xht"})
_TEXT = frozenset(
    {
        "txt", "text", "log", "rst", "adoc", "asciidoc", "org", "tex", "bib", "csv", "tsv", "srt",
        "vtt", "rtx", "nfo", "me", "1st", "textile", "t2t",
    }
)  # fmt: skip
_CODE = frozenset(
    {
        "py", "pyi", "rs", "go", "c", "h", "cc", "cpp", "cxx", "hpp", "hh", "cs", "java", "kt",
        "kts", "scala", "swift", "m", "mm", "rb", "php", "pl", "pm", "lua", "r", "jl", "hs", "ml",
        "mli", "fs", "fsx", "ex", "exs", "erl", "clj", "cljs", "lisp", "el", "scm", "sql", "sh",
        "bash", "zsh", "fish", "ps1", "bat", "cmd", "js", "mjs", "cjs", "jsx", "ts", "tsx", "vue",
        "svelte", "css", "scss", "sass", "less", "xml", "xsd", "xsl", "svg", "json", "jsonl",
        "json5", "yaml", "yml", "toml", "ini", "cfg", "conf", "properties", "gradle", "cmake",
        "mk", "dockerfile", "tf", "proto", "graphql", "ipynb", "asm", "s", "v", "vhd", "d", "nim",
        "zig", "dart", "groovy", "rss", "atom", "fb2", "opml", "diff", "patch",
    }
)  # fmt: skip
_MAIL = frozenset({"eml", "emlx", "mbox", "mht", "mhtml"})
_HTML_START = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html)[\s>]",
    re.IGNORECASE | re.DOTALL,
)
_PDF_START = re.compile(rb"[\s\S]{0,1024}?%PDF-\d")

# First bytes of files that are not text, and what they are called.
_BINARY_STARTS: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG\r\n\x1a\n", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"II*\0", "a TIFF picture"),
    (b"MM\0*", "a TIFF picture"),
    (b"RIFF", "a sound, film or picture"),
    (b"ID3", "a sound"),
    (b"OggS", "a sound or film"),
    (b"fLaC", "a sound"),
    (b"\x1f\x8b", "a compressed archive"),
    (b"BZh", "a compressed archive"),
    (b"\xfd7zXZ\0", "a compressed archive"),
    (b"7z\xbc\xaf\x27\x1c", "a compressed archive"),
    (b"Rar!\x1a\x07", "a compressed archive"),
    (b"\x28\xb5\x2f\xfd", "a compressed archive"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90", "a program"),
    (b"SQLite format 3\0", "a database"),
    (b"GGUF", "a language model"),
    (b"\0asm", "a program"),
    (b"wOF", "a font"),
)
_DOCUMENT_STARTS: tuple[tuple[bytes, str], ...] = (
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an older Office document"),
    (b"{\\rtf", "a rich text document"),
)


@dataclass(frozen=True, slots=True)
class FileFormat:
    """A format that can be read: the file type it is listed under, and what reads it."""

    file_type: str
    extract: Extract


def find_format(data: bytes, path: PurePath) -> FileFormat:
    """Return the format of a file; raise DocumentError (no-text, binary, unsupported)."""
    if not data:
        raise document_error(FailureReason.NO_TEXT, "The file is empty.")
    head = data[:_HEAD_BYTES]
    extension = path.suffix[1:].lower()
    if _PDF_START.match(head):
        return FileFormat("pdf", _extract_pdf)
    _refuse_unreadable(data, head, extension)
    return _text_format(head, extension)


def _text_format(head: bytes, extension: str) -> FileFormat:
    if extension in _CODE:
        return FileFormat(extension, lambda data: _extract_plain(data, extension, is_code=True))
    if extension in _HTML or _HTML_START.match(head):
        return FileFormat("html", _extract_html)
    if extension in _MARKDOWN:
        return FileFormat("md", _extract_markdown)
    file_type = extension if extension in _TEXT else "txt"
    return FileFormat(file_type, lambda data: _extract_plain(data, file_type, is_code=False))


def _refuse_unreadable(data: bytes, head: bytes, extension: str) -> None:
    for start, name in _BINARY_STARTS:
        if head.startswith(start):
            raise document_error(FailureReason.BINARY, f"The file is {name}, which holds no text.")
    for start, name in _DOCUMENT_STARTS:
        if head.startswith(start):
            raise _unsupported(name)
    if head.startswith(b"PK\x03\x04"):
        raise _zip_error(data)
    if extension in _MAIL:
        raise _unsupported("an e-mail file")
    if extension == "pdf":
        raise document_error(
            FailureReason.DAMAGED, "The file is called a PDF, but its content is not one."
        )


def _zip_error(data: bytes) -> Exception:
    names = data[:2000] + data[-65_536:]
    for mark, name in (
        (b"word/", "a Word document"),
        (b"ppt/", "a PowerPoint presentation"),
        (b"xl/", "an Excel workbook"),
        (b"opendocument", "an OpenDocument file"),
        (b"application/epub+zip", "an EPUB book"),
    ):
        if mark in names:
            return _unsupported(name)
    return document_error(
        FailureReason.BINARY, "The file is a compressed archive, which holds no text."
    )


def _unsupported(name: str) -> Exception:
    return document_error(
        FailureReason.UNSUPPORTED, f"The file is {name}, which cannot be read yet."
    )


def _extract_markdown(data: bytes) -> ExtractedText:
    from engine.extract import markdown_text  # noqa: PLC0415  imported when first needed

    return markdown_text.extract(data)


def _extract_plain(data: bytes, file_type: str, *, is_code: bool) -> ExtractedText:
    from engine.extract import plain_text  # noqa: PLC0415  imported when first needed

    return plain_text.extract(data, file_type, is_code=is_code)


def _extract_html(data: bytes) -> ExtractedText:
    from engine.extract import html_text  # noqa: PLC0415  imported when first needed

    return html_text.extract(data)


def _extract_pdf(data: bytes) -> ExtractedText:
    from engine.extract import pdf_text  # noqa: PLC0415  imported when first needed

    return pdf_text.extract(data)
