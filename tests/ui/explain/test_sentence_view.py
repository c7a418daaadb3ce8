import pytest

from ui.explain.sentence import MarkedText, SentenceView, parse_markup

MARKUP = "<b>2nd by keywords</b> because of <mark>finalizer</mark>. <total>3rd of 42.</total>"


@pytest.fixture
def view(any_theme, qtbot):
    view = SentenceView(any_theme)
    qtbot.addWidget(view)
    view.show_markup(MARKUP)
    return view


def colours(view):
    image = view.grab().toImage()
    return {
        image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())
    }


def test_markup_becomes_text_and_stretches():
    assert parse_markup("<b>a</b> &lt;b&gt; <mark>c</mark>") == MarkedText(
        "a <b> c", (("b", 0, 1), ("mark", 6, 7))
    )


def test_the_height_follows_the_width(view):
    assert view.heightForWidth(1000) == 20
    assert view.heightForWidth(120) >= 60


def test_the_word_is_marked_and_the_total_stands_out(view, any_theme):
    view.resize(500, 20)
    assert {any_theme.color("kw_mark").name(), any_theme.color("accent").name()} <= colours(view)


def test_a_sentence_without_a_word_has_no_mark(view, any_theme):
    view.show_markup("<b>2nd by meaning.</b>")
    view.resize(500, 20)
    assert any_theme.color("kw_mark").name() not in colours(view)


def test_screen_readers_hear_the_plain_sentence(view):
    assert view.accessibleName() == "2nd by keywords because of finalizer. 3rd of 42."
