"""The texts of each language fit their widgets and agree in number."""

import re

import pytest
from PySide6.QtCore import QTranslator
from PySide6.QtGui import QFontMetrics

from tests.fakes.window_parts import store_nothing
from tests.ui.i18n.test_translations import messages
from twofold.engine.api import Settings
from twofold.ui.explain.fusion_controls import WIDTH, FusionControls
from twofold.ui.i18n.formatting import ordinal
from twofold.ui.library.folder_table import Column
from twofold.ui.settings.live_settings import LiveSettings
from twofold.ui.settings.settings_dialog import SettingsDialog
from twofold.ui.theme.resource_files import RESOURCES

FOLDER = RESOURCES / "translations"
FIELD_PADDING = 2 * 8
ROW_PADDING = 2 * 12  # of a group row, as in the style sheet


@pytest.fixture(params=("de", "fr"))
def language(request, qapp):
    translator = QTranslator()
    assert translator.load(str(FOLDER / f"twofold_{request.param}.qm"))
    qapp.installTranslator(translator)
    yield request.param
    qapp.removeTranslator(translator)


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("width", [1152, 900])
def test_library_headers_and_rule_patterns_are_not_cut(qtbot, library_page, width):
    page = library_page
    page.resize(width, 700)
    page.show()
    header = page.table.horizontalHeader()
    for column in (Column.FILES, Column.KEYWORDS, Column.MEANING):
        assert header.sectionSizeHint(column) <= header.sectionSize(column)
    pattern = page.rules.pattern
    example = QFontMetrics(pattern.font()).horizontalAdvance(pattern.placeholderText())
    qtbot.waitUntil(lambda: example < pattern.width() - FIELD_PADDING)


@pytest.mark.usefixtures("language")
def test_the_names_of_setting_groups_are_not_cut(qtbot, theme):
    dialog = SettingsDialog(LiveSettings(Settings(), store_nothing), theme)
    qtbot.addWidget(dialog)
    dialog.show()
    groups = dialog.groups
    for row in range(groups.count()):
        title = groups.item(row).text()
        width = QFontMetrics(groups.font()).horizontalAdvance(title)
        assert width + ROW_PADDING <= groups.viewport().width(), title


@pytest.mark.usefixtures("language")
def test_the_buttons_of_the_fusion_controls_are_not_cut(qtbot, theme):
    controls = FusionControls(theme)
    qtbot.addWidget(controls)
    controls.setFixedWidth(WIDTH)
    controls.show()
    buttons = (controls.keep, controls.reset)
    qtbot.waitUntil(lambda: all(one.width() >= one.sizeHint().width() for one in buttons))


def test_french_words_agree_with_a_count_of_one():
    """Adjectives must agree with the number too; '1 résultat faible cachés' is wrong."""
    bent = re.compile(
        r"\{(?:weak|passages|files|documents|n)\} (?!sous)(?:non )?\w+(?:és|ées|us|ues)\b"
    )
    spoken = [
        (source, words)
        for _, source, words in messages(FOLDER / "twofold_fr.ts")
        # A plural source text has a singular counterpart.
        if bent.search(words) and not re.search(r"\{n\} (?:passages|citations|files)", source)
    ]
    assert spoken == []


def test_ordinals_follow_the_language(language):
    numbers = (1, 2, 11, 21, 31, 101)
    wanted = {"de": "1. 2. 11. 21. 31. 101.", "fr": "1er 2e 11e 21e 31e 101e"}
    assert " ".join(map(ordinal, numbers)) == wanted[language]
