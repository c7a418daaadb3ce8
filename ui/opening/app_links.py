"""Links that open a document in Zotero, Obsidian or Logseq.

Every part of a link comes from documents and is checked or encoded. No other links are opened.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from twofold.engine.api import Hit, Locator, LocatorKind

_ITEM = re.compile(r"zotero://select/(library|groups/\d{1,12})/items/([A-Z0-9]{8})", re.ASCII)
_ENTRY = re.compile(
    r"(?:.*/)?zotero\.sqlite/(?:(groups/\d{1,12})/)?(items|annotations)/([A-Z0-9]{8})", re.ASCII
)
_STORED = re.compile(r"(?:.*/)?storage/([A-Z0-9]{8})/[^/]+", re.ASCII)
_NOTES = frozenset({"md", "org", "canvas"})
_MAX_DEPTH = 40


@dataclass(frozen=True, slots=True)
class AppLink:
    """The name of a program and a link that opens a document in it."""

    program: str
    url: str


def entry_link(path: str, place: Locator | None) -> AppLink | None:
    """Return the link for the path of a document inside Zotero's database; None for other paths."""
    entry = _ENTRY.fullmatch(path)
    if entry is None:
        return None
    # Annotations of a PDF are counted by its pages.
    is_paged = entry[2] == "annotations" and place is not None and place.kind.is_paged
    return _zotero_link(entry[1] or "library", entry[3], place if is_paged else None)


def app_link(hit: Hit) -> AppLink | None:
    """Return the link for a hit in the user's own library; None if there is none.

    This examines the disk.
    """
    if hit.library:
        return None
    if link := entry_link(hit.doc_path, hit.citation.place):
        return link
    if item := _ITEM.fullmatch(hit.entry_url):
        stored, place = _STORED.fullmatch(hit.doc_path), hit.citation.place
        if stored is not None and place.kind is LocatorKind.PAGE:
            return _zotero_link(item[1], stored[1], place)
        return _zotero_link(item[1], item[2], None)
    return _vault_link(hit) if hit.file_type in _NOTES else None


def _zotero_link(library: str, key: str, place: Locator | None) -> AppLink:
    """Return the link to an item, or to a page of a file if there is a `place`."""
    if place is None:
        return AppLink("Zotero", f"zotero://select/{library}/items/{key}")
    return AppLink("Zotero", f"zotero://open-pdf/{library}/items/{key}?page={place.start}")


def _vault_link(hit: Hit) -> AppLink | None:
    """Return the link to a note in the innermost vault that contains it."""
    path = Path(hit.absolute_path)
    if not path.is_absolute() or not hit.absolute_path.endswith(hit.doc_path):
        return None
    for directory in path.parents[:_MAX_DEPTH]:
        try:
            if (directory / ".obsidian").is_dir():
                return AppLink("Obsidian", _obsidian_url(hit, directory, path))
            if (directory / "logseq" / "config.edn").is_file():
                return _logseq_link(directory, path)
        except OSError:
            return None
    return None


def _obsidian_url(hit: Hit, vault: Path, path: Path) -> str:
    file = path.relative_to(vault).as_posix()
    # Obsidian links to a heading, but not to a line.
    heading = f"#{hit.heading_path[-1]}" if hit.heading_path and hit.file_type == "md" else ""
    return (
        f"obsidian://open?vault={quote(vault.name, safe='')}&file={quote(file + heading, safe='')}"
    )


def _logseq_link(graph: Path, path: Path) -> AppLink | None:
    if path.parent != graph / "pages":
        return None
    # A page 'a/b' is the file 'a___b.md', and other signs are encoded as in addresses.
    page = path.stem.replace("___", "/")
    name, encoded = quote(graph.name, safe=""), quote(page, safe="%")
    return AppLink("Logseq", f"logseq://graph/{name}?page={encoded}")
