"""Passages to export: hits of a search, or passages of the collection."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from textwrap import dedent

from twofold.engine.export.text import one_line, printable
from twofold.engine.model.citation import (
    CheckedCitation,
    CitationState,
    CollectedPassage,
    Locator,
    format_locator,
    format_uri,
)
from twofold.engine.model.document import LocatorKind
from twofold.engine.model.export import ExportWords
from twofold.engine.model.hit import Hit
from twofold.engine.model.joined_lines import quotation_of
from twofold.engine.model.publication import Publication, publication_of

Step = Callable[[], None]

_ON_PAGES = frozenset({LocatorKind.PAGE, LocatorKind.REGION})
_SHORT_LINE = 60
_BLANK_LINES = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")


@dataclass(frozen=True, slots=True)
class Passage(Publication):
    """A quoted passage; `number` counts from 1, and `rank` and `score` are None outside a search.

    `score` is also None for searches with filters only. `link` leads from the saved file to the
    passage, and is '' if no file is saved. `issued` is the document's publication date, if known.
    """

    number: int
    text: str
    title: str
    section: str
    folder: str
    path: str
    uri: str
    fragment: str
    place: str
    lang: str
    tags: tuple[str, ...]
    trust: str
    date: str
    indexed_at: str
    stale: bool
    file_type: str
    is_code: bool
    is_page: bool
    document_id: str
    absolute_path: str
    author: str
    issued: str
    rank: int | None = None
    score: float | None = None
    score_kind: str = ""
    note: str = ""
    link: str = ""
    has_folders: bool = True
    page_number: int = 1
    is_scan: bool = False

    @property
    def reference_id(self) -> str:
        """Identifies its reference: documents of one entry in a reference manager share it."""
        return self.entry_url or self.document_id

    @property
    def href(self) -> str:
        """The target of links to the passage: `link` or, without one, the citation.

        It is '' without the folders, which the citation needs.
        """
        return self.link or (self.uri if self.has_folders else "")

    def indexed(self, words: ExportWords) -> str:
        """Return when the passage was indexed, and whether its file has changed since."""
        when = "indexed {date}; the file has changed since" if self.stale else "indexed {date}"
        return words.say(when).format(date=self.indexed_at[:10])

    @property
    def quotation(self) -> str:
        """The text to quote, without the line breaks of a page or of an editor."""
        return quotation_of(self.text, self.file_type, is_page=self.is_page, is_code=self.is_code)

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """The printable paragraphs of the quotation; lines of addresses stay together."""
        parts = filter(str.strip, _BLANK_LINES.split(printable(self.quotation)))
        return tuple(dedent(one).strip() for part in parts for one in _paragraphs_in(part))

    @property
    def note_paragraphs(self) -> tuple[str, ...]:
        """The printable paragraphs of the user's note."""
        return tuple(filter(str.strip, _BLANK_LINES.split(printable(self.note))))

    @property
    def where(self) -> str:
        """The path, preceded by the name of the library folder."""
        return f"{self.folder}/{self.path}" if self.folder else self.path

    def without_folders(self, address: str) -> Passage:
        """Return the passage with the file's name only; links lead to the web `address`, if any."""
        file = self.uri.partition("#")[0].rpartition("/")[2]
        return replace(
            self,
            folder="",
            path=self.path.rpartition("/")[2],
            uri=f"{file}#{self.fragment}",
            link=address,
            has_folders=False,
        )

    @property
    def in_one_line(self) -> str:
        """The quotation, its position, its citation and the user's note."""
        text = f"“{one_line(self.quotation)}” " if self.text else ""
        quoted = f"{text}({one_line(self.place)}; {self.uri})"
        return f"{quoted} {one_line(self.note)}".strip()


def _paragraphs_in(text: str) -> Iterator[str]:
    """Yield the paragraphs of a text without blank lines: each line, or several short lines."""
    for is_short, lines in groupby(text.splitlines(), lambda line: len(line) < _SHORT_LINE):
        if is_short:
            yield "\n".join(lines)
        else:
            yield from lines


