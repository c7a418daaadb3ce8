"""All numbers shown for an answer are consistent, for any answer."""

import re
from collections import Counter
from dataclasses import replace
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.responses import ranked
from tests.ui.samples import make_hit, sample_response, shown
from twofold.engine.api import (
    RANKED,
    DocumentVote,
    FacetCount,
    Facets,
    FoundBy,
    HitDuplicate,
    KindCounts,
    MatchCounts,
    Outcome,
    RankedChunk,
    RerankVote,
    SearchRequest,
)
from twofold.ui.explain.sentence import explain_in_plain_text
from twofold.ui.results.presented import HitOrder, by_fusion, present
from twofold.ui.results.result_model import moved_label
from twofold.ui.search.list_header import header_parts

LANGS = ("de", "en", "ja")


def passage(number, kind, weak, copies, document, lang):
    """A hit with its data in the engine; each near-duplicate is in the same document."""
    ranks = (number if kind.by_keywords else None, number if kind.by_meaning else None)
    hit = make_hit(number, ranks=ranks, lang=lang, path=f"{document}.md")
    other = HitDuplicate("", f"{document:016x}", "", "", "", hit.citation, is_exact=True)
    duplicates = tuple(replace(other, chunk_id=f"{number}-{copy}") for copy in range(copies))
    return replace(hit, found_by=kind, weak=weak, duplicates=duplicates, doc_id=f"{document:016x}")


@st.composite
def answers(draw):
    """Generate answers and counts of an engine, with a user's selections."""
    passages = [
        passage(
            number,
            draw(st.sampled_from(RANKED)),
            draw(st.booleans()),
            draw(st.integers(0, 2)),
            draw(st.integers(1, 6)),
            draw(st.sampled_from(LANGS)),
        )
        for number in range(1, draw(st.integers(0, 14)) + 1)
    ]
    kinds = draw(st.sampled_from([None, (FoundBy.BOTH,), (FoundBy.KEYWORDS, FoundBy.MEANING), ()]))
    beyond = draw(st.dictionaries(st.sampled_from(RANKED), st.integers(1, 9000)))
    is_grouped = draw(st.booleans())
    counts = counted(passages, beyond, kinds)
    if is_grouped:
        passages = grouped(passages)
    response = replace(
        sample_response(),
        hits=tuple(passages[: draw(st.integers(0, len(passages)))]),
        ranking=tuple(map(ranked, passages)),
        is_cut=bool(beyond),
        has_more=bool(beyond),
        snapshot=(draw(st.integers(1, 2)),),
    )
    request = replace(response.request, group_by_document=is_grouped)
    order, shows_weak = draw(st.sampled_from(list(HitOrder))), draw(st.booleans())
    known = draw(st.sampled_from([counts, counts, None, MatchCounts(3, 1, snapshot=(1,))]))
    return replace(response, request=request), known, kinds, order, shows_weak


def counted(passages, beyond, kinds):
    """Return the engine's counts of strong passages and near-duplicates, listed or not."""
    all_kinds, langs, documents = Counter(), Counter(), set()
    for hit in passages:
        if hit.weak:
            continue
        all_kinds[hit.found_by] += 1 + len(hit.duplicates)
        if kinds is None or hit.found_by in kinds:
            langs[hit.lang] += 1 + len(hit.duplicates)
            documents.add(hit.doc_id)
    for kind, number in beyond.items():
        all_kinds[kind] += number
        if kinds is None or kind in kinds:
            langs["en"] += number
            documents.update(f"beyond {kind} {n}" for n in range(number))
    facets = Facets(langs=tuple(FacetCount(*one) for one in langs.items()))
    by_kind = KindCounts(**{kind.value: all_kinds[kind] for kind in RANKED})
    return MatchCounts(langs.total(), len(documents), by_kind, facets, snapshot=(1,))


def grouped(passages):
    """Return the best strong passage of each document, or else a weak one."""
    best = {}
    for hit in sorted(passages, key=lambda hit: hit.weak):
        best.setdefault(hit.doc_id, hit)
    strong = Counter(hit.doc_id for hit in passages if not hit.weak)
    return [
        replace(
            hit,
            rank=rank,
            duplicates=(),
            document=DocumentVote(1.0, max(1, strong[hit.doc_id]), ()),
        )
        for rank, hit in enumerate(best.values(), 1)
    ]


