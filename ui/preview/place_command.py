"""The command line that opens a document at its place, as a person wrote it in the settings."""

from __future__ import annotations

import os
import shlex
from dataclasses import dataclass

from engine.api import Place, Settings


@dataclass(frozen=True, slots=True)
class OpenWith:
    """Command lines for documents with lines and with pages; '' means the usual program.

    `{path}`, `{line}` and `{page}` stand for the document and where in it.
    """

    lines: str = ""
    pages: str = ""

    @classmethod
    def of(cls, settings: Settings) -> OpenWith:
        """Return what the settings say."""
        return cls(settings.text("open.lines_with"), settings.text("open.pages_with"))

    def command(self, path: str, place: Place | None) -> list[str]:
        """Return the words of the command; none when the usual program is to be used.

        Words are divided as a shell does, but no shell runs: a name can only be an argument.
        """
        template = "" if place is None else self._template(place)
        try:
            words = words_of(template)
        except ValueError:
            return []
        if not words or place is None:
            return []
        if "{path}" not in template:
            words.append("{path}")
        values = {"{line}": str(place.start), "{page}": str(place.start), "{path}": path}
        return [_filled(word, values) for word in words]

    def _template(self, place: Place) -> str:
        if place.kind.is_paged:
            return self.pages
        return self.lines if place.kind.is_line else ""


def words_of(template: str, separator: str = os.sep) -> list[str]:
    r"""Divide a command line into words; ValueError when a quotation mark is missing.

    A backslash is a letter where it separates folders, as in C:\Programs\reader.exe.
    """
    lexer = shlex.shlex(template, posix=True, punctuation_chars=False)
    lexer.whitespace_split = True
    lexer.commenters = ""
    if separator == "\\":
        lexer.escape = ""
    return list(lexer)


def _filled(word: str, values: dict[str, str]) -> str:
    """Fill in the path last, as a name may hold '{line}'."""
    for name, value in values.items():
        word = word.replace(name, value)
    return word
