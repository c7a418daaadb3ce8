"""A small real library: SQLite catalog, Tantivy index, and vectors of the tiny model."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.support.readable_folders import readable_folders
from tests.support.tiny_gguf import tiny_model
from twofold.engine.embedding.llama.embedder import GgufEmbedder
from twofold.engine.extract.process.reader import DocumentReader
from twofold.engine.model.document import (
    Chunk,
    DocumentMetadata,
    FileState,
    LocatorKind,
    chunk_number,
    document_number,
)
from twofold.engine.model.errors import ModelError
from twofold.engine.model.filters import TrustLevel
from twofold.engine.model.settings import Settings
from twofold.engine.ranking.signatures import document_signature
from twofold.engine.search.pipeline import Searcher, open_searcher
from twofold.engine.search.scatter import Scatter
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.catalog.change import DocumentRecord
from twofold.engine.stores.lexical.index import LexicalIndex
from twofold.engine.stores.vectors.index import VectorIndex

CHUNKER_VERSION = "test-1"
INDEXED_AT = "2026-11-21T08:00:00+00:00"


@dataclass(frozen=True)
class Text:
    """A file of the library. Each paragraph is a passage. `published` are fields of Publication."""

    path: str
    text: str
    tags: tuple[str, ...] = ()
    lang: str = "en"
    trust: TrustLevel = TrustLevel.PRIMARY
    heading: tuple[str, ...] = ()
    date: str = ""
    author: str = ""
    published: Mapping[str, str] = field(default_factory=dict)


class SmallLibrary:
    """A folder of files, indexed like the indexer does."""

    def __init__(self, folder: Path, embedder: GgufEmbedder) -> None:
        self.root = folder / "Notes"
        self.root.mkdir()
        self.embedder = embedder
        self.catalog = Catalog.open(folder / "catalog.sqlite")
        self.catalog.add_folder(self.root)
        self.lexical = LexicalIndex.open(folder / "lexical")
        self.vectors = VectorIndex.open(
            folder / "vectors", embedder.dimension, embedder.fingerprint
        )
        self._searchers: list[Searcher] = []

    def add(self, *texts: Text, with_vectors: bool = True) -> None:
        numbers = [number for text in texts for number in self._store(text)]
        stored = self.catalog.chunks(numbers)
        generation = self.catalog.generation
        self.lexical.apply(stored.values(), [], generation)
        if with_vectors:
            passages = [stored[number].chunk.text for number in numbers]
            vectors = self.embedder.embed_passages(passages).astype("<f2")
            rows = [
                (number, stored[number].document.number, vector.tobytes())
                for number, vector in zip(numbers, vectors, strict=True)
            ]
            self.vectors.apply(rows, [], generation)

    def _store(self, text: Text) -> list[int]:
        path = self.root / text.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.text, encoding="utf-8", newline="")
        state = path.stat()
        chunks = _paragraphs(text)
        with self.catalog.change() as change:
            document = change.put_document(
                DocumentRecord(
                    "Notes",
                    text.path,
                    FileState(state.st_size, state.st_mtime_ns, state.st_ino),
                    DocumentMetadata(
                        tags=text.tags,
                        lang=text.lang,
                        trust=text.trust,
                        modified=text.date,
                        author=text.author,
                        **text.published,
                    ),
                    path.suffix.lstrip("."),
                    chunks,
                    CHUNKER_VERSION,
                    INDEXED_AT,
                    signature=document_signature(chunks),
                )
            )
        return [chunk_number(document, CHUNKER_VERSION, chunk.position) for chunk in chunks]

    def number(self, path: str, position: int = 0) -> int:
        return chunk_number(document_number("Notes", path), CHUNKER_VERSION, position)

    def searcher(self, embedder: Callable[[], object] | None = None, **options: object) -> Searcher:
        """Return a searcher.

        `vectors=None` disables the vector index; other options are settings.
        """
        vectors = options.pop("vectors", self.vectors)
        settings = Settings().replaced(**options)
        searcher = open_searcher(
            self.catalog, self.lexical, vectors, embedder or (lambda: self.embedder), settings
        )
        self._searchers.append(searcher)
        return searcher

    @property
    def scatter(self) -> Scatter:
        return Scatter(self.catalog, self.lexical, self.vectors)

    def close(self) -> None:
        for searcher in self._searchers:
            searcher.close()
        self.vectors.close()
        self.lexical.close()
        self.catalog.close()


def _paragraphs(text: Text) -> list[Chunk]:
    chunks, start, line = [], 0, 1
    for position, paragraph in enumerate(text.text.split("\n\n")):
        lines = paragraph.count("\n")
        chunks.append(
            Chunk(
                position=position,
                text=paragraph,
                start=start,
                end=start + len(paragraph),
                place_kind=LocatorKind.LINE,
                place_start=line,
                place_end=line + lines,
                heading_path=text.heading,
                lang=text.lang,
            )
        )
        start += len(paragraph) + 2
        line += lines + 2
    return chunks


@pytest.fixture(scope="session")
def tiny_embedder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GgufEmbedder]:
    path, description = tiny_model(tmp_path_factory.mktemp("model"))
    embedder = GgufEmbedder(path, description, threads=1)
    yield embedder
    embedder.close()


@pytest.fixture
def library(tmp_path: Path, tiny_embedder: GgufEmbedder) -> Iterator[SmallLibrary]:
    library = SmallLibrary(tmp_path, tiny_embedder)
    yield library
    library.close()


def no_embedder():
    raise ModelError("There is no language model.")


@pytest.fixture(scope="module")
def reader():
    """A reader of real files."""
    reader = DocumentReader(folders=readable_folders)
    yield reader
    reader.close()
