from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QVariantAnimation
from PySide6.QtGui import QHelpEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QToolTip

from engine.api import RetrieverKind
from tests.ui.samples import make_hit, sample_ranking, sample_response
from ui.explain.rank_flow import DASH_GAP, DOT_GAP, FlowGeometry, RankFlow


@pytest.fixture
def flow(any_theme, qtbot):
    flow = RankFlow(any_theme)
    qtbot.addWidget(flow)
    flow.resize(508, 244)
    response = sample_response()
    flow.show_hit(response, response.hits[2])
    flow.show()
    return flow


def half_way(flow, retriever, retriever_rank, fused_rank):
    line = flow.shown.line(retriever, retriever_rank, fused_rank, (DOT_GAP, DASH_GAP))
    x = (line.start.x() + line.end.x()) / 2
    return QPoint(round(x), round(line.y_at(x)))


def move_to(flow, place):
    nothing, none = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    place_there = QPointF(flow.mapToGlobal(place))
    kind = QEvent.Type.MouseMove
    event = QMouseEvent(kind, QPointF(place), place_there, nothing, nothing, none)
    QApplication.sendEvent(flow, event)


def wheel(flow, delta):
    event = QWheelEvent(
        QPointF(50, 50), flow.mapToGlobal(QPointF(50, 50)), QPoint(), QPoint(0, delta),
        Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase,
        False,
    )  # fmt: skip
    QApplication.sendEvent(flow, event)
    return event.isAccepted()


def test_columns_and_rows_stand_where_they_are_drawn():
    small = FlowGeometry(284, 206, 15, has_break=False)
    assert (small.keywords_x, small.fused_x, small.meaning_x) == (26, 142, 258)
    assert small.y(1) == 24
    assert small.y(15) == 200
    assert small.row_height == pytest.approx(176 / 14)


def test_a_line_is_level_at_both_ends_and_steepest_half_way():
    line = FlowGeometry(284, 206, 15, has_break=False).line(RetrieverKind.VECTOR, 14, 3, (10, 10))
    assert line.y_at(line.start.x()) == pytest.approx(line.start.y(), abs=0.1)
    assert line.y_at(line.end.x()) == pytest.approx(line.end.y(), abs=0.1)
    middle = (line.start.x() + line.end.x()) / 2
    assert line.y_at(middle) == pytest.approx((line.start.y() + line.end.y()) / 2, abs=0.1)


def test_the_line_to_paint_is_the_line_to_hit():
    line = FlowGeometry(508, 244, 15, has_break=False).line(RetrieverKind.LEXICAL, 2, 9, (6.5, 9.5))
    path = line.path()
    for part in (0.1, 0.35, 0.5, 0.8):
        point = path.pointAtPercent(part)
        assert line.y_at(point.x()) == pytest.approx(point.y(), abs=0.2)


def test_clicking_a_line_chooses_its_hit(flow, qtbot):
    with qtbot.waitSignal(flow.hit_clicked) as clicked:
        qtbot.mouseClick(
            flow, Qt.MouseButton.LeftButton, pos=half_way(flow, RetrieverKind.LEXICAL, 3, 5)
        )
    assert clicked.args[0] == sample_response().hits[4]


def test_clicking_a_fused_rank_chooses_its_hit(flow, qtbot):
    place = QPointF(flow.shown.fused_x, flow.shown.y(4)).toPoint()
    with qtbot.waitSignal(flow.hit_clicked) as clicked:
        qtbot.mouseClick(flow, Qt.MouseButton.LeftButton, pos=place)
    assert clicked.args[0].rank == 4


def test_a_line_of_a_passage_that_is_not_shown_chooses_nothing(flow, qtbot):
    with qtbot.assertNotEmitted(flow.hit_clicked):
        qtbot.mouseClick(
            flow, Qt.MouseButton.LeftButton, pos=half_way(flow, RetrieverKind.LEXICAL, 9, 15)
        )


def test_clicking_beside_the_lines_chooses_nothing(flow, qtbot):
    with qtbot.assertNotEmitted(flow.hit_clicked):
        qtbot.mouseClick(flow, Qt.MouseButton.LeftButton, pos=QPoint(150, 8))


