import re
from dataclasses import replace

from engine.api import PlaceKind, PreviewReady, PreviewRequest, RequestFailed, TextSpan
from tests.fakes.fake_engine import FakeEngine
from tests.fakes.library_samples import page_preview
from tests.fakes.library_samples import text_preview as markdown_preview
from ui.client import EngineClient
from ui.preview.display_text import DisplayText
from ui.preview.preview_controller import PreviewController
from ui.preview.preview_panel import PreviewPanel
from ui.preview.text_view import TextView


def text_preview(chunk_id=f"{1:016x}"):
    """The sample as plain text."""
    return replace(markdown_preview(chunk_id), file_type="txt")


def test_a_text_opens_at_its_passage(panel):
    panel.show_preview(text_preview())
    view = panel.text_view
    assert view.passage_blocks() == range(29, 33)
    area = view.passage_area()
    assert area is not None
    assert area.top() >= -4
    assert area.bottom() <= view.viewport().height() + 4


def test_the_numbers_are_those_of_the_file(panel):
    panel.show_preview(text_preview())
    assert panel.text_view.line_numbers[29:33] == (30, 31, 32, 33)


def test_slides_are_shown_as_text_without_numbers_and_pager(panel):
    preview = text_preview()
    slides = replace(preview, place_kind=PlaceKind.SLIDE, line_numbers=(), file_type="pptx")
    panel.show_preview(slides)
    view = panel.text_view
    assert view.isVisible()
    assert set(view.line_numbers) == {0}
    assert view.passage_blocks() == range(29, 33)
    assert not panel.head.pages.isVisible()
    assert panel.head.matches.words.endswith(f"of {len(preview.matches)}")


def test_paragraphs_are_numbered_and_written_as_prose(panel):
    preview = replace(text_preview(), place_kind=PlaceKind.PARAGRAPH)
    families = []
    for file_type in ("docx", "py"):
        panel.show_preview(replace(preview, file_type=file_type))
        families.append(panel.text_view.document().defaultFont().family())
    assert panel.text_view.line_numbers[29:33] == (30, 31, 32, 33)
    assert families[0] != families[1]


def test_the_match_count_starts_in_the_passage_and_goes_round(panel):
    preview = text_preview()
    panel.show_preview(preview)
    count = len(preview.matches)
    first = next(n for n, m in enumerate(preview.matches) if m.start >= preview.passage.start)
    assert panel.head.matches.words == f"Match <b>{first + 1}</b> of {count}"

    panel.step_match(-1)
    assert panel.head.matches.words == f"Match <b>{first}</b> of {count}"
    for _ in range(count):
        panel.step_match(1)
    assert panel.head.matches.words == f"Match <b>{first}</b> of {count}"


def long_code(lines=200):
    """A passage higher than the view, with a frequent word everywhere and two rare ones."""
    code = [f"tide_{number}(day)" for number in range(lines)]
    code[150] = "# spring tide floods the quay"
    text = "\n".join(code)
    found = re.finditer("tide|spring|floods", text)
    matches = tuple(TextSpan(*match.span()) for match in found)
    preview = replace(text_preview(), file_type="py", text=text, matches=matches)
    numbers = tuple(range(1, lines + 1))
    return replace(preview, passage=TextSpan(0, len(text)), line_numbers=numbers)


def test_a_long_passage_opens_where_most_of_the_words_stand_together(panel):
    preview = long_code()
    panel.show_preview(preview)
    view = panel.text_view
    assert 150 in [number for number, _ in view.visible_lines()]
    first = next(
        index
        for index, match in enumerate(preview.matches)
        if preview.text[match.start : match.end] == "spring"
    )
    assert panel.head.matches.words == f"Match <b>{first + 1}</b> of {len(preview.matches)}"


def test_going_to_a_match_brings_it_into_view(panel):
    panel.show_preview(text_preview())
    panel.text_view.go_to_match(0)
    assert panel.text_view.visible_lines()[0][0] == 0


