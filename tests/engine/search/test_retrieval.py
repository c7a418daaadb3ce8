"""Both retrievers side by side, what is read meanwhile, and passages kept for the next search."""

from __future__ import annotations

import threading

import pytest

from engine.model.document import DocumentMetadata, FileState
from engine.model.errors import CatalogError
from engine.model.filters import SearchFilters
from engine.model.hit import RetrieverKind, RetrieverTrace
from engine.model.request import SearchMode, SearchRequest
from engine.search import retrieval
from engine.search.query_language import parse
from engine.search.retrieval import PassageCache, Retrieval
from engine.search.retrievers import RetrievalTask, RetrieverAnswer
from engine.search.snippets import Highlighting
from engine.search.trace import StageClock
from tests.engine.search.conftest import INDEXED_AT, Text

TEXTS = ("memory of a pod", "the memory of a node", "memory again")


class WaitingVectors:
    """A vector retriever without vectors that answers once it may."""

    kind = RetrieverKind.VECTOR
    has_vectors = True

    def __init__(self, error: str = "") -> None:
        self.may_answer = threading.Event()
        self.error = error

    def retrieve(self, _task):
        assert self.may_answer.wait(10), "nothing was done meanwhile"
        if self.error:
            raise CatalogError(self.error)
        return RetrieverAnswer((), RetrieverTrace(self.kind, 0, 0, 0))

    def cosines(self, _answer, _chunks):
        return {}


class Case:
    """A retrieval that notes which snippets were made, and lets the vectors answer after `most`."""

    def __init__(self, library, monkeypatch, most):
        library.add(*(Text(f"{n}.md", text) for n, text in enumerate(TEXTS)), with_vectors=False)
        self.vectors = WaitingVectors()
        self.made = made = []
        done = threading.Event()

        def snippet(highlighting, stored, *, for_words):
            made.append(stored.chunk.text)
            if len(made) == most:
                self.vectors.may_answer.set()
                self.retrieval._pool.submit(done.set)
                assert done.wait(10)
            return original(highlighting, stored, for_words=for_words)

        original = Highlighting.snippet
        monkeypatch.setattr(Highlighting, "snippet", snippet)
        self.retrieval = Retrieval(
            library.catalog, library.lexical, self.vectors, PassageCache(library.catalog)
        )

    def run(self, shown=20):
        request = SearchRequest("memory pod", k=shown)
        task = RetrievalTask(parse(request.query), SearchFilters(), None, 10)
        return self.retrieval.run(request, task, SearchMode.HYBRID, StageClock())


@pytest.mark.parametrize(("shown", "made"), [(1, 1), (2, 2), (20, 3)])
def test_hits_that_may_be_shown_are_highlighted_while_meaning_is_searched(
    library, monkeypatch, shown, made
):
    case = Case(library, monkeypatch, most=made)
    found = case.run(shown)
    case.retrieval.close()
    assert len(case.made) == made
    assert case.made[0] == "memory of a pod"
    assert [answer.trace.kind for answer in found.answers] == list(RetrieverKind)
    assert found.coverage == 1.0


def test_what_fails_meanwhile_takes_no_answer_away(library, monkeypatch):
    case = Case(library, monkeypatch, most=9)

    def fail(*_):
        case.vectors.may_answer.set()
        raise CatalogError("The library is gone.")

    monkeypatch.setattr(retrieval, "precompute", fail)
    found = case.run()
    case.retrieval.close()
    assert [answer.trace.error for answer in found.answers] == ["", ""]


def test_a_change_of_the_library_is_seen_at_once(library):
    library.add(Text("a.md", "Memory"), with_vectors=False)
    number = library.number("a.md")
    passages = PassageCache(library.catalog)
    before = passages.read([number])[number]
    with library.catalog.change() as change:
        change.put_vectors("model", [(b"a text", b"\0\0" * 8)])
    assert passages.read([number])[number] is before  # only a vector came
    library.add(Text("a.md", "Memory of a pod"), with_vectors=False)
    assert passages.read([number])[number].chunk.text == "Memory of a pod"
    with library.catalog.change() as change:
        change.put_document(
            "Notes", "a.md", FileState(1, 1), DocumentMetadata(), "md", (), "1", INDEXED_AT
        )
    assert passages.read([number]) == {}


def test_what_is_wanted_now_is_never_forgotten_to_make_room(library, monkeypatch):
    monkeypatch.setattr(retrieval, "_MOST_PASSAGES_KEPT", 4)
    library.add(Text("a.md", "\n\n".join(f"Memory {n}" for n in range(9))), with_vectors=False)
    numbers = [library.number("a.md", position) for position in range(9)]
    passages = PassageCache(library.catalog)
    kept = passages.read(numbers[:3])
    assert list(passages.read(numbers[2:8])) == numbers[2:8]
    assert passages.read(numbers[2:3])[numbers[2]] is kept[numbers[2]]
    assert passages.read(numbers[:1])[numbers[0]] is not kept[numbers[0]]
