from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QVariantAnimation
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

from tests.ui.samples import make_hit, sample_ranking, sample_response
from twofold.engine.api import RetrieverKind
from twofold.ui.explain.explain_panel import FlowArea
from twofold.ui.explain.fusion_controls import WIDTH
from twofold.ui.explain.rank_flow import DASH_GAP, DOT_GAP, FlowGeometry, RankFlow

FOUND = sample_response()


@pytest.fixture
def chosen():
    """The hits that were selected."""
    return []


@pytest.fixture
def flow(theme, qtbot, chosen):
    flow = RankFlow(theme, chosen.append)
    qtbot.addWidget(flow)
    flow.resize(508, 244)
    flow.show_hit(FOUND, FOUND.hits[2])
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


def test_the_painted_curve_is_the_clickable_curve():
    line = FlowGeometry(508, 244, 15, has_break=False).line(RetrieverKind.LEXICAL, 2, 9, (6.5, 9.5))
    path = line.path()
    for part in (0.1, 0.35, 0.5, 0.8):
        point = path.pointAtPercent(part)
        assert line.y_at(point.x()) == pytest.approx(point.y(), abs=0.2)


def test_a_click_on_a_curve_selects_its_hit_if_listed(flow, qtbot, chosen):
    fused_rank = QPointF(flow.shown.x(None), flow.shown.y(4)).toPoint()
    lines = [half_way(flow, RetrieverKind.LEXICAL, *ranks) for ranks in ((3, 5), (9, 15))]
    for place in (*lines, fused_rank):
        qtbot.mouseClick(flow, Qt.MouseButton.LeftButton, pos=place)
    assert chosen == [FOUND.hits[4], FOUND.hits[3]]  # there is no 15th hit


def test_the_curve_under_the_pointer_is_highlighted(flow):
    rest = flow.grab().toImage()
    move_to(flow, half_way(flow, RetrieverKind.LEXICAL, 3, 5))
    assert flow.cursor().shape() is Qt.CursorShape.PointingHandCursor
    assert flow.grab().toImage() != rest
    assert flow.toolTip() == "<span>reconcile_finalizer.go: 3rd by keywords</span>"
    QApplication.sendEvent(flow, QEvent(QEvent.Type.Leave))
    assert flow.grab().toImage() == rest
    assert flow.toolTip() == ""


def test_a_title_is_never_interpreted_as_markup(flow):
    hostile = replace(FOUND.hits[4], title='<img src="/etc/passwd">')
    flow.show_hit(replace(FOUND, hits=(*FOUND.hits[:4], hostile)), FOUND.hits[2])
    move_to(flow, half_way(flow, RetrieverKind.LEXICAL, 3, 5))
    assert "<img" not in flow.toolTip()
    assert "&lt;img" in flow.toolTip()


def test_a_rank_below_the_last_row_is_shown_after_a_break(flow):
    assert not flow.shown.has_break
    deep = FOUND.ranking[29]
    flow.show_hit(FOUND, make_hit(deep.rank, ranks=(deep.lexical_rank, deep.vector_rank)))
    assert flow.shown.has_break
    assert flow.shown.y(deep.rank) > flow.shown.y(15) + 16
    assert not flow.grab().isNull()


def test_the_wheel_shows_more_rows_and_then_scrolls_the_panel(flow):
    assert not wheel(flow, 120)
    assert wheel(flow, -120)
    assert flow.shown.rows == 20
    for _ in range(20):
        wheel(flow, -120)
    assert flow.shown.rows == 42
    assert not wheel(flow, -120)
    assert not flow.grab().isNull()
    other = replace(FOUND, ranking=sample_ranking(40))
    flow.show_hit(other, other.hits[0])
    assert flow.shown.rows == 15


def test_reordered_passages_move_and_keep_the_number_of_rows(flow, qtbot):
    wheel(flow, -120)
    first, second, *rest = FOUND.ranking
    turned = (replace(second, rank=1), replace(first, rank=2), *rest)
    flow.show_hit(replace(FOUND, ranking=turned), FOUND.hits[0])
    assert flow.shown.rows == 20
    moving = flow.findChild(QVariantAnimation)
    flow.grab()
    qtbot.waitUntil(lambda: moving.state() is QVariantAnimation.State.Stopped)


def test_the_chart_is_described_to_screen_readers(flow):
    assert flow.accessibleName() == "Chart of ranks"
    lines = flow.accessibleDescription().splitlines()
    assert len(lines) == 15
    assert lines[4] == "5th: reconcile_finalizer.go: 3rd by keywords"
    assert lines[9] == "10th: 6th by keywords"


@pytest.fixture
def area(theme, qtbot, chosen):
    area = FlowArea(theme, chosen.append)
    qtbot.addWidget(area)
    area.resize(540, 260)
    area.show()
    area.show_hit(FOUND, FOUND.hits[2])
    return area


def row(area, number):
    model = area.table.model()
    return [model.index(number, column).data() for column in range(model.columnCount())]


def test_the_table_shows_the_same_ranks_and_selects_hits(area, chosen):
    area.show_table(wanted=True)
    assert row(area, 2) == ["3", "2", "14", "Graceful Deletion in Declarative Control Planes"]
    assert row(area, 3) == ["4", "–", "2", "オペレーターの後始末処理"]
    names = [area.table.horizontalHeaderItem(column).text() for column in range(4)]
    assert names == ["Fused", "Keywords", "Meaning", "Passage"]
    for number in (4, 40):
        area.table.activated.emit(area.table.model().index(number, 0))
    assert [hit.title for hit in chosen] == ["reconcile_finalizer.go"]


def test_code_has_the_same_title_as_in_the_list(area):
    area.show_table(wanted=True)
    hits = list(FOUND.hits)
    hits[4] = replace(hits[4], title="reconcile_finalizer")
    area.show_hit(replace(FOUND, hits=tuple(hits)), hits[4])
    assert row(area, 4)[3] == "reconcile_finalizer.go"
    assert "5th: reconcile_finalizer.go: 3rd by keywords" in area.flow.accessibleDescription()


def test_the_table_is_filled_only_while_visible(area):
    """Filling it takes longer than the rest of the explanation and would delay every selection."""

    def chosen_rows():
        return [index.row() for index in area.table.selectionModel().selectedRows()]

    assert area.table.model().rowCount() == 0
    area.show_table(wanted=True)
    assert area.table.model().rowCount() == 42
    area.show_hit(FOUND, FOUND.hits[0])
    assert chosen_rows() == [0]
    area.show_table(wanted=False)
    area.show_hit(FOUND, FOUND.hits[1])
    area.show_table(wanted=True)
    assert chosen_rows() == [1]


def test_the_controls_move_below_if_space_is_short(area, qtbot):
    def is_below():
        return area.controls.y() >= area.flow.parentWidget().geometry().bottom()

    area.resize(508, 600)
    qtbot.waitUntil(lambda: area.controls.x() > area.flow.width())
    area.show_table(wanted=True)
    qtbot.waitUntil(is_below)
    assert area.table.width() == 508
    area.show_table(wanted=False)
    qtbot.waitUntil(lambda: area.controls.x() > area.flow.width())
    area.resize(360, 500)
    qtbot.waitUntil(is_below)
    assert area.controls.width() > WIDTH
    area.resize(300, 500)
    qtbot.waitUntil(lambda: area.controls.width() <= 300)
