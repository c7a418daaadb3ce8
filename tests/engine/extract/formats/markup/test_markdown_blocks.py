import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.extract.formats.markup.markdown import BlockScanner
from engine.model.document import BlockKind


def scan(text: str):
    return [
        (block.kind.value, text[block.start : block.end], block.heading_path)
        for block in BlockScanner(text, 0).blocks()
    ]


def test_headings_give_the_path_of_what_follows():
    found = scan("# A\n\nintro\n\n## B\ntext\n\n# C\nend\n")
    assert found == [
        ("heading", "# A", ("A",)),
        ("paragraph", "intro", ("A",)),
        ("heading", "## B", ("A", "B")),
        ("paragraph", "text", ("A", "B")),
        ("heading", "# C", ("C",)),
        ("paragraph", "end", ("C",)),
    ]


def test_setext_headings_are_headings():
    assert scan("Title\n=====\n\nSub\n---\ntext") == [
        ("heading", "Title\n=====", ("Title",)),
        ("heading", "Sub\n---", ("Title", "Sub")),
        ("paragraph", "text", ("Title", "Sub")),
    ]


def test_a_hash_inside_a_fence_is_no_heading():
    assert scan("```sh\n# comment\n\nls\n```\nafter") == [
        ("code", "```sh\n# comment\n\nls\n```", ()),
        ("paragraph", "after", ()),
    ]


def test_a_fence_closes_only_with_its_own_mark():
    text = "````\n```\n~~~\n````\nafter"
    assert [kind for kind, _, _ in scan(text)] == ["code", "paragraph"]


def test_an_unclosed_fence_reaches_to_the_end():
    assert scan("~~~\n# a\n\nb") == [("code", "~~~\n# a\n\nb", ())]


def test_a_list_keeps_its_code_and_its_continuations():
    text = "1. one\n\n   ```\n   # no heading\n   ```\n\n   more\n2. two\n\nparagraph"
    found = scan(text)
    assert [kind for kind, _, _ in found] == ["list", "paragraph"]
    assert found[0][1].endswith("2. two")


def test_a_table_is_one_block():
    found = scan("text\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nafter")
    assert [kind for kind, _, _ in found] == ["paragraph", "table", "paragraph"]


def test_indented_code_is_code():
    assert scan("text\n\n    # code\n    more\n\nafter")[1][:2] == ("code", "    # code\n    more")


def test_comments_are_no_text():
    text = "<!-- overview -->\n\n<!--\n# English original\n-->\n# Titel\n\nText"
    assert scan(text) == [("heading", "# Titel", ("Titel",)), ("paragraph", "Text", ("Titel",))]


def test_an_unclosed_comment_hides_nothing():
    assert "still here" in scan("<!-- oops\n\nstill here")[-1][1]


def test_rules_and_blank_lines_are_no_blocks():
    assert scan("\n\n***\n\n- - -\n \t\n") == []


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r"])
def test_every_kind_of_line_break_gives_the_same_blocks(line_break):
    text = line_break.join(["# A", "", "one", "two", "", "- x", "- y"])
    assert [kind for kind, _, _ in scan(text)] == ["heading", "paragraph", "list"]


def test_a_line_with_a_long_indentation_is_not_lost():
    assert "word" in scan(" " * 5000 + "word")[0][1]


LINES = st.sampled_from(
    ["# h", "## h2", "text", "- item", "  more", "    code", "```", "~~~", "| a |", "|---|", "===",
     "---", "", " ", "<!-- c -->", "<!--", "-->", "> quote", "1. x", "\tt", "a\x0cb", "***"]
)  # fmt: skip


@given(st.lists(LINES, max_size=40), st.sampled_from(["\n", "\r\n", "\r"]))
def test_blocks_ascend_on_whole_lines_and_only_blanks_rules_and_comments_are_left(lines, end):
    text = end.join(lines)
    at = 0
    left = ""
    for block in BlockScanner(text, 0).blocks():
        assert at <= block.start < block.end
        assert block.start == 0 or text[block.start - 1] in "\r\n"
        assert block.end == len(text) or text[block.end] in "\r\n"
        assert text[block.start : block.end].strip()
        left += text[at : block.start]
        at = block.end
        assert block.kind is not BlockKind.HEADING or block.heading_path
    left += text[at:]
    if "<!--" not in text:
        assert not set(left) - set(" \t\r\n-*=")
