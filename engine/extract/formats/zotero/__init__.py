"""Zotero libraries: the database `zotero.sqlite`, and its items as documents."""

from __future__ import annotations

from twofold.engine.extract.file_format import Format, lazy_opener, lazy_reader

_SQLITE = b"SQLite format 3\0"
# Every entry that `library` passes to `entry` begins with these bytes.
ENTRY_START = b'{"zotero": '
FILE_TYPE = "zotero"


def _is_library(head: bytes, whole: bytes, extension: str) -> bool:
    is_database = extension == "sqlite" and head.startswith(_SQLITE)
    return is_database and b"itemDataValues" in whole and b"itemAttachments" in whole


def _is_entry(head: bytes, _whole: bytes, _extension: str) -> bool:
    return head.startswith(ENTRY_START)


_entry = lazy_reader("twofold.engine.extract.formats.zotero.entry")
_library = lazy_opener("twofold.engine.extract.formats.zotero.library", "open_library")

FORMATS = (
    Format(
        "Zotero library",
        ("sqlite",),
        _is_library,
        priority=4,
        is_binary=True,
        open_container=_library,
        active=frozenset({"sqlite"}),
    ),
    Format("Zotero item", (FILE_TYPE,), _is_entry, _entry, priority=4, is_binary=True),
)
