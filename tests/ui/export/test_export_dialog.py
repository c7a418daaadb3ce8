from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import QStandardPaths, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from engine.api import (
    CancelExport,
    CheckCitation,
    CheckedCitation,
    CheckTarget,
    CitationChecked,
    CitationState,
    ExportFormat,
    ExportHits,
    ExportProgress,
    ExportRendered,
    Place,
    PlaceKind,
    RequestFailed,
    TargetChecked,
)
from engine.export.export_file import TargetExistsError, check_target
from engine.model.citation import Citation, parse_uri
from engine.model.export import EXPORT_WORDS, IN_ENGLISH, ExportWords
from engine.model.filters import SearchFilters, TrustLevel
from tests.engine.citations.test_thousand_citations import quoted_in
from tests.fakes.fake_engine import FakeEngine
from tests.support.announced import announced
from tests.support.exports import EXPORTER
from tests.support.responses import INDEXED_AT, make_hit, make_response
from tests.ui.samples import sample_response
from ui.client import EngineClient
from ui.export.export_controller import ExportController, PlaceChecks, export_words
from ui.export.export_dialog import ExportDialog
from ui.export.export_foot import ExportFoot, SavePlace

SELECTED = (f"{2:016x}", f"{4:016x}")


class Case:
    def __init__(self, qtbot, theme, selected=SELECTED):
        self.client = EngineClient()
        self.engine = FakeEngine(self.client.post, self.answer)
        self.client.attach(self.engine)
        self.files = {}
        self.problems = {}
        self.answer_with, self.fails = "", False
        controller = ExportController(self.client)
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.dialog = ExportDialog(
            controller, theme, sample_response(), selected, parent=self.window
        )
        self.controller = controller
        self.dialog.show()

    def answer(self, number, request):
        if isinstance(request, CancelExport):
            return None
        if isinstance(request, CheckTarget):
            problem = self.problems.get(request.target, "")
            exists = request.target in self.files
            problem = f"{request.target} already exists." if exists else problem
            return TargetChecked(number, problem, exists=exists)
        if request.target in self.files and not request.overwrite:
            return RequestFailed(number, f"{request.target} already exists.")
        if self.fails:
            return RequestFailed(number, "The template cannot be used.")
        text = self.answer_with or f"{request.format} of {len(request.chunk_ids)}"
        if request.target is not None:
            self.files[request.target] = text
        return ExportRendered(number, text, request.target)

    @property
    def asked(self):
        return self.engine.requests(ExportHits)


@pytest.fixture
def case(qtbot, theme):
    return Case(qtbot, theme)


def test_what_is_exported_is_in_the_language_of_the_window(qtbot, theme, speak):
    speak("de")
    case = Case(qtbot, theme)
    assert case.asked[-1].words.say("References") == "Quellenangaben"


def preview_is(qtbot, case, text):
    qtbot.waitUntil(lambda: case.dialog.preview.toPlainText() == text)


def test_the_preview_shows_what_the_engine_renders(qtbot, case):
    preview_is(qtbot, case, "markdown of 2")
    assert case.asked[0].chunk_ids == SELECTED
    assert case.asked[0].target is None


def test_another_format_renders_again_and_renames_the_file(qtbot, case):
    button = case.dialog.formats.button(ExportFormat.CSV)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    preview_is(qtbot, case, "csv of 2")
    assert case.dialog.name.text().endswith(".csv")


def test_all_passages_can_be_taken(qtbot, case):
    qtbot.mouseClick(case.dialog.scope.button(1), Qt.MouseButton.LeftButton)
    preview_is(qtbot, case, "markdown of 6")


def test_without_a_selection_all_are_taken(qtbot, theme):
    case = Case(qtbot, theme, selected=())
    preview_is(qtbot, case, "markdown of 6")
    assert not case.dialog.scope.button(0).isEnabled()


def test_saving_writes_through_the_engine_and_closes(qtbot, case, tmp_path):
    case.dialog.place.set_folder(str(tmp_path))
    case.dialog.name.setText("cited.md")
    with qtbot.waitSignal(case.dialog.saved) as saved:
        qtbot.mouseClick(case.dialog.save, Qt.MouseButton.LeftButton)
    assert saved.args[0].target == tmp_path / "cited.md"
    assert case.files == {tmp_path / "cited.md": "markdown of 2"}
    assert not case.dialog.isVisible()


