"""Check that exports are complete and correct: python -m bench.check_exports [HITS].

HITS (default 1,000) passages of files of all formats are exported in every export format and read
back by an independent parser. Each must be there exactly once, with its citation and its text,
character by character. Where a format cannot preserve the text, the difference is counted:

* white space: Markdown, HTML, DOCX, BibTeX and RIS reflow paragraphs or quote them in one line;
* apostrophes: CSV adds one before a text that a spreadsheet would run (engine/export/formats/csv).

Then every citation is resolved in its file, with and without its quotation. The text at its
location must be the same, except for white space at both ends. The exit status is 1 if anything is
missing, different in another way, or not found.
"""

from __future__ import annotations

import csv
import io
import json
import random
import re
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import bibtexparser
import rispy
from docx import Document
from docx.oxml.ns import qn
from lxml import etree
from lxml import html as lxml_html
from markdown_it import MarkdownIt

from tests.engine.citations.conftest import CitedLibrary
from tests.support import running_engine
from tests.support.paragraph_files import WRITERS, paragraph
from tests.support.running_engine import RunningEngine
from tests.support.tiny_embedder import tiny_embedder_loader
from twofold.engine.api import (
    CitationState,
    CountMatches,
    ExportFormat,
    ExportHits,
    ExportRendered,
    Hit,
    MatchesCounted,
    SearchFilters,
    SearchMode,
    SearchRequest,
    SearchResponse,
)
from twofold.engine.extract.latex_text import from_latex

_PATIENCE = 3600.0
_HITS = 1_000
_PARAGRAPHS = 14
# Text that spreadsheets, LaTeX and Markdown would interpret.
_TRAPS = ("=SUM(A1:A9) of", "+49 170,", "At 50% & more", "It costs $5_000 ~ {all}", "*Not* [a](b)")
_SPACE, _APOSTROPHES = "but for white space", "but for apostrophes"
Pair = tuple[str, str]


def main() -> int:
    """Print the findings. Return 1 if an export or a citation is wrong."""
    hits = int(sys.argv[1]) if len(sys.argv) > 1 else _HITS
    running_engine.PATIENCE = _PATIENCE
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch) / "Notes"
        root.mkdir()
        loader = tiny_embedder_loader(Path(scratch) / "model")
        with RunningEngine.over(Path(scratch) / "home", loader) as engine:
            wrong = check(CitedLibrary(engine, root), hits)
    for sentence in wrong[:40]:
        print(f"  {sentence}")
    print(f"{len(wrong)} wrong")
    return 1 if wrong else 0


def check(library: CitedLibrary, hits: int) -> list[str]:
    """Export passages of files of all formats and resolve their citations. Return all problems."""
    _fill(library, hits)
    response = _found(library, hits)
    kinds = len({hit.file_type for hit in response.hits})
    print(f"{len(response.hits)} passages of {kinds} kinds of files")
    wrong = [one for form in ExportFormat for one in _exported(library, form, response)]
    return wrong + _followed(library, response.hits)


