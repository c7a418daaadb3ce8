"""Every visible string can be translated, is translated correctly, and can be longer."""

import ast
import re
import shutil
from functools import partial
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from PySide6.QtCore import Qt, QTranslator
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QDialog,
    QLabel,
    QLineEdit,
    QWidget,
)

from scripts.update_translations import collect, compile_changed, texts_without_translation
from tests.fakes.library_samples import answering
from tests.ui.samples import QUERY
from tests.ui.window_case import open_window, search_for
from twofold.engine.embedding.models.fetching import BackgroundModelRegistry
from twofold.engine.embedding.models.registry import KnownModels
from twofold.ui.i18n.translation import tr
from twofold.ui.library.models import ModelManager
from twofold.ui.library.models_dialog import ModelsDialog
from twofold.ui.settings.settings_dialog import SECTIONS
from twofold.ui.theme.resource_files import RESOURCES

UI = Path(__file__).resolve().parents[3] / "ui"
FILES = sorted((RESOURCES / "translations").glob("*.ts"))
SHOWS = {
    "setText", "setToolTip", "setAccessibleName", "setAccessibleDescription", "setWindowTitle",
    "setPlaceholderText", "setStatusTip", "addAction", "addItem", "addTab", "setTitle",
    "setInformativeText", "QLabel", "QPushButton", "QCheckBox", "QAction", "QRadioButton",
}  # fmt: skip
NAMES = {"Ctrl", "Enter"}  # of keys, in menus
# They are next to the rank flow in a column of fixed width. Both translations fit.
# The line of times consists of parts that are each lengthened twice here.
NARROW = ("Automatic for each query", "Time: ")
OPEN, CLOSE = "⟦", "⟧"


class LongTranslator(QTranslator):
    """Puts every string in brackets and makes it 40 % longer."""

    def translate(self, _context, source, _disambiguation=None, _n=-1):
        return f"{OPEN}{source}{'~' * (2 * len(source) // 5)}{CLOSE}"

    def isEmpty(self):
        return False


def messages(file):
    """Yield context, source and translation of each message and plural form of a .ts file."""
    for context in ET.parse(file).getroot().iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            forms = translation.findall("numerusform") or [translation]
            for form in forms:
                words = "" if translation.get("type") else form.text or ""
                yield context.findtext("name"), message.findtext("source"), words


def marks(text):
    return sorted(re.findall(r"\{\w*\}|%Ln|</?\w+>", text))


def test_french_punctuation_has_a_no_break_space():
    french = RESOURCES / "translations" / "twofold_fr.ts"
    loose = [words for *_, words in messages(french) if re.search(r" [;:!?»](?!\w)|« ", words)]
    assert loose == []


def test_english_plural_is_the_source_text():
    english = ET.parse(RESOURCES / "translations" / "twofold_en.ts").getroot()
    for message in english.iter("message"):
        *_, many = message.iter("numerusform")
        assert many.text == message.findtext("source")


def test_every_text_can_be_collected_and_untranslated_ones_are_listed(tmp_path):
    """`make release` fails for such a text; until then the window shows it in English."""
    for file in FILES:
        shutil.copy(file, tmp_path)
    german = tmp_path / "twofold_de.ts"
    lost = "<source>Quit</source>\n        <translation>"
    before, _, after = german.read_text(encoding="utf-8").partition(lost)
    _, _, after = after.partition("<")
    german.write_text(f"{before}{lost}<{after}", encoding="utf-8")
    assert ("de", "Quit") in texts_without_translation(tmp_path)
    collect(tmp_path)
    for file in FILES:  # else lupdate misread a call
        assert {context for context, *_ in messages(tmp_path / file.name)} == {""}


def test_a_text_without_translation_is_shown_in_english(tmp_path, qapp):
    source = tmp_path / "twofold_de.ts"
    source.write_text(
        '<TS version="2.1" language="de_DE"><context><name></name>'
        "<message><source>Search</source><translation>Suchen</translation></message>"
        '<message><source>Library</source><translation type="unfinished"></translation></message>'
        "</context></TS>",
        encoding="utf-8",
    )
    compile_changed(tmp_path)
    translator = QTranslator()
    assert translator.load(str(source.with_suffix(".qm")))
    qapp.installTranslator(translator)
    try:
        assert (tr("Search"), tr("Library")) == ("Suchen", "Library")
    finally:
        qapp.removeTranslator(translator)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_translation_keeps_its_placeholders(file):
    wrong = [s for _, s, words in messages(file) if words and marks(s) != marks(words)]
    assert wrong == []


def test_no_translatable_text_is_inside_an_f_string():
    """Qt's lupdate does not find such texts, so they would stay English."""
    found = [
        f"{file.name}:{call.lineno}"
        for file in sorted(UI.rglob("*.py"))
        for string in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(string, ast.JoinedStr)
        for call in ast.walk(string)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "tr"
    ]
    assert found == []


def test_no_untranslated_literal_is_given_to_a_widget():
    found = [
        f"{file.relative_to(UI)}:{call.lineno}: {text}"
        for file in UI.rglob("*.py")
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and _called(call) in SHOWS
        for text in _written(call)
    ]
    assert found == []


def _called(call):
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def _written(call):
    texts = (a.value for a in call.args if isinstance(a, ast.Constant) and isinstance(a.value, str))
    return [text for text in texts if re.search(r"[A-Za-z]{2}", text) and text not in NAMES]