def numbers_of(text):
    return [int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*", text)]


@settings(max_examples=200, deadline=None, derandomize=True)
@given(answers())
def test_all_presented_numbers_agree(drawn):
    response, counts, kinds, order, shows_weak = drawn
    answer = present(response, counts, kinds, order, shows_weak=shows_weak)
    chunks, is_grouped = answer.response.ranking, response.request.group_by_document

    # Rows are numbered without gaps, in ascending order.
    assert [answer.row_number(hit) for hit in answer.hits] == [*range(1, len(answer.hits) + 1)]
    assert [chunk.rank for chunk in chunks] == [*range(1, len(chunks) + 1)]
    assert answer.rows == len(chunks) >= len(answer.hits)
    if order is HitOrder.BEST:
        assert [hit.rank for hit in answer.hits] == sorted(hit.rank for hit in answer.hits)
    assert [hit.weak for hit in answer.hits] == sorted(hit.weak for hit in answer.hits)
    weak_rows = sum(chunk.weak for chunk in chunks)
    assert weak_rows == (answer.weak if shows_weak else 0)

    # The line above the list shows only the rows, the matches and the weak hits.
    first, *others = header_parts(answer)
    if answer.outcome is Outcome.ONLY_WEAK:
        assert not numbers_of(first)
    else:
        matches = [] if answer.matches in {None, answer.rows} else [answer.matches]
        assert numbers_of(first) == [answer.rows, *matches]
        assert answer.matches is None or answer.rows <= answer.matches
    others_shown = [
        answer.passages or 0,
        0 if is_grouped or answer.has_more else answer.duplicates,
        answer.weak,
    ]
    assert [*chain.from_iterable(map(numbers_of, others))] == [n for n in others_shown if n]

    # 'Found by' and the facets add up to the matches, and a row is counted by its badge.
    passages = answer.passages if is_grouped else answer.matches
    if answer.found_by is not None:
        by_kind = {one.value: one.count for one in answer.found_by}
        left = sum(by_kind[kind.value] for kind in (RANKED if kinds is None else kinds))
        assert passages in {None, left}
        for kind, number in Counter(chunk.found_by for chunk in chunks).items():
            assert number <= by_kind[kind.value]
    if answer.facets is not None:
        assert sum(one.count for one in answer.facets.langs) == passages
        in_list = Counter(hit.lang for hit in answer.hits)
        by_lang = {one.value: one.count for one in answer.facets.langs}
        assert all(number <= by_lang[lang] for lang, number in in_list.items())
    if not is_grouped and not answer.has_more:
        assert answer.matches == answer.rows + answer.duplicates
        assert answer.found_by is not None
    if is_grouped and passages is not None:
        assert sum(hit.document.passages for hit in answer.hits) <= passages

    # The explanation of a hit names its row number.
    for hit in answer.hits[:2]:
        assert numbers_of(explain_in_plain_text(answer, hit))[-2:] == [hit.rank, answer.rows]


def test_rows_are_numbered_without_hidden_ones():
    hits = [replace(make_hit(rank), weak=rank in {2, 3}) for rank in range(1, 6)]
    response = replace(
        sample_response(), hits=tuple(hits), ranking=tuple(ranked(hit) for hit in hits)
    )
    answer = present(response)
    assert [hit.chunk_id for hit in answer.hits] == [hits[n].chunk_id for n in (0, 3, 4)]
    assert [hit.rank for hit in answer.hits] == [1, 2, 3]
    assert header_parts(answer) == ("3 passages", "2 weak hidden")
    with_weak = present(response, shows_weak=True)
    assert [hit.rank for hit in with_weak.hits] == [1, 2, 3, 4, 5]
    assert header_parts(with_weak) == ("5 passages", "2 weak shown")


def test_reranked_weak_hits_were_below_the_strong_ones_before():
    before = {1: 3, 2: 1, 3: 2}  # the model has reranked the first three of five
    hits = [
        replace(make_hit(rank), weak=rank == 2, rerank=vote)
        for rank in range(1, 6)
        for vote in [RerankVote(0.5, before[rank], rank) if rank in before else None]
    ]
    response = replace(sample_response(), hits=tuple(hits), ranking=tuple(map(ranked, hits)))
    answer = present(response, shows_weak=True)
    votes = [hit.rerank and (hit.rerank.rank_before, hit.rerank.rank_after) for hit in answer.hits]
    assert votes == [(2, 1), (1, 2), None, None, (5, 5)]
    assert [moved_label(hit) for hit in answer.hits] == ["↑ was 2nd", "↓ was 1st", "", "", ""]
    fused = by_fusion(answer.response).ranking
    assert [one.rank for one in fused] == [1, 2, 3, 4, 5]
    assert [one.chunk_id for one in fused] == [hits[n].chunk_id for n in (2, 0, 3, 4, 1)]


def test_a_long_list_is_the_best_of_all_matches():
    response = replace(sample_response(), is_cut=True, has_more=True)
    kinds = Counter(chunk.found_by for chunk in response.ranking)
    counts = MatchCounts(
        8980, 312, KindCounts(both=kinds[FoundBy.BOTH], keywords=8900, meaning=80 - 3)
    )
    counts = replace(counts, passages=counts.kinds.total)
    assert header_parts(present(response, counts)) == ("Best 42 of 8,980",)
    assert header_parts(present(response)) == ("Best 42 passages",)
    changed = replace(counts, snapshot=(2,))
    assert present(response, changed).matches is None
    assert present(response, changed).facets is None


def test_without_a_search_the_filters_show_the_whole_library():
    blank = replace(sample_response(), hits=(), ranking=(), request=SearchRequest(""))
    facets = Facets(tags=(FacetCount("contracts", 3),))
    counts = MatchCounts(3, 3, facets=facets, snapshot=(1, 1, 7))
    assert present(replace(blank, snapshot=(1, 1, None)), counts).facets == facets


def test_hits_that_keep_their_rank_stay_the_same_objects():
    response = sample_response()
    assert all(one is other for one, other in zip(shown(response).hits, response.hits, strict=True))


@pytest.mark.parametrize(
    ("weak", "kinds", "outcome"),
    [
        ((), None, Outcome.HITS),
        ((1, 2, 3), None, Outcome.ONLY_WEAK),
        ((1,), (FoundBy.BOTH,), Outcome.ONLY_WEAK),
        ((), (FoundBy.MEANING,), Outcome.NOTHING_FOUND),
    ],
)
def test_the_outcome_respects_the_found_by_filter(weak, kinds, outcome):
    of_kinds = (FoundBy.BOTH, FoundBy.KEYWORDS, FoundBy.KEYWORDS)
    ranking = tuple(
        RankedChunk(f"{rank:016x}", rank, 1, None, weak=rank in weak, found_by=kind)
        for rank, kind in enumerate(of_kinds, 1)
    )
    response = replace(sample_response(), hits=(), ranking=ranking)
    presented = present(response, kinds=kinds)
    assert (presented.outcome, presented.is_narrowed) == (outcome, kinds is not None)
