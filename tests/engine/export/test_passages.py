"""Links in a saved export lead to the documents, wherever it is saved. Citations are unchanged."""

import html
import re
import zipfile
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin
from urllib.request import url2pathname

import pytest

from tests.support.exports import EXPORTER
from tests.support.responses import INDEXED_AT, make_hit, make_response
from twofold.engine.export.passages import passage_of_hit
from twofold.engine.model.citation import (
    CheckedCitation,
    Citation,
    CitationState,
    CollectedPassage,
    Locator,
    parse_uri,
)
from twofold.engine.model.document import LocatorKind
from twofold.engine.model.export import IN_ENGLISH
from twofold.engine.model.export_format import ExportFormat
from twofold.engine.model.requests import ExportCollection, ExportHits

PATH = "a b/#1 100% (c) [d]: 日本.md"
PLACE = Locator(LocatorKind.LINE, 12, 14)
LINKS = {
    ExportFormat.MARKDOWN: (r"\[Notes[^\]]*(?:\\\][^\]]*)*\]\(([^)]*)\)", r"\(`([^`]+)`; indexed"),
    ExportFormat.HTML: (r'<li id="r1">.*<a href="([^"]*)"', r"<code>([^<]+#[^<]+)</code>; indexed"),
}
PLACES = ("Notes/a b/found.out", "found.out", "Papers 2026 #2/far/found.out")


def saved(target, form, hit):
    target.parent.mkdir(parents=True, exist_ok=True)
    request = ExportHits(form, make_response(hit), target=target, overwrite=True, paths=True)
    return EXPORTER.export(request).text


def document(folder, path=PATH):
    file = folder / "Notes" / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("text\n")
    return file


def link_and_citation(text, form):
    link, citation = (re.search(pattern, text)[1] for pattern in LINKS[form])
    return html.unescape(link), html.unescape(citation)


def followed(target, link):
    """Return the file and fragment that a link in the saved file leads to."""
    address, fragment = urldefrag(urljoin(target.as_uri(), link))
    return Path(url2pathname(address.removeprefix("file://"))), fragment


@pytest.mark.parametrize("form", list(LINKS))
@pytest.mark.parametrize("place", PLACES)
def test_a_link_leads_from_the_saved_file_to_the_document(tmp_path, form, place):
    file, target = document(tmp_path), tmp_path / place
    hit = make_hit(
        doc_path=PATH, absolute_path=str(file), citation=Citation(PATH, PLACE, INDEXED_AT)
    )
    link, citation = link_and_citation(saved(target, form, hit), form)
    assert followed(target, link) == (file, "L12-L14")
    assert parse_uri(citation) == (PATH, PLACE)

    inside = Citation("old.zip/a/b.md", PLACE, INDEXED_AT)  # leads to the archive
    hit = make_hit(doc_path=inside.path, absolute_path=str(file), citation=inside)
    link, citation = link_and_citation(saved(target, form, hit), form)
    assert followed(target, link) == (file, "")
    assert citation == inside.uri


def test_document_of_a_shared_library_has_no_relative_link(tmp_path):
    hit = make_hit(doc_path=PATH, absolute_path=f"milvus://host:19530/team/{PATH}")
    assert passage_of_hit(1, hit, IN_ENGLISH, tmp_path / "found.md").link == ""


def test_entry_of_zotero_has_no_link_to_the_database(tmp_path):
    file = document(tmp_path, "zotero.sqlite")
    hit = make_hit(doc_path="zotero.sqlite/items/ABCD2345", absolute_path=str(file))
    assert passage_of_hit(1, hit, IN_ENGLISH, tmp_path / "found.md").link == ""


def test_link_of_the_collection_leads_to_the_document(tmp_path):
    file, target = document(tmp_path), tmp_path / "elsewhere.md"
    passage = CollectedPassage("1", "Notes", str(tmp_path / "Notes"), PATH, PLACE, "text", "T")
    check = CheckedCitation(
        uri=passage.citation.uri, state=CitationState.EXACT, sentence="", folder="Notes", path=PATH,
        absolute_path=str(file), title="T", cited=PLACE, place=PLACE, text="text", quotation="text",
        similarity=1.0, indexed_at=INDEXED_AT,
    )  # fmt: skip
    asked = ExportCollection(ExportFormat.MARKDOWN, target=target, paths=True)
    text = EXPORTER.export_collection(asked, (passage,), (check,)).text
    link, citation = link_and_citation(text, ExportFormat.MARKDOWN)
    assert followed(target, link) == (file, "L12-L14")
    assert citation == passage.citation.uri


@pytest.mark.parametrize("form", list(LINKS))
def test_copied_text_links_with_its_citation(form):
    text = EXPORTER.export(ExportHits(form, make_response(make_hit()), paths=True)).text
    assert unquote(re.search(LINKS[form][0], text)[1]).startswith("guides/limits & quotas.md#L12")


@pytest.mark.parametrize("form", list(ExportFormat))
def test_passage_of_a_shared_library_has_no_link_to_a_local_file(tmp_path, form):
    """The path is one on the server and must not be looked up on this computer."""
    library = "milvus://10.0.0.7:19530/legal"
    hit = make_hit(library=library, absolute_path=f"{library}/guides/limits & quotas.md")
    target = tmp_path / "saved.out"
    saved(target, form, hit)
    if form is ExportFormat.DOCX:
        with zipfile.ZipFile(target) as file:
            text = "".join(file.read(name).decode(errors="replace") for name in file.namelist())
    else:
        text = target.read_text(encoding="utf-8")
    assert "milvus:/10" not in text
    assert "10.0.0.7" in text
