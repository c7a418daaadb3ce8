from pathlib import Path

import pytest
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QCheckBox, QLabel, QMenu

from tests.fakes.library_samples import text_preview
from twofold.engine.api import DocumentFailure, FailureReason, FolderStatus, LibraryStatus
from twofold.engine.model.localized import message
from twofold.ui.filters.model import FilterModel
from twofold.ui.filters.selection import FilterChoice, FilterSelection, Section
from twofold.ui.i18n.label_text import (
    button_text,
    drawable,
    isolated,
    one_line,
    plain_tip,
    shortened,
)
from twofold.ui.i18n.translation import translated
from twofold.ui.library.failures import FailureList
from twofold.ui.library.folder_table import Column, FolderModel
from twofold.ui.library.welcome_page import WelcomePage
from twofold.ui.preview.preview_head import PreviewHead
from twofold.ui.preview.preview_panel import PreviewPanel
from twofold.ui.search.chips import ChipBar

NASTY = "R&D <b>plan</b> <img src='x.png'>.md"


def as_shown(tip):
    """Return the text that a tooltip shows: Qt interprets text that looks like markup."""
    document = QTextDocument()
    if "<" in tip:
        document.setHtml(tip)
        return document.toPlainText()
    return tip


@pytest.mark.parametrize("name", ["a.md", "R&D.md", NASTY, "1 < 2", "a &amp; b <i>"])
def test_a_tooltip_shows_a_name_literally(qapp, name):
    assert as_shown(plain_tip(name)) == name


def test_names_are_on_one_line_without_access_keys():
    assert one_line("a\nb\tc\x07\u2028d") == "a b c d"
    assert button_text("R&D\n2026") == "R&&D 2026"


def test_file_names_are_never_interpreted_as_markup(qtbot, theme, library_case):
    head = PreviewHead(theme, print, print, library_case.page)
    preview = text_preview()
    head.show_preview(type(preview)(**_fields(preview) | {"absolute_path": f"/n/{NASTY}"}))
    assert as_shown(head._name.toolTip()) == f"/n/{NASTY}"

    head.show_preview(type(preview)(**_fields(preview) | {"member": f"sub/{NASTY}"}))
    assert as_shown(head._name.toolTip()) == f"{preview.absolute_path}/sub/{NASTY}"

    failures = FailureList(library_case.library, theme)
    qtbot.addWidget(failures)
    failures.show_failures(
        [DocumentFailure(NASTY, FailureReason.DAMAGED, f"'{NASTY}' is damaged.", "")]
    )
    assert as_shown(failures.model.index(0, 0).data(3)) == NASTY
    assert as_shown(failures.model.index(0, 1).data(3)) == f"Damaged\n'{NASTY}' is damaged."


def test_folders_and_filters_too(qtbot, theme):
    folders = FolderModel()
    root = f"/home/{NASTY}"
    folders.set_status(LibraryStatus(folders=(FolderStatus(NASTY, root, 1, 0, 0, 1, 1),)))
    name = folders.index(0, Column.NAME)
    assert as_shown(name.data(3)) == root  # Qt.ItemDataRole.ToolTipRole

    model = FilterModel(Section.TAGS)
    model.set_selection(FilterSelection((FilterChoice(Section.TAGS, NASTY),)))
    assert as_shown(model.index(0, 0).data(3)) == NASTY

    chips = ChipBar(theme, lambda choice: choice.value, QMenu())
    qtbot.addWidget(chips)
    chips.set_selection(FilterSelection((FilterChoice(Section.TAGS, NASTY),)))
    assert as_shown(chips.chips[0].toolTip()) == NASTY
    assert chips.chips[0].shortcut().isEmpty()


def test_a_folder_with_an_ampersand_is_offered_by_its_name(qtbot, theme):
    page = WelcomePage(theme, [Path("/data/R&D <b>")], has_sample=True)
    qtbot.addWidget(page)
    assert page.findChild(QCheckBox).text().replace("&&", "&") == "R&D <b>"
    assert page.chosen_folders() == []


def test_a_preview_failure_is_plain_text(qtbot, theme):
    panel = PreviewPanel(theme)
    qtbot.addWidget(panel)
    panel.show_failure(f"'{NASTY}' is damaged.", "")
    label = next(label for label in panel.findChildren(QLabel) if NASTY in label.text())
    assert label.textFormat().name == "PlainText"


def _fields(preview):
    return {name: getattr(preview, name) for name in preview.__slots__}


HEBREW = "קול.pdf"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (HEBREW, f"\u2068{HEBREW}\u2069"),
        ("voice.pdf", "voice.pdf"),
        ("", ""),
        ("ملف", "\u2068ملف\u2069"),
    ],
)
def test_right_to_left_text_does_not_reorder_its_sentence(text, shown):
    assert isolated(text) == shown
    assert shortened(text) == shown
    reported = message("Saved as {path} on page {page}.", path=text, page=3)
    assert translated(reported) == f"Saved as {shown} on page 3."


def test_text_without_a_font_is_replaced_completely():
    assert drawable("Grüße, 1 Мир", "other") == "Grüße, 1 Мир"
    assert drawable("Grüße \U0010fffd", "other") == "other"
