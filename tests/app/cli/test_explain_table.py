from dataclasses import replace

import pytest

from tests.support.responses import make_hit, make_response
from twofold.app.cli.explain_table import explanation_lines
from twofold.engine.api import (
    Contribution,
    DocumentShare,
    DocumentVote,
    RelevanceFloor,
    RerankTrace,
    RerankVote,
    RetrieverKind,
    RetrieverTrace,
)


@pytest.fixture
def explained():
    return lambda response: "\n".join(explanation_lines(response))


def row_of(text: str, title: str) -> str:
    return next(line for line in text.splitlines() if title in line)


def test_a_row_shows_ranks_scores_and_shares(explained):
    row = row_of(explained(make_response()), "Resource limits")
    assert row.split()[:8] == ["1", "0.750", "1", "9.00", "0.900", "62", "0.800", "0.800"]
    assert "0.5000 + 0.2500" in row
    assert (row.count("█"), row.count("░")) == (10, 5)

    both = make_hit().retrieval
    votes = (Contribution(RetrieverKind.VECTOR, 4, 1.0, 0.477),)
    votes = replace(both, lexical_rank=None, lexical_score=None, vector_rank=4, contributions=votes)
    hit = make_hit(2, score=0.477, retrieval=votes, bm25=None, cosine=0.812, title="設計メモ")
    row = row_of(explained(make_response(make_hit(), hit)), "設計メモ")
    assert row.split()[2:5] == ["–", "–", "–"]
    assert "█" not in row
    assert "0.0000 + 0.4770" in row

    votes = (Contribution(RetrieverKind.LEXICAL, 1, 2.0, 1.0, for_both=True),)
    hit = replace(make_hit(), retrieval=replace(both, vector_rank=None, contributions=votes))
    row = row_of(explained(make_response(hit)), "Resource limits")
    assert row.endswith("[no vector yet: keywords count for both]")


def test_the_query_and_its_interpretation_are_printed(explained):
    text = explained(make_response())
    for shown in (
        "memory: in 3 passages", "rrf, k 60, weights 1 and 1", "languages en",
        "1 candidate from 5 passages that match the filters, of 10 in total",
        "exact scan of 5 vectors; best cosine: 0.8",
    ):  # fmt: skip
        assert shown in text
    response = make_response()
    failed = RetrieverTrace(RetrieverKind.VECTOR, 0, 0, 0, error="The model is damaged.")
    trace = replace(response.trace, retrievers=(response.trace.retrievers[0], failed))
    text = explained(replace(response, trace=trace, hits=()))
    assert "Meaning       The model is damaged." in text
    assert "BM25  shown" not in text


def test_notes_explain_what_else_changed_a_rank(explained):
    shares = (DocumentShare("a", 1, 1.0), DocumentShare("b", 2, 0.125))
    document = DocumentVote(1.125, 2, shares)
    hit = make_hit(weak=True, rerank=RerankVote(0.9, 4, 1), document=document)
    response = make_response(hit, group_by_document=True)
    floor = RelevanceFloor(0.82, 0.77, 0.845, 400)
    trace = replace(
        response.trace, floor=floor, duplicates=1, hidden=2, rerank=RerankTrace("tiny", 30)
    )
    text = explained(replace(response, trace=trace))
    assert "Duplicates    1 passage" in text
    assert "cosine below 0.82" in text
    assert "2 weak matches hidden" in text
    assert "tiny read 30 passages" in text
    assert "weak; reranked 4 -> 1 by 0.900; document 1.1250 = 1.0000 (#1) + 0.1250 (#2)" in text
