from dataclasses import replace

import pytest
from PySide6.QtCore import QItemSelectionModel, QPoint, Qt

from tests.ui.samples import empty_response, make_hit, sample_response, shown
from twofold.ui.results.result_list import Preserve, ResultList, drag_text


@pytest.fixture
def results(theme, qtbot):
    view = ResultList(theme)
    qtbot.addWidget(view)
    view.resize(635, 800)
    view.show()
    return view


def test_the_first_hit_of_an_answer_is_selected(results, qtbot):
    with qtbot.waitSignal(results.hit_chosen) as chosen:
        results.set_answer(shown(sample_response()))
    assert chosen.args[0].rank == results.current_hit().rank == 1
    with qtbot.waitSignal(results.hit_chosen) as chosen:
        results.set_answer(shown(empty_response()))
    assert chosen.args == [None]
    assert results.current_hit() is None
    assert results.selected_hits() == ()
    assert results.make_drag() is None


def test_dragged_hits_are_shown_as_a_small_picture(results):
    results.set_answer(shown(sample_response()))
    one = results.make_drag()
    assert one.mimeData().hasUrls()
    assert one.pixmap().deviceIndependentSize().height() < 50
    assert one.pixmap().deviceIndependentSize().width() < 340
    assert drag_text(results.selected_hits()) == results.current_hit().title
    results.selectAll()
    number = len(results.selected_hits()) - 1
    assert drag_text(results.selected_hits()).endswith(f" and {number} more")
    assert len(results.make_drag().mimeData().text().splitlines()) == number + 1


def test_typed_text_does_not_jump_to_a_title(results, qtbot):
    results.set_answer(shown(sample_response()))
    qtbot.keyClick(results, "g")
    assert results.current_hit().rank == 1


def test_several_hits_are_selected_in_the_order_of_the_answer(results, qtbot):
    results.set_answer(shown(sample_response()))
    results.choose(results.model().hits[3])
    place = results.visualRect(results.model().index(1)).center()
    control = Qt.KeyboardModifier.ControlModifier
    qtbot.mouseClick(results.viewport(), Qt.MouseButton.LeftButton, control, place)
    assert [hit.rank for hit in results.selected_hits()] == [2, 4]


def test_compact_rows_are_lower(results, qtbot):
    results.set_answer(shown(sample_response()))
    results.set_compact(True)
    first = results.model().index(0)
    qtbot.waitUntil(lambda: results.visualRect(first).height() == 82 + 2 * 20)


def many_hits(number=40):
    response = sample_response()
    hits = tuple(
        replace(response.hits[n % 6], rank=n + 1, chunk_id=f"{n:016x}") for n in range(number)
    )
    return replace(response, hits=hits)


def scrolled(results, qtbot, row):
    results.set_answer(shown(many_hits()))
    bar = results.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 40 * 82)
    bar.setValue(results.visualRect(results.model().index(row)).top() + 30)
    return bar


def test_repeating_a_search_preserves_selection_and_scrolling(results, qtbot):
    bar = scrolled(results, qtbot, 20)
    hits = results.model().hits
    results.setAutoScroll(False)
    results.choose(hits[22])
    flag = QItemSelectionModel.SelectionFlag.Select
    results.selectionModel().select(results.model().index(24), flag)
    results.setAutoScroll(True)
    before = bar.value()

    results.set_answer(shown(many_hits()), Preserve.PLACE)

    assert results.current_hit().chunk_id == hits[22].chunk_id
    assert [hit.rank for hit in results.selected_hits()] == [23, 25]
    assert bar.value() == before


def test_new_hits_above_do_not_move_visible_rows(results, qtbot):
    scrolled(results, qtbot, 20)
    read = results.indexAt(QPoint(1, 1))
    chunk_id, top = results.model().hits[read.row()].chunk_id, results.visualRect(read).top()
    more = many_hits()
    fresh = tuple(replace(hit, chunk_id=f"f{hit.chunk_id[1:]}") for hit in more.hits[:3])

    results.set_answer(shown(replace(more, hits=fresh + more.hits)), Preserve.PLACE)

    row = results.model().row_of(chunk_id)
    assert row == read.row() + 3
    assert results.visualRect(results.model().index(row)).top() == top


def test_without_a_selection_the_first_hit_becomes_current(results, qtbot):
    results.set_answer(shown(many_hits()))
    fresh = tuple(replace(many_hits().hits[0], chunk_id=letter * 16) for letter in "ef")
    better = replace(many_hits(), hits=(fresh[0], *many_hits().hits))

    results.set_answer(shown(better), Preserve.PLACE)

    assert results.verticalScrollBar().value() == 0
    assert results.current_hit().chunk_id == "e" * 16

    first = results.visualRect(results.model().index(0)).center()
    qtbot.mouseClick(results.viewport(), Qt.MouseButton.LeftButton, pos=first)
    results.set_answer(shown(replace(better, hits=(fresh[1], *better.hits))), Preserve.PLACE)

    assert results.current_hit().chunk_id == "e" * 16


def test_if_the_selected_hit_disappears_the_first_is_selected(results, qtbot):
    results.set_answer(shown(many_hits()))
    results.choose(many_hits().hits[7])
    left = many_hits()
    results.set_answer(shown(replace(left, hits=left.hits[:3])), Preserve.PLACE)
    assert results.current_hit().rank == 1


def test_the_rest_of_an_answer_moves_nothing(results, qtbot):
    results.set_answer(shown(many_hits(24)))
    results.setCurrentIndex(results.model().index(5, 0))
    qtbot.waitUntil(lambda: results.verticalScrollBar().maximum() > 1000)
    results.verticalScrollBar().setValue(300)

    with (
        qtbot.assertNotEmitted(results.model().modelReset),
        qtbot.assertNotEmitted(results.hit_chosen),
    ):
        results.add_rest(shown(many_hits(100)))

    assert results.model().rowCount() == 100
    assert results.current_hit().rank == 6
    assert results.verticalScrollBar().value() == 300
    assert [hit.rank for hit in results.selected_hits()] == [6]


def test_choosing_a_hit_ignores_modifier_keys(results, qtbot):
    results.set_answer(shown(many_hits(24)))
    qtbot.keyClick(results, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    results.choose(results.model().hits[5])
    assert [hit.rank for hit in results.selected_hits()] == [6]
    qtbot.keyClick(results, Qt.Key.Key_Up)


def test_selecting_all_includes_hits_added_later(results):
    results.set_answer(shown(many_hits(24)))
    results.selectAll()
    results.add_rest(shown(many_hits(100)))
    assert len(results.selected_hits()) == 100


def test_a_chosen_hit_is_scrolled_into_view(results, qtbot):
    first, many = sample_response(), many_hits(60)
    results.set_answer(shown(first))
    results.set_answer(shown(many))
    for row in (7, 59):
        results.choose(many.hits[row])
        qtbot.waitUntil(lambda row=row: many.hits[row] in results.hits_in_view())
    results.choose(make_hit(77))  # is not listed
    assert results.current_hit() == many.hits[59]
