"""Marks of versions in file names: 'Contract_v3_final (2).docx', 'Plan 2026-03-01.md'."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from enum import Enum
from functools import lru_cache
from pathlib import PurePosixPath

_DATE = re.compile(r"(?<!\d)((?:19|20)\d\d)([-_.]?)(\d\d)\2(\d\d)(?!\d)")
_COPY = re.compile(r"\((\d{1,3})\)|\bcopy (\d{1,3})\b")
_VERSION = re.compile(
    r"(?:\b|_)(?:version|vers|ver|v|revision|rev|fassung|r)[ ._-]{0,2}(\d{1,4}(?:\.\d{1,4})*|[a-h])"
    r"(?![^\W_])"
)
_WORD = re.compile(r"[^\W\d_]+|\d+")
# How far a text is, by the marks in its name; other names are between drafts and final texts.
_STAGES = {
    -1: "draft drafts entwurf brouillon projet wip preliminary old alt ancien backup",
    1: "final finale finalized endfassung reviewed clean approved",
    2: "signed unterschrieben signe executed",
}
_STAGE_OF = {word: stage for stage, words in _STAGES.items() for word in words.split()}
_COPIES = frozenset({"copy", "kopie", "copie", "copia"})
_OTHER_MARKS = """of von de redline tracked changes new neu nouveau latest edited edit
    revised version vers ver rev revision fassung export"""
_MARKS = frozenset((*_STAGE_OF, *_COPIES, *_OTHER_MARKS.split()))


class NameRelation(Enum):
    """How two file names are related.

    SAME: equal except for marks of versions. SERIES: the names share words, and each has own words
    or numbers, as in 'Report January' and 'Report February'. UNRELATED: everything else.
    """

    SAME = "same"
    SERIES = "series"
    UNRELATED = "unrelated"


@dataclass(frozen=True, slots=True)
class VersionName:
    """A file name, split into the words that name the text and the marks of a version.

    `number` is the version ('v3.1' is (3, 1), 'Rev B' is (2,)), () if there is none; `day` a date
    in ISO 8601 or ''. `stage` is -1 for drafts, 1 for final and 2 for signed texts, otherwise 0;
    `copy` is the number in 'Plan (2)', and -1 for 'Copy of Plan'.
    """

    words: tuple[str, ...]
    number: tuple[int, ...] = ()
    day: str = ""
    stage: int = 0
    copy: int = 0

    @staticmethod
    def of(path: str) -> VersionName:
        """Split the name of the file at a path."""
        return _split(path.rpartition("/")[2])


# Each name is compared with several others.
@lru_cache(4096)
def _split(name: str) -> VersionName:
    text = PurePosixPath(name).stem.casefold()
    day = _day(text)
    text = _DATE.sub(" ", text) if day else text
    copy = _COPY.search(text)
    text = _COPY.sub(" ", text)
    versions = _VERSION.findall(text)
    text = _VERSION.sub(" ", text)
    words = _WORD.findall(text)
    stages = [_STAGE_OF[word] for word in words if word in _STAGE_OF]
    named = tuple(word for word in words if word not in _MARKS)
    return VersionName(
        named,
        _number(versions[-1]) if versions else (),
        day,
        max(stages, key=abs, default=0),
        int(copy[1] or copy[2]) if copy else -bool(_COPIES.intersection(words)),
    )


def _day(text: str) -> str:
    for found in _DATE.finditer(text):
        try:
            return date(int(found[1]), int(found[3]), int(found[4])).isoformat()
        except ValueError:
            continue
    return ""


def _number(text: str) -> tuple[int, ...]:
    if text.isalpha():
        return (ord(text) - ord("a") + 1,)
    return tuple(map(int, text.split(".")))


def relation(one: VersionName, other: VersionName) -> NameRelation:
    """Return how two names are related."""
    if one.words == other.words:
        return NameRelation.SAME if one.words else NameRelation.UNRELATED
    first, second = set(one.words), set(other.words)
    if first & second and first - second and second - first:
        return NameRelation.SERIES
    return NameRelation.UNRELATED


@dataclass(frozen=True, slots=True)
class Version:
    """A member of a family: its document number, path, date (ISO 8601 or ''), and mtime."""

    document: int
    path: str
    date: str
    mtime_ns: int


def newest_first(family: list[Version]) -> list[Version]:
    """Return the members of a family, newest first.

    If every name has a version number, the highest number is the newest. Otherwise the date in the
    name counts, or the date that the document declares, or the time of the last change. Ties are
    decided by the version number, the stage ('draft', 'final', 'signed'), the number of the copy,
    the time of the last change, and finally by the path, so that the order is always the same.
    """
    names = {version.document: VersionName.of(version.path) for version in family}
    is_numbered = all(name.number for name in names.values())

    def age(version: Version) -> tuple[object, ...]:
        name = names[version.document]
        day = name.day or version.date
        dated = (name.number, name.stage, day) if is_numbered else (day, name.number, name.stage)
        return (*dated, name.copy, version.mtime_ns, version.path)

    return sorted(family, key=age, reverse=True)
