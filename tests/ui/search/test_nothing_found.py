"""What is said where no passage holds the words, over a real engine."""

import re

from PySide6.QtWidgets import QLabel

from engine.api import SearchMode
from tests.support.real_window import index_notes, real_window


def test_only_words_that_no_passage_holds_are_named_and_as_people_write_them(
    qtbot, theme, tmp_path
):
    index_notes(tmp_path)
    settings = {"indexing.watch": False, "search.mode": SearchMode.LEXICAL.value}
    with real_window(qtbot, theme, tmp_path, settings) as opened:
        search = opened.window.search
        search.pane.field.set_query('"zzyzx "qqqwert the ')
        opened.wait_until(lambda: search.response and search.response.request.query)
        opened.wait_until(lambda: not search.pane.shows_hits)
        labels = search.pane.empty_state.findChildren(QLabel)
        said = [re.sub(r"<p[^>]*>|</p>|(<b) [^>]*", r"\1", label.text()) for label in labels]
        assert "No passage contains <b>zzyzx</b>, <b>qqqwert</b>." in said