@pytest.fixture
def long_words(qapp):
    translator = LongTranslator()
    qapp.installTranslator(translator)
    yield
    qapp.removeTranslator(translator)


def words_of(widget):
    """Return the visible and accessible texts of a widget."""
    texts = [widget.toolTip(), widget.accessibleName()]
    if isinstance(widget, QLabel | QAbstractButton):
        texts.append(widget.text())
    if isinstance(widget, QLineEdit):
        texts.append(widget.placeholderText())
    if isinstance(widget, QComboBox):
        texts.extend(widget.itemText(place) for place in range(widget.count()))
    return [text for text in texts if re.search(r"[A-Za-z]{3}", text)]


# Texts from documents, settings and the engine.
DATA = re.compile(
    r"namespace|finalizer|terminating|cleanup|line \d+|research|runbook|kubernetes|\.md|/home/|"
    r"multilingual|^[\w.]+\.[\w]+$|deutsch|english|français|sample|papers|notes|mail|shared|"
    r"documents|downloads|desktop|^to-cite|^draft|pdf|markdown|html|code|passages|^qt_|bm25|"
    r"<html|^(ACS|AMA|DIN 1505-2)$|^#|^[a-z]+\.[a-z_]+$|style|apa|chicago|vancouver|harvard|ieee|"
    r"mla|nature",
    re.IGNORECASE,
)


def untranslated(root):
    widgets = [w for w in root.findChildren(QWidget) if not w.objectName().startswith("qt_")]
    texts = {text for widget in widgets for text in words_of(widget)}
    texts -= {str(Path.home()), Path.home().name}
    return sorted(text for text in texts if OPEN not in text and not DATA.search(text))


def dialogs(qtbot, window):
    settings = [partial(window.show_settings, section) for section in SECTIONS]
    for show in (*settings, window.show_shortcuts, window.show_export):
        show()
        dialog = next(d for d in window.findChildren(QDialog) if d.isVisible())
        yield dialog
        dialog.reject()
    window.library_page.edit_tags(("Notes",), "Notes")
    dialog = next(d for d in window.findChildren(QDialog) if d.isVisible())
    yield dialog
    dialog.reject()


def test_every_page_and_dialog_uses_the_selected_language(qtbot, theme, long_words):
    case = open_window(qtbot, theme)
    search_for(qtbot, case, QUERY)
    case.window.show_library()

    def is_translated():
        assert untranslated(case.window) == []

    qtbot.waitUntil(is_translated)  # the explanation is filled last
    case.window.show_search()
    for dialog in dialogs(qtbot, case.window):
        assert OPEN in dialog.windowTitle()
        assert untranslated(dialog) == []


@pytest.mark.parametrize("page", ["search", "library_page", "welcome"])
def test_texts_can_be_40_percent_longer(qtbot, theme, long_words, page):
    case = open_window(qtbot, theme, answering(), width=1440)
    search_for(qtbot, case, QUERY)
    window = case.window
    window.pages.setCurrentWidget(getattr(window, page))
    assert window.width() == 1440, "the window has grown with its words"
    assert cut_buttons(getattr(window, page)) == []


def test_dialogs_fit_longer_texts(qtbot, theme, long_words):
    case = open_window(qtbot, theme)
    search_for(qtbot, case, QUERY)
    for dialog in dialogs(qtbot, case.window):
        assert dialog.minimumSizeHint().width() <= 1280
        assert cut_buttons(dialog) == []


def cut_buttons(root):
    """Return the buttons whose texts do not fit."""
    QApplication.processEvents()  # the layouts are final
    buttons = [b for b in root.findChildren(QAbstractButton) if b.isVisible() and shows_words(b)]
    cut = [(b.text(), b.width(), words_width(b)) for b in buttons if b.width() < words_width(b)]
    return [one for one in cut if not any(words in one[0] for words in NARROW)]


def shows_words(button):
    style = getattr(button, "toolButtonStyle", lambda: None)()
    only_icon = style is Qt.ToolButtonStyle.ToolButtonIconOnly and not button.icon().isNull()
    return bool(button.text()) and not only_icon


def words_width(button):
    lines = re.sub(f"[&{OPEN}{CLOSE}]", "", button.text()).splitlines()
    return max(QFontMetrics(button.font()).horizontalAdvance(line) for line in lines)


def test_the_window_is_translated_to_german(qtbot, theme, qapp):
    translator = QTranslator()
    assert translator.load(str(RESOURCES / "translations" / "twofold_de.qm"))
    qapp.installTranslator(translator)
    try:
        window = open_window(qtbot, theme).window
        assert window.library_page.back.text() == "Zurück zur Suche"
        assert window.menu.actions()[0].text() == "Ordner und Dateien"
        assert window.status_bar.words[0].startswith("Schlüsselwörter")
        assert "7 Dateien nicht indexiert" in window.status_bar.words
    finally:
        qapp.removeTranslator(translator)


def test_quick_search_and_models_are_translated_too(qtbot, theme, long_words, tmp_path):
    manager = ModelManager(partial(BackgroundModelRegistry, KnownModels(tmp_path)))
    window = open_window(qtbot, theme, models=manager).window
    quick = window.tray.quick
    quick.activate()
    dialog = ModelsDialog(manager, print, theme, window.library.status, window)
    dialog.choose("all-minilm-l6-v2")
    for shown in (quick.window, dialog):
        assert OPEN in shown.windowTitle()
        assert untranslated(shown) == []
    quick.close()