def test_the_match_that_was_gone_to_is_told_from_the_others(panel):
    panel.show_preview(text_preview())
    assert panel.text_view.current_areas() == []
    panel.step_match(1)
    (area,) = panel.text_view.current_areas()
    assert (area, True) in panel.text_view.visible_marks()
    panel.show_preview(text_preview(f"{2:016x}"))
    assert panel.text_view.current_areas() == []


def test_the_match_that_was_gone_to_is_framed_in_high_contrast(panel, theme, qapp):
    """All others have a line below them there, too."""
    theme.use("contrast_light", qapp)
    panel.show_preview(text_preview())
    panel.step_match(1)
    view = panel.text_view
    (area,) = view.current_areas()
    inner = area.adjusted(-1, -1, 1, area.height() / -2).toAlignedRect()
    framed = view.viewport().grab(inner).toImage()
    panel.step_match(1)
    panel.step_match(1)
    assert area not in view.current_areas()
    assert view.viewport().grab(inner).toImage() != framed


def test_the_match_that_was_gone_to_is_told_on_a_page_too(panel):
    panel.show_preview(page_preview(width=panel.page_width()))
    page, before = panel.page_view, panel.page_view.grab().toImage()
    at = page.verticalScrollBar().value()
    panel.step_match(1)
    page.verticalScrollBar().setValue(at)
    assert page.grab().toImage() != before


def test_a_page_is_shown_with_pager_and_scrolled_to_the_passage(panel):
    preview = page_preview(width=panel.page_width())
    panel.show_preview(preview)
    assert panel.page_view.isVisible()
    assert panel.head.pages.words == "<b>3</b> / 14"
    assert panel.page_view.verticalScrollBar().value() > 0
    assert panel.head.matches.words == "Match <b>2</b> of 4"


def test_the_pager_asks_for_the_next_page_but_not_beyond_the_last(qtbot, panel):
    panel.show_preview(page_preview(page=13))
    with qtbot.waitSignal(panel.page_wanted) as wanted:
        panel.head.page_stepped.emit(1)
    assert wanted.args == [14]
    panel.show_preview(page_preview(page=14))
    with qtbot.assertNotEmitted(panel.page_wanted):
        panel.step_page(1)


def test_another_width_asks_for_a_sharp_page(qtbot, panel):
    panel.show_preview(page_preview(width=panel.page_width()))
    with qtbot.waitSignal(panel.page_wanted, timeout=2000) as wanted:
        panel.resize(700, 300)
    assert wanted.args == [3]


def test_a_page_rendered_for_another_width_is_asked_for_once(qtbot, panel):
    wanted = []
    panel.page_wanted.connect(wanted.append)
    for _ in range(2):
        with qtbot.waitSignal(panel._resize_pause.timeout):
            panel.show_preview(page_preview(width=panel.page_width() - 5))
    assert wanted == [3]


def test_a_page_is_sharp_again_at_a_width_it_had_before_another_document_came(qtbot, panel):
    before = page_preview(width=panel.page_width() - 40)
    panel.show_preview(before)
    with qtbot.waitSignal(panel.page_wanted):
        panel._resize_pause.start(0)
    panel.show_preview(page_preview(width=panel.page_width()))
    panel.show_preview(text_preview("a"))
    panel.show_preview(before)  # as it was before the window became as wide as now
    with qtbot.waitSignal(panel.page_wanted):
        panel._resize_pause.start(0)


def test_a_page_in_another_size_stays_where_it_was(panel):
    panel.show_preview(page_preview(width=panel.page_width() - 5))
    panel.step_match(1)
    bar = panel.page_view.verticalScrollBar()
    bar.setValue(bar.maximum() - 3)
    panel.show_preview(page_preview(width=panel.page_width()))
    assert abs(bar.value() - (bar.maximum() - 3)) <= 2
    assert panel.head.matches.words == "Match <b>3</b> of 4"


def test_a_page_that_nearly_fits_is_shown_pixel_for_pixel(panel):
    view = panel.page_view
    panel.show_preview(page_preview(width=panel.page_width() + 1))
    assert view._scale() == 1 / view.devicePixelRatioF()


