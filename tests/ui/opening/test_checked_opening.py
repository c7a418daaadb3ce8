"""Opening hits whose file has changed, with a real engine, without starting programs."""

from dataclasses import replace

import pytest

from tests.support.real_window import index_notes, real_window
from twofold.engine.api import Message
from twofold.ui.opening.checked import CheckedOpening

NOTE = "# Tyres\n\nWinter tyres are kept in the cellar; the bank pays.\n"


class Case:
    def __init__(self, opened, notes):
        self.opened = opened
        self.file = notes / "deep" / "tyres.md"
        self.asked = []
        self.reported = []
        search = opened.window.search
        self.seconds = 0.0
        self.opening = CheckedOpening(opened.client, self, opened.window, lambda: self.seconds)
        self.opening.wait_timer.setInterval(60_000)  # timeout for a busy machine
        self.opening.message.connect(lambda message: self.reported.append(message.text))
        search.pane.field.set_query("winter tyres cellar")
        opened.wait_until(lambda: search.response and search.response.hits)
        hits = search.response.hits
        self.hit = next(hit for hit in hits if hit.doc_path == "deep/tyres.md")

    def open(self, path, place=None):
        self.asked.append((path, place))

    def open_hit(self, hit, place):
        self.open(hit.absolute_path, place)

    def open_document(self, path, _document, place):
        self.open(path, place)

    def lines(self):
        """Open the hit; return the lines at which its program would open."""
        self.seconds += 60
        self.opening.open(self.hit)
        self.opened.wait_until(lambda: self.asked)
        path, place = self.asked.pop()
        assert path == str(self.file)
        return (place.start, place.end) if place else None


@pytest.fixture
def case(qtbot, theme, tmp_path):
    notes = index_notes(tmp_path)
    with real_window(qtbot, theme, tmp_path, {"indexing.watch": False}) as opened:
        yield Case(opened, notes)


def test_a_passage_is_opened_at_its_new_location_with_a_message(case):
    before = case.lines()
    assert case.reported == []

    case.file.write_text("\n" * 10 + NOTE)
    assert case.lines() == (before[0] + 10, before[1] + 10)
    assert "has moved" in case.reported[-1]

    case.file.write_text(NOTE.replace("cellar", "shed"))
    assert case.lines() is not None
    assert "was changed" in case.reported[-1]

    case.file.write_text("Nothing of it is left.\n")
    assert case.lines() is None
    assert "no longer contains this passage" in case.reported[-1]

    case.file.unlink()
    assert case.lines() is None
    assert "no longer contains this passage" in case.reported[-1]


def test_pressing_enter_twice_opens_a_document_once(case):
    other = next(hit for hit in case.opened.window.search.response.hits if hit != case.hit)

    def opens(*hits):
        case.asked.clear()
        for hit in hits:
            case.opening.open(hit)
        wanted = {hit.absolute_path for hit in hits}
        case.opened.wait_until(lambda: {path for path, _ in case.asked} == wanted)
        return len(case.asked)

    assert opens(case.hit, other) == 2  # the first is still being compared with its file
    assert opens(case.hit, case.hit) == 1
    case.seconds += 0.3
    case.opening.open(case.hit)
    assert not case.opening.wait_timer.isActive()  # no request, so nothing will be opened
    case.seconds += 1.0
    assert opens(case.hit) == 1


def test_a_file_found_by_name_is_opened_without_checking_a_passage(case):
    case.opening.open(replace(case.hit, not_read=Message("It holds no text."), text="note.md"))
    assert not case.opening.wait_timer.isActive()  # no comparison, so there is no message
    assert case.asked == [(case.hit.absolute_path, None)]
