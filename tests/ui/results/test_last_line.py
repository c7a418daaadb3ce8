import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from ui.results.hit_delegate import fit_tags, paint_last_line

TAGS = ("incident", "kubernetes", "runbook", "museum")


@pytest.fixture
def font(theme):
    return theme.font(11)


def room_for(words, theme, font):
    return sum(theme.text_width(word, font) + 10 for word in words)


def test_all_tags_are_shown_where_they_fit(theme, font):
    written = ("#incident", "#kubernetes", "#runbook", "#museum")
    assert fit_tags(TAGS, theme, font, room_for(written, theme, font)) == written


@pytest.mark.parametrize(
    "shown",
    [
        ("#incident", "#kubernetes", "#runbook", "+1"),
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


def test_many_tags_leave_room_for_language_and_date(theme):
    """The pixels of the date are there, wherever it stands."""
    assert painted(theme, TAGS * 9, "Deutsch") != painted(theme, TAGS * 9, "English")


def painted(theme, tags, language):
    image = QImage(300, 16, QImage.Format.Format_RGB32)
    image.fill(theme.color("surface"))
    painter = QPainter(image)
    details = [(language, "text3"), ("14 Oct 2026", "text3")]
    paint_last_line(painter, theme, QRectF(0, 0, 300, 16), tags, details, lang="en")
    painter.end()
    return image
