"""The heading of the first page fits the room there is."""

from pathlib import Path

import pytest

from ui.library.welcome_page import WelcomeHeading, WelcomePage


@pytest.mark.parametrize("width", [1440, 1280, 1024, 900, 700])
def test_each_line_of_the_heading_stays_one_line(qtbot, theme, width):
    page = WelcomePage(theme, [Path("/a/Notes")], has_sample=True)
    qtbot.addWidget(page)
    page.resize(width, 700)
    page.show()
    heading = page.findChild(WelcomeHeading)
    for line in heading.lines:
        assert line.heightForWidth(line.width()) < 2 * line.fontMetrics().height()


def test_the_heading_is_as_large_as_drawn_where_there_is_room(qtbot, theme):
    heading = WelcomeHeading(theme)
    qtbot.addWidget(heading)
    heading.resize(600, 80)
    heading.show()
    sizes = []
    for width in (600, 360, 600):
        heading.resize(width, 80)
        sizes.append(heading.lines[0].font().pixelSize())
    assert sizes[0] == sizes[2] == 28
    assert 20 <= sizes[1] < 28
