"""Exports for people are in the language of the window; what programs read is not."""

from dataclasses import replace
from datetime import date

import pytest

from engine.model.citation import Citation, Place, parse_uri
from engine.model.document import PlaceKind
from engine.model.export import EXPORT_WORDS, IN_ENGLISH, ExportFormat, ExportHits, ExportWords
from engine.model.filters import SearchFilters, TrustLevel
from tests.engine.citations.test_thousand_citations import quoted_in
from tests.support.exports import EXPORTER
from tests.support.responses import INDEXED_AT, make_hit, make_response
from ui.export.export_controller import export_words

FOR_PEOPLE = [form for form in ExportFormat if form.has_bibliography]
FOR_PROGRAMS = [form for form in ExportFormat if not form.has_bibliography]
PAGE = Citation("books/kant #1.pdf", Place(PlaceKind.PAGE, 3, 3), INDEXED_AT)
HITS = (
    make_hit(1, stale=True),
    make_hit(2, doc_path=PAGE.path, citation=PAGE),
)
# What of an export is neither of a document nor of the query, and stands in no other language.
ENGLISH = ("References", "found", "Query", "indexed", "changed since", "Command:", " lines ")


def exported(form, words):
    return EXPORTER.export(ExportHits(form, make_response(*HITS), words=words))


@pytest.mark.parametrize("form", FOR_PEOPLE)
@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", ("Quellenangaben", "Seite 3", "Zeilen 12–14", "seither geändert", "„Memory“")),
        ("fr", ("Références", "page 3", "lignes 12–14", "a changé depuis", "«\xa0Memory\xa0»")),
    ],
)
def test_what_people_read_is_in_the_language_of_the_window(speak, language, said, form):
    speak(language)
    text = exported(form, export_words()).text
    plain = text.replace("<bdi>", "").replace("</bdi>", "")
    # The plain text of a document in Word says neither sections nor dates.
    assert [one for one in said[:3] if one not in plain] == []
    assert form is ExportFormat.DOCX or [one for one in said if one not in plain] == []
    assert [word for word in ENGLISH if word in plain] == []


@pytest.mark.parametrize("form", FOR_PEOPLE)
def test_a_citation_is_the_same_in_every_language(speak, form):
    in_english = list(quoted_in(form, exported(form, IN_ENGLISH).data))
    assert [parse_uri(uri)[0] for uri, _ in in_english] == [hit.doc_path for hit in HITS]
    speak("fr")
    assert list(quoted_in(form, exported(form, export_words()).data)) == in_english


@pytest.mark.parametrize("form", FOR_PROGRAMS)
def test_what_programs_read_is_the_same_in_every_language(speak, form):
    speak("de")
    assert exported(form, export_words()).data == exported(form, IN_ENGLISH).data


def test_values_of_filters_are_said_where_they_are_words_of_the_program(speak):
    filters = SearchFilters(path_glob="after", tags_any=("none",), trust_min=TrustLevel.SECONDARY)
    response = make_response(*HITS)
    answer = replace(response, trace=replace(response.trace, filters=filters))
    speak("de")
    text = EXPORTER.export(ExportHits(ExportFormat.HTML, answer, words=export_words())).text
    assert "Schlagworte none; Pfad after; Vertrauen mindestens sekundär" in text


def test_a_template_of_ones_own_gets_the_same_in_every_language(speak, tmp_path):
    template = tmp_path / "mine.txt"
    template.write_text("{{ heading }} {{ passages[0].place }}")
    speak("de")
    asked = ExportHits(ExportFormat.MARKDOWN, make_response(*HITS), template=template)
    in_german = replace(asked, words=export_words())
    assert EXPORTER.export(in_german).text == EXPORTER.export(asked).text


def test_a_window_in_english_has_its_exports_written_as_commands_have_them(qapp):
    assert export_words() is IN_ENGLISH


def test_every_word_an_export_says_is_known_to_the_translators():
    asked = set()

    class Noting(dict):
        def get(self, text, default=None):
            asked.add(text)
            return default

    words = ExportWords("xx", Noting())
    filters = SearchFilters(
        tags_any=("a",), tags_none=("b",), langs=("de",), langs_none=("en",), folders=("c",),
        folders_none=("d",), file_types=("md",), file_types_none=("py",), path_glob="*.md",
        trust_min=TrustLevel.PRIMARY, after=date(2026, 1, 1), before=date(2026, 2, 1),
    )  # fmt: skip
    response = make_response(*HITS)
    trace = replace(response.trace, filters=filters)
    request = replace(response.request, filters=filters, like="0" * 16)
    for form in FOR_PEOPLE:
        style = "apa" if form is ExportFormat.HTML else ""
        answer = replace(response, trace=trace, request=request)
        EXPORTER.export(ExportHits(form, answer, style=style, words=words))
    unknown = {text for text in asked if not text.replace(".", "").isdigit()} - set(EXPORT_WORDS)
    assert unknown == set()
    assert {"References", "Bibliography", "tags none", "path glob", "like"} <= asked
