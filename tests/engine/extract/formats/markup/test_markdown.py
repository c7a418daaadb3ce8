import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.extract.formats.markup.markdown import BlockScanner, extract, inline_tags, plain_title
from engine.model.document import BlockKind, PlaceKind


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


@pytest.mark.parametrize(
    ("source", "tags"),
    [
        ("#one and (#two), #three.", ["one", "two", "three"]),
        ("#project/sub-task #日本語 #über", ["project/sub-task", "日本語", "über"]),
        ("see #123 and #L12 and #L12-L34", []),
        ("#fff #a1b2c3 #FFAA00 #deadbeef", []),
        ("`#code` and ``#more `x` #code``", []),
        ("[link](#fragment) [l](page.md#part) https://x.org/#part", []),
        ("a#b C# ## #", []),
        ("# heading-like", []),
        ("{#anchor} <a href='#x'>", []),
    ],
)
def test_tags_are_words_after_a_hash(source, tags):
    assert list(inline_tags(source)) == tags


@pytest.mark.parametrize(
    ("source", "title"),
    [
        ("Plain", "Plain"),
        ("Using `kubectl`  to **scale** {#scale}", "Using kubectl to scale"),
        ("See [the *docs*](http://x.org/a_(b)) now", "See the docs now"),
        ('{{< glossary_tooltip text="Pods" term_id="pod" >}} explained', "Pods explained"),
        ("snake_case_name and _emphasis_", "snake_case_name and emphasis"),
        ("Escaped \\# and <br>html", "Escaped # and html"),
        ("[[Note|alias]] and [[Other]]", "alias and Other"),
    ],
)
def test_titles_lose_their_marks(source, title):
    assert plain_title(source) == title


def test_the_text_is_the_file_itself_with_its_lines():
    source = "---\r\ntitle: Pods\r\n---\r\n# Memory\r\n\r\nLimit it #ops.\r\n"
    found = extract(source.encode())
    assert found.text == source
    assert found.is_verbatim
    assert found.place_kind is PlaceKind.LINE
    assert found.place_numbers == (1, 2, 3, 4, 5, 6)
    assert source[found.place_starts[3] :].startswith("# Memory")
    assert found.metadata.title == "Pods"
    assert found.metadata.tags == ("ops",)


def test_front_matter_is_not_searched_while_there_is_a_body():
    found = extract(b"---\ntitle: Pods\n---\nbody")
    assert [found.text[b.start : b.end] for b in found.blocks] == ["body"]


def test_a_document_of_front_matter_only_is_found_by_it():
    found = extract(b"---\ntitle: Pods\n---\n")
    assert [found.text[b.start : b.end] for b in found.blocks] == ["title: Pods"]


def test_tags_in_headings_and_code_do_not_count():
    found = extract(b"# #heading\n\n```\n#include\n```\n\ntext #real\n")
    assert found.metadata.tags == ("real",)


def test_declared_and_inline_tags_are_joined_without_doubles():
    assert extract(b"---\ntags: [Ops]\n---\n#ops #new").metadata.tags == ("Ops", "new")
