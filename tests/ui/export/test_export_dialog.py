from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import QStandardPaths, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from bench.check_exports import quoted_in
from tests.fakes.fake_engine import FakeEngine
from tests.support.announced import announced
from tests.support.exports import EXPORTER
from tests.support.responses import INDEXED_AT, make_hit, make_response
from tests.ui.samples import sample_response
from twofold.engine.api import (
    CancelRequest,
    CheckCitation,
    CheckedCitation,
    CheckTarget,
    CitationChecked,
    CitationState,
    ExportFormat,
    ExportHits,
    ExportProgress,
    ExportRendered,
    ListTemplates,
    Locator,
    LocatorKind,
    RequestFailed,
    TargetChecked,
    TemplatesListed,
)
from twofold.engine.model.citation import Citation, parse_uri
from twofold.engine.model.export import EXPORT_WORDS, IN_ENGLISH, ExportWords
from twofold.engine.model.filters import SearchFilters, TrustLevel
from twofold.ui.client import EngineClient
from twofold.ui.export.export_dialog import ExportDialog
from twofold.ui.export.export_source import HitSource
from twofold.ui.export.save_place import SavePlace
from twofold.ui.i18n.citation_text import export_words

SELECTED = (f"{2:016x}", f"{4:016x}")
FOUND = sample_response()
MANY = replace(FOUND, hits=tuple(replace(FOUND.hits[0], chunk_id=f"{n:016x}") for n in range(200)))


class Case:
    """Opens the dialog with an engine that replies immediately, or later if `is_slow`."""

    def __init__(self, qtbot, theme, response=FOUND, selected=SELECTED, **named):
        self.client = EngineClient()
        self.engine = FakeEngine(self.client.post, self.answer)
        self.client.attach(self.engine)
        self.files, self.problems, self.templates = {}, {}, ()
        self.answer_with, self.fails, self.is_slow = "", False, False
        self.window = QWidget()
        qtbot.addWidget(self.window)
        vars(self).update(named)
        self.dialog = ExportDialog(
            self.client,
            theme,
            HitSource(response, selected, vars(self).get("rows", len(response.hits))),
            templates=Path("/t"),
            parent=self.window,
        )
        self.dialog.show()

    def answer(self, number, request):
        match request:
            case ListTemplates():
                return TemplatesListed(number, self.templates)
            case CheckTarget(target) if target in self.files:
                return TargetChecked(number, f"{target} already exists.", exists=True)
            case CheckTarget(target):
                has_folder = target.parent.is_dir()
                return TargetChecked(number, self.problems.get(target, ""), has_folder=has_folder)
            case ExportHits() if not self.is_slow:
                return self.export(number, request)
        return None

    def export(self, number, request):
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

    def is_given_up(self, number):
        return number in [request.request_id for request in self.engine.requests(CancelRequest)]


@pytest.fixture
def case(qtbot, theme):
    return Case(qtbot, theme)


def preview_is(qtbot, case, text):
    qtbot.waitUntil(lambda: case.dialog.preview.toPlainText() == text)


def click(qtbot, button):
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def choose(choice, row):
    choice.setCurrentIndex(row)
    choice.activated.emit(row)


def test_the_preview_shows_the_engine_output_for_format_and_passages(qtbot, case, theme, speak):
    assert case.asked[0].chunk_ids == SELECTED
    assert case.asked[0].target is None
    assert case.dialog.name.text() == "why-does-a-finalizer-block-namespace.md"
    preview_is(qtbot, case, "markdown of 2")
    click(qtbot, case.dialog.formats.button(ExportFormat.CSV))
    preview_is(qtbot, case, "csv of 2")
    assert case.dialog.name.text().endswith(".csv")
    click(qtbot, case.dialog.scope.button(1))
    preview_is(qtbot, case, "csv of 6")
    speak("de")
    case = Case(qtbot, theme, selected=())
    preview_is(qtbot, case, "markdown of 6")
    assert not case.dialog.scope.button(0).isEnabled()
    assert case.asked[-1].words.say("References") == "Quellenangaben"


def test_saving_writes_through_the_engine_and_closes(qtbot, case, tmp_path):
    case.dialog.place.set_folder(str(tmp_path))
    case.dialog.name.setText("cited.md")
    with qtbot.waitSignal(case.dialog.saved) as saved:
        click(qtbot, case.dialog.save)
    assert saved.args[0].target == tmp_path / "cited.md"
    assert case.files == {tmp_path / "cited.md": "markdown of 2"}
    assert not case.dialog.isVisible()


