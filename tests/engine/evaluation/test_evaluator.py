"""Judged queries run through the real indexer and the real search."""

import tempfile

import pytest

from tests.engine.evaluation.conftest import DOCUMENTS, JUDGEMENTS
from tests.support.judged_files import write_judged_set
from twofold.engine.extract.process import reader
from twofold.engine.model.errors import BadRequestError, JudgedSetError, SandboxError
from twofold.engine.model.fusion import FusionRule
from twofold.engine.model.search_request import SearchMode
from twofold.engine.model.settings import Settings


def means(report, measure):
    return {run.name: run.means[measure] for run in report.runs}


def test_each_retriever_and_each_fusion_rule_answers_the_judged_queries(evaluate, judged):
    """With so few candidates, each retriever misses documents that the other finds."""
    (report,) = evaluate(judged, settings=Settings().replaced(search__candidates=10))
    fused = [f"hybrid/{rule.value}" for rule in FusionRule]
    assert [run.name for run in report.runs] == ["lexical", "vector", *fused]
    assert (report.documents, report.documents_left_out) == (len(DOCUMENTS), 0)
    for run in report.runs:
        assert [query.query_id for query in run.queries] == list(JUDGEMENTS)
    lexical, vector = report.runs[:2]
    assert lexical.queries[0].documents == ("budget",)
    assert {"automobile", "vehicle"} <= set(vector.queries[0].documents[:5])
    assert lexical.queries[0].measures["R@100"] == pytest.approx(1 / 3)
    recall = means(report, "R@100")
    better = max(recall["lexical"], recall["vector"])
    assert min(recall["lexical"], recall["vector"]) > 0
    assert all(recall[name] >= better for name in fused)
    assert recall["hybrid/rrf"] > better
    recalls = [query.measures["R@100"] for query in lexical.queries]
    assert recall["lexical"] == pytest.approx(sum(recalls) / len(JUDGEMENTS))


def test_only_requested_modes_are_run_and_fusion_rules_need_hybrid(evaluate, judged):
    asked = {"modes": (SearchMode.VECTOR, SearchMode.HYBRID), "fusions": (FusionRule.BLEND,)}
    (report,) = evaluate(judged, queries=2, **asked)
    assert [run.name for run in report.runs] == ["vector", "hybrid/blend"]
    assert [query.query_id for query in report.runs[0].queries] == ["q-car", "q-dog"]
    with pytest.raises(BadRequestError):
        evaluate(judged, **asked | {"modes": (SearchMode.VECTOR,)})


def test_each_mode_can_be_run_with_reranking(evaluate, judged):
    (report,) = evaluate(judged, queries=2, modes=(SearchMode.VECTOR,), with_rerank=True)
    assert [run.name for run in report.runs] == ["vector", "vector/rerank"]
    plain, reranked = ([query.documents for query in run.queries] for run in report.runs)
    assert plain != reranked
    assert [sorted(one) for one in plain] == [sorted(one) for one in reranked]


def test_titles_are_searched_and_unreadable_documents_count_as_not_found(evaluate, tmp_path):
    folder = write_judged_set(
        tmp_path / "set",
        {"a": ("The harbour", "Ships at night."), "b": ("", "\0\0\0\1\2 harbour ships \0\0\0")},
        {"q": "harbour ships"},
        {"q": {"a": 1, "b": 1}},
    )
    (report,) = evaluate(folder, modes=(SearchMode.LEXICAL,))
    assert report.runs[0].queries[0].documents == ("a",)
    assert report.documents_left_out == 1
    assert report.runs[0].means["R@100"] == 0.5


def test_documents_may_be_in_another_folder(evaluate, tmp_path):
    relevant = {"q": {"1": 1}}
    english = write_judged_set(tmp_path / "en", {"1": ("", "A hound.")}, {"q": "hound"}, relevant)
    german = write_judged_set(tmp_path / "de", {"1": ("", "Ein Hund.")}, {"q": "hund"}, relevant)
    (report,) = evaluate(german, corpus=english)
    assert report.name == "de > en"
    assert means(report, "R@100")["lexical"] == 0.0
    assert means(report, "R@100")["vector"] == 1.0


def test_kept_library_gives_the_same_result_without_embedding_again(
    evaluate, judged, tmp_path, progress
):
    first = evaluate(judged, keep=tmp_path / "kept")
    assert "embedding" in {step.step for step in progress}
    progress.clear()
    assert evaluate(judged, keep=tmp_path / "kept") == first
    assert {step.step for step in progress} == {"reading", "searching"}


def test_kept_library_is_updated_for_a_changed_corpus(evaluate, tmp_path):
    folder, kept = tmp_path / "set", tmp_path / "kept"
    queries, judgements = {"q": "harbour"}, {"q": {"a": 1}}
    write_judged_set(folder, {"a": ("", "harbour"), "b": ("", "harbour")}, queries, judgements)
    evaluate(folder, keep=kept)
    write_judged_set(folder, {"a": ("", "the harbour")}, queries, judgements)
    (report,) = evaluate(folder, keep=kept, modes=(SearchMode.LEXICAL,))
    assert report.runs[0].queries[0].documents == ("a",)
    assert report.passages == 1


class Counting:
    """Counts the queries that the real model embeds."""

    def __init__(self, embedder):
        self.embedder, self.queries = embedder, []

    def embed_query(self, text):
        self.queries.append(text)
        return self.embedder.embed_query(text)

    def __getattr__(self, name):
        return getattr(self.embedder, name)


def test_each_query_is_embedded_once_and_no_files_remain(
    evaluate, judged, embedder, tmp_path, monkeypatch
):
    scratch, counting = tmp_path / "scratch", Counting(embedder)
    scratch.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    (report,) = evaluate(judged, embedder=counting, with_retrievers=True)
    retrievers = report.retrievers[0]
    assert (retrievers.query_id, retrievers.text) == ("q-car", "car")
    assert [candidate.document for candidate in retrievers.lexical] == ["budget"]
    assert retrievers.lexical[0].raw_score > 0
    assert [candidate.rank for candidate in retrievers.vector] == list(range(1, len(DOCUMENTS) + 1))
    scores = [candidate.raw_score for candidate in retrievers.vector]
    assert scores == sorted(scores, reverse=True)
    assert [(term.term, term.passages) for term in retrievers.terms] == [("car", 1)]
    assert counting.queries == ["car", "dog", "doctor"]
    assert list(scratch.iterdir()) == []


def test_invalid_set_is_reported_before_any_evaluation(evaluate, judged, tmp_path, progress):
    with pytest.raises(JudgedSetError, match="nowhere"):
        evaluate(judged, tmp_path / "nowhere")
    assert progress == []


def test_spans_are_measured_with_the_found_passages(evaluate, tmp_path):
    text = "A hound sleeps here.\n\nNothing else of note."
    folder = write_judged_set(
        tmp_path / "spans",
        {"a": ("", text)},
        {"q": "hound"},
        {"q": {"a": 1}},
        spans=[("q", "a", 2, 7)],
    )
    (report,) = evaluate(folder, modes=(SearchMode.LEXICAL,))
    measured = report.runs[0].means
    assert measured["span recall@5"] == 1.0
    assert measured["characters@5"] == len(text)
    assert measured["span precision@5"] == pytest.approx(5 / len(text))


def test_documents_are_read_with_the_configured_limits(evaluate, judged, monkeypatch):
    monkeypatch.setattr(reader, "sandbox_problem", lambda: "This Linux has no Landlock.")
    with pytest.raises(SandboxError):
        evaluate(judged, settings=Settings().replaced(reading__sandbox="required"))
