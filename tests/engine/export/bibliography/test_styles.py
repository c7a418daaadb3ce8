"""Formatted bibliographies."""

import re
from pathlib import Path

import pytest

from tests.support.exports import export_text
from tests.support.responses import make_hit
from twofold.engine.export.bibliography.styles import find_style, format_bibliography
from twofold.engine.export.text import unmarked
from twofold.engine.model.errors import BadRequestError, ExportError
from twofold.engine.model.export import USUAL_STYLES
from twofold.engine.model.export_format import ExportFormat
from twofold.engine.model.reference import Reference, names_of

ARTICLE = Reference(
    "1", "article-journal", "On <b>deletion</b> & rest",
    names_of("Ada Okafor; Ludwig van Beethoven"), (1998, 4, 3), doi="10.1000/182",
    container="Journal of Systems", volume="12", issue="3", page="1-22",
)  # fmt: skip


def formatted(style, *references):
    return [unmarked(entry) for entry in format_bibliography(references, style)]


ENTRIES = {
    "apa": """Okafor, A., & van Beethoven, L. (1998). On <b>deletion</b> & rest.
        Journal of Systems, 12(3), 1–22. https://doi.org/10.1000/182""",
    "ieee": """[1] A. Okafor and L. van Beethoven, “On <b>deletion</b> & rest,” Journal of Systems,
        vol. 12, no. 3, pp. 1–22, Apr. 1998, doi: 10.1000/182.""",
    "chicago": """Okafor, Ada, and Ludwig van Beethoven. 1998. “On <b>deletion</b> & Rest.”
        Journal of Systems 12 (3): 1–22. https://doi.org/10.1000/182.""",
    "harvard": """Okafor, A. and van Beethoven, L. (1998) ‘On <b>deletion</b> & rest’,
        Journal of Systems, 12(3), pp. 1–22. Available at: https://doi.org/10.1000/182.""",
}


@pytest.mark.parametrize("style", ENTRIES)
def test_article_is_formatted_in_the_style(style):
    assert formatted(style, ARTICLE) == [" ".join(ENTRIES[style].split())]


TITLE = "Limits of a pod"
# Sparse metadata of documents, and the resulting references.
SPARSE = {
    "document": Reference("1", "document", TITLE, issued=(2020, 5, 1)),
    "web page": Reference("2", "webpage", TITLE, issued=(2020,), url="https://example.org/a"),
    "book": Reference("3", "book", TITLE, issued=(2020,), publisher="Springer"),
    "article": Reference("4", "article-journal", TITLE, issued=(2020,), container="Systems"),
    "preprint": Reference("5", "article", TITLE, issued=(2020,), doi="10.1000/182"),
    "letter": Reference("6", "personal_communication", TITLE, issued=(2020, 3, 4)),
    "chapter": Reference("7", "chapter", TITLE, issued=(2020,), container="The Book of Pods"),
    "paper": Reference("8", "paper-conference", TITLE, names_of("Ada Okafor"), (2020,)),
    "nothing": Reference("10", "document", TITLE),
    "question": Reference("12", "document", f"{TITLE}?", issued=(2020,)),
    "body": Reference("13", "report", TITLE, names_of("World Health Organization"), (2020,)),
}


@pytest.mark.parametrize("style", [style for style, _ in USUAL_STYLES])
def test_sparse_metadata_is_formatted_without_gaps_and_repetitions(style):
    entries = [formatted(style, reference)[0] for reference in SPARSE.values()]
    for name, entry in zip(SPARSE, entries, strict=True):
        assert entry.casefold().count(TITLE.casefold()) == 1, (name, entry)
        gaps = r"\(\s*\)|\[\s*\]|“”|‘’|\.\.|[?!]\.|\s[.,;]|p \.|S\.\Z"
        assert not re.search(gaps, entry), (name, entry)


def test_title_that_replaces_the_author_is_not_repeated():
    assert formatted("harvard", SPARSE["article"]) == ["Systems (2020) ‘Limits of a pod’."]
    assert formatted("apa", SPARSE["body"])[0].startswith("World Health Organization. (2020)")


def test_styles_sort_by_their_own_rule():
    later = Reference("3", "book", "Zebras", names_of("Ada Aaronson"), (2001,))
    assert formatted("apa", ARTICLE, later)[0].startswith("Aaronson, A. (2001).")
    assert formatted("ieee", ARTICLE, later)[0].startswith("[1] A. Okafor")


ROOT = Path(__file__).resolve().parents[4]


def test_packages_contain_the_usual_styles():
    listed = (ROOT / "packaging" / "citation_styles.txt").read_text(encoding="utf-8").splitlines()
    packed = listed[1:]
    assert packed == sorted(set(packed))
    assert all(find_style(name).parent.name == "styles" for name in packed), "no alias"
    short = ("mla", "chicago", "harvard", "vancouver", "ama", "acs")
    assert {find_style(name).stem for name in (*dict(USUAL_STYLES), *short)} <= set(packed)


@pytest.mark.parametrize("name", ["nonsense", "../apa", "", "/etc/passwd"])
def test_unknown_style_is_rejected_with_a_list_of_styles(name):
    with pytest.raises(BadRequestError, match="no citation style") as caught:
        find_style(name)
    assert "apa" in caught.value.hint


def test_custom_style_is_a_file(tmp_path):
    own = tmp_path / "own.csl"
    own.write_bytes(find_style("ieee").read_bytes())
    assert formatted(str(own), ARTICLE) == formatted("ieee", ARTICLE)


@pytest.mark.parametrize("xml", ["no xml", "<style/>", "<a/>"])
def test_broken_style_has_a_clear_error(tmp_path, xml):
    own = tmp_path / "own.csl"
    own.write_text(xml)
    with pytest.raises(ExportError, match="citation style"):
        format_bibliography([ARTICLE], str(own))


def test_documents_cannot_set_fonts_or_html():
    text = export_text(ExportFormat.HTML, make_hit(title="\uf500<i>x</i>"), style="apa")
    entry = text[text.index("<h2>Bibliography") :]
    assert "&lt;i&gt;x&lt;/i&gt;" in entry
    assert "<i>x" not in entry


def test_style_that_does_not_fit_the_format_is_reported():
    with pytest.raises(BadRequestError, match="format csv does not support"):
        export_text(ExportFormat.CSV, make_hit(), style="apa")
