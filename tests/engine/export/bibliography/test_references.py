"""References are completed from the user's own bibliography."""

import json
import sys
from dataclasses import replace
from types import SimpleNamespace

import pytest

from tests.support.exports import EXPORTER, export_text
from tests.support.readable_folders import readable_folders
from tests.support.responses import make_hit, make_response
from twofold.app.child_processes import ChildProcess
from twofold.engine.export.bibliography.references import BibliographyFiles, references_of
from twofold.engine.export.passages import passage_of_hit
from twofold.engine.extract import bibliography
from twofold.engine.extract.bibliography import pack_entries, unpack_entries
from twofold.engine.extract.bibliography.bibtex import entries_of_bibtex
from twofold.engine.extract.bibliography.csl_json import entries_of_json
from twofold.engine.extract.latex_text import from_latex
from twofold.engine.extract.limits import ReaderLimits
from twofold.engine.extract.process.reader import DocumentReader
from twofold.engine.model.export import IN_ENGLISH
from twofold.engine.model.export_format import ExportFormat
from twofold.engine.model.reference import Name, joined_names, names_of
from twofold.engine.model.requests import ExportHits

BIB = r"""
@comment{ignored}
@string{jos = "Journal of Systems"}
@article{okafor98,
  title = {On {Finalizers} and G{\"o}del --- 50\% of them},
  author = {Okafor, Ada and {The Cabinet Office} and Ludwig van Beethoven},
  journal = jos # { (Suppl.)},
  year = 1998, month = apr, volume = {12}, pages = "1--22",
  doi = {10.1000/182},
  file = {Full text:papers/scan 7.pdf:application/pdf;Notes:C\:\\x\\y.txt:text/plain}
}
@book(no braces)
@book{house, title = {The House}, isbn = {978-3-16-148410-0}, publisher = {Hart}}
@misc{unclosed, title = {never
"""


@pytest.fixture(scope="module")
def reader():
    made = DocumentReader(None, ChildProcess.EXTRACT_WORKER.command, folders=readable_folders)
    yield made
    made.close()


@pytest.fixture
def library(write_file, tmp_path):
    write_file("refs.bib", BIB)
    authors = [{"family": "Vogt", "given": "M."}, {"literal": "Harbour Board"}]
    item = {"id": "vogt", "type": "report", "title": "A Report of the Tides", "author": authors}
    item["issued"] = {"date-parts": [["2003", 5]]}
    write_file("notes/zotero.json", json.dumps([item]))
    return tmp_path


@pytest.fixture
def reference(reader):
    """Return a function that finds the exported reference of a document."""

    def find(library, path, doc_path="", **metadata):
        hit = make_hit(doc_path=doc_path or path, absolute_path=str(library / path), **metadata)
        passage = passage_of_hit(1, hit, IN_ENGLISH, None)
        return references_of([passage], BibliographyFiles(reader))[0]

    return find


def test_an_entry_that_names_the_file_is_its_reference(reference, library):
    found = reference(library, "papers/scan 7.pdf", title="scan 7", author="scanner")
    assert found.key == "okafor98"
    assert found.kind == "article-journal"
    assert found.title == "On Finalizers and Gödel — 50% of them"
    assert found.authors == (
        Name("Okafor", "Ada"), Name(literal="The Cabinet Office"), Name("van Beethoven", "Ludwig"),
    )  # fmt: skip
    assert (found.issued, found.container) == ((1998, 4), "Journal of Systems (Suppl.)")
    assert (found.volume, found.page) == ("12", "1–22")


@pytest.mark.parametrize(
    ("path", "metadata"),
    [
        ("x.pdf", {"title": "x", "doi": "https://doi.org/10.1000/182"}),
        ("deep/er/okafor98.pdf", {"title": "y"}),
        ("z.pdf", {"title": "On finalizers and Gödel: 50 % of them"}),
        ("papers/all.zip", {"doc_path": "papers/all.zip/in/okafor98.txt"}),
    ],
)
def test_entry_is_found_by_doi_name_or_title(reference, library, path, metadata):
    assert reference(library, path, **metadata).key == "okafor98"


@pytest.mark.parametrize(
    ("metadata", "title"),
    [
        ({"title": "A third chapter", "doi": "10.1000/tides.3"}, "A third chapter"),
        ({"title": "scan 12"}, "scan 12"),
        ({"title": "scan 12", "doi": "10.1000/tides.2"}, "The Neap Tides"),
    ],
)
def test_isbn_matches_a_book_but_not_its_chapters(reference, library, write_file, metadata, title):
    chapters = (("spring", "The Spring Tides", 1), ("neap", "The Neap Tides", 2))
    write_file(
        "chapters/refs.bib",
        "".join(
            f"@incollection{{{key}, title = {{{name}}}, booktitle = {{On Tides}},"
            f" isbn = {{978-0-19-852663-6}}, doi = {{10.1000/tides.{number}}}}}"
            for key, name, number in chapters
        ),
    )
    found = reference(library, "chapters/x.pdf", isbn="9780198526636", **metadata)
    assert found.title == title
    for isbn in ("9783161484100", "978 3 16 148410 0"):
        found = reference(library, "b.epub", title="h", isbn=isbn, doi="10.1000/of-the-book")
        assert found.publisher == "Hart"


