"""A library with a folder `notes` and its indexer: real files, catalog and keyword index."""

from pathlib import Path

from twofold.engine.indexing.ignore_rules import IgnoreRules
from twofold.engine.indexing.pipeline import Indexer
from twofold.engine.indexing.scan import WHOLE, FolderSummary, Scan
from twofold.engine.model.document import (
    Block,
    BlockKind,
    DocumentMetadata,
    ExtractedText,
    LocatorKind,
    document_number,
)
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.sync.indexes import Indexes

LONG_AGO_NS = 1_700_000_000_123_456_789


def text_of(text, title=""):
    """Return the extracted text of a file, like a reader."""
    blocks = (Block(0, len(text), BlockKind.PARAGRAPH),) if text else ()
    metadata = DocumentMetadata(title=title, lang="en")
    return ExtractedText(text, LocatorKind.LINE, (0,), (1,), blocks, metadata, "md")


class IndexedFolder:
    def __init__(self, home: Path, reader) -> None:
        self.now = 1000.0
        self.is_busy = False
        self.root = home / "notes"
        self.root.mkdir(exist_ok=True)
        self.catalog = Catalog.open(home / "catalog.sqlite")
        self.indexes, _ = Indexes.open(self.catalog, home / "lexical")
        self.catalog.add_folder(self.root)
        self.read_by(reader)

    def read_by(self, reader, names=None, **clock) -> None:
        self.reader = reader
        clock.setdefault("monotonic", lambda: self.now)
        clock.setdefault("is_busy", lambda: self.is_busy)
        names = names or IgnoreRules()
        self.indexer = Indexer(self.catalog, self.indexes, reader, names, **clock)

    def scans(self, *places: str) -> list[Scan]:
        return [Scan(folder, places or WHOLE) for folder in self.catalog.folders()]

    def update(self, *places: str) -> FolderSummary:
        summary = FolderSummary()
        self.reader.asked = []
        list(self.indexer.update(self.scans(*places), summary))
        return summary

    def paths(self) -> list[str]:
        return sorted(self.catalog.files.known("notes"))

    def finds(self, word: str) -> bool:
        return bool(self.catalog.substring(word))

    def texts(self, path: str) -> list[str]:
        stored = self.catalog.document_chunks(document_number("notes", path))
        return [chunk.chunk.text.strip() for chunk in stored]

    def tag(self, place: str, *tags: str) -> None:
        with self.catalog.change() as change:
            change.set_user_tags(place, tags)

    def tags(self, folder: str, path: str) -> tuple[str, ...]:
        return self.catalog.document(document_number(folder, path)).tags

    def set_mounts(self, **mounts: int) -> None:
        """Simulate directories on other drives. 'root' is the folder itself."""
        device = self.root.parent.stat().st_dev
        with self.catalog.change() as change:
            placed = {"" if name == "root" else name: device + n for name, n in mounts.items()}
            change.set_mounts("notes", placed)

    def close(self) -> None:
        self.indexes.close()
        self.catalog.close()
