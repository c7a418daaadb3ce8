"""Numbers with nouns: '1 passage', '48,210 passages'."""

from __future__ import annotations

from twofold.ui.i18n.translation import tr


def passages(count: int) -> str:
    """Return '1 passage' or '42 passages'."""
    return tr("%Ln passages", "", count)


def documents(count: int) -> str:
    """Return '1 document' or '17 documents'."""
    return tr("%Ln documents", "", count)


def other_documents(count: int) -> str:
    """Return '1 other document' or '3 other documents'."""
    return tr("%Ln other documents", "", count)


def other_places(count: int) -> str:
    """Return '1 other place' or '3 other places'."""
    return tr("%Ln other places", "", count)


def weak_matches(count: int) -> str:
    """Return '1 weak match' or '3 weak matches'."""
    return tr("%Ln weak matches", "", count)


def weak_hidden(count: int) -> str:
    """Return '1 weak hidden' or '26 weak hidden'."""
    return tr("%Ln weak hidden", "", count)


def weak_shown(count: int) -> str:
    """Return '1 weak shown' or '26 weak shown'."""
    return tr("%Ln weak shown", "", count)


def duplicates(count: int) -> str:
    """Return '1 duplicate' or '3 duplicates'."""
    return tr("%Ln duplicates", "", count)


def candidates(count: int) -> str:
    """Return '1 candidate' or '22 candidates'."""
    return tr("%Ln candidates", "", count)


def files(count: int) -> str:
    """Return '1 file' or '1,284 files'."""
    return tr("%Ln files", "", count)


def files_added(count: int) -> str:
    """Return '1 added' or '3 added', of files."""
    return tr("%Ln added", "", count)


def files_changed(count: int) -> str:
    """Return '1 changed' or '3 changed', of files."""
    return tr("%Ln changed", "", count)


def files_removed(count: int) -> str:
    """Return '1 removed' or '3 removed', of files."""
    return tr("%Ln removed", "", count)


def new_matches(count: int) -> str:
    """Return '1 new' or '3 new', of the hits of a saved search."""
    return tr("%Ln new", "", count)


def files_not_indexed(count: int) -> str:
    """Return '1 file not indexed' or '7 files not indexed'."""
    return tr("%Ln files not indexed", "", count)


def files_without_text(count: int) -> str:
    """Return '1 file without text' or '7 files without text'."""
    return tr("%Ln files without text", "", count)


def folders(count: int) -> str:
    """Return '1 folder' or '5 folders'."""
    return tr("%Ln folders", "", count)


def filters(count: int) -> str:
    """Return '1 filter' or '2 filters'."""
    return tr("%Ln filters", "", count)


def servers(count: int) -> str:
    """Return '1 server' or '2 servers'."""
    return tr("%Ln servers", "", count)
