import html
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect
from PySide6.QtGui import QHelpEvent, QImage, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyleOptionViewItem, QToolTip

from tests.ui.samples import make_hit, retrieval, sample_response, shown
from twofold.ui.results.hit_delegate import HitDelegate, fit_tags, gauge_text
from twofold.ui.results.result_model import ResultModel

WIDTH = 635
State = QStyle.StateFlag


def option_for(delegate, index, state=State.State_Enabled):
    option = QStyleOptionViewItem()
    height = delegate.sizeHint(option, index).height()
    option.rect = QRect(0, 0, WIDTH, height)
    option.state = state
    return option


def painted(theme, hit, state=State.State_Enabled, *, is_new=False):
    """Return a row with a hit; all rows have the same height."""
    model, delegate = ResultModel(), HitDelegate(theme)
    model.set_answer(shown(replace(sample_response(), hits=(hit,))))
    model.mark_new(frozenset({hit.chunk_id} if is_new else ()))
    option = option_for(delegate, model.index(0), state)
    assert option.rect.height() == delegate.row_height
    image = QImage(option.rect.size(), QImage.Format.Format_RGB32)
    image.fill(theme.color("surface"))
    painter = QPainter(image)
    delegate.paint(painter, option, model.index(0))
    painter.end()
    return image


def test_differences_between_hits_are_visible_in_every_theme(any_theme):
    hit = sample_response().hits[0]
    plain = replace(hit.snippet, matches=())
    rows = [
        painted(any_theme, hit),
        painted(any_theme, hit, State.State_Enabled | State.State_MouseOver),
        painted(any_theme, hit, State.State_Enabled | State.State_Selected),
        painted(any_theme, hit, State.State_Selected | State.State_HasFocus),
        painted(any_theme, hit, is_new=True),
        painted(any_theme, replace(hit, snippet=plain)),
        painted(any_theme, replace(hit, stale=True)),
        painted(any_theme, replace(hit, weak=True)),
        painted(any_theme, replace(hit, retrieval=retrieval(1, None))),
        painted(any_theme, replace(hit, retrieval=retrieval(None, 1))),
        painted(any_theme, replace(hit, tags=())),
    ]
    assert all(one != other for at, one in enumerate(rows) for other in rows[:at])


def test_a_long_title_ends_before_the_gauge_and_the_badge(theme):
    hit = sample_response().hits[0]
    gauge = QRect(WIDTH - 190, 10, 190, 20)
    short, long = (painted(theme, replace(hit, title=f"A{' title' * n}")) for n in (0, 90))
    assert short.copy(gauge) == long.copy(gauge)
    assert short != long


@pytest.mark.parametrize(
    "text",
    ["", "\x00\x01", "\udc80 surrogate", "\u202eright to left\u202c", "😀" * 200, "x" * 5000],
)
def test_hostile_text_is_painted_within_its_row(theme, text):
    row = painted(theme, make_hit(title=text, tags=(text,), text=text))
    assert row.pixelColor(WIDTH - 2, 60) == theme.color("surface")


def test_tooltips_show_gauge_title_location_and_tags_in_full(theme, qtbot, monkeypatch):
    tips = []
    monkeypatch.setattr(QToolTip, "showText", lambda _pos, words, _view: tips.append(words))
    model, view, delegate = ResultModel(), QListView(), HitDelegate(theme)
    qtbot.addWidget(view)
    model.set_answer(shown(sample_response()))
    option = option_for(delegate, model.index(2))
    foot = option.rect.bottom() - 10
    for point in (QPoint(WIDTH - 120, 20), QPoint(100, 20), QPoint(100, 80), QPoint(100, foot)):
        event = QHelpEvent(QEvent.Type.ToolTip, point, point)
        assert delegate.helpEvent(event, view, option, model.index(2))
    votes, names, nothing, tags = tips
    assert votes == "2nd by keywords, 14th by meaning"
    assert names.startswith("Graceful Deletion in Declarative Control Planes\nPapers › 2.3")
    assert nothing == ""
    assert tags == " ".join(f"#{tag}" for tag in model.hits[2].tags) != ""


def test_the_title_tooltip_shows_the_publication(theme, qtbot, monkeypatch):
    tips = []
    monkeypatch.setattr(QToolTip, "showText", lambda _pos, words, _view: tips.append(words))
    model, view, delegate = ResultModel(), QListView(), HitDelegate(theme)
    qtbot.addWidget(view)
    hit = replace(make_hit(), author="Ada Reed", publisher="Harbour <Press>", volume="7")
    model.set_answer(shown(replace(sample_response(), hits=(hit,))))
    event = QHelpEvent(QEvent.Type.ToolTip, QPoint(100, 20), QPoint(100, 20))
    delegate.helpEvent(event, view, option_for(delegate, model.index(0)), model.index(0))
    lines = html.unescape(tips[0].removesuffix("</p>")).split("\n")
    assert [line for line in lines if ": " in line][-3:] == [
        "Author: Ada Reed", "Publisher: Harbour <Press>", "Volume: 7",
    ]  # fmt: skip


TAGS = ("incident", "kubernetes", "runbook", "museum")


@pytest.mark.parametrize(
    "shown",
    [
        ("#incident", "#kubernetes", "#runbook", "#museum"),
        ("#incident", "#kubernetes", "+2"),
        ("#incident", "+3"),
        ("+4",),
    ],
)
def test_tags_that_do_not_fit_are_counted(theme, shown):
    font = theme.font(11)
    room = sum(theme.text_width(word, font) + 10 for word in shown)
    assert fit_tags(TAGS, theme, font, room) == shown


def test_a_single_tag_is_shown_and_a_missing_rank_is_not(theme):
    assert fit_tags(("incident",), theme, theme.font(11), 5.0) == ("#incident",)
    assert gauge_text(None, 2) == "2nd by meaning"