def test_the_line_under_the_pointer_is_brought_out(flow, qtbot):
    rest = flow.grab().toImage()
    move_to(flow, half_way(flow, RetrieverKind.LEXICAL, 3, 5))
    assert flow.cursor().shape() is Qt.CursorShape.PointingHandCursor
    hovered = flow.grab().toImage()
    assert hovered != rest
    QApplication.sendEvent(flow, QEvent(QEvent.Type.Leave))
    assert flow.grab().toImage() == rest


def test_a_line_tells_the_title_of_its_hit(flow, monkeypatch):
    shown = []
    monkeypatch.setattr(QToolTip, "showText", lambda _pos, words, _widget: shown.append(words))
    for place in (half_way(flow, RetrieverKind.LEXICAL, 3, 5), QPoint(150, 8)):
        event = QHelpEvent(QEvent.Type.ToolTip, place, flow.mapToGlobal(place))
        QApplication.sendEvent(flow, event)
    assert shown == ["<span>reconcile_finalizer.go: 3rd by keywords</span>", ""]


def test_a_title_is_never_read_as_markup(flow, monkeypatch):
    shown = []
    monkeypatch.setattr(QToolTip, "showText", lambda _pos, words, _widget: shown.append(words))
    response = sample_response()
    hostile = replace(response.hits[4], title='<img src="/etc/passwd">')
    flow.show_hit(replace(response, hits=(*response.hits[:4], hostile)), response.hits[2])
    place = half_way(flow, RetrieverKind.LEXICAL, 3, 5)
    QApplication.sendEvent(flow, QHelpEvent(QEvent.Type.ToolTip, place, flow.mapToGlobal(place)))
    assert "<img" not in shown[0]


def test_the_chosen_hit_has_a_pill_in_every_column(flow, any_theme):
    image = flow.grab().toImage()
    accent = any_theme.color("accent").name()
    geometry = flow.shown
    for x, rank in ((geometry.keywords_x, 2), (geometry.fused_x, 3), (geometry.meaning_x, 14)):
        assert image.pixelColor(round(x - 8), round(geometry.y(rank))).name() == accent


def test_another_chosen_hit_is_drawn_otherwise(flow):
    before = flow.grab().toImage()
    response = sample_response()
    flow.show_hit(response, response.hits[0])
    assert flow.grab().toImage() != before


def test_a_rank_below_the_last_row_stands_after_a_break(flow):
    assert not flow.shown.has_break
    response = sample_response()
    deep = response.ranking[29]
    flow.show_hit(response, make_hit(deep.rank, ranks=(deep.lexical_rank, deep.vector_rank)))
    assert flow.shown.has_break
    assert flow.shown.y(deep.rank) > flow.shown.y(15) + 16
    assert not flow.grab().isNull()


def test_the_wheel_shows_more_rows_and_then_lets_the_panel_scroll(flow):
    assert not wheel(flow, 120)
    assert wheel(flow, -120)
    assert flow.shown.rows == 20
    for _ in range(20):
        wheel(flow, -120)
    assert flow.shown.rows == 42
    assert not wheel(flow, -120)
    assert not flow.grab().isNull()


def test_another_answer_starts_with_fifteen_rows(flow):
    wheel(flow, -120)
    response = replace(sample_response(), ranking=sample_ranking(40))
    flow.show_hit(response, response.hits[0])
    assert flow.shown.rows == 15


def test_the_same_passages_in_another_order_keep_the_rows_and_move(flow, qtbot):
    wheel(flow, -120)
    first, second, *rest = sample_response().ranking
    turned = (replace(second, rank=1), replace(first, rank=2), *rest)
    response = replace(sample_response(), ranking=turned)
    flow.show_hit(response, response.hits[0])
    assert flow.shown.rows == 20
    moving = flow.findChild(QVariantAnimation)
    flow.grab()
    qtbot.waitUntil(lambda: moving.state() is QVariantAnimation.State.Stopped)
    flow.grab()


def test_the_chart_is_told_to_screen_readers(flow):
    assert flow.accessibleName() == "Rank flow"
    lines = flow.accessibleDescription().splitlines()
    assert len(lines) == 15
    assert lines[4] == "5th: reconcile_finalizer.go: 3rd by keywords"
    assert lines[9] == "10th: 6th by keywords"
