from contextlib import closing

import pytest

from tests.support.readable_folders import readable_folders
from twofold.engine.extract.formats.markup.xml import extract
from twofold.engine.extract.limits import ReaderLimits
from twofold.engine.extract.process.reader import DocumentReader
from twofold.engine.model.document import BlockKind

BOOK = """<?xml version="1.0"?>
<!DOCTYPE book [<!ENTITY secret SYSTEM "file:///etc/passwd"><!ENTITY lol "lol">]>
<book xml:lang="de">
  <title>The Book</title>
  <author>Ann Lee</author>
  <!-- no text -->
  <chapter><title>First</title>
    <para>Text with <emphasis>words</emphasis> &amp; more.</para>
    <para>&secret; &lol; stay &#228;</para>
  </chapter>
  <chapter><title>Second</title><para>End.</para></chapter>
  <note>After the chapters.</note>
</book>
"""


def blocks(source):
    found = extract(source.encode())
    return [(found.text[b.start : b.end], b.heading_path) for b in found.blocks]


def test_elements_are_paragraphs_under_the_titles_around_them():
    assert blocks(BOOK) == [
        ("The Book", ("The Book",)),
        ("Ann Lee", ("The Book",)),
        ("First", ("The Book", "First")),
        ("Text with words & more.", ("The Book", "First")),
        ("&secret; &lol; stay ä", ("The Book", "First")),
        ("Second", ("The Book", "Second")),
        ("End.", ("The Book", "Second")),
        ("After the chapters.", ("The Book",)),
    ]
    metadata = extract(BOOK.encode()).metadata
    assert (metadata.title, metadata.author, metadata.lang) == ("The Book", "Ann Lee", "de")


def test_entities_of_the_document_are_not_expanded():
    lines = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 30))
    source = f'<!DOCTYPE a [<!ENTITY l0 "ha">{lines}]><a><p>&l29;</p></a>'
    assert "haha" not in extract(source.encode()).text


def test_html_inside_cdata_loses_its_tags():
    source = (
        "<item><title>News</title><description><![CDATA[<p>A &eacute; b</p>]]></description></item>"
    )
    assert blocks(source)[1][0] == "A é b"


def test_broken_markup_is_read_as_far_as_possible():
    source = "<a><b>one</c> two < three <d>four"
    words = "".join(text for text, _ in blocks(source)).split()
    assert words == ["one", "two", "<", "three", "four"]


def test_data_without_text_is_unchanged_and_a_picture_has_only_its_words():
    found = extract(b'<project><item name="one" path="a/b/c"/><item name="two"/></project>')
    assert found.is_verbatim
    assert found.blocks[0].kind is BlockKind.CODE
    picture = f'<svg><path d="{"M 1 2 L 3 4 " * 500}"/><text>Legend</text></svg>'
    assert blocks(picture) == [("Legend", ())]


@pytest.mark.parametrize("hostile", ["<{}", "<a b={}>"])
def test_unclosed_name_takes_linear_time(tmp_path, hostile):
    path = tmp_path / "hostile.xml"
    path.write_text(f"<p>{'word ' * 100_000}</p>{hostile.format('x' * 200_000)}")
    with closing(DocumentReader(ReaderLimits(seconds=30.0), folders=readable_folders)) as reader:
        assert reader.read(path).text.startswith("word")
