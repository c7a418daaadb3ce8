import pytest

from twofold.engine.extract.formats.markup.markdown import (
    BlockScanner,
    extract,
    inline_tags,
    plain_title,
)
from twofold.engine.model.document import LocatorKind


def scan(text: str):
    return [
        (block.kind.value, text[block.start : block.end], block.heading_path)
        for block in BlockScanner(text, 0).blocks()
    ]


def test_headings_are_the_path_of_the_text_below():
    assert scan("Title\n=====\n\nintro\n\nSub\n---\ntext\n\n## B\n\n# C\nend\n") == [
        ("heading", "Title\n=====", ("Title",)),
        ("paragraph", "intro", ("Title",)),
        ("heading", "Sub\n---", ("Title", "Sub")),
        ("paragraph", "text", ("Title", "Sub")),
        ("heading", "## B", ("Title", "B")),
        ("heading", "# C", ("C",)),
        ("paragraph", "end", ("C",)),
    ]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("```sh\n# comment\n\nls\n```\nafter", ["code", "paragraph"]),
        ("````\n```\n~~~\n````\nafter", ["code", "paragraph"]),
        ("~~~\n# a\n\nb", ["code"]),
        ("1. one\n\n   ```\n   # no\n   ```\n\n   more\n2. two\n\nend", ["list", "paragraph"]),
        ("a\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nb", ["paragraph", "table", "paragraph"]),
        ("a\n\n    # code\n    more\n\nb", ["paragraph", "code", "paragraph"]),
        ("# A\r\rone\rtwo\r\r- x\r- y", ["heading", "paragraph", "list"]),
        ("\n\n***\n\n- - -\n \t\n", []),
    ],
)
def test_kinds_of_blocks_are_distinguished(text, kinds):
    assert [kind for kind, _, _ in scan(text)] == kinds


def test_comments_are_not_text():
    text = "<!-- overview -->\n\n<!--\n# English original\n-->\n# Titel\n\nText"
    assert scan(text) == [("heading", "# Titel", ("Titel",)), ("paragraph", "Text", ("Titel",))]


def test_unclosed_comment_hides_nothing():
    assert "still here" in scan("<!-- oops\n\nstill here")[-1][1]


@pytest.mark.parametrize(
    ("source", "tags"),
    [
        ("#one and (#two), #three.", ["one", "two", "three"]),
        ("#project/sub-task #日本語", ["project/sub-task", "日本語"]),
        ("see #123 and #L12-L34 #fff #a1b2c3", []),
        ('see [a] and <a id="x #z">\n[a]: #in-a-hash-map\n [b c]: <#d> "#e"', []),
        ("`#code` and ``#more `x` #code``", []),
        ("[link](#fragment) [l](page.md#part) https://x.org/#part", []),
        ("a#b C# ## # {#anchor} <a href='#x'>", []),
    ],
)
def test_tags_are_words_after_a_hash(source, tags):
    assert list(inline_tags(source)) == tags


def test_titles_lose_their_marks():
    source = "Using `kubectl`  to **scale** a_b [[Note|it]] [x *y*](http://x.org/a_(b)) {#scale}"
    assert plain_title(source) == "Using kubectl to scale a_b it x y"


def test_text_is_the_file_itself_with_its_lines():
    source = "---\r\ntags: [Ops]\r\n---\r\n# Memory #no\r\n\r\nLimit it #ops #new.\r\n"
    found = extract(source.encode())
    assert found.text == source
    assert found.is_verbatim
    assert found.place_kind is LocatorKind.LINE
    assert found.place_numbers == (1, 2, 3, 4, 5, 6)
    assert source[found.place_starts[3] :].startswith("# Memory")
    assert found.text[found.blocks[0].start :].startswith("# Memory")
    assert found.metadata.tags == ("Ops", "new")


def test_document_with_front_matter_only_is_found_by_it():
    found = extract(b"---\ntitle: Pods\n---\n")
    assert [found.text[b.start : b.end] for b in found.blocks] == ["title: Pods"]