def test_an_existing_file_is_replaced_only_on_request(qtbot, case, tmp_path):
    target = tmp_path / "cited.md"
    case.files[target] = "old"
    case.dialog.place.set_folder(str(tmp_path))
    case.dialog.name.setText("cited.md")
    click(qtbot, case.dialog.save)
    qtbot.waitUntil(lambda: case.dialog.focusWidget() is case.dialog.name)
    qtbot.waitUntil(case.dialog.replace.isVisible)
    assert "already exists" in case.dialog.message.text()
    assert case.files[target] == "old"

    with qtbot.waitSignal(case.dialog.saved):
        click(qtbot, case.dialog.replace)
    assert case.files[target] == "markdown of 2"


def test_problems_are_shown_while_the_name_is_typed(qtbot, case, tmp_path):
    case.problems[tmp_path / "long.md"] = "The name is too long."
    case.files[tmp_path / "there.md"] = "old"
    case.dialog.place.set_folder(str(tmp_path))
    for name, words, can_replace in (
        ("long.md", "too long", False),
        ("there.md", "already exists", True),
        ("../cited.md", "is not a valid file name", False),
        ("/cited.md", "is not a valid file name", False),
        ("a/b.md", "is not a valid file name", False),
        ("..", "", False),
    ):
        case.dialog.name.setText(name)
        qtbot.waitUntil(lambda words=words: words in case.dialog.message.text())
        assert case.dialog.replace.isVisible() == can_replace
        if "/" in name:
            click(qtbot, case.dialog.save)
    assert [request.target for request in case.asked if request.target] == []


def test_citation_style_and_semicolons_depend_on_the_format(qtbot, case):
    style, semicolons = case.dialog.formats.style_choice, case.dialog.formats.semicolons
    choose(style, style.findData("apa"))
    assert case.asked[-1].style == "apa"
    assert not semicolons.isVisible()
    click(qtbot, case.dialog.formats.button(ExportFormat.CSV))
    assert case.asked[-1].style == ""
    assert not style.isEnabled()
    for is_checked, separator in ((True, ";"), (False, ",")):
        semicolons.setChecked(is_checked)
        assert case.asked[-1].separator == separator


def test_the_copied_text_is_exactly_the_engine_output(qtbot, case):
    preview_is(qtbot, case, "markdown of 2")
    QGuiApplication.clipboard().clear()
    click(qtbot, case.dialog.formats.button(ExportFormat.CSV))
    click(qtbot, case.dialog.copy)  # before it has been rendered
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text() == "csv of 2")
    case.answer_with = written = "5\u00a0% of them\u2029and more\n"
    click(qtbot, case.dialog.formats.button(ExportFormat.BIBTEX))
    qtbot.waitUntil(lambda: "of them" in case.dialog.preview.toPlainText())
    click(qtbot, case.dialog.copy)
    assert QGuiApplication.clipboard().text() == written


def test_a_failed_export_clears_the_preview(qtbot, case):
    preview_is(qtbot, case, "markdown of 2")
    QGuiApplication.clipboard().clear()
    case.fails = True
    click(qtbot, case.dialog.formats.button(ExportFormat.CSV))
    qtbot.waitUntil(case.dialog.message.isVisible)
    assert case.dialog.preview.toPlainText() == ""
    click(qtbot, case.dialog.copy)
    qtbot.waitUntil(lambda: len(case.asked) == 3)
    assert QGuiApplication.clipboard().text() == ""


def test_a_user_template_replaces_the_format(qtbot, case, theme):
    templates = (Path("/t/letter.tex.j2"), Path("/t/slip & more.txt"))
    case = Case(qtbot, theme, templates=templates)
    column, choice = case.dialog.formats, case.dialog.formats.template_choice
    qtbot.waitUntil(lambda: choice.count() == 4)
    assert [choice.itemText(n) for n in (1, 2)] == ["letter.tex.j2", "slip & more.txt"]
    for row, path, ending in ((1, templates[0], ".tex"), (2, templates[1], ".txt")):
        choose(choice, row)
        assert case.asked[-1].template == path
        assert case.dialog.name.text().endswith(ending)
    assert not any(column.button(form).isChecked() for form in ExportFormat)
    click(qtbot, column.button(ExportFormat.RIS))
    assert (case.asked[-1].format, case.asked[-1].template) == (ExportFormat.RIS, None)
    assert choice.currentIndex() == 0
    choose(choice, 1)
    choose(choice, 0)
    assert (case.asked[-1].format, case.asked[-1].template) == (ExportFormat.MARKDOWN, None)
    assert column.button(ExportFormat.MARKDOWN).isChecked()