def test_json_of_zotero_is_read_beside_the_document(reference, library):
    found = reference(library, "notes/tides.md", title="A report of the tides")
    assert found.kind == "report"
    assert found.authors == (Name("Vogt", "M."), Name(literal="Harbour Board"))
    assert found.issued == (2003, 5)
    assert reference(library, "other/tides.md", title="A report of the tides").kind != "report"
    # A bibliography above the library's folder is not read either.
    assert reference(library, "papers/scan 7.pdf", "scan 7.pdf").key != "okafor98"


def test_a_bibliography_is_parsed_in_the_reader_process(reference, library, monkeypatch):
    for parse in ("entries_of_bibtex", "entries_of_json", "decode"):
        monkeypatch.setattr(bibliography, parse, lambda _: pytest.fail("parsed here"))
    assert reference(library, "papers/scan 7.pdf").key == "okafor98"


def test_only_links_inside_the_library_are_followed(reference, library, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside") / "secret.bib"
    outside.write_text("@book{a, title={Secret}, doi={10.5/secret}}", encoding="utf-8")
    (library / "link.bib").symlink_to(outside)
    (library / "linked").symlink_to(outside.parent)
    for path in ("x.pdf", "linked/x.pdf"):
        assert reference(library, path, title="x", doi="10.5/secret").title == "x"
    (library / "refs.bib").rename(library / "notes" / "refs.bib")
    (library / "deep").mkdir()
    (library / "deep" / "mine.bib").symlink_to(library / "notes" / "refs.bib")
    assert reference(library, "deep/x.pdf", doi="10.1000/182").key == "okafor98"


@pytest.mark.parametrize(
    "worker",
    [
        "while True: pass",
        "import os; os.abort()",
        "import os; os.write(1, b'\\0\\0\\0\\17' + bytes(8) + b'{\"entries\":[1]}'[:15])",
    ],
)
def test_a_bibliography_that_cannot_be_read_does_not_stop_an_export(worker, library):
    reader = DocumentReader(
        ReaderLimits(seconds=0.5), (sys.executable, "-c", worker), folders=readable_folders
    )
    exporter = replace(EXPORTER, reader=reader)
    hit = make_hit(doc_path="okafor98.md", absolute_path=str(library / "okafor98.md"), title="Own")
    try:
        text = exporter.export(ExportHits(ExportFormat.BIBTEX, make_response(hit))).text
    finally:
        reader.close()
    assert "Own" in text


def test_bibliographies_are_read_for_at_most_a_minute(library, write_file):
    clock, read = [0.0], []

    def carry_out(_operation, path, _unpack, *, max_bytes, seconds):
        read.append((path.name, max_bytes, seconds))
        clock.append(clock[-1] + 40)
        return ()

    for number in range(5):
        write_file(f"papers/{number}.bib", BIB)
    hit = make_hit(doc_path="papers/x.pdf", absolute_path=str(library / "papers/x.pdf"))
    files = BibliographyFiles(SimpleNamespace(carry_out=carry_out), lambda: clock[-1])
    references_of([passage_of_hit(1, hit, IN_ENGLISH, None)], files)
    assert read == [("0.bib", 20_000_000, 60.0), ("1.bib", 20_000_000, 20.0)]


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "Book"}, {"title": 1}, {"authors": [{"family": "A"}]}, {"authors": "A"},
        {"issued": [2020, 13]}, {"issued": [10**400]}, {"doi": None}, {"files": [None]},
    ],
)  # fmt: skip
def test_invalid_entry_is_rejected(change):
    packed = pack_entries(entries_of_bibtex("@book{a, title={A}}"))
    (entry,) = json.loads(json.dumps(packed))["entries"]
    assert unpack_entries({"entries": [entry]})[0].reference.title == "A"
    kept = change if "files" in change else {"reference": entry["reference"] | change}
    with pytest.raises(ValueError):  # noqa: PT011  any ValueError is refused alike
        unpack_entries({"entries": [entry | kept]})


@pytest.mark.parametrize("encoding", ["utf-8-sig", "latin-1", "utf-16"])
def test_bibliography_may_have_windows_line_ends(reference, library, encoding):
    text = "@book{wide, title = {Größe und Maß}, author = {Müller, Jörg}}\n"
    (library / "wide.bib").write_bytes(text.encode(encoding))
    found = reference(library, "wide.pdf", title="x")
    assert (found.title, found.authors) == ("Größe und Maß", (Name("Müller", "Jörg"),))


