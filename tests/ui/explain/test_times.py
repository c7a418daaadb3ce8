from twofold.engine.api import SearchMode, SearchTrace
from twofold.ui.explain.times import elapsed_ms, keywords_ms, meaning_ms, rest_ms

STAGES = {"parse": 1.0, "lexical": 5.0, "embed": 8.0, "vector": 4.0, "fuse": 0.5, "facets": 2.0}


def trace_of(**changes):
    return SearchTrace(mode=SearchMode.HYBRID, stage_ms=STAGES | changes)


def test_the_slower_of_two_parallel_retrievers_counts():
    trace = trace_of()
    assert (keywords_ms(trace), meaning_ms(trace), rest_ms(trace)) == (5.0, 12.0, 3.5)
    assert elapsed_ms(trace) == 12.0 + 3.5
    assert elapsed_ms(trace_of(lexical=40.0)) == 40.0 + 3.5
