"""Exported files can be read by the independent programs that users open them with."""

import io
import json
import re

import bibtexparser
import pytest
import rispy
from docx import Document
from lxml import html as lxml_html
from markdown_it import MarkdownIt

from tests.support.exports import EXPORTED_AT, export_bytes, export_text
from tests.support.responses import make_hit
from twofold.engine.export.formats import bibtex, ris
from twofold.engine.extract.latex_text import from_latex
from twofold.engine.model.citation import Citation, Locator
from twofold.engine.model.document import LocatorKind
from twofold.engine.model.export_format import ExportFormat
from twofold.engine.model.hit import Snippet
from twofold.engine.model.reference import Name, Reference

HOSTILE = (
    '<script>alert("1")</script> & <img src=http://evil/p.png> ![x](http://evil) [a](b)',
    "second } line { \\end{document} \\input{/etc/passwd} $x_1$ 100% #1 ~ ^",
    "ER  - ",
    "TY  - BOOK",
    "@article{x, title = {y}}",
    "turned \u202e and \u2066 open, \x07 bell, half \ud800",
    "\x1b[2J and \x9b31m steer a terminal",
    "# h", "- item", "12. item", "---", "```", "> q", "+ a", "===",
    "",
    "=HYPERLINK(1)",
)  # fmt: skip
CODE = "x = 1\n````\n# <b>"
TEXT = "\n".join(HOSTILE)
TITLE = 'A "title" & {more}, 50% of_it <b>bold</b>\u202e\nsecond line \\'
PATH = 'a b/#1 100% "x" (c) [d] 日本\u202e.md'


def hits():
    return (
        make_hit(
            1,
            title=TITLE,
            text=TEXT,
            doc_path=PATH,
            author='Okafor, Ada; Ludwig van Beethoven; O"Hara <x@y> and Sons',
            issued="1998-04-03",
            doi="10.1000/182",
            container="Journal of {Systems}",
            tags=("a,b", "<i>"),
        ),
        make_hit(2, title=TITLE, text=CODE, snippet=Snippet("x", (), True), file_type="py"),
        make_hit(
            3,
            doc_id="9" * 16,
            title="水の本",
            author="山田太郎",
            text="本文。",
            isbn="9783161484100",
            lang='en" onclick="run()',
        ),
    )


def shown(text):
    """Return the visible text of a document, with normalised white space."""
    unseen = "[\u202a-\u202e\u2066-\u2069\x07\x1b\x9b\ud800]"
    return " ".join(re.sub(unseen, "\ufffd", text).split())


def test_bibtex_is_read_by_bibtexparser():
    library = bibtexparser.parse_string(export_text(ExportFormat.BIBTEX, *hits()))
    assert library.failed_blocks == []
    assert [entry.entry_type for entry in library.entries] == ["article", "misc", "book"]
    entry = library.entries[0].fields_dict
    assert from_latex(entry["title"].value) == shown(TITLE)
    assert entry["author"].value.startswith("Okafor, Ada and van Beethoven, Ludwig and {")
    assert entry["doi"].value == "10.1000/182"
    assert shown(TEXT) in from_latex(entry["annote"].value)
    assert len({entry.key for entry in library.entries}) == 3


def test_author_with_and_in_the_name_is_one_author():
    chapter = Reference(
        "1", "chapter", "On Rust", (Name("Barnes and Noble", "Jo"),), key="k",
        container="The Book", page="12\u201334", url="https://example.org/{a}",
    )  # fmt: skip
    (entry,) = bibtexparser.parse_string(bibtex._entry(chapter, [])).entries
    assert entry.entry_type == "incollection"
    assert entry.fields_dict["booktitle"].value == "The Book"
    assert entry.fields_dict["author"].value == "Barnes {and} Noble, Jo"
    assert entry.fields_dict["pages"].value == "12--34"
    assert entry.fields_dict["url"].value == "https://example.org/%7Ba%7D"
    fields = dict(ris._fields(chapter, [], ""))
    assert [fields[tag] for tag in ("TY", "SP", "EP")] == ["CHAP", "12", "34"]


def test_ris_is_read_by_rispy():
    text = export_text(ExportFormat.RIS, *hits())
    records = rispy.loads(text)
    assert [record["type_of_reference"] for record in records] == ["JOUR", "GEN", "BOOK"]
    assert records[0]["title"] == shown(TITLE)
    assert records[0]["authors"][:2] == ["Okafor, Ada", "van Beethoven, Ludwig"]
    assert shown(TEXT) in records[0]["notes"][0]
    assert records[0]["doi"] == "10.1000/182"
    assert all(line.endswith("\r\n") for line in text.splitlines(keepends=True)[:-1])


def test_month_is_kept_if_the_day_is_unknown():
    assert "month = jul," in export_text(ExportFormat.BIBTEX, make_hit(issued="2021-07"))
    text = export_text(ExportFormat.RIS, make_hit(issued="2021-07"))
    assert "DA  - 2021/07//" in text
    assert rispy.loads(text)[0]["year"] == "2021"


def test_reference_without_address_names_the_folder():
    hit = make_hit(folder="Alps", doc_path="sub/peaks.xlsx")
    assert "\r\nAV  - Alps/sub/peaks.xlsx\r\n" in export_text(ExportFormat.RIS, hit)
    (item,) = json.loads(export_text(ExportFormat.CSL_JSON, hit))
    assert item["custom"]["twofold"]["passages"][0]["folder"] == "Alps"
    known = make_hit(folder="Alps", doi="10.1000/182")
    assert "AV  -" not in export_text(ExportFormat.RIS, known)


