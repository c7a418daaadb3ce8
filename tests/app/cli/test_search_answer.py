"""What `twofold search` prints of a hit and of the whole answer."""

import argparse
from dataclasses import replace

import pytest

from app.cli.search import _say_response
from engine.api import Citation, HitDuplicate, Place, PlaceKind
from tests.support.responses import make_hit, make_response


@pytest.fixture
def said(capsys):
    def answer(*hits, hidden=0, **request):
        response = make_response(*hits, **request)
        trace = replace(response.trace, hidden=hidden)
        response = replace(response, trace=trace, hits=hits, warnings=())
        _say_response(response, argparse.Namespace(json=False, explain=False))
        return capsys.readouterr().out

    return answer


def copy_in(document: str) -> HitDuplicate:
    citation = Citation("b.md", Place(PlaceKind.LINE, 3, 4), "2026-11-21T08:00:00+00:00")
    return HitDuplicate("0" * 16, document, "b.md", "B", "Notes", citation, is_exact=True)


def test_a_weak_hit_is_marked_and_weak_hits_alone_are_nothing_relevant(said):
    out = said(make_hit(weak=True))
    assert ", weak]" in out
    assert out.endswith("Nothing relevant was found; 1 weak match is shown.\n")


def test_hidden_weak_hits_are_told(said):
    assert "Nothing relevant was found; 3 weak matches are left out" in said(hidden=3)
    assert said(make_hit(), hidden=2).endswith("; 2 weak matches are left out\n")


def test_copies_are_told_with_their_places(said):
    out = said(make_hit(duplicates=(copy_in("other"), copy_in("third"))))
    assert "also in 2 other documents: b.md#L3-L4, b.md#L3-L4" in out


def test_copies_in_the_same_document_are_other_places(said):
    hit = make_hit()
    out = said(replace(hit, duplicates=(copy_in(hit.doc_id),)))
    assert "also at 1 other place of this document: b.md#L3-L4" in out


def test_grouped_hits_are_counted_as_documents(said):
    assert "1 document shown of 1" in said(make_hit(), group_by_document=True)
