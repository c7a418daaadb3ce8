"""Judged documents as files, read exactly as a person's files are."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path

from engine.evaluation.judged_set import JudgedDocument
from engine.extract.reader import DocumentReader
from engine.model.document import CutText, ExtractedText
from engine.model.errors import DocumentError, JudgedSetError

# A file's name is searched like its title; these are letters that spell no word and no number.
_HEXADECIMAL_AS_LETTERS = str.maketrans("0123456789abcdef", "bcdfghjklmnpqrst")

# Seconds since 1970. The same for all, and long ago: a file of this moment would be read twice.
_WRITTEN_AT = 946_684_800


def file_name(doc_id: str, file_type: str) -> str:
    """Return a name for the document's file that is safe, unique, and means nothing."""
    digest = blake2b(doc_id.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
    return f"{digest.translate(_HEXADECIMAL_AS_LETTERS)}.{file_type}"


def write_documents(
    folder: Path, documents: Sequence[JudgedDocument], file_type: str
) -> dict[str, JudgedDocument]:
    """Write each document into `folder`, in place of what is there; return them by file name."""
    named = {file_name(document.doc_id, file_type): document for document in documents}
    try:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for name, document in named.items():
            content = document.text if document.text.strip() else document.title
            (folder / name).write_bytes(content.encode("utf-8", "replace"))
            os.utime(folder / name, (_WRITTEN_AT, _WRITTEN_AT))
    except OSError as error:
        raise JudgedSetError(
            f"The documents cannot be written: {folder}: {error.strerror or error}.",
            "Choose another folder to keep the library in, or free some space.",
        ) from error
    return named


class JudgedReader:
    """Reads the files of judged documents; a document's judged title is its title."""

    def __init__(self, reader: DocumentReader, titles: Mapping[str, str]) -> None:
        self._reader = reader
        self._titles = titles

    def read_all(
        self, paths: Iterable[Path]
    ) -> Iterator[tuple[Path, ExtractedText | CutText | DocumentError]]:
        """Yield every path, in order, with its text or the reason why there is none."""
        for path, answer in self._reader.read_all(paths):
            title = self._titles.get(path.name, "")
            if isinstance(answer, DocumentError) or not title:
                yield path, answer
            else:
                metadata = replace(answer.metadata, title=title)
                yield path, replace(answer, metadata=metadata)
