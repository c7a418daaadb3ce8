from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from tests.ui.samples import sample_response
from ui.explain.fusion_controls import WIDTH
from ui.explain.rank_flow import FlowArea


@pytest.fixture
def area(any_theme, qtbot):
    area = FlowArea(any_theme)
    qtbot.addWidget(area)
    area.resize(540, 260)
    area.show()
    response = sample_response()
    area.show_hit(response, response.hits[2])
    return area


@pytest.fixture
def as_table(area):
    area.show_table(wanted=True)
    return area


def row(area, number):
    model = area.table.model()
    return [model.index(number, column).data() for column in range(model.columnCount())]


def test_the_table_says_what_the_flow_shows(as_table):
    assert row(as_table, 2) == ["3", "2", "14", "Graceful Deletion in Declarative Control Planes"]
    assert row(as_table, 3) == ["4", "–", "2", "オペレーターの後始末処理"]
    assert as_table.table.model().rowCount() == 42
    header = as_table.table.model().headerData
    horizontal = Qt.Orientation.Horizontal
    assert [header(n, horizontal) for n in range(4)] == ["Fused", "Keywords", "Meaning", "Passage"]


def test_code_has_the_name_that_its_hit_has_in_the_list(as_table):
    response = sample_response()
    hits = list(response.hits)
    hits[4] = replace(hits[4], title="reconcile_finalizer")
    as_table.show_hit(replace(response, hits=tuple(hits)), hits[4])
    assert row(as_table, 4)[3] == "reconcile_finalizer.go"
    assert "5th: reconcile_finalizer.go: 3rd by keywords" in as_table.flow.accessibleDescription()


def test_the_chosen_hit_is_the_chosen_row(as_table):
    assert [index.row() for index in as_table.table.selectionModel().selectedRows()] == [2]


def test_a_row_chooses_its_hit(as_table):
    chosen = []
    as_table.hit_chosen.connect(chosen.append)
    as_table.table.activated.emit(as_table.table.model().index(4, 0))
    as_table.table.activated.emit(as_table.table.model().index(40, 0))
    assert [hit.title for hit in chosen] == ["reconcile_finalizer.go"]


def test_the_table_is_filled_only_while_somebody_looks_at_it(area):
    """It costs more than the rest of the explanation, and each hit gone to would pay that."""
    response = sample_response()
    assert area.table.model().rowCount() == 0
    area.show_table(wanted=True)
    assert area.table.model().rowCount() == 42
    area.show_hit(response, response.hits[0])
    assert [index.row() for index in area.table.selectionModel().selectedRows()] == [0]
    area.show_table(wanted=False)
    area.show_hit(response, response.hits[1])
    area.show_table(wanted=True)
    assert [index.row() for index in area.table.selectionModel().selectedRows()] == [1]


def test_the_table_stands_in_place_of_the_flow_when_wanted(area):
    area.show_table(wanted=True)
    assert area.table.isVisible()
    assert not area.flow.isVisible()
    area.show_table(wanted=False)
    assert area.flow.isVisible()


def test_the_controls_go_below_where_there_is_no_room_beside(area, qtbot):
    assert area.controls.x() > area.flow.width()
    area.resize(360, 500)
    qtbot.waitUntil(lambda: area.controls.y() > area.flow.height())
    assert area.controls.width() > WIDTH
    area.resize(300, 500)
    qtbot.waitUntil(lambda: area.controls.width() <= 300)


def test_the_table_has_the_whole_width_and_the_chart_shares_it(qtbot, theme):
    area = FlowArea(theme)
    qtbot.addWidget(area)
    area.resize(508, 600)
    area.show()
    response = sample_response()
    area.show_hit(response, response.hits[0])
    assert area.controls.geometry().left() > area.flow.parentWidget().geometry().right()
    area.show_table(True)
    area.layout().activate()
    assert area.table.width() == 508
    assert area.controls.geometry().top() > area.table.parentWidget().geometry().bottom()
    area.show_table(False)
    area.layout().activate()
    assert area.controls.geometry().left() > area.flow.parentWidget().geometry().right()
