"""The dialog that checks quotations, over an engine that knows one source."""

import pytest
from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from tests.fakes.fake_engine import FakeEngine
from twofold.engine.api import (
    CancelRequest,
    CheckedQuotation,
    CheckQuotations,
    Citation,
    ExportProgress,
    Locator,
    LocatorKind,
    QuotationCheck,
    QuotationsChecked,
    QuotationSource,
    QuotationState,
    RequestDone,
    RequestFailed,
    Settings,
    TextSpan,
    WordDifference,
)
from twofold.ui.checking import quotation_texts
from twofold.ui.checking.quotations_dialog import QuotationsDialog
from twofold.ui.client import EngineClient
from twofold.ui.opening.openable import OpenWith
from twofold.ui.opening.opener import DocumentOpener

DRAFT = "He says “all cats sleep in the sun” and “the moon is made of cheese” and “we met at noon”."
SOURCE = QuotationSource(
    "c1", "Notes", "/n/cats.pdf", "Cats", "Smith", "2024-05-01", "pdf",
    Citation("cats.pdf", Locator(LocatorKind.PAGE, 3, 3), ""),
)  # fmt: skip


def quotation(text, state, **fields):
    start = DRAFT.index(text)
    return CheckedQuotation(TextSpan(start, start + len(text)), 1, text, state, **fields)


SUN = DRAFT.index("sun")
CHECK = QuotationCheck(
    "",
    DRAFT,
    (
        quotation(
            "all cats sleep in the sun",
            QuotationState.CHANGED,
            source=SOURCE,
            source_text="all cats sleep in the shade <b>",
            differences=(WordDifference(TextSpan(SUN, SUN + 3), TextSpan(22, 27)),),
            similarity=0.9,
        ),
        quotation("the moon is made of cheese", QuotationState.MISSING),
        quotation(
            "we met at noon", QuotationState.EXACT, source=SOURCE, source_text="we met at noon"
        ),
    ),
)


class Case:
    def __init__(self, qtbot, theme):
        self.reply = lambda number: QuotationsChecked(number, CHECK)
        self.client = EngineClient()
        self.engine = FakeEngine(self.client.post, self.answer)
        self.client.attach(self.engine)
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.opener = DocumentOpener(OpenWith.of(Settings()), self.window)
        self.opened = []
        self.opener.open = lambda path, place: self.opened.append((path, place))
        self.dialog = QuotationsDialog(self.client, self.opener, theme, self.window)
        self.dialog.show()

    def answer(self, number, request):
        if isinstance(request, CancelRequest):
            return RequestDone(number)
        return self.reply(number)

    def check(self, qtbot):
        self.dialog.draft.setPlainText(DRAFT)
        self.dialog.check.click()
        qtbot.waitUntil(lambda: self.dialog.list.count() == 3)

    def rows(self):
        return [self.dialog.list.item(row).text() for row in range(self.dialog.list.count())]


@pytest.fixture
def case(qtbot, theme):
    return Case(qtbot, theme)


def test_pasted_draft_is_checked_and_its_quotations_are_listed(case, qtbot):
    assert not case.dialog.check.isEnabled()
    case.check(qtbot)
    assert case.engine.requests(CheckQuotations) == [CheckQuotations(DRAFT)]
    assert case.rows() == [
        "“all cats sleep in the sun”\nChanged · Notes/cats.pdf, p. 3",
        "“the moon is made of cheese”\nNot found · line 1",
        "“we met at noon”\nExact · Notes/cats.pdf, p. 3",
    ]
    assert len(case.dialog.draft.extraSelections()) == 3


def test_filter_shows_the_quotations_of_one_state(case, qtbot):
    case.check(qtbot)
    segments = case.dialog.filters.segments
    assert [one.text() for one in segments] == ["All 3", "Exact 1", "Changed 1", "Not found 1"]
    segments[3].click()
    assert case.rows() == ["“the moon is made of cheese”\nNot found · line 1"]
    assert not case.dialog.open_source.isEnabled()


def test_differing_words_are_marked_by_more_than_colour_and_never_as_markup(case, qtbot):
    case.check(qtbot)
    draft, source = case.dialog.draft_words, case.dialog.source_words
    assert "line-through" in draft.toHtml()
    assert "underline" in source.toHtml()
    assert source.toPlainText() == "all cats sleep in the shade <b>"


def test_source_is_opened_at_its_page_and_cited(case, qtbot):
    case.check(qtbot)
    case.dialog.open_source.click()
    assert case.opened == [("/n/cats.pdf", Locator(LocatorKind.PAGE, 3, 3))]
    case.dialog.cite.click()
    assert QGuiApplication.clipboard().text() == "(Smith, Cats, 2024, p. 3)"
    case.dialog.insert.click()
    assert QGuiApplication.clipboard().text() == (
        "He says “all cats sleep in the sun” (Smith, Cats, 2024, p. 3) and “the moon is made of "
        "cheese” and “we met at noon” (Smith, Cats, 2024, p. 3)."
    )


def test_results_disappear_when_the_text_is_edited(case, qtbot):
    case.check(qtbot)
    case.dialog.draft.insertPlainText("New words. ")
    assert case.rows() == []
    assert case.dialog.check.isEnabled()


def test_dropped_file_is_checked(case, qtbot, tmp_path):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "draft.docx"))])
    case.dialog.draft.insertFromMimeData(data)
    qtbot.waitUntil(lambda: case.dialog.list.count() == 3)
    assert case.engine.requests(CheckQuotations) == [CheckQuotations(path=tmp_path / "draft.docx")]
    assert case.dialog.draft.toPlainText() == DRAFT
    assert case.dialog.draft.isReadOnly()


def test_check_shows_its_progress_and_can_be_stopped(case, qtbot):
    case.reply = lambda number: ExportProgress(number, 1, 8)
    case.dialog.draft.setPlainText(DRAFT)
    case.dialog.check.click()
    qtbot.waitUntil(lambda: "1 of 8" in case.dialog.message.text())
    case.dialog.stop.click()
    assert case.engine.requests(CancelRequest) == [CancelRequest(1)]
    case.engine.send(RequestFailed(1, "The check was cancelled."))
    qtbot.waitUntil(case.dialog.check.isEnabled)
    assert "cancelled" in case.dialog.message.text()


def test_list_is_saved_without_cells_that_spreadsheets_would_run(case, qtbot, tmp_path):
    case.check(qtbot)
    target = tmp_path / "list.csv"
    case.dialog.write(target, quotation_texts.as_csv)
    lines = target.read_text("utf-8-sig").splitlines()
    assert lines[1].startswith("changed,1,all cats sleep in the sun,")
    assert lines[1].endswith("cats.pdf#page=3,shade → sun")
    assert "- **Not found · line 1**" in quotation_texts.as_markdown(CHECK, CHECK.quotations)
