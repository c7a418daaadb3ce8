from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect
from PySide6.QtGui import QColor, QHelpEvent, QImage, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyleOptionViewItem, QToolTip

from engine.api import Snippet
from tests.ui.samples import make_hit, sample_response
from ui.results.hit_delegate import HitDelegate, fit_parts, fit_tags
from ui.results.hit_marks import gauge_area, gauge_words
from ui.results.result_model import ResultModel

WIDTH = 635
State = QStyle.StateFlag


@pytest.fixture
def model(qapp):
    model = ResultModel()
    model.set_response(sample_response())
    return model


@pytest.fixture
def delegate(any_theme):
    return HitDelegate(any_theme)


def option_for(delegate, index, state=State.State_Enabled):
    option = QStyleOptionViewItem()
    option.rect = QRect(0, 0, WIDTH, 1)
    option.rect = QRect(0, 0, WIDTH, delegate.sizeHint(option, index).height())
    option.state = state
    return option


def painted(delegate, index, state=State.State_Enabled):
    option = option_for(delegate, index, state)
    image = QImage(option.rect.size(), QImage.Format.Format_RGB32)
    image.fill(delegate._theme.color("surface"))
    painter = QPainter(image)
    delegate.paint(painter, option, index)
    painter.end()
    return image


def colours_in(image, area):
    return {
        image.pixelColor(x, y).name()
        for x in range(area.left(), area.right() + 1)
        for y in range(area.top(), area.bottom() + 1)
    }


def test_every_row_has_room_for_the_lines_of_a_snippet(delegate, model):
    option = QStyleOptionViewItem()
    heights = {delegate.sizeHint(option, model.index(row)).height() for row in range(6)}
    assert heights == {82 + 3 * 20}
    delegate.lines = 2
    assert delegate.sizeHint(option, model.index(0)).height() == 82 + 2 * 20


def test_the_first_weak_row_gives_a_line_of_its_snippet_to_a_heading(delegate, model):
    response = sample_response()
    weak = replace(response.hits[0], weak=True)
    model.set_response(replace(response, hits=(weak, weak)))
    first, second = (painted(delegate, model.index(row)) for row in range(2))
    assert first.height() == second.height()
    assert first.copy(0, 21, WIDTH, 70) == second.copy(0, 1, WIDTH, 70)
    assert first.copy(0, 0, WIDTH, 20) != second.copy(0, 0, WIDTH, 20)


def test_rest_hover_chosen_and_focus_differ(delegate, model):
    states = [
        State.State_Enabled,
        State.State_Enabled | State.State_MouseOver,
        State.State_Enabled | State.State_Selected,
        State.State_Enabled | State.State_Selected | State.State_HasFocus,
    ]
    images = [painted(delegate, model.index(0), state) for state in states]
    assert all(one != other for one in images for other in images if one is not other)


def test_matches_are_marked_in_the_snippet(delegate, model):
    snippet = QRect(48, 52, WIDTH - 64, 60)
    mark = delegate._theme.color("kw_mark").name()
    assert mark in colours_in(painted(delegate, model.index(0)), snippet)
    assert mark not in colours_in(painted(delegate, model.index(3)), snippet)


@pytest.mark.parametrize(
    ("row", "soft", "left_dot", "right_dot"),
    [(0, "neutral_soft", True, True), (3, "mn_soft", False, True), (4, "kw_soft", True, False)],
)
def test_the_badge_says_who_found_the_hit(delegate, model, row, soft, left_dot, right_dot):
    theme = delegate._theme
    image = painted(delegate, model.index(row))
    badge = colours_in(image, QRect(WIDTH - 16 - 84, 10, 84, 20))
    assert theme.color(soft).name() in badge
    assert (theme.color("kw_fill").name() in badge) is left_dot
    dots = image.copy(WIDTH - 16 - 84, 10, 84, 20)
    assert (theme.color("mn_fill").name() in colours_in(dots, dots.rect())) is right_dot


def test_a_changed_file_is_said_in_the_last_line(delegate, model):
    fresh = painted(delegate, model.index(0))
    response = sample_response()
    model.set_response(replace(response, hits=(replace(response.hits[0], stale=True),)))
    stale = painted(delegate, model.index(0))
    last_line = QRect(48, 118, WIDTH - 64, 16)
    assert stale.copy(last_line) != fresh.copy(last_line)
    assert stale.copy(0, 0, WIDTH, 110) == fresh.copy(0, 0, WIDTH, 110)


