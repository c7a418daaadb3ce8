"""A thousand hits in every format: each citation leads back to the text that was quoted."""

import csv
import io
import json
import random
import re

import bibtexparser
import rispy
from docx import Document
from lxml import html as lxml_html
from markdown_it import MarkdownIt

from engine.api import CitationState, ExportFormat, ExportHits, ExportRendered, SearchMode
from engine.export.bibliography.entries import from_latex
from tests.support.paragraph_files import paragraph

HITS = 1_000


def words(text):
    return " ".join(text.split())


def fill(library):
    dice = random.Random(1000)
    for number in range(110):
        parts = [paragraph(dice) for _ in range(11)]
        if number % 3 == 0:
            text = "\n\n".join(
                f"## Part {at} of {number}\n\n{part}" for at, part in enumerate(parts)
            )
            library.write(f"deep dir/#{number} 50%.md", f"---\ntitle: N {number}\n---\n\n{text}\n")
        elif number % 3 == 1:
            library.write(f"{number} «ü» 日本.txt", "\r\n\r\n".join(parts))
        else:
            body = "\n".join(f"<h2>{at}</h2><p>{part}</p>" for at, part in enumerate(parts))
            library.write(
                f"{number}.html", f"<html><title>{number}</title><body>{body}</body></html>"
            )
    library.index()


def quoted_in(form, data):
    """The pairs of citation and quotation in a file, as its readers see them."""
    return READERS[form](data if form is ExportFormat.DOCX else data.decode("utf-8"))


def from_markdown(text):
    tree = lxml_html.document_fromstring(MarkdownIt("commonmark").render(text))
    for quote in tree.iter("blockquote"):
        *said, source = quote.iterchildren()
        yield source.find("a").get("href"), " ".join(p.text_content() for p in said)


def from_html(text):
    tree = lxml_html.document_fromstring(text)
    links = {li.get("id")[1:]: li.find("a").get("href") for li in tree.iter("li") if li.get("id")}
    for figure in tree.iter("figure"):
        yield links[figure.get("id")[1:]], figure[0].text_content()


def from_docx(data):
    paragraphs = Document(io.BytesIO(data)).paragraphs
    quotes = [p.text for p in paragraphs if p.style.name in {"Quote", "Code"}]
    place = r"\(([^() ;]+); [^()]*\d{4}-\d\d-\d\d[^()]*\)\Z"
    found = [re.search(place, p.text) for p in paragraphs]
    yield from zip([match[1] for match in found if match], quotes, strict=True)


def from_bibtex(text):
    for entry in bibtexparser.parse_string(text).entries:
        for note in entry.fields_dict["annote"].value.split("\n\n"):
            match = re.fullmatch(r"“(.*)” \(.*; \\url\{(.*)\}\)", note)
            yield match[2], from_latex(match[1])


def from_ris(text):
    for record in rispy.loads(text):
        for note in record["notes"]:
            match = re.fullmatch(r"“(.*)” \(.*; ([^ ]*)\)", note)
            yield match[2], match[1]


READERS = {
    ExportFormat.MARKDOWN: from_markdown,
    ExportFormat.HTML: from_html,
    ExportFormat.DOCX: from_docx,
    ExportFormat.BIBTEX: from_bibtex,
    ExportFormat.RIS: from_ris,
    ExportFormat.CSV: lambda text: (
        (row["citation"], re.sub(r"(^|[;,\s\"])'(?=[-=+@])", r"\1", row["text"]))
        for row in csv.DictReader(io.StringIO(text, newline=""))
    ),
    ExportFormat.JSON: lambda text: (
        (p["uri"], p["text"]) for p in json.loads(text)["export"]["passages"]
    ),
    ExportFormat.JSONL: lambda text: (
        (p["uri"], p["text"]) for p in map(json.loads, text.splitlines()[1:])
    ),
    ExportFormat.CSL_JSON: lambda text: (
        (p["uri"], p["text"])
        for item in json.loads(text)
        for p in item["custom"]["twofold"]["passages"]
    ),
}


def test_every_exported_citation_leads_to_the_text_that_was_quoted(library):
    fill(library)
    response = library.engine.search("the every toward", mode=SearchMode.LEXICAL, k=HITS)
    assert len(response.hits) == HITS
    wanted = {(hit.citation.uri, words(hit.text)) for hit in response.hits}
    for form in ExportFormat:
        answer = library.engine.ask(ExportHits(form, response))
        assert isinstance(answer, ExportRendered), answer
        pairs = [(uri, words(text)) for uri, text in quoted_in(form, answer.data)]
        assert len(pairs) == HITS
        assert set(pairs) == wanted, form
    wrong = []
    for number, (uri, quotation) in enumerate(sorted(wanted)):
        checked = library.check(uri, quotation)
        is_right = checked.state is CitationState.EXACT and words(checked.text) == quotation
        if number % 10 == 0:  # the citation alone leads to the same place
            is_right = is_right and quotation in words(library.check(uri).text)
        if not is_right:
            wrong.append((uri, checked.sentence))
    assert wrong == []
