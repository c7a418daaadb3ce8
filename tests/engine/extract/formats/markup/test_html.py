import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.extract.formats.blocks import lines
from twofold.engine.extract.formats.markup.html import extract
from twofold.engine.model.document import BlockKind

PAGE = """<!DOCTYPE html>
<html lang="de-DE">
<head>
  <title>Speicher &amp;
    Grenzen</title>
  <meta name="keywords" content="memory, limits">
  <meta name="author" content="Ada">
  <meta property="article:published_time" content="2026-11-20T00:00:00Z">
  <meta name="citation_doi" content="10.1000/182">
  <meta name="citation_journal_title" content="Systems">
  <meta name="DC.publisher" content="Hart">
  <meta property="og:url" content="https://example.org/t">
  <style>p { color: red }</style>
  <script>var hidden = "<p>no</p>";</script>
</head>
<body>
<h1>Pods</h1>
<p>Ein   <b>Pod</b>
darf nicht&nbsp;mehr
Speicher&shy;platz nutzen.</p>
<h2>Werte</h2>
<table><tr><td>a</td><td>b</td></tr>
<tr><td>c</td></tr></table>
<pre>
  limits:
    memory: 1Gi
</pre>
<!-- unseen -->
</body></html>
"""


def blocks(source: str):
    found = extract(source.encode())
    return [(b.kind, found.text[b.start : b.end], b.heading_path) for b in found.blocks]


def test_blocks_contain_the_displayed_text_under_their_headings():
    assert blocks(PAGE) == [
        (BlockKind.HEADING, "Pods", ("Pods",)),
        (BlockKind.PARAGRAPH, "Ein Pod darf nicht mehr Speicherplatz nutzen.", ("Pods",)),
        (BlockKind.HEADING, "Werte", ("Pods", "Werte")),
        (BlockKind.TABLE, "a\tb", ("Pods", "Werte")),
        (BlockKind.TABLE, "c", ("Pods", "Werte")),
        (BlockKind.CODE, "  limits:\n    memory: 1Gi", ("Pods", "Werte")),
    ]


def test_metadata_is_read_from_the_head():
    metadata = extract(PAGE.encode()).metadata
    assert (metadata.title, metadata.lang) == ("Speicher & Grenzen", "de")
    assert metadata.tags == ("memory", "limits")
    assert (metadata.author, metadata.created) == ("Ada", "2026-11-20")
    assert (metadata.doi, metadata.container) == ("10.1000/182", "Systems")
    assert (metadata.publisher, metadata.url) == ("Hart", "https://example.org/t")
    paper = b"""<head><title>Site | On Deletion</title>
    <meta name="citation_title" content="On Deletion">
    <meta name="citation_author" content="Okafor, Ada">
    <meta name="citation_author" content="Vogt, M.">
    <meta name="citation_publication_date" content="1998/04/03"></head>text"""
    found = extract(paper).metadata
    assert (found.title, found.author) == ("On Deletion", "Okafor, Ada; Vogt, M.")
    assert found.created == "1998-04-03"


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r"])
def test_every_word_keeps_its_source_line(line_break):
    source = PAGE.replace("\n", line_break)
    found = extract(source.encode())
    lines = source.split(line_break)
    for word in ("Pods", "Ein", "darf", "Werte", "limits:", "memory:"):
        offset = found.text.index(word)
        place = max(i for i, start in enumerate(found.place_starts) if start <= offset)
        assert word in lines[found.place_numbers[place] - 1]


@pytest.mark.parametrize(
    ("source", "paragraphs"),
    [
        ("<p>caf&eacute; &#233; &#x4e2d; a&lt;b</p>", ["café é 中 a<b"]),
        ("<p>un<b>break</b>able <i>x</i>, y<br>z</p>", ["unbreakable x, y\nz"]),
        (
            "<p>AT&T, ?a=1&more=2; &#; &copy 2026; 1 < 2</p><p>b",
            ["AT&T, ?a=1&more=2; &#; © 2026; 1 < 2", "b"],
        ),
        ('<p><a href="x>link</a> kept</p><p>next', ["link kept", "next"]),
        ("<head><title/><script src='x'/><style /></head><p>kept</p>", ["kept"]),
        ("<script>cool</script\nlanguage>\n<p>This is a test.", ["This is a test."]),
    ],
    ids=["characters", "words", "loose signs", "open quotes", "xhtml", "script"],
)
def test_words_are_those_displayed(source, paragraphs):
    assert [text for _, text, _ in blocks(source)] == paragraphs


