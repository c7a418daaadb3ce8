"""A library of real files, with its catalog and extraction process."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.reader_in_thread import documents_read_in_threads
from tests.support.running_engine import RunningEngine
from tests.support.tiny_embedder import tiny_embedder_loader
from twofold.engine.api import (
    CheckCitation,
    CheckedCitation,
    CitationChecked,
    Hit,
    RefreshLibrary,
    SearchMode,
)


class CitedLibrary:
    """A folder of files, indexed by a real engine."""

    def __init__(self, engine: RunningEngine, root: Path) -> None:
        self.engine = engine
        self.root = root

    def write(self, name: str, text: str) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")
        return path

    def index(self) -> None:
        self.engine.add(self.root)

    def refresh(self) -> None:
        self.engine.ask(RefreshLibrary())

    def find(self, words: str, k: int = 10) -> tuple[Hit, ...]:
        return self.engine.search(words, mode=SearchMode.LEXICAL, limit=k).hits

    def check(self, uri: str, quotation: str = "") -> CheckedCitation:
        answer = self.engine.ask(CheckCitation(uri, quotation))
        assert isinstance(answer, CitationChecked), answer
        return answer.citation


@pytest.fixture
def library(tmp_path) -> Iterator[CitedLibrary]:
    root = tmp_path / "Notes"
    root.mkdir()
    loader = tiny_embedder_loader(tmp_path / "model")
    with RunningEngine.over(tmp_path / "home", loader) as engine:
        yield CitedLibrary(engine, root)


@pytest.fixture(scope="package", autouse=True)
def _documents_read_in_threads():
    with documents_read_in_threads():
        yield
