"""In other languages, the window contains no English text.

The test walks through the real window with a real library whose files fail in several ways. It
checks all texts of widgets, actions and models. NAMES lists the exceptions.
"""

import re
import shutil
from functools import partial
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from PySide6.QtCore import QLocale, QTranslator
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog

from tests.support.archives import zip_of
from tests.support.pdf_files import make_pdf
from tests.support.real_window import index_files, real_window
from tests.support.visible_texts import visible_texts
from tests.ui.i18n.test_translations import cut_buttons
from twofold.app.crash import crash_sentence
from twofold.app.desktop.language import use_language
from twofold.engine.api import SETTINGS, SearchMode, Settings, message
from twofold.engine.embedding.models.fetching import BackgroundModelRegistry
from twofold.engine.embedding.models.registry import KnownModels
from twofold.engine.model.errors import ModelError
from twofold.ui.filters.selection import FilterAction, Section
from twofold.ui.library.models import ModelManager
from twofold.ui.library.models_dialog import ModelsDialog
from twofold.ui.settings.settings_dialog import SECTIONS
from twofold.ui.theme.resource_files import RESOURCES
from twofold.ui.window.crash_dialog import CrashDialog

FILES = {
    "brief.md": "# Miete\n\nDer Vermieter zahlt die Heizung bis zum Winter. Notizen.\n",
    "haus/garten.md": "# Garten\n\nDer Zaun braucht Farbe, und die Heizung wartet.\n",
    "haus/plan.txt": "Die Heizung kommt im Mai.\n",
    "tabelle.csv": "Monat;Heizung\nMai;12\nJuni;7\n",
    ".gitignore": "*.alt\n",
    "rest.alt": "Heizung von gestern\n",
    "kaputt.pdf": b"%PDF-1.7 nichts",
    "zu.pdf": make_pdf([["Heizung"]], locked=True),
    "leer.pdf": make_pdf([[]]),
    "plan.wps": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "MatOST".encode("utf-16-le") + b"\0\0",
    "heft.ipynb": b"{nichts",
    "archiv.zip": zip_of({"bild.7z": b"7z\xbc\xaf\x27\x1c\0\0", "a.txt": "Heizung im Archiv"}),
    "schwer.md": "Heizung " * 150_000,
}
VALUES = {"indexing.max_file_mb": 1}
# English words that do not exist in German and French.
ENGLISH = re.compile(
    r"\b(the|is|are|of|and|with|its|which|this|that|cannot|be|been|it|has|have|from|by|to|files?"
    r"|folders?|you|your|when|what|how|into|than|each|only|every|search|settings|keywords)\b",
    re.IGNORECASE,
)
# The keys of settings as in the file, and language names in their own language.
NAMES = {*(setting.key for setting in SETTINGS), "English"}


@pytest.fixture(scope="module")
def indexed(tmp_path_factory):
    """The home of a library with an existing and a missing folder."""
    home = tmp_path_factory.mktemp("z")
    # Files found by name below exist only once, because a duplicate could be listed first.
    copies = {name: text for name, text in FILES.items() if name != "brief.md"}
    files = {home / "Notizen": FILES, home / "Fort": copies}
    index_files(home, files, Settings.from_mapping(VALUES))
    shutil.rmtree(home / "Fort")
    return home


@pytest.fixture
def language(request, qapp):
    """The language of the window: German, unless a test selects another."""
    chosen = getattr(request, "param", "de")
    before, had = QLocale(), qapp.findChildren(QTranslator)
    assert use_language(qapp, chosen) == chosen
    yield chosen
    for translator in qapp.findChildren(QTranslator):
        if translator not in had:
            qapp.removeTranslator(translator)
            translator.deleteLater()
    QLocale.setDefault(before)


class Walk:
    """A window, the texts seen in it, and which of them are English."""

    def __init__(self, real, home, language):
        self.real, self.window, self.search = real, real.window, real.window.search
        self.seen = set()
        self._home = str(home)
        file = RESOURCES / "translations" / f"twofold_{language}.ts"
        self._sources = set(_differing(ET.parse(file).getroot()))

    def look(self, root=None):
        """Record all visible texts."""
        self.seen |= visible_texts(root or self.window)

    def english(self):
        """Return the English texts among all recorded ones."""
        texts = {text: text.replace(self._home, "") for text in self.seen}
        return sorted(
            text
            for text, reported in texts.items()
            if text not in NAMES and (text in self._sources or ENGLISH.search(reported))
        )

    def ask(self, query):
        """Search, and record the texts when the answer is complete."""
        field = self.search.pane.field
        field.set_query(query)
        self.real.wait_until(lambda: self.asked == query)
        self.look()

    @property
    def asked(self):
        return self.search.response.request.query if self.search.response else None

    def choose_all(self):
        """Select one hit after another, and record the texts once its preview is shown."""
        results, preview = self.search.pane.results, self.search.details.preview
        for row in range(results.model().rowCount()):
            results.setCurrentIndex(results.model().index(row, 0))
            hit = self.search.current_hit()
            self.real.wait_until(lambda hit=hit: _shows(preview, hit))
            self.look()

    def open(self, show, until=lambda dialog: True, act=lambda dialog: None):
        """Open a dialog, act in it, record its texts once `until` is true, and close it."""
        show()
        self.real.wait_until(self._shown)
        dialog = self._shown()
        act(dialog)
        self.real.wait_until(lambda: until(dialog))
        self.look(dialog)
        dialog.reject()

    def _shown(self):
        """Return the visible dialog; a closed one may be deleted at any time."""
        return next((one for one in self.window.findChildren(QDialog) if one.isVisible()), None)


def _differing(root):
    for one in root.iter("message"):
        if one.findtext("source") != one.findtext("translation"):
            yield one.findtext("source").replace("&", "")