def test_numbers_of_thousands_of_digits_are_not_characters():
    assert "kept" in extract(f"<p>kept &#{'1' * 5000};</p>".encode()).text


@pytest.mark.parametrize("end", ["<!-- a", "<script>a", "<![CDATA[a"])
def test_unclosed_markup_that_hides_the_rest_is_reported(end):
    found = extract(f"<p>kept</p>{end} <p>hidden</p>".encode())
    assert found.text == "kept\n\n"
    assert found.warnings == ("The markup is damaged; the rest of the file was not read.",)


@pytest.mark.parametrize(
    "piece",
    [
        "<a ", "<a b='", '<a b="', "<a b='>' ", "<!--", "<!---->", "<!-- -- ", "<", "</", "</a",
        "<?", "<!DOCTYPE", "<![CDATA[", "&#", "&#1", "<script>", "<script>a</script", "<title>a<b>",
    ],
)  # fmt: skip
@pytest.mark.parametrize("after", ["", ">"])
def test_unclosed_markup_takes_no_longer_than_other_text(piece, after):
    source = ("<p>kept</p>" + piece * (300_000 // len(piece)) + after).encode()
    begun = time.process_time()
    assert "kept" in extract(source).text
    assert time.process_time() - begun < 10  # minutes, if the time were quadratic


@given(st.lists(st.sampled_from(
    ["<p>", "</p>", "<b>", "</b>", "<pre>", "</pre>", "word", " ", "\n", "\r", "&amp;", "&#65;",
     "<h1>", "</h1>", "<td>", "<tr>", "<br>", "<script>", "</script>", "<title>", "</title>"]
), max_size=40))  # fmt: skip
def test_places_and_blocks_always_ascend(pieces):
    found = extract("".join(pieces).encode() or b" ")
    assert list(found.place_starts) == sorted(set(found.place_starts))
    assert list(found.place_numbers) == sorted(set(found.place_numbers))
    end = 0
    for block in found.blocks:
        assert end <= block.start < block.end <= len(found.text)
        assert found.text[block.start : block.end].strip()
        end = block.end


def test_data_row_is_one_line_whatever_its_cells_contain():
    page = (
        b"<table><tr><th>Region<th>Note<th>2022<tr><td><p>North</p><p>sea</p></td><td></td><td>7"
        b"<tr><td rowspan=2>West<td>coast<br>line<td><ul><li>8</li><li>9</li></ul>"
        b"<tr><td>hills</td><td>1</td></table>after"
    )
    assert lines(extract(page)) == [
        ("table", "Region\tNote\t2022"), ("table", "North sea\t\t7"),
        ("table", "West\tcoast line\t8 9"), ("table", "hills\t1"), ("paragraph", "after"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "page",
    [
        "<table role=presentation><tr><td>one</td><td>two</td></tr></table>",
        "<table><tr><td>one</td></tr><tr><td>two</td></tr></table>",
        "<table><tr><td>one</td><td><table><tr><td>two</td></tr></table></td></tr></table>",
    ],
)
def test_layout_table_is_not_a_table(page):
    found = extract(page.encode())
    assert {block.kind for block in found.blocks} == {BlockKind.PARAGRAPH}
    assert found.text.split() == ["one", "two"]


def test_unclosed_table_keeps_the_paragraphs_of_the_page():
    page = f"<table><tr><td>a<td>b<tr><td>c<td>d<p>{'many words ' * 300}<p>last words"
    assert lines(extract(page.encode()))[-1] == ("paragraph", "last words")
