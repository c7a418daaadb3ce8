"""EPUB books: the chapters in reading order, each a place with its name in the contents."""

from __future__ import annotations

from dataclasses import replace

from engine.extract import html_text
from engine.extract.epub_package import BookFiles, Package, read_package
from engine.extract.errors import document_error
from engine.extract.text_building import Composition
from engine.extract.zip_archive import open_zip_file
from engine.model.document import BlockKind, ExtractedText, FailureReason, PlaceKind
from engine.model.errors import DocumentError

_ENCRYPTION = "META-INF/encryption.xml"
# Fonts may be obfuscated in a book that anybody may read.
_FONT_OBFUSCATION = frozenset(
    {"http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"}
)
_MOST_CHAPTER = 30_000_000
_MOST_TOGETHER = 200_000_000


def extract(data: bytes, _file_type: str = "epub") -> ExtractedText:
    """Read a book; raise DocumentError (password when it is locked, damaged, too-large)."""
    files = BookFiles(open_zip_file(data))
    _refuse_locked(files)
    package = read_package(files)
    if not package.chapters:
        raise document_error(FailureReason.DAMAGED, "The book does not say what its chapters are.")
    text = Composition()
    warnings = _add_chapters(text, files, package)
    book = text.by_place(PlaceKind.CHAPTER, package.metadata, "epub")
    if not book.text and warnings:
        raise document_error(FailureReason.DAMAGED, "No chapter of the book can be read.")
    return replace(book, warnings=warnings)


def _add_chapters(text: Composition, files: BookFiles, package: Package) -> tuple[str, ...]:
    left = _MOST_TOGETHER
    warnings: list[str] = []
    for number, name in enumerate(package.chapters, start=1):
        try:
            data = files.read(name, min(_MOST_CHAPTER, left))
            chapter = html_text.extract(data)
        except DocumentError as error:
            warnings.append(f"Chapter {number} was not read: {error.message}")
            continue
        left -= len(data)
        label = package.labels.get(name) or _first_heading(chapter) or f"chapter {number}"
        text.begin_place(number, label[:120])
        text.add_text(chapter)
    return tuple(warnings)


def _first_heading(chapter: ExtractedText) -> str:
    paths = (b.heading_path for b in chapter.blocks if b.kind is BlockKind.HEADING)
    return next((path[-1] for path in paths if path), "")


def _refuse_locked(files: BookFiles) -> None:
    """Raise DocumentError when digital rights management keeps the text from being read."""
    if _ENCRYPTION not in files:
        return
    methods = {
        str(element.get("Algorithm"))
        for element in files.xml(_ENCRYPTION).iter("{*}EncryptionMethod")
    }
    if methods - _FONT_OBFUSCATION:
        raise document_error(
            FailureReason.PASSWORD,
            "The book is locked by digital rights management (DRM).",
            "Only the reading program of its shop can open it.",
        )