def test_csl_json_contains_each_document_once_with_its_passages():
    items = json.loads(export_text(ExportFormat.CSL_JSON, *hits()))
    assert [item["type"] for item in items] == ["article-journal", "document", "book"]
    assert items[0]["author"][1] == {"family": "van Beethoven", "given": "Ludwig"}
    assert items[0]["issued"] == {"date-parts": [[1998, 4, 3]]}
    assert items[2]["author"] == [{"literal": "山田太郎"}]
    assert [p["text"] for p in items[2]["custom"]["twofold"]["passages"]] == ["本文。"]


def test_word_document_is_read_by_python_docx():
    document = Document(io.BytesIO(export_bytes(ExportFormat.DOCX, *hits())))
    paragraphs = [(p.style.name, shown(p.text)) for p in document.paragraphs]
    quoted = shown(" ".join(text for style, text in paragraphs if style == "Quote"))
    assert shown(TEXT) in quoted
    assert ("Code", shown(CODE)) in paragraphs
    assert ("Heading 2", "How these passages were found") in paragraphs
    assert document.core_properties.title == "Passages found for “memory of a pod”"


def test_web_page_shows_the_text_without_scripts_or_external_resources():
    page = export_text(ExportFormat.HTML, *hits())
    tree = lxml_html.document_fromstring(page)
    quotes = [shown(quote.text_content()) for quote in tree.iter("blockquote")]
    assert quotes == [shown(TEXT), "本文。"]
    assert {element.tag for element in tree.iter()} <= {
        "html", "head", "meta", "title", "style", "body", "h1", "h2", "figure", "blockquote", "pre",
        "figcaption", "bdi", "a", "ol", "ul", "li", "code", "p", "br",
    }  # fmt: skip
    for element in tree.iter():
        assert not {name for name in element.attrib if name.startswith("on") or name == "src"}
    links = [a.get("href") for a in tree.iter("a")]
    assert all(link.startswith("#") or re.fullmatch(r"[\w/%.~#-]+", link) for link in links)
    policy = tree.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")[0]
    assert policy.startswith("default-src 'none'")


def test_a_hit_is_quoted_and_its_reference_numbered():
    text = export_text(ExportFormat.MARKDOWN, make_hit())
    assert "> Limit the memory of a pod.\n>\n> — Resource limits [1](guides/" in text
    assert "1. Resource limits, “Memory”, lines 12–14. [Notes/guides/limits \\& quotas.md]" in text
    assert "(indexed 2026-11-21)" in text
    changed = "the file has changed since"
    assert changed not in text
    assert changed in export_text(ExportFormat.MARKDOWN, make_hit(stale=True))


def test_markdown_shows_the_text_in_a_commonmark_parser():
    text = export_text(ExportFormat.MARKDOWN, *hits(), style="apa")
    tree = lxml_html.document_fromstring(MarkdownIt("commonmark").render(text))
    quote, code, _ = tree.iter("blockquote")
    assert shown(TEXT) in shown(quote.text_content())
    assert not list(quote.iter("h1", "ul", "ol", "hr", "pre", "blockquote"))[1:]
    assert code.find("pre/code").text == f"{CODE}\n"
    assert not list(tree.iter("script", "img"))
    assert {a.get("href") for a in tree.iter("a")} == {hit.citation.uri for hit in hits()}
    assert not {"\x9b", "\x1b", "\u202e"} & set(text)
    assert any(e.text_content() == "Journal of {Systems}" for e in tree.iter("em"))


@pytest.mark.parametrize("form", list(ExportFormat))
def test_every_format_contains_the_query_and_the_date(form):
    data = export_bytes(form, make_hit())
    if form is ExportFormat.DOCX:
        exported = "\n".join(p.text for p in Document(io.BytesIO(data)).paragraphs)
    else:
        exported = data.decode().replace("&#x27;", "'")
    assert "2026-11-21T09:30:00+00:00" in exported
    assert "memory of a pod" in exported


def paragraphs_in(quote):
    """Return the lines of each paragraph of a quotation."""
    for line_end in quote.iter("br"):
        line_end.tail = f"|{line_end.tail or ''}"
    found = [" ".join(p.text_content().split()).split("|") for p in quote.iter("p")]
    return [[line.strip() for line in lines] for lines in found if "—" not in lines[0]]


@pytest.mark.parametrize("is_page", [False, True])
def test_paragraphs_and_lines_are_seen_without_style_sheets(is_page):
    text = "  * one\n  * two\n\nA paragraph.\n\nAda\nLondon"
    place = Locator(LocatorKind.PAGE, 3, 3) if is_page else Locator(LocatorKind.LINE, 1, 7)
    hit = make_hit(text=text, citation=Citation("a.txt", place, EXPORTED_AT))
    (page,) = lxml_html.document_fromstring(export_text(ExportFormat.HTML, hit)).iter("blockquote")
    rendered = MarkdownIt("commonmark").render(export_text(ExportFormat.MARKDOWN, hit))
    (markdown,) = lxml_html.document_fromstring(rendered).iter("blockquote")
    wanted = [["* one", "* two"], ["A paragraph."], ["Ada", "London"]]
    assert paragraphs_in(page) == paragraphs_in(markdown) == wanted
