"""A judged set on which each retriever misses documents that the other finds, with a tiny model."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.judged_files import write_judged_set
from tests.support.tiny_gguf import tiny_model
from twofold.engine.embedding.llama.embedder import GgufEmbedder
from twofold.engine.evaluation.evaluator import Evaluator
from twofold.engine.evaluation.judged_library import LibraryParts
from twofold.engine.extract.process.reader_process import DEFAULT_COMMAND as READER_COMMAND
from twofold.engine.model.evaluation import EvaluationProgress, EvaluationRequest, SetReport
from twofold.engine.model.settings import Settings
from twofold.engine.stores.vectors.graph import DEFAULT_COMMAND as GRAPH_COMMAND

_LONG = "minutes of a meeting about budgets, rooms, catering, travel, printers and " * 3
_OTHERS = "cab carp card dot dock doc dogma docent scar oscar"
DOCUMENTS = {
    "automobile": ("", "An automobile."),
    "vehicle": ("", "A vehicle!"),
    "hound": ("", "A hound."),
    "physician": ("", "A physician."),
    "budget": ("", f"{_LONG} the car of the chief"),
    "kennel": ("", f"{_LONG} a dog in the office"),
    "clinic": ("", f"{_LONG} the doctor is in"),
    **{f"other/{word}": ("", f"{word} {word}") for word in _OTHERS.split()},
}
QUERIES = {"q-car": "car", "q-dog": "dog", "q-doctor": "doctor", "q-unjudged": "carp"}
JUDGEMENTS = {
    "q-car": {"automobile": 1, "vehicle": 1, "budget": 2},
    "q-dog": {"hound": 1, "kennel": 1},
    "q-doctor": {"physician": 1, "clinic": 1},
}

Evaluate = Callable[..., list[SetReport]]


@pytest.fixture(scope="session")
def embedder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GgufEmbedder]:
    path, description = tiny_model(tmp_path_factory.mktemp("model"))
    embedder = GgufEmbedder(path, description, threads=1)
    yield embedder
    embedder.close()


@pytest.fixture
def judged(tmp_path: Path) -> Path:
    return write_judged_set(tmp_path / "animals", DOCUMENTS, QUERIES, JUDGEMENTS)


@pytest.fixture
def progress() -> list[EvaluationProgress]:
    """The progress events of the evaluations in a test."""
    return []


@pytest.fixture
def evaluate(embedder: GgufEmbedder, progress: list[EvaluationProgress]) -> Evaluate:
    """Evaluate folders with the tiny model. Options are those of EvaluationRequest."""

    def run(*folders: Path, **options: object) -> list[SetReport]:
        used = options.pop("embedder", embedder)
        settings = options.pop("settings", Settings())
        parts = LibraryParts(settings, used, READER_COMMAND, GRAPH_COMMAND)
        request = EvaluationRequest(folders, **options)
        return list(Evaluator(parts, progress.append).evaluate(request))

    return run