def _shows(preview, hit):
    return preview.failure_text or (preview.preview and preview.preview.chunk_id == hit.chunk_id)


def hit_of(walk, name):
    return next(hit for hit in walk.search.response.hits if hit.doc_path == name)


def test_searching_shows_no_english(qtbot, theme, indexed, language):
    with real_window(qtbot, theme, indexed, VALUES) as real:
        walk = Walk(real, indexed, language)
        walk.look()
        walk.ask("heizung")
        walk.choose_all()
        real.window.search.details.explain.table_button.click()
        walk.look()
        for mode in (SearchMode.LEXICAL, SearchMode.VECTOR, SearchMode.HYBRID):
            walk.search.pane.mode_switch.choose(mode)
            walk.ask(f"heizung winter {mode}")
        for query in (
            '"heizung (',
            "-heizung",
            "trust:viel",
            "after:gestern",
            "xyzzyqq",
        ):
            walk.ask(query)
        walk.search.filters.panel.action_requested.emit(Section.LANGUAGES, "ja", FilterAction.ONLY)
        real.wait_until(lambda: walk.search.session.is_answered)
        walk.look()
        walk.search.clear_filters()
        walk.ask("heizung")
        walk.search.commands.like_requested.emit(hit_of(walk, "brief.md"))
        real.wait_until(lambda: walk.search.response.request.like)
        walk.look()
        assert walk.english() == []


@pytest.mark.parametrize("language", ["de", "fr"], indirect=True)
def test_no_button_is_cut_in_a_small_window(qtbot, theme, indexed, language):
    with real_window(qtbot, theme, indexed, VALUES) as real:
        walk = Walk(real, indexed, language)
        real.window.resize(1280, 800)
        walk.ask("heizung")
        walk.choose_all()
        assert cut_buttons(real.window) == []
        real.window.show_library()
        assert cut_buttons(real.window) == []


def test_the_library_shows_no_english(qtbot, theme, indexed, language, tmp_path):
    manager = ModelManager(
        partial(BackgroundModelRegistry, KnownModels(tmp_path, RESOURCES / "models.json"))
    )
    with real_window(qtbot, theme, indexed, VALUES, models=manager) as real:
        walk = Walk(real, indexed, language)
        page = real.window.library_page
        real.window.show_library()
        real.wait_until(lambda: page.failures.model.rowCount() > 6)
        walk.look()
        for row in range(page.model.rowCount()):
            page.table.selectRow(row)
            for path in ("rest.alt", "zu.pdf", "brief.md", "fehlt.md", "haus", "archiv.zip/a.txt"):
                page.rules.test.setText(path)
                real.wait_until(lambda: page.rules.answer)
                walk.look()
        for change in (
            lambda: real.window.library.add_folders([indexed / "keiner"]),
            lambda: real.window.library.add_folders([indexed]),
            real.window.library.check_for_changes,
        ):
            change()
            real.wait_until(lambda: page.messages.text)
            walk.look()
            page.messages.withdraw()
        walk.open(lambda: real.window.library_page.edit_tags(("Notizen",), "Notizen"))
        assert walk.english() == []


def test_dialogs_show_no_english(qtbot, theme, indexed, language, tmp_path):
    catalogue = KnownModels(tmp_path, RESOURCES / "models.json")
    manager = ModelManager(partial(BackgroundModelRegistry, catalogue))
    (indexed / "da.md").write_text("da")
    with real_window(qtbot, theme, indexed, VALUES, models=manager) as real:
        walk, window = Walk(real, indexed, language), real.window
        for section in SECTIONS:
            walk.open(partial(window.show_settings, section))
        walk.open(window.show_shortcuts)
        walk.ask("heizung")
        hit = hit_of(walk, "brief.md")
        file = Path(hit.absolute_path)
        file.write_text(f"# Vorweg\n\nNeues.\n\n{FILES['brief.md']}")
        window.search.commands.collect(hit)
        real.wait_until(lambda: window.search.pane.messages.text)
        walk.look()
        walk.open(window.open_collection, lambda dialog: "brief.md" in dialog.state.text())
        export_here = partial(choose_existing_file, indexed)
        walk.open(window.show_export, lambda dialog: dialog.message.text(), export_here)
        dialog = ModelsDialog(manager, print, theme, window.library.status, window)
        for listing in manager.registry.listings():
            dialog.choose(listing.name)
            walk.look(dialog)
        quick = window.tray.quick
        quick.activate()
        QTest.keyClicks(quick.window.field, "heizung")
        real.wait_until(lambda: quick.window.session.is_answered and quick.window.current_hit)
        walk.look(quick.window)
        quick.close()
        walk.look(CrashDialog(crash_sentence(ValueError("4711")), "", window))
        assert walk.english() == []


def choose_existing_file(folder, dialog):
    dialog.place.set_folder(str(folder))
    dialog.place.name.setText("da.md")


def test_errors_are_not_in_english(qtbot, theme, indexed, language, tmp_path, expected_log):
    home = tmp_path / "z"
    shutil.copytree(indexed / "library", home / "library")
    for file in (home / "library" / "lexical").glob("*.term"):
        file.write_bytes(b"nichts")
    expected_log.append("lexical")

    def fails(_name, _progress):
        problem = message("The model file {name} cannot be loaded.", name="x.gguf")
        raise ModelError(problem, message("Choose another model."))

    with real_window(qtbot, theme, home, VALUES, load_model=fails) as real:
        walk = Walk(real, indexed, language)
        real.wait_until(lambda: real.notices)
        walk.look()
        walk.ask("heizung")
        real.window.show_library()
        walk.look()
        assert walk.english() == []
        assert any("x.gguf" in text for text in walk.seen)  # the problem was reported
