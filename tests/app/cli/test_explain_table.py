from dataclasses import replace

import pytest

from app.cli.explain_table import say_explanation
from engine.api import (
    Contribution,
    DocumentShare,
    DocumentVote,
    RelevanceFloor,
    RerankTrace,
    RerankVote,
    Retrieval,
    RetrieverKind,
    RetrieverTrace,
    SearchMode,
)
from tests.support.responses import make_hit, make_response


@pytest.fixture
def explained(capsys):
    def explain(response) -> str:
        say_explanation(response)
        return capsys.readouterr().out

    return explain


def meaning_only_hit():
    votes = Retrieval(
        method=SearchMode.HYBRID,
        lexical_score=None,
        lexical_rank=None,
        vector_score=0.812,
        vector_rank=4,
        fusion_score=0.477,
        blend_score=0.4,
        sources=(RetrieverKind.VECTOR,),
        contributions=(Contribution(RetrieverKind.VECTOR, 4, 1.0, 0.477),),
    )
    return make_hit(2, score=0.477, retrieval=votes, bm25=None, cosine=0.812, title="設計メモ")


def row_of(text: str, title: str) -> str:
    return next(line for line in text.splitlines() if title in line)


def test_a_row_shows_both_ranks_scores_and_shares(explained):
    row = row_of(explained(make_response()), "Resource limits")
    assert row.split()[:8] == ["1", "0.750", "1", "9.00", "0.900", "62", "0.800", "0.800"]
    assert "0.5000 + 0.2500" in row
    assert (row.count("█"), row.count("░")) == (10, 5)


def test_a_retriever_that_did_not_find_the_hit_is_a_dash(explained):
    row = row_of(explained(make_response(make_hit(), meaning_only_hit())), "設計メモ")
    assert row.split()[2:5] == ["–", "–", "–"]
    assert "█" not in row
    assert "0.0000 + 0.4770" in row
    hit = make_hit()
    votes = (Contribution(RetrieverKind.LEXICAL, 1, 2.0, 1.0, for_both=True),)
    hit = replace(hit, retrieval=replace(hit.retrieval, vector_rank=None, contributions=votes))
    row = row_of(explained(make_response(hit)), "Resource limits")
    assert row.endswith("[not read by meaning yet: keywords count for both]")


def test_what_was_searched_and_how_is_said(explained):
    text = explained(make_response())
    assert "memory (3)" in text
    assert "fusion rrf, rrf_k 60, weights keywords 1, meaning 1" in text
    assert "1 candidate of 10 passages, filters leave 5" in text
    assert "exact scan of 5 vectors; best cosine: 0.8" in text
    assert "parse 0.1, fuse 0.2 (ms)" in text
    assert "languages en" in text
    assert "trust at least secondary" in text
    response = make_response()
    failed = RetrieverTrace(RetrieverKind.VECTOR, 0, 0, 0, error="The model is damaged.")
    trace = replace(response.trace, retrievers=(response.trace.retrievers[0], failed))
    text = explained(replace(response, trace=trace, hits=()))
    assert "Meaning   did not answer: The model is damaged." in text
    assert "BM25  shown" not in text


def test_what_moved_a_hit_besides_its_votes_is_said(explained):
    shares = (DocumentShare("a", 1, 1.0), DocumentShare("b", 2, 0.125))
    hit = make_hit(
        weak=True,
        rerank=RerankVote(0.9, 4, 1),
        document=DocumentVote(1.125, 2, shares),
    )
    response = make_response(hit, group_by_document=True)
    floor = RelevanceFloor(0.82, 0.77, 0.845, 400)
    trace = replace(
        response.trace, floor=floor, duplicates=1, hidden=2, rerank=RerankTrace("tiny", 30)
    )
    text = explained(replace(response, trace=trace))
    assert "Copies    1 passage shown" in text
    assert "below cosine 0.8200" in text
    assert "left out: 2 weak passages" in text
    assert "tiny read the first 30" in text
    assert "weak; reranked 4 -> 1 by 0.900; document 1.1250 = 1.0000 (#1) + 0.1250 (#2)" in text
