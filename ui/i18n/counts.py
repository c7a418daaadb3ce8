"""Numbers of things in words: '1 passage', '48,210 passages'."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from ui.i18n.formatting import grouped


def passages(count: int) -> str:
    """Return '1 passage' or '42 passages'."""
    return _tr("1 passage") if count == 1 else _tr("{n} passages", count)


def documents(count: int) -> str:
    """Return '1 document' or '17 documents'."""
    return _tr("1 document") if count == 1 else _tr("{n} documents", count)


def other_documents(count: int) -> str:
    """Return '1 other document' or '3 other documents'."""
    return _tr("1 other document") if count == 1 else _tr("{n} other documents", count)


def other_places(count: int) -> str:
    """Return '1 other place' or '3 other places'."""
    return _tr("1 other place") if count == 1 else _tr("{n} other places", count)


def weak_matches(count: int | None) -> str:
    """Return '1 weak match', '3 weak matches', or 'weak matches' while nobody knows how many."""
    if count is None:
        return _tr("weak matches")
    return _tr("1 weak match") if count == 1 else _tr("{n} weak matches", count)


def candidates(count: int) -> str:
    """Return '1 candidate' or '22 candidates'."""
    return _tr("1 candidate") if count == 1 else _tr("{n} candidates", count)


def files(count: int) -> str:
    """Return '1 file' or '1,284 files'."""
    return _tr("1 file") if count == 1 else _tr("{n} files", count)


def files_not_indexed(count: int) -> str:
    """Return '1 file not indexed' or '7 files not indexed'."""
    return _tr("1 file not indexed") if count == 1 else _tr("{n} files not indexed", count)


def folders(count: int) -> str:
    """Return '1 folder' or '5 folders'."""
    return _tr("1 folder") if count == 1 else _tr("{n} folders", count)


def filters(count: int) -> str:
    """Return '1 filter' or '2 filters'."""
    return _tr("1 filter") if count == 1 else _tr("{n} filters", count)


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("counts", text, "", count).format(n=grouped(count))
