import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from tests.ui.samples import make_hit
from ui.results import row_pictures
from ui.results.row_pictures import RowPictures

State = QStyle.StateFlag


def an_option(width=300, height=100, state=State.State_Enabled, top=0):
    option = QStyleOptionViewItem()
    option.rect = QRect(0, top, width, height)
    option.state = state
    return option


@pytest.fixture
def painted():
    return []


@pytest.fixture
def picture(theme, painted):
    pictures = RowPictures(theme)

    def of(option, hit, further=0, ratio=1.0):
        return pictures.of(option, hit, further, ratio, painted.append)

    of.forget = pictures.forget
    return of


def test_a_row_is_painted_once_wherever_it_stands(picture, painted):
    hit = make_hit()
    assert picture(an_option(), hit) is picture(an_option(top=70), hit)
    assert len(painted) == 1


@pytest.mark.parametrize(
    "other",
    [
        {"option": an_option(width=310)},
        {"option": an_option(height=120)},
        {"option": an_option(state=State.State_Enabled | State.State_Selected)},
        {"option": an_option(state=State.State_Enabled | State.State_MouseOver)},
        {"hit": make_hit(2)},
        {"further": 3},
        {"ratio": 2.0},
    ],
)
def test_a_row_that_looks_otherwise_is_painted_anew(picture, painted, other):
    usual = {"option": an_option(), "hit": make_hit(), "further": 0, "ratio": 1.0}
    picture(**usual)
    picture(**(usual | other))
    assert len(painted) == 2


def test_pixels_between_those_of_the_screen_are_not_copied(picture, painted):
    assert picture(an_option(top=1), make_hit(), ratio=1.5) is None
    assert picture(an_option(top=2), make_hit(), ratio=1.5) is not None


def test_old_pictures_make_room(picture, painted, monkeypatch):
    monkeypatch.setattr(row_pictures, "_MOST_BYTES", 2 * 300 * 100 * 4)
    hits = [make_hit(rank) for rank in (1, 2, 3)]
    for hit in (*hits, hits[2], hits[0]):
        picture(an_option(), hit)
    assert len(painted) == 4


def test_painting_that_fails_leaves_no_painter_at_work(theme):
    painters = []

    def fail(painter):
        painters.append(painter)
        raise ValueError("no such word")

    with pytest.raises(ValueError, match="no such word"):
        RowPictures(theme).of(an_option(), make_hit(), 0, 1.0, fail)
    assert not painters[0].isActive()


def test_a_picture_is_what_would_have_been_painted(results, monkeypatch):
    copied = results.viewport().grab().toImage()
    monkeypatch.setattr(RowPictures, "of", lambda *_: None)
    assert results.viewport().grab().toImage() == copied


def test_the_next_page_is_painted_before_it_is_asked_for(qtbot, results):
    model, pictures = results.model(), results._delegate._pictures
    qtbot.waitUntil(lambda: results.indexAt(QPoint(1, 1)).isValid())
    last = results.indexAt(QPoint(1, results.viewport().height() - 1)).row()
    option, index = QStyleOptionViewItem(), model.index(last + 1, 0)
    results.initViewItemOption(option)
    height = results._delegate.sizeHint(option, index).height()
    option.rect = QRect(0, 0, results.viewport().width(), height)
    further, ratio = (
        results._delegate._further(option, index),
        results.viewport().devicePixelRatioF(),
    )
    qtbot.waitUntil(lambda: pictures.has(option, model.hits[last + 1], further, ratio))
