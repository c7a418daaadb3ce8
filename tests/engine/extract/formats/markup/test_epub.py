from tests.engine.extract.refusals import reason_of
from tests.support.archives import epub_of
from twofold.engine.extract.formats.markup.epub import extract
from twofold.engine.model.document import BlockKind, LocatorKind

CHAPTERS = {
    "cover.xhtml": "<img src='c.png'/>",
    "one.xhtml": "<h1 id='x'>The House</h1><p>It stood alone.</p><h2>Rooms</h2><p>Seven.</p>",
    "two.xhtml": "<p>Without a heading.</p>",
    "three.xhtml": "<h2>The End</h2><p>All left.</p>",
}


def test_chapters_have_the_order_and_titles_of_the_book():
    book = extract(epub_of(CHAPTERS, titles={"two.xhtml": "2 The Garden", "one.xhtml": "1 House"}))
    assert (book.place_kind, book.place_numbers) == (LocatorKind.CHAPTER, (2, 3, 4))
    assert book.place_labels == ("1 House", "2 The Garden", "The End")
    assert book.text == (
        "The House\n\nIt stood alone.\n\nRooms\n\nSeven.\n\nWithout a heading.\n\n"
        "The End\n\nAll left."
    )
    starts = (*book.place_starts, len(book.text))
    assert book.text[starts[1] : starts[2]].strip() == "Without a heading."
    headings = [b.heading_path for b in book.blocks if b.kind is BlockKind.HEADING]
    assert headings == [("The House",), ("The House", "Rooms"), ("The End",)]


def said_by(metadata):
    return extract(epub_of(CHAPTERS, metadata=metadata)).metadata


def test_metadata_of_a_book_is_read():
    metadata = (
        "<dc:title>A House</dc:title><dc:creator>Ada B</dc:creator><dc:creator>Bo C</dc:creator>"
        "<dc:language>de-AT</dc:language><dc:date>1949-06-08T00:00:00Z</dc:date>"
        "<dc:publisher>Press</dc:publisher><dc:subject>Houses</dc:subject>"
        "<dc:identifier>urn:uuid:1</dc:identifier>"
        "<dc:identifier>urn:isbn:978-3-16-148410-0</dc:identifier>"
    )
    found = said_by(metadata)
    assert (found.title, found.author, found.lang) == ("A House", "Ada B; Bo C", "de")
    assert (found.created, found.publisher, found.isbn) == ("1949-06-08", "Press", "9783161484100")
    assert found.tags == ("Houses",)


OPF = ' xmlns:opf="http://www.idpf.org/2007/opf" '


def test_authors_of_a_book_are_its_writers():
    older = (
        f'<dc:creator{OPF}opf:role="ill">Ill</dc:creator>'
        f'<dc:creator{OPF}opf:role="aut">Ada</dc:creator>'
    )
    newer = (
        '<dc:creator id="a">Ada</dc:creator><dc:creator id="e">Ed</dc:creator>'
        '<meta refines="#e" property="role">edt</meta>'
    )
    only = f'<dc:creator{OPF}opf:role="edt">Ed</dc:creator>'
    assert [said_by(each).author for each in (older, newer, only)] == ["Ada", "Ada", "Ed"]


def test_main_date_and_title_are_used():
    found = said_by(
        f'<dc:date{OPF}opf:event="modification">2023-01-01</dc:date>'
        f'<dc:date{OPF}opf:event="publication">1949</dc:date>'
        '<dc:title id="s">A subtitle</dc:title><dc:title id="m">The House</dc:title>'
        '<meta refines="#s" property="title-type">subtitle</meta>'
        '<meta refines="#m" property="title-type">main</meta>'
    )
    assert (found.title, found.issued, found.created) == ("The House", "1949", "")


def test_contents_of_older_books_are_read():
    ncx = (
        '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap><navPoint><navLabel><text>Old'
        ' title</text></navLabel><content src="one.xhtml#a"/></navPoint></navMap></ncx>'
    )
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf"><manifest><item id="n" href="toc.ncx"'
        ' media-type="application/x-dtbncx+xml"/><item id="a" href="one.xhtml"/></manifest>'
        '<spine toc="n"><itemref idref="a"/><itemref idref="missing"/></spine></package>'
    )
    more = {"OPS/toc.ncx": ncx, "OPS/book.opf": package}
    assert extract(epub_of(CHAPTERS, more=more)).place_labels == ("Old title",)


def encryption(method):
    return (
        '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><EncryptedData>'
        f'<EncryptionMethod Algorithm="{method}"/></EncryptedData></encryption>'
    )


def test_locked_book_is_refused_and_one_with_obfuscated_fonts_is_read():
    locked = encryption("http://www.w3.org/2001/04/xmlenc#aes128-cbc")
    assert (
        reason_of(extract, epub_of(CHAPTERS, more={"META-INF/encryption.xml": locked}))
        == "password"
    )
    fonts = encryption("http://www.idpf.org/2008/embedding")
    assert extract(epub_of(CHAPTERS, more={"META-INF/encryption.xml": fonts})).text


ENTITIES = "".join(
    f'<!ENTITY {x} "{f"&{y};" * 10}">' for x, y in zip("bcdefghij", "abcdefghi", strict=True)
)
LAUGHS = f'<?xml version="1.0"?><!DOCTYPE html [<!ENTITY a "ha">{ENTITIES}]>'


def test_entities_are_not_expanded_and_nothing_is_loaded(tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("the secret", encoding="utf-8")
    outside = f'<!DOCTYPE x [<!ENTITY x SYSTEM "{secret.as_uri()}">]>'
    more = {
        "OPS/one.xhtml": f"{LAUGHS}<html><body><p>before &j; after</p></body></html>",
        "OPS/two.xhtml": f"{outside}<html><body><p>&x; end</p></body></html>",
    }
    book = extract(epub_of({"one.xhtml": "", "two.xhtml": ""}, more=more))
    assert "before" in book.text
    assert "after" in book.text
    assert len(book.text) < 200
    assert "the secret" not in book.text
    package = f"{LAUGHS}<package><metadata><title>&j;</title></metadata></package>"
    assert reason_of(extract, epub_of(CHAPTERS, more={"OPS/book.opf": package})) == "damaged"


def test_chapter_that_is_missing_or_outside_hides_no_other():
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf"><manifest>'
        '<item id="a" href="gone.xhtml"/><item id="b" href="../../../etc/passwd"/>'
        '<item id="c" href="http://example.org/x"/><item id="d" href="two.xhtml"/></manifest>'
        '<spine><itemref idref="a"/><itemref idref="b"/><itemref idref="c"/><itemref idref="d"/>'
        "</spine></package>"
    )
    book = extract(epub_of(CHAPTERS, more={"OPS/book.opf": package}))
    assert book.text == "Without a heading."
    assert (book.place_numbers, len(book.warnings)) == ((2,), 1)


def test_chapter_that_unpacks_to_too_much_is_left_out():
    bomb = "<p>" + " " * 60_000_000 + "x</p>"
    book = extract(epub_of({"bomb.xhtml": bomb, "two.xhtml": "<p>fine</p>"}))
    assert book.text == "fine"
    assert "Chapter 1 was not read" in book.warnings[0]