@pytest.mark.parametrize(
    "written",
    [
        r"{:C\:\\Users\\ada\\Zotero\\storage\\AB12\\a b.pdf:PDF}",
        "{/Users/ada/Zotero/storage/AB12/a b.pdf}",
        r"{Okafor 2019:/home/ada/Zotero/storage/AB12/a b.pdf:application/pdf;x:y.html:text/html}",
    ],
)
def test_path_on_another_computer_matches_by_its_end(reference, library, written):
    (library / "zotero.bib").write_text(f"@article{{far, title = {{Far}}, file = {written}}}")
    assert reference(library, "storage/AB12/a b.pdf", title="x").key == "far"
    assert reference(library, "storage/CD34/a b.pdf", title="x").key != "far"


@pytest.mark.parametrize("text", ["", "{", "[1, 2]", "[{}]", '{"a": 1}', "[" * 100_000, "null"])
def test_other_json_contains_no_references(text):
    assert list(entries_of_json(text)) == []
    for creators in (5, "Ada", {"family": "Ada"}, [["Ada"]]):
        for name in ("author", "creators"):
            (entry,) = entries_of_json(json.dumps([{"type": "book", name: creators}]))
            assert entry.reference.authors == ()


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"G{\"o}del", "Gödel"), (r"Erd\H{o}s", "Erdős"), (r"\O rsted", "Ørsted"),
        (r"na{\"\i}ve", "naïve"), (r"{\ss}", "ß"), (r"\emph{x} \& y", "x & y"),
    ],
)  # fmt: skip
def test_latex_becomes_text(latex, text):
    assert from_latex(latex) == text


@pytest.mark.parametrize(
    "text",
    [
        "@a{k, t = {a}" + " " * 1_000_000 + "!",
        '@a{k, t = {\\"' + " " * 90_000 + "1}}",
        "@a{k, author = {x" + " " * 90_000 + "y}}",
    ],
)
def test_long_white_space_takes_linear_time(text):
    # With quadratic time, this test would take hours.
    assert [entry.reference.key for entry in entries_of_bibtex(text)] == ["k"]


@pytest.mark.parametrize(
    ("parts", "issued"),
    [
        (["9" * 5000], ()),
        ([2020, 99, 7], (2020,)),
        (["2020", "2", "7"], (2020, 2, 7)),
        ([], ()),
    ],
)
def test_invalid_parts_of_a_date_are_ignored(parts, issued):
    (entry,) = entries_of_json(json.dumps([{"type": "book", "issued": {"date-parts": [parts]}}]))
    assert entry.reference.issued == issued


def by_key(bib):
    return {entry.reference.key: entry.reference for entry in entries_of_bibtex(bib)}


def test_a_crossref_is_followed():
    found = by_key(
        "@inproceedings{a, title={A paper}, crossref={p}, pages={1-9}}\n"
        "@proceedings{p, title={Proceedings}, year={2015}, publisher={ACM}, doi={10.1000/1}}"
    )["a"]
    assert (found.title, found.container, found.publisher) == ("A paper", "Proceedings", "ACM")
    assert (found.issued, found.doi) == ((2015,), "")


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("King, Jr., Martin Luther", Name("King", "Martin Luther", suffix="Jr.")),
        ("family=Okafor, given=Ada", Name("Okafor", "Ada")),
        ("family=King, given=Martin, suffix=Jr.", Name("King", "Martin", suffix="Jr.")),
        ("Charles Louis de la Poussin", Name("de la Poussin", "Charles Louis")),
        ("{Barnes and Noble}", Name(literal="Barnes and Noble")),
        ("World Health Organization", Name(literal="World Health Organization")),
    ],
)
def test_names_are_read_as_bibtex_and_biblatex_write_them(written, name):
    assert by_key(f"@book{{a, title={{A}}, author={{{written}}}}}")["a"].authors == (name,)


def test_escapes_in_bibliographies_are_decoded():
    found = by_key(
        "@online{a, title={A}, subtitle={B}, date={2008-09/2008-10},"
        r" url={https://example.org/a\_b\%20c}, doi={https://doi.org/10.1000/1}}"
    )["a"]
    assert (found.title, found.issued) == ("A: B", (2008, 9))
    assert (found.url, found.doi) == ("https://example.org/a_b%20c", "10.1000/1")