def test_marks_are_painted_over_the_page_never_into_it(qtbot, any_theme):
    panel = PreviewPanel(any_theme)
    qtbot.addWidget(panel)
    panel.resize(540, 400)
    panel.show()
    preview = page_preview(width=500)
    panel.show_preview(preview)
    painted = panel.page_view.viewport().grab().toImage()
    colours = {
        painted.pixelColor(x, y).name()
        for x in range(0, painted.width(), 3)
        for y in range(0, painted.height(), 3)
    }
    assert any_theme.color("desk").name() in colours
    assert any_theme.color("page").name() in colours
    assert preview.image.pixels == page_preview(width=500).image.pixels


def test_a_document_that_cannot_be_shown_says_why(panel):
    panel.show_failure("The file has gone.", "Check for changes.")
    assert panel.failure_text == "The file has gone. Check for changes."


def test_a_failure_stands_below_no_other_document(panel):
    panel.show_preview(text_preview("a"))
    panel.show_failure("The page cannot be shown.", "", "a")
    assert panel.preview.chunk_id == "a"
    panel.show_failure("The file has gone.", "", "b")
    assert panel.preview is None
    assert panel.head._name.text() == "Preview"


def test_holding_an_arrow_key_asks_for_one_preview(qtbot):
    client = EngineClient()
    engine = FakeEngine(client.post)
    client.attach(engine)
    controller = PreviewController(client)
    for chunk_id in ("a", "b", "c"):
        controller.show_passage(PreviewRequest(chunk_id, "query", width=500))
    qtbot.waitUntil(lambda: len(engine.submitted) == 1)
    qtbot.wait(60)
    assert [request.chunk_id for request in engine.requests(PreviewRequest)] == ["c"]


def test_a_preview_of_an_earlier_passage_is_dropped(qtbot):
    client = EngineClient()
    engine = FakeEngine(client.post)
    client.attach(engine)
    controller = PreviewController(client)
    shown, failed = [], []
    controller.ready.connect(shown.append)
    controller.failed.connect(lambda *words: failed.append(words))
    controller.show_passage(PreviewRequest("a", "query", width=500))
    qtbot.waitUntil(lambda: len(engine.submitted) == 1)
    controller.show_passage(PreviewRequest("b", "query", width=500))
    qtbot.waitUntil(lambda: len(engine.submitted) == 2)

    engine.send(PreviewReady(1, text_preview("a")))
    engine.send(PreviewReady(2, text_preview("b")))
    qtbot.waitUntil(lambda: len(shown) == 1)
    engine.send(RequestFailed(1, "too late"))
    controller.show_nothing()
    engine.send(PreviewReady(2, text_preview("b")))
    qtbot.wait(20)

    assert [preview.chunk_id for preview in shown] == ["b"]
    assert failed == []


def test_a_page_is_asked_for_at_the_width_it_is_shown_at(qtbot, panel):
    width = panel.page_width()
    panel.show_preview(page_preview(width=width))
    sheet = panel.page_view.viewport()
    qtbot.waitUntil(lambda: sheet.width() - 32 == width)


def test_a_line_of_the_source_is_numbered_once(qtbot, theme):
    view = TextView(theme)
    qtbot.addWidget(view)
    text = "The night\n\nOn the 22nd\n\nWhat helped"
    view.show_text(DisplayText(text, None, (), (12, 12, 13, 14, 14)), is_code=False)
    numbers = [view._numbers.number_shown(block) for block in range(5)]
    assert numbers == [12, 0, 13, 14, 0]


def test_the_name_of_a_file_keeps_room_beside_the_pages_and_matches(panel):
    panel.resize(400, 500)
    preview = replace(page_preview(), absolute_path="/Papers/agreement-2026.pdf")
    panel.show_preview(preview)
    head = panel.head
    head.pages.show()
    head.show_match(4, 18)
    assert re.sub("<[^>]+>", "", head.matches.words) == "5 / 18"
    assert head.matches.toolTip() == "Match <b>5</b> of 18"
    panel.resize(760, 500)
    assert head.matches.words == "Match <b>5</b> of 18"