def test_an_existing_file_is_replaced_only_when_asked_for(qtbot, case, tmp_path):
    target = tmp_path / "cited.md"
    case.files[target] = "old"
    case.dialog.place.set_folder(str(tmp_path))
    case.dialog.name.setText("cited.md")
    qtbot.mouseClick(case.dialog.save, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(case.dialog.replace.isVisible)
    assert "already exists" in case.dialog.message.text()
    assert case.dialog.focusWidget() is case.dialog.name
    assert case.dialog.name.selectedText() == case.dialog.target.stem
    assert case.files[target] == "old"

    with qtbot.waitSignal(case.dialog.saved):
        qtbot.mouseClick(case.dialog.replace, Qt.MouseButton.LeftButton)
    assert case.files[target] == "markdown of 2"


def test_what_stands_in_the_way_is_said_while_the_name_is_given(qtbot, case, tmp_path):
    case.problems[tmp_path / "long.md"] = "The name is too long."
    case.files[tmp_path / "there.md"] = "old"
    case.dialog.place.set_folder(str(tmp_path))
    for name, words, can_replace in (
        ("long.md", "too long", False),
        ("there.md", "already exists", True),
        ("a/b.md", "cannot be the name", False),
        ("..", "", False),
    ):
        case.dialog.name.setText(name)
        qtbot.waitUntil(lambda words=words: words in case.dialog.message.text())
        assert case.dialog.replace.isVisible() == can_replace
    assert set(case.files) == {tmp_path / "there.md"}


def test_a_name_that_leads_into_another_folder_is_not_written(qtbot, case, tmp_path):
    case.dialog.place.set_folder(str(tmp_path))
    for name in ("../cited.md", "/cited.md", "sub/cited.md"):
        case.dialog.name.setText(name)
        qtbot.mouseClick(case.dialog.save, Qt.MouseButton.LeftButton)
    assert [request.target for request in case.asked if request.target] == []


def test_another_failure_than_a_file_that_exists_offers_no_replacing(qtbot, slow, tmp_path):
    slow.dialog.place.set_folder(str(tmp_path))
    qtbot.mouseClick(slow.dialog.save, Qt.MouseButton.LeftButton)
    slow.engine.send(RequestFailed(slow.engine.last_id(ExportHits), "There is no room left."))
    qtbot.waitUntil(lambda: "no room" in slow.dialog.message.text())
    assert not slow.dialog.replace.isVisible()


def test_the_text_can_be_copied(qtbot, case):
    preview_is(qtbot, case, "markdown of 2")
    qtbot.mouseClick(case.dialog.copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "markdown of 2"


def test_the_file_name_comes_from_the_query(case):
    assert case.dialog.name.text() == "why-does-a-finalizer-block-namespace.md"
    assert isinstance(case.dialog.target, Path)


def test_every_format_can_be_chosen(qtbot, case):
    for form in ExportFormat:
        qtbot.mouseClick(case.dialog.formats.button(form), Qt.MouseButton.LeftButton)
        preview_is(qtbot, case, f"{form.value} of 2")
        assert case.dialog.name.text().endswith(form.extension)


def test_a_citation_style_goes_with_the_formats_that_have_a_bibliography(qtbot, case):
    choice = case.dialog.formats.style_choice
    choice.setCurrentIndex(choice.findData("apa"))
    choice.activated.emit(choice.currentIndex())
    assert case.asked[-1].style == "apa"
    qtbot.mouseClick(case.dialog.formats.button(ExportFormat.CSV), Qt.MouseButton.LeftButton)
    assert case.asked[-1].style == ""
    assert not choice.isEnabled()


class SlowCase(Case):
    """Many hits, and an engine that answers only when told to."""

    def __init__(self, qtbot, theme):
        super().__init__(qtbot, theme, selected=())
        hit = sample_response().hits[0]
        hits = tuple(replace(hit, chunk_id=f"{n:016x}") for n in range(200))
        self.dialog.close()
        response = replace(sample_response(), hits=hits)
        self.dialog = ExportDialog(self.controller, theme, response, (), parent=self.window)
        self.dialog.show()

    def answer(self, number, request):
        return None

    def is_given_up(self, number):
        return number in [request.export_id for request in self.engine.requests(CancelExport)]


@pytest.fixture
def slow(qtbot, theme):
    return SlowCase(qtbot, theme)


def test_the_preview_of_many_passages_shows_the_first_and_says_so(slow):
    assert len(slow.asked[-1].chunk_ids) == 40
    assert slow.dialog.partly.isVisible()
    assert "first 40 of 200" in slow.dialog.partly.text()


def test_copying_right_after_another_format_was_chosen_copies_that_format(qtbot, case):
    preview_is(qtbot, case, "markdown of 2")
    QGuiApplication.clipboard().clear()
    qtbot.mouseClick(case.dialog.formats.button(ExportFormat.CSV), Qt.MouseButton.LeftButton)
    qtbot.mouseClick(case.dialog.copy, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text() == "csv of 2")
    preview_is(qtbot, case, "csv of 2")


def test_what_is_copied_is_what_was_rendered_letter_by_letter(qtbot, case):
    written = "5\u00a0% of them\u2029and more\n"
    case.answer_with = written
    qtbot.mouseClick(case.dialog.formats.button(ExportFormat.BIBTEX), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "of them" in case.dialog.preview.toPlainText())
    qtbot.mouseClick(case.dialog.copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == written


def test_an_export_that_cannot_be_rendered_leaves_no_other_in_its_place(qtbot, case):
    preview_is(qtbot, case, "markdown of 2")
    QGuiApplication.clipboard().clear()
    case.fails = True
    qtbot.mouseClick(case.dialog.formats.button(ExportFormat.CSV), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(case.dialog.message.isVisible)
    assert case.dialog.preview.toPlainText() == ""
    qtbot.mouseClick(case.dialog.copy, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(case.asked) == 3)
    assert QGuiApplication.clipboard().text() == ""


def test_copying_many_passages_copies_all_of_them(qtbot, slow):
    qtbot.mouseClick(slow.dialog.copy, Qt.MouseButton.LeftButton)
    assert len(slow.asked[-1].chunk_ids) == 200
    slow.engine.send(ExportRendered(slow.engine.last_id(ExportHits), "all of them", None))
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text() == "all of them")


def test_a_long_export_shows_how_far_it_is_and_can_be_cancelled(qtbot, slow, tmp_path):
    slow.dialog.place.set_folder(str(tmp_path))
    qtbot.mouseClick(slow.dialog.save, Qt.MouseButton.LeftButton)
    number = slow.engine.last_id(ExportHits)
    slow.engine.send(ExportProgress(number, 50, 200))
    qtbot.waitUntil(slow.dialog.progress.isVisible)
    assert (slow.dialog.progress.value(), slow.dialog.progress.maximum()) == (50, 200)
    qtbot.mouseClick(slow.dialog.cancel, Qt.MouseButton.LeftButton)
    assert slow.is_given_up(number)
    assert slow.dialog.isVisible()
    assert "nothing was written" in slow.dialog.message.text()
    qtbot.mouseClick(slow.dialog.cancel, Qt.MouseButton.LeftButton)
    assert not slow.dialog.isVisible()


def test_a_file_under_way_is_not_given_up_for_another_choice(qtbot, slow, tmp_path):
    dialog = slow.dialog
    dialog.place.set_folder(str(tmp_path))
    qtbot.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    number = slow.engine.last_id(ExportHits)
    other = dialog.formats.button(ExportFormat.CSV)
    for button in (other, dialog.scope.button(1), dialog.copy, dialog.save):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert slow.engine.last_id(ExportHits) == number
    assert not slow.is_given_up(number)
    qtbot.mouseClick(dialog.cancel, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(other, Qt.MouseButton.LeftButton)
    assert dialog.format is ExportFormat.CSV


def test_closing_gives_up_the_preview(qtbot, slow):
    number = slow.engine.last_id(ExportHits)
    slow.dialog.reject()
    assert slow.is_given_up(number)


@pytest.fixture
def templates(tmp_path):
    found = (tmp_path / "letter.tex.j2", tmp_path / "slip & more.txt")
    for path in found:
        path.write_text("{{ heading }}")
    return found


def test_a_template_of_ones_own_takes_the_place_of_the_format(qtbot, case, theme, templates):
    response = sample_response()
    window = case.window
    dialog = ExportDialog(case.controller, theme, response, (), templates=templates, parent=window)
    dialog.show()
    column = dialog.formats
    choice = column.template_choice
    assert [choice.itemText(n) for n in range(choice.count())] == [
        "No template",
        "letter.tex.j2",
        "slip & more.txt",
    ]
    for row, path, ending in ((1, templates[0], ".tex"), (2, templates[1], ".txt")):
        choice.setCurrentIndex(row)
        choice.activated.emit(row)
        assert case.asked[-1].template == path
        assert dialog.name.text().endswith(ending)
    assert not any(column.button(form).isChecked() for form in ExportFormat)
    qtbot.mouseClick(column.button(ExportFormat.RIS), Qt.MouseButton.LeftButton)
    assert (case.asked[-1].format, case.asked[-1].template) == (ExportFormat.RIS, None)
    assert choice.currentIndex() == 0
    choice.setCurrentIndex(1)
    choice.activated.emit(1)
    choice.setCurrentIndex(0)
    choice.activated.emit(0)
    assert (case.asked[-1].format, case.asked[-1].template) == (ExportFormat.MARKDOWN, None)
    assert column.button(ExportFormat.MARKDOWN).isChecked()


def test_without_templates_none_are_offered(case):
    assert not case.dialog.formats.template_choice.isVisible()


def test_semicolons_are_for_csv(qtbot, case):
    box = case.dialog.formats.semicolons
    assert not box.isVisible()
    qtbot.mouseClick(case.dialog.formats.button(ExportFormat.CSV), Qt.MouseButton.LeftButton)
    assert box.isVisible()
    for is_checked, separator in ((True, ";"), (False, ",")):
        box.setChecked(is_checked)
        assert case.asked[-1].separator == separator


def checked_as(request_id, request, state, line=None):
    place = Place(PlaceKind.LINE, line, line) if line else None
    return CitationChecked(
        request_id,
        CheckedCitation(
            request.uri, state, "", "", "", "", "", Place(PlaceKind.LINE, 1, 1), place, "",
            request.quotation, 1.0, "",
        ),
    )  # fmt: skip


def test_passages_of_changed_files_are_checked_before_the_export(qtbot, theme):
    client = EngineClient()
    engine = FakeEngine(client.post)
    client.attach(engine)
    hits = [replace(hit, stale=number < 3) for number, hit in enumerate(sample_response().hits)]
    response = replace(sample_response(), hits=tuple(hits))
    controller, checks = ExportController(client), PlaceChecks(client)
    dialog = ExportDialog(controller, theme, response, (), checks=checks)
    qtbot.addWidget(dialog)
    dialog.show()
    states = [(CitationState.MOVED, 14), (CitationState.GONE, None), (CitationState.EXACT, 3)]
    for number, (state, line) in enumerate(states):
        request = engine.requests(CheckCitation)[number]
        assert request.quotation == hits[number].text
        engine.send(checked_as(engine.last_id(CheckCitation), request, state, line))
        qtbot.waitUntil(lambda n=number: len(engine.requests(CheckCitation)) == min(n + 2, 3))
    words = "In the files now: 1 moved to line 14, 1 gone, 1 as cited."
    qtbot.waitUntil(lambda: dialog.formats.finding.text() == words)
    assert words not in dialog.preview.toPlainText()


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


def test_a_file_that_exists_is_to_be_replaced_in_the_words_of_the_button(qtbot, theme, tmp_path):
    target = tmp_path / "found.csv"
    target.write_text("mine")
    with pytest.raises(TargetExistsError) as told:
        check_target(target)
    foot = ExportFoot(theme, "found")
    qtbot.addWidget(foot)
    assert foot.replace.text().lower() in told.value.hint


def test_what_stands_in_the_way_is_told_to_screen_readers_once(qtbot, theme, monkeypatch):
    foot = ExportFoot(theme, "found")
    qtbot.addWidget(foot)
    told = announced(monkeypatch, "ui.export.export_foot")
    for words in ("It is there already.", "It is there already.", ""):
        foot.say(words)
    assert told == [(foot.message, "It is there already.")]


def test_the_icon_of_an_open_dialog_follows_the_theme(qtbot, theme, qapp):
    open_before = ExportFoot(theme, "found")
    qtbot.addWidget(open_before)
    theme.use("dark", qapp)
    opened_after = ExportFoot(theme, "found")
    qtbot.addWidget(opened_after)
    before, after = (foot.copy.icon().pixmap(14).toImage() for foot in (open_before, opened_after))
    theme.use("light", qapp)
    assert before == after


@pytest.mark.parametrize("exists", [True, False])
def test_the_folder_is_that_of_documents_or_home_where_there_is_none(
    qtbot, theme, tmp_path, monkeypatch, exists
):
    documents = tmp_path / "Documents"
    if exists:
        documents.mkdir()
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda _: str(documents))
    place = SavePlace(theme, "passages.md")
    qtbot.addWidget(place)
    assert place.target == (documents if exists else Path.home()) / "passages.md"


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("notes.md", "notes.csv"),
        ("notes.txt", "notes.csv"),
        ("notes", "notes.csv"),
        ("Kant 1781. A critique", "Kant 1781. A critique.csv"),
        ("release v1.2", "release v1.2.csv"),
    ],
)
def test_another_format_changes_the_ending_of_a_name_and_nothing_else(qtbot, theme, typed, name):
    place = SavePlace(theme, "passages")
    qtbot.addWidget(place)
    place.set_extension(".md")
    place.name.setText(typed)
    place.set_extension(".csv")
    assert place.name.text() == name