@pytest.fixture
def slow(qtbot, theme):
    return Case(qtbot, theme, MANY, selected=(), is_slow=True)


def test_the_preview_shows_the_first_passages_and_all_are_copied(qtbot, slow):
    assert len(slow.asked[-1].chunk_ids) == 40
    assert "first 40 of 200" in slow.dialog.partly.text()
    click(qtbot, slow.dialog.copy)
    assert len(slow.asked[-1].chunk_ids) == 200
    slow.engine.send(ExportRendered(slow.engine.last_id(ExportHits), "all of them", None))
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text() == "all of them")
    preview = slow.engine.last_id(ExportHits)
    slow.dialog.reject()
    assert slow.is_given_up(preview)


@pytest.fixture
def saving(qtbot, slow, tmp_path):
    """Return the id of the pending request that writes a file."""
    slow.dialog.place.set_folder(str(tmp_path))
    click(qtbot, slow.dialog.save)
    return slow.engine.last_id(ExportHits)


def test_only_an_existing_file_offers_to_be_replaced(qtbot, slow, saving):
    slow.engine.send(RequestFailed(saving, "There is no room left."))
    qtbot.waitUntil(lambda: "no room" in slow.dialog.message.text())
    assert not slow.dialog.replace.isVisible()


def test_a_long_export_shows_progress_and_can_be_cancelled(qtbot, slow, saving):
    dialog = slow.dialog
    slow.engine.send(ExportProgress(saving, 50, 200))
    qtbot.waitUntil(dialog.progress.isVisible)
    assert (dialog.progress.value(), dialog.progress.maximum()) == (50, 200)
    other = dialog.formats.button(ExportFormat.CSV)
    for button in (other, dialog.scope.button(1), dialog.copy, dialog.save):
        click(qtbot, button)
    assert slow.engine.last_id(ExportHits) == saving
    assert not slow.is_given_up(saving), "another choice must not end it"
    click(qtbot, dialog.cancel)
    assert slow.is_given_up(saving)
    assert "No file was written" in dialog.message.text()
    click(qtbot, other)
    assert dialog.formats.format is ExportFormat.CSV
    click(qtbot, dialog.cancel)
    assert not dialog.isVisible()


def checked_as(request_id, request, state, line=None):
    place = Locator(LocatorKind.LINE, line, line) if line else None
    return CitationChecked(
        request_id,
        CheckedCitation(
            request.uri, state, "", "", "", "", "", Locator(LocatorKind.LINE, 1, 1), place, "",
            request.quotation, 1.0, "",
        ),
    )  # fmt: skip


def test_passages_of_changed_files_are_checked_before_the_export(qtbot, theme):
    hits = tuple(replace(hit, stale=number < 3) for number, hit in enumerate(FOUND.hits))
    case = Case(qtbot, theme, replace(FOUND, hits=hits))
    engine = case.engine
    states = [(CitationState.MOVED, 14), (CitationState.GONE, None), (CitationState.EXACT, 3)]
    for number, (state, line) in enumerate(states):
        request = engine.requests(CheckCitation)[number]
        assert request.quotation == hits[number].text
        place = f"{hits[number].folder}/{hits[number].doc_path}"
        assert parse_uri(request.uri)[0] == place
        engine.send(checked_as(engine.last_id(CheckCitation), request, state, line))
        qtbot.waitUntil(lambda n=number: len(engine.requests(CheckCitation)) == min(n + 2, 3))
    words = "Current files: 1 moved to line 14, 1 missing, 1 unchanged."
    qtbot.waitUntil(lambda: case.dialog.formats.finding.text() == words)
    assert words not in case.dialog.preview.toPlainText()


FOR_PEOPLE = [form for form in ExportFormat if form.has_bibliography]
PAGE = Citation("books/kant #1.pdf", Locator(LocatorKind.PAGE, 3, 3), INDEXED_AT)
HITS = (
    make_hit(1, stale=True),
    make_hit(2, doc_path=PAGE.path, citation=PAGE),
)
# Parts of an export that are not translated and not from a document or the query.
ENGLISH = ("References", "found", "Query", "indexed", "changed since", "Command:", " lines ")


def exported(form, words):
    options = {"paths": True, "method_note": True}
    return EXPORTER.export(ExportHits(form, make_response(*HITS), words=words, **options))