def test_broken_entries_are_read_as_far_as_possible():
    found = by_key(
        '@string(acm = "ACM")\n@book(a, title = "A", publisher = acm)\n'
        '@book{b, title = "A ""quoted"" word", year = 1984}\n'
        "@book{c, title={Wrong {braces}, author={Ada Okafor}, year=2010,\n@book{d, title={D}}"
    )
    assert found["a"].publisher == "ACM"
    assert found["b"].issued == (1984,)
    assert (found["c"].title, found["c"].issued) == ("Wrong braces", (2010,))
    assert found["d"].title == "D"


def test_zotero_editors_are_not_authors_and_markup_is_not_text():
    item = {
        "itemType": "book",
        "citationKey": "k",
        "title": "On <i>E. coli</i>",
        "creators": [
            {"firstName": "Ada", "lastName": "Okafor", "creatorType": "author"},
            {"firstName": "Ed", "lastName": "Itor", "creatorType": "editor"},
        ],
        "date": "May 2011",
        "institution": "OECD",
        "attachments": [{"path": "/x/y.pdf"}],
    }
    entry = next(entries_of_json(json.dumps({"items": [item]})))
    found = entry.reference
    assert (found.title, found.authors) == ("On E. coli", (Name("Okafor", "Ada"),))
    assert (found.key, found.issued, found.publisher) == ("k", (2011, 5), "OECD")
    assert entry.files == ("/x/y.pdf",)


def test_work_with_the_same_title_by_other_authors_does_not_match(reference, library):
    title = "On Finalizers and Gödel — 50% of them"
    assert reference(library, "o.txt", title=title, author="A. Okafor").container
    for metadata in ({"author": "Somebody Else"}, {"doi": "10.1000/other"}):
        assert reference(library, "o.txt", title=title, **metadata).container == ""


@pytest.mark.parametrize(
    "author",
    [
        "EDGAR Online, a division of R.R. Donnelley & Sons Company",
        "Acme, Inc.",
        "Johnson and Johnson, Inc.",
        "Bill and Melinda Gates Foundation",
        "Smith, Jones & Partners",
        "R.R. Donnelley Financial",
        "Bundesministerium für Wirtschaft und Energie",
    ],
)
def test_an_organisation_with_a_comma_or_and_in_its_name_is_one_author(author):
    hit = make_hit(author=author)
    (item,) = json.loads(export_text(ExportFormat.CSL_JSON, hit))
    assert item["author"] == [{"literal": author}]
    written = author.replace("&", r"\&")
    assert f"author = {{{{{written}}}}}" in export_text(ExportFormat.BIBTEX, hit)


@pytest.mark.parametrize(
    ("author", "names"),
    [
        ("Plato and The Cabinet Authority",
         (Name(literal="Plato"), Name(literal="The Cabinet Authority"))),
        ("World Health Organization, Ada Okafor",
         (Name(literal="World Health Organization"), Name("Okafor", "Ada"))),
    ],
)  # fmt: skip
def test_organisations_are_separate_authors(author, names):
    assert names_of(author) == names


@pytest.mark.parametrize("author", ["Anna Meyer & Luc Petit", "Meyer, Anna und Petit, Luc"])
def test_two_persons_are_two_authors_whatever_joins_their_names(author):
    (item,) = json.loads(export_text(ExportFormat.CSL_JSON, make_hit(author=author)))
    assert item["author"] == [
        {"family": "Meyer", "given": "Anna"}, {"family": "Petit", "given": "Luc"},
    ]  # fmt: skip
    assert "AU  - Petit, Luc" in export_text(ExportFormat.RIS, make_hit(author=author))


@pytest.mark.parametrize(
    "author",
    [
        "Smith, Jr., John", "Smith, John, Jr.", "Smith Jr., John", "John Smith, Jr.",
        "John Smith Jr.",
    ],
)  # fmt: skip
def test_suffix_of_a_name_is_neither_family_nor_given_name(author):
    hits = (make_hit(author=f"{author}; Okafor, Ada"), make_hit(author=author))
    for hit in hits:
        (item,) = json.loads(export_text(ExportFormat.CSL_JSON, hit))
        assert item["author"][0] == {"family": "Smith", "given": "John", "suffix": "Jr."}
        assert "author = {Smith, Jr., John" in export_text(ExportFormat.BIBTEX, hit)
        assert "AU  - Smith, John, Jr.\r\n" in export_text(ExportFormat.RIS, hit)
    joined = joined_names(names_of(author))
    assert names_of(joined) == names_of(author) == (Name("Smith", "John", suffix="Jr."),)


def test_suffixes_in_a_list_of_names_belong_to_the_name_before_them():
    names = names_of("Sammy Davis, Jr., Ada Okafor, Henry Ford II and Henry IV")
    assert [name.in_order_of_reading for name in names] == [
        "Sammy Davis Jr.", "Ada Okafor", "Henry Ford II", "Henry IV",
    ]  # fmt: skip
    assert [name.family for name in names] == ["Davis", "Okafor", "Ford", ""]