def passage_of_hit(number: int, hit: Hit, words: ExportWords, target: Path | None) -> Passage:
    """Return a hit as a passage, with a link from the file to be saved at `target`.

    The files of shared libraries are not on this computer, so such hits have no link.
    """
    place, file = hit.citation.place, "" if hit.library else hit.absolute_path
    return Passage(
        number=number,
        text="" if hit.not_read else hit.text or hit.snippet.text,
        title=hit.title,
        section=hit.section_label,
        folder=f"{hit.library}/{hit.folder}" if hit.library else hit.folder,
        path=hit.doc_path,
        uri=hit.citation.uri,
        fragment=place.fragment,
        place=_format_locator(place, hit.citation.label, words),
        lang=hit.lang,
        tags=hit.tags,
        trust=hit.trust_level.value,
        date=hit.date,
        indexed_at=hit.indexed_at,
        stale=hit.stale,
        file_type=hit.file_type,
        is_code=hit.snippet.is_code,
        is_page=place.kind in _ON_PAGES,
        document_id=hit.doc_id,
        absolute_path=file,
        author=hit.author,
        issued=hit.issued,
        rank=hit.rank,
        score=None if hit.filters_only else hit.score,
        score_kind="" if hit.filters_only else hit.score_kind.value,
        note=words.sentence(hit.not_read) if hit.not_read else "",
        link=_link(file, hit.doc_path, place, target),
        page_number=place.start,
        is_scan=place.box is not None,
        **publication_of(hit),
    )


def passage_of_collected(
    number: int,
    collected: CollectedPassage,
    check: CheckedCitation | None,
    words: ExportWords,
    target: Path | None,
) -> Passage:
    """Return a passage of a collection; its note includes the result of a `check`."""
    state = ""
    if check is not None and check.state is not CitationState.EXACT:
        state = _named_by_file(words.sentence(check.sentence), check)
    absolute_path = f"{collected.root}/{collected.path}"
    return Passage(
        number=number,
        text=collected.text,
        title=collected.title,
        section=collected.section,
        folder=collected.folder,
        path=collected.path,
        uri=collected.citation.uri,
        fragment=collected.place.fragment,
        place=_format_locator(collected.place, collected.label, words),
        lang=collected.lang,
        tags=collected.tags,
        trust=collected.trust,
        date=collected.date,
        indexed_at=collected.indexed_at,
        stale=bool(state),
        file_type=collected.file_type,
        is_code=collected.is_code,
        is_page=collected.place.kind in _ON_PAGES,
        document_id=f"{collected.folder}/{collected.path}",
        absolute_path=absolute_path,
        author=collected.author,
        issued=collected.date,
        note="\n".join(filter(None, (collected.note, state))),
        link=_link(absolute_path, collected.path, collected.place, target),
        page_number=collected.place.start,
        is_scan=collected.place.box is not None,
        **publication_of(collected),
    )


def _named_by_file(sentence: str, check: CheckedCitation) -> str:
    """Return the sentence about a check with the file's name instead of its path."""
    name = check.path.rpartition("/")[2]
    for path in filter(None, (f"{check.folder}/{check.path}", check.path)):
        sentence = sentence.replace(path, name)
    return sentence


def _format_locator(place: Locator, label: str, words: ExportWords) -> str:
    return words.label(label) if label else words.sentence(format_locator(place))


def _link(absolute_path: str, path: str, place: Locator, target: Path | None) -> str:
    """Return the link from the file at `target` to a position: a relative URI reference.

    There are no links to other drives, and none into the user's home folder from outside, because
    they would reveal its name to recipients of the file. For a document inside a file (`path` is
    then the path there), the link leads to the file. Links are resolved by name, without following
    symbolic links.
    """
    document = Path(absolute_path)
    if target is None or not document.is_absolute():  # a shared library's address is not absolute
        return ""
    if "zotero.sqlite" in document.parts:  # no other program should open Zotero's database
        return ""
    try:
        relative = Path(os.path.relpath(document, target.parent))
    except ValueError:  # Windows has no relative path from one drive to another
        return ""
    if _names_home(document, target):
        return ""
    whole = format_uri(relative.as_posix(), place)
    is_inside = not f"/{document.as_posix()}".endswith(f"/{path}")
    return whole.partition("#")[0] if is_inside else whole


def _names_home(document: Path, target: Path) -> bool:
    home = Path.home()
    return document.is_relative_to(home) and not target.is_relative_to(home)