def _fill(library: CitedLibrary, hits: int) -> None:
    dice = random.Random(1000)
    for number in range(hits * 9 // _HITS + 1):
        for kind, write in WRITERS.items():
            parts = [f"{dice.choice(_TRAPS)} {paragraph(dice)}" for _ in range(_PARAGRAPHS)]
            path = library.root / f"{number} #50% «ü» 日本" / f"{number}.{kind}"
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(write(parts))
    library.index()


def _found(library: CitedLibrary, most: int) -> SearchResponse:
    """Return `most` hits, about as many of each file type."""
    engine, query = library.engine, "the OR every OR toward OR home"
    counted = engine.ask(CountMatches(SearchRequest(query, SearchMode.LEXICAL)))
    assert isinstance(counted, MatchesCounted), counted
    kinds = [facet.value for facet in counted.counts.facets.file_types]
    by_kind = [
        engine.search(
            query, mode=SearchMode.LEXICAL, limit=most, filters=SearchFilters(file_types=(kind,))
        )
        for kind in kinds
    ]
    share = most // len(kinds) + 1
    hits = [hit for found in by_kind for hit in found.hits[:share]]
    hits += [hit for found in by_kind for hit in found.hits[share:]]
    return replace(by_kind[0], hits=tuple(hits[:most]))


def _exported(library: CitedLibrary, form: ExportFormat, response: SearchResponse) -> Iterable[str]:
    """Export in one format and read the file back. Yield all problems."""
    answer = library.engine.ask(ExportHits(form, response, paths=True, method_note=True))
    if not isinstance(answer, ExportRendered):
        yield f"{form}: {answer}"
        return
    wanted: dict[str, list[str]] = defaultdict(list)
    for hit in response.hits:
        wanted[hit.citation.uri].append(hit.text)
    read = list(_as_written(form, answer.data))
    if len(read) != len(response.hits):
        yield f"{form}: {len(read)} passages of {len(response.hits)}"
    differences: Counter[str] = Counter()
    for uri, text in read:
        difference = _taken(wanted[uri], text)
        differences[difference] += 1
        if difference == "wrong":
            yield f"{form}: {uri}: {text[:80]!r}"
    told = ", ".join(f"{number} {name}" for name, number in differences.most_common())
    print(f"{form}: {told}")


def _as_written(form: ExportFormat, data: bytes) -> Iterable[Pair]:
    if form is not ExportFormat.CSV:
        return quoted_in(form, data)
    rows = csv.DictReader(io.StringIO(data.decode("utf-8"), newline=""))
    return [(row["citation"], row["text"]) for row in rows]


def quoted_in(form: ExportFormat, data: bytes) -> Iterable[Pair]:
    """Return the pairs of citation and quotation in a file, as a reader of the format gets them."""
    return _READERS[form](data if form is ExportFormat.DOCX else data.decode("utf-8"))


def _from_markdown(text: str) -> Iterator[Pair]:
    tree = lxml_html.document_fromstring(MarkdownIt("commonmark").render(text))
    for quote in tree.iter("blockquote"):
        *said, source = quote.iterchildren()
        yield source.find("a").get("href"), " ".join(p.text_content() for p in said)


def _from_html(text: str) -> Iterator[Pair]:
    tree = lxml_html.document_fromstring(text)
    links = {li.get("id")[1:]: li.find("a").get("href") for li in tree.iter("li") if li.get("id")}
    for figure in tree.iter("figure"):
        yield links[figure.get("id")[1:]], figure[0].text_content()


def _from_docx(data: bytes) -> Iterator[Pair]:
    document = Document(io.BytesIO(data))
    (notes,) = (
        etree.fromstring(rel.target_part.blob)
        for rel in document.part.rels.values()
        if rel.reltype.endswith("/footnotes")
    )
    said = {note.get(qn("w:id")): "".join(note.itertext()) for note in notes}
    quoted: list[str] = []
    for part in document.paragraphs:
        if part.style.name in {"Quote", "Code"}:
            quoted.append(part.text)
            if marks := part.paragraph_format.element.findall(f".//{qn('w:footnoteReference')}"):
                note = said[marks[0].get(qn("w:id"))]
                yield re.findall(r"\(([^() ]+#[^() ]+)\)", note)[0], "\n".join(quoted)
                quoted = []


def _from_bibtex(text: str) -> Iterator[Pair]:
    for entry in bibtexparser.parse_string(text).entries:
        for note in entry.fields_dict["annote"].value.split("\n\n"):
            match = re.fullmatch(r"“(.*)” \(.*; \\url\{(.*)\}\)", note)
            yield match[2], from_latex(match[1])


def _from_ris(text: str) -> Iterator[Pair]:
    for record in rispy.loads(text):
        for note in record["notes"]:
            match = re.fullmatch(r"“(.*)” \(.*; ([^ ]*)\)", note)
            yield match[2], match[1]


_READERS = {
    ExportFormat.MARKDOWN: _from_markdown,
    ExportFormat.HTML: _from_html,
    ExportFormat.DOCX: _from_docx,
    ExportFormat.BIBTEX: _from_bibtex,
    ExportFormat.RIS: _from_ris,
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


def _taken(wanted: list[str], text: str) -> str:
    """Remove the wanted text that is most similar to one read back. Return how they differ.

    A page, a slide or a sheet may contain several passages.
    """
    told = {_difference(one, text): one for one in wanted}
    best = next((how for how in ("sign by sign", _SPACE, _APOSTROPHES) if how in told), "wrong")
    if best != "wrong":
        wanted.remove(told[best])
    return best


def _difference(wanted: str, text: str) -> str:
    """Return how a text that was read back differs from the one in the library."""
    if text == wanted:
        return "sign by sign"
    if " ".join(text.split()) == " ".join(wanted.split()):
        return _SPACE
    without = re.sub(r"(^|[;,\s\"])'(?=[-=+@])", r"\1", text)
    return _APOSTROPHES if without == wanted else "wrong"


def _followed(library: CitedLibrary, hits: Iterable[Hit]) -> list[str]:
    """Resolve every citation with and without its quotation. Return all problems."""
    wrong, found = [], Counter[str]()
    for hit in hits:
        for quotation in (hit.text, ""):
            checked = library.check(f"{hit.folder}/{hit.citation.uri}", quotation)
            same = checked.text.strip() == hit.text.strip()
            # Without a quotation, the location may contain several passages.
            within = not quotation and hit.text.strip() in checked.text
            how = "sign by sign" if same else "within more" if within else "otherwise"
            found[f"{'with' if quotation else 'without'} quotation {how}"] += 1
            if checked.state is not CitationState.EXACT or how == "otherwise":
                wrong.append(f"{hit.citation.uri}: {checked.sentence} {checked.text[:80]!r}")
    print("followed: " + ", ".join(f"{number} {how}" for how, number in sorted(found.items())))
    return wrong


if __name__ == "__main__":
    sys.exit(main())
