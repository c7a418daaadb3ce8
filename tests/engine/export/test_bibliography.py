"""Formatted bibliographies."""

import pytest

from engine.core.errors import BadRequestError, ExportError
from engine.core.export_request import USUAL_STYLES, ExportFormat
from engine.export.bibliography import find_style, format_bibliography
from engine.export.marked_text import unmarked
from engine.export.reference import Reference, names_of
from tests.support.exports import export_text
from tests.support.responses import make_hit

ARTICLE = Reference(
    "1",
    "article-journal",
    "On <b>deletion</b> & rest",
    names_of("Ada Okafor; Ludwig van Beethoven"),
    (1998, 4, 3),
    doi="10.1000/182",
    container="Journal of Systems",
    details={"volume": "12", "issue": "3", "page": "1-22"},
)
NOTE = Reference("2", "document", "Limits of a pod", issued=(2020,))


def formatted(style, *references):
    return [unmarked(entry) for entry in format_bibliography(references, style)]


ENTRIES = {
    "apa": """Okafor, A., & van Beethoven, L. (1998). On <b>deletion</b> & rest.
        Journal of Systems, 12(3), 1–22. https://doi.org/10.1000/182""",
    "ieee": """[1] A. Okafor and L. van Beethoven, “On <b>deletion</b> & rest”, Journal of Systems,
        vol. 12, no. 3, pp. 1–22, Apr. 1998, doi: 10.1000/182.""",
    "chicago": """Okafor, A., and L. van Beethoven. 1998. “On <b>deletion</b> & Rest”.
        Journal of Systems 12 (3): 1–22. https://doi.org/10.1000/182.""",
    "harvard": """Okafor, A. and van Beethoven, L. (1998) “On <b>deletion</b> & rest”,
        Journal of Systems, 12(3), pp. 1–22. Available at: https://doi.org/10.1000/182.""",
}


@pytest.mark.parametrize("style", ENTRIES)
def test_an_article_is_written_as_the_style_asks(style):
    assert formatted(style, ARTICLE) == [" ".join(ENTRIES[style].split())]


def test_mla_keeps_the_whole_range_of_pages():
    assert "pp. 1–22" in formatted("mla", ARTICLE)[0]


@pytest.mark.parametrize("style", [style for style, _ in USUAL_STYLES])
def test_every_style_that_is_offered_writes_every_document_once(style):
    entries = formatted(style, ARTICLE, NOTE)
    assert len(entries) == 2
    assert sum(entry.casefold().count("limits of a pod") for entry in entries) == 1


def test_a_title_with_unprintable_signs_stands_once_too():
    odd = Reference("4", "document", "Limits\u202e of\na \x07pod", issued=(2020,))
    assert formatted("apa", odd)[0].count("Limits") == 1


def test_styles_sort_by_their_own_rule():
    later = Reference("3", "book", "Zebras", names_of("Ada Aaronson"), (2001,))
    assert formatted("apa", ARTICLE, later)[0].startswith("Aaronson, A. (2001).")
    assert formatted("ieee", ARTICLE, later)[0].startswith("[1] A. Okafor")


def test_a_dependent_style_is_that_of_its_parent():
    assert find_style("turabian-author-date").parent.name == "dependent"
    assert "Okafor" in formatted("turabian-author-date", ARTICLE)[0]


@pytest.mark.parametrize("name", ["nonsense", "../apa", "", "/etc/passwd", "apa.csl"])
def test_an_unknown_style_is_refused_with_those_there_are(name):
    with pytest.raises(BadRequestError, match="no citation style") as caught:
        find_style(name)
    assert "apa" in caught.value.hint


def test_a_style_of_the_persons_own_is_a_file(tmp_path):
    own = tmp_path / "own.csl"
    own.write_bytes(find_style("ieee").read_bytes())
    assert formatted(str(own), ARTICLE) == formatted("ieee", ARTICLE)


@pytest.mark.parametrize("xml", ["no xml", "<style/>", "<a/>"])
def test_a_broken_style_is_a_failure_in_words(tmp_path, xml):
    own = tmp_path / "own.csl"
    own.write_text(xml)
    with pytest.raises(ExportError, match="citation style"):
        format_bibliography([ARTICLE], str(own))


def test_documents_cannot_set_fonts_or_html():
    text = export_text(ExportFormat.HTML, make_hit(title="\uf500<i>x</i>"), style="apa")
    entry = text[text.index("<h2>Bibliography") :]
    assert "&lt;i&gt;x&lt;/i&gt;" in entry
    assert "<i>x" not in entry


def test_a_style_that_does_not_fit_the_format_is_said():
    with pytest.raises(BadRequestError, match="does not fit the format csv"):
        export_text(ExportFormat.CSV, make_hit(), style="apa")