@pytest.mark.parametrize("form", FOR_PEOPLE)
@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", ("Quellenangaben", "Seite 3", "Zeilen 12–14", "seither geändert", "„Memory“")),
        ("fr", ("Références", "page 3", "lignes 12–14", "a changé depuis", "«\xa0Memory\xa0»")),
    ],
)
def test_exports_for_people_are_translated(speak, language, said, form):
    speak(language)
    text = exported(form, export_words()).text
    plain = text.replace("<bdi>", "").replace("</bdi>", "")
    # The plain text of a Word document contains neither sections nor dates.
    assert [one for one in said[:3] if one not in plain] == []
    assert form is ExportFormat.DOCX or [one for one in said if one not in plain] == []
    assert [word for word in ENGLISH if word in plain] == []


def test_data_exports_and_citations_are_not_translated(speak):
    in_english = {form: exported(form, IN_ENGLISH).data for form in ExportFormat}
    speak("fr")
    for form in ExportFormat:
        data = exported(form, export_words()).data
        if form.has_bibliography:  # users read it too
            cited, before = (list(quoted_in(form, one)) for one in (data, in_english[form]))
            assert cited == before
            assert [parse_uri(uri)[0] for uri, _ in cited] == [hit.doc_path for hit in HITS]
        else:
            assert data == in_english[form]


def test_filter_values_of_the_program_are_translated(speak):
    filters = SearchFilters(path_glob="after", tags_any=("none",), trust_min=TrustLevel.SECONDARY)
    response = make_response(*HITS)
    answer = replace(response, trace=replace(response.trace, filters=filters))
    speak("de")
    asked = ExportHits(ExportFormat.HTML, answer, words=export_words(), paths=True)
    text = EXPORTER.export(asked).text
    assert "Tags none; Pfad after; Vertrauen mindestens sekundär" in text


def test_a_user_template_gets_untranslated_values(speak, tmp_path):
    template = tmp_path / "mine.txt"
    template.write_text("{{ heading }} {{ passages[0].place }}")
    speak("de")
    asked = ExportHits(ExportFormat.MARKDOWN, make_response(*HITS), template=template)
    in_german = replace(asked, words=export_words())
    assert EXPORTER.export(in_german).text == EXPORTER.export(asked).text


def test_every_word_of_an_export_is_translatable():
    asked = set()

    class RecordingDict(dict):
        def get(self, text, default=None):
            asked.add(text)
            return default

    words = ExportWords("xx", RecordingDict())
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
        EXPORTER.export(ExportHits(form, answer, style=style, words=words, paths=True))
    unknown = {text for text in asked if not text.replace(".", "").isdigit()} - set(EXPORT_WORDS)
    assert unknown == set()
    assert {"References", "Bibliography", "tags none", "path glob", "Passages"} <= asked


def test_problems_are_announced_to_screen_readers_once(qtbot, case, monkeypatch):
    told = announced(monkeypatch, "twofold.ui.export.export_dialog")
    case.fails = True
    click(qtbot, case.dialog.formats.button(ExportFormat.CSV))
    qtbot.waitUntil(case.dialog.message.isVisible)
    assert told == [(case.dialog.message, "The template cannot be used.")]


@pytest.mark.parametrize("exists", [True, False])
def test_the_default_folder_is_documents_or_home(qtbot, theme, tmp_path, monkeypatch, exists):
    documents = tmp_path / "Documents"
    if exists:
        documents.mkdir()
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda _: str(documents))
    case = Case(qtbot, theme)
    folder = documents if exists else Path.home()
    qtbot.waitUntil(lambda: case.engine.requests(CheckTarget)[-1].target.parent == folder)
    assert case.dialog.place.target.parent == folder
    missing = tmp_path / "gone"
    case.problems[missing / case.dialog.name.text()] = "There is no such folder."
    case.dialog.place.set_folder(str(missing))
    qtbot.waitUntil(case.dialog.message.isVisible)
    assert case.dialog.place.target.parent == missing  # the user has selected it


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
def test_another_format_changes_only_the_extension_of_the_name(qtbot, theme, typed, name):
    place = SavePlace(theme, "passages")
    qtbot.addWidget(place)
    place.set_extension(".md")
    place.name.setText(typed)
    place.set_extension(".csv")
    assert place.name.text() == name


def test_all_means_all_rows_or_names_their_number(qtbot, theme):
    def offered(**named):
        segments = Case(qtbot, theme, **named).dialog.scope
        return segments.button(1).text()

    assert offered() == "All 6"
    assert offered(rows=2400) == "First 6 of 2,400"