def test_a_long_title_ends_before_the_gauge(delegate, model):
    response = sample_response()
    titles = ("A", "A" + " very long title" * 30)
    images = []
    for title in titles:
        model.set_response(replace(response, hits=(replace(response.hits[0], title=title),)))
        images.append(painted(delegate, model.index(0)))
    gauge = QRect(WIDTH - 190, 10, 190, 20)
    assert images[0].copy(gauge) == images[1].copy(gauge)
    assert images[0] != images[1]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\x00\x01",
        "\udc80 lone surrogate",
        "\u202eright to left\u202c",
        "😀" * 200,
        "x" * 5000,
        "\n" * 50,
    ],
)
def test_hostile_text_is_painted_like_any_other(delegate, model, text):
    hit = replace(make_hit(title=text, tags=(text,)), snippet=Snippet(text), text=text)
    model.set_response(replace(sample_response(), hits=(hit,)))
    image = painted(delegate, model.index(0))
    assert image.height() <= 82 + 3 * 20
    assert image.pixelColor(WIDTH - 2, 60) == QColor(delegate._theme.color("surface"))


def test_the_gauge_answers_in_words_and_title_and_tags_in_full(delegate, model, qtbot, monkeypatch):
    shown = []
    monkeypatch.setattr(QToolTip, "showText", lambda _pos, words, _view: shown.append(words))
    view = QListView()
    qtbot.addWidget(view)
    option = option_for(delegate, model.index(2))
    foot = option.rect.bottom() - 10
    for point in (QPoint(WIDTH - 120, 20), QPoint(100, 20), QPoint(100, 80), QPoint(100, foot)):
        event = QHelpEvent(QEvent.Type.ToolTip, point, point)
        assert delegate.helpEvent(event, view, option, model.index(2))
    votes, names, nothing, tags = shown
    assert votes == "2nd by keywords, 14th by meaning"
    assert names.startswith("Graceful Deletion in Declarative Control Planes\nPapers › 2.3")
    assert nothing == ""
    assert tags == " ".join(f"#{tag}" for tag in model.hits[2].tags) != ""


@pytest.mark.parametrize("state", [State.State_Enabled, State.State_Selected])
def test_a_hit_that_is_new_has_a_chip_in_the_line_of_its_title(delegate, model, state):
    line = QRect(48, 10, WIDTH - 64, 20)
    index, chip = model.index(0), delegate._theme.color("accent").name()
    before = colours_in(painted(delegate, index, state), line)
    model.mark_new(frozenset({model.hits[0].chunk_id}))
    assert chip in colours_in(painted(delegate, index, state), line) - before


PARTS = ("Research library", "A rather long directory name", "Another long one", "lines 10–24")


@pytest.fixture
def fit(theme):
    return lambda parts, width: fit_parts(parts, theme, theme.font(12), width)


def test_middle_parts_give_way_first(fit):
    fitted = fit(PARTS, 380)
    assert fitted[0] == PARTS[0]
    assert fitted[1].endswith("…")
    assert fitted[3] == PARTS[3]


def test_the_place_itself_is_never_shortened(fit):
    assert fit(PARTS, 2000) == PARTS
    assert fit(PARTS, 40)[-1] == "lines 10–24"
    assert fit(("p. 3",), 5) == ("p. 3",)


TAGS = ("incident", "kubernetes", "runbook", "museum")


@pytest.fixture
def font(theme):
    return theme.font(11)


def room_for(words, theme, font):
    return sum(theme.text_width(word, font) + 10 for word in words)


@pytest.mark.parametrize(
    "shown",
    [
        ("#incident", "#kubernetes", "#runbook", "#museum"),
        ("#incident", "#kubernetes", "+2"),
        ("#incident", "+3"),
        ("+4",),
    ],
)
def test_what_does_not_fit_is_counted(theme, font, shown):
    assert fit_tags(TAGS, theme, font, room_for(shown, theme, font)) == shown


def test_one_tag_and_none_are_written(theme, font):
    assert fit_tags(("incident",), theme, font, 5.0) == ("#incident",)
    assert fit_tags((), theme, font, 5.0) == ()


def test_the_gauge_in_words():
    assert gauge_words(2, 14) == "2nd by keywords, 14th by meaning"
    assert gauge_words(None, 2) == "2nd by meaning"


def test_longer_ranks_get_more_room_and_short_ones_the_same(theme):
    widths = [gauge_area(theme, 500, 20, 1, rank).width() for rank in (1, 14, None, 888)]
    assert widths[0] == widths[1] == widths[2] < widths[3]
