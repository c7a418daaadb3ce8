"""The Markdown export: quotations, references, and nothing that documents could smuggle in."""

import re

from engine.model.citation import Citation, Place, parse_uri
from engine.model.document import PlaceKind
from engine.model.export import ExportFormat
from engine.model.hit import Snippet
from tests.support.exports import export_text
from tests.support.responses import INDEXED_AT, make_hit


def rendered(*hits):
    return export_text(ExportFormat.MARKDOWN, *hits)


def test_a_hit_is_quoted_and_its_reference_numbered():
    text = rendered(make_hit())
    assert "# Passages found for “memory of a pod”" in text
    assert "> Limit the memory of a pod.\n>\n> — Resource limits [1](guides/" in text
    assert "1. Resource limits, “Memory”, lines 12–14. [Notes/guides/limits \\& quotas.md]" in text
    assert "(indexed 2026-11-21)" in text
    assert "the file has changed since" not in text
    assert "the file has changed since" in rendered(make_hit(stale=True))


def test_citation_links_are_percent_encoded_and_lead_back_to_the_place():
    path = "a b/#1 100% (c) [d] 日本.md"
    place = Place(PlaceKind.LINE, 12, 14)
    text = rendered(make_hit(citation=Citation(path, place, INDEXED_AT)))
    uri = re.search(r"\[1\]\(([^)]*)\)", text)[1]
    assert parse_uri(uri) == (path, place)
    assert re.fullmatch(r"[A-Za-z0-9/%._~#-]+", uri)


def test_html_images_and_links_of_a_document_become_plain_text():
    hostile = (
        '<script>alert(1)</script> ![x](http://evil/p.png) <img src="http://evil"> [a](b) &lt;'
    )
    text = rendered(make_hit(text=hostile, title="<b>T</b>\n# x", doc_path="<i>.md"))
    plain = re.sub(r"\\.", "", text)
    assert not re.search(r"[<]|\]\(b|!\[x\]|&lt;", plain)
    assert "\n# x" not in text


def test_block_markers_of_a_document_do_not_start_blocks():
    text = rendered(make_hit(text="# h\n- item\n12. item\n    code\n---\n```\n> q\n+ a\n=== "))
    quoted = [line.removeprefix("> ") for line in text.splitlines() if line.startswith("> ")]
    assert quoted[:9] == [
        "\\# h", "\\- item", "12\\. item", "code", "\\---", "\\`\\`\\`", "\\> q", "\\+ a", "\\===",
    ]  # fmt: skip


def test_a_document_cannot_steer_a_terminal_that_shows_its_export():
    text = rendered(make_hit(title="a\x9b31mb\u202ec", text="c\x1b[2Jd\x90e"))
    assert not {"\x9b", "\x1b", "\x90", "\u202e"} & set(text)
    assert "> c\ufffd\\[2Jd\ufffde" in text


def test_code_is_fenced_with_a_fence_it_cannot_close():
    code = "x = 1\n````\n# <b>"
    text = rendered(make_hit(text=code, snippet=Snippet("x = 1", (), True), file_type="py"))
    assert "> `````python\n> x = 1\n> ````\n> # <b>\n> `````\n" in text
