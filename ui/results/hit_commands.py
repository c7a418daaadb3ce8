"""What can be done with a hit: open, copy in any format, show in its folder; and its menu."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from PySide6.QtCore import QCoreApplication, QMimeData, QObject, QPoint, QUrl, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu, QTextBrowser, QWidget

from engine.api import USUAL_STYLES, ExportFormat, ExportHits, Hit, SearchResponse
from ui.client import EngineClient
from ui.export.export_controller import ExportController, export_words
from ui.i18n.citation_text import citation_in_words, place_in_words
from ui.i18n.formatting import grouped
from ui.i18n.message_catalogue import translated
from ui.preview.document_opener import CheckedOpening, DocumentOpener
from ui.theme import Theme
from ui.widgets.actions import Command, keys_in, shown_key


class CopyAs(QObject):
    """Has the engine write one hit of the `response` and puts it on the clipboard.

    Signals:
        copied: that it is in the clipboard now, in words.
        failed: the sentence and the hint when it cannot be written.
    """

    copied = Signal(str)
    failed = Signal(str, str)

    def __init__(
        self,
        client: EngineClient,
        response: Callable[[], SearchResponse | None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._response = response
        self._exports = ExportController(client, self)
        self._exports.rendered.connect(self._take)
        self._exports.failed.connect(self.failed)
        self._waiting: tuple[ExportHits, ...] = ()
        self._written: list[tuple[ExportFormat, str]] = []

    def copy(self, hit: Hit, form: ExportFormat, style: str = "") -> None:
        """Copy a hit."""
        response = self._response()
        if response is None:
            return
        forms = (form, ExportFormat.HTML) if form is ExportFormat.MARKDOWN else (form,)
        asked = ExportHits(form, response, (hit.chunk_id,), style=style, words=export_words())
        self._waiting = tuple(replace(asked, format=wanted) for wanted in forms)
        self._written = []
        self._exports.render(self._waiting[0])

    def _take(self, text: str) -> None:
        """Take one form; when all are written, put them on the clipboard."""
        asked, *rest = self._waiting
        self._written.append((asked.format, text))
        self._waiting = tuple(rest)
        if rest:
            self._exports.render(rest[0])
            return
        data = QMimeData()
        data.setText(self._written[0][1])
        for form, written in self._written:
            if form is ExportFormat.HTML:
                data.setHtml(written)
        QGuiApplication.clipboard().setMimeData(data)
        self.copied.emit(QCoreApplication.translate("HitCommands", "The passage is copied"))

    def menu(self, hit: Hit, parent: QWidget) -> QMenu:
        """Return the menu of all formats for one hit, a child of `parent`."""
        menu = QMenu(self.tr("Copy &as"), parent)
        forms = [form for form in ExportFormat if form.is_text]
        for form, words in zip(forms, with_access_keys(form.label for form in forms), strict=True):
            action = menu.addAction(words)
            action.triggered.connect(lambda _=False, form=form: self.copy(hit, form))
        styles = menu.addMenu(self.tr("With a bibliography &in"))
        for name, title in USUAL_STYLES:
            action = styles.addAction(title)
            action.triggered.connect(
                lambda _=False, name=name: self.copy(hit, ExportFormat.MARKDOWN, name)
            )
        return menu


class HitCommands(QObject):
    """Carries the commands out; `opener` says so when a file is not opened.

    Signals:
        like_wanted: passages like this Hit are wanted.
        tags_wanted: the tags and the trust of this Hit are to be changed.
        bookmark_requested: this list of Hits is to go into the collection.
        copied: what is in the clipboard now, in words.
    """

    like_wanted = Signal(object)
    tags_wanted = Signal(object)
    bookmark_requested = Signal(object)
    copied = Signal(str)

    def __init__(
        self,
        theme: Theme,
        opener: DocumentOpener,
        opening: CheckedOpening,
        copies: CopyAs,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._copies = copies
        copies.copied.connect(self.copied)
        self._theme = theme
        self._opener = opener
        self._opening = opening
        self._window = parent
        # The hits that a command for one of them is meant for: several may be selected.
        self.together: Callable[[Hit], Sequence[Hit]] = lambda hit: (hit,)

    def open(self, hit: Hit | None) -> None:
        """Open the hit's document in its own program, at the passage."""
        if hit is not None:
            self._opening.open(hit)

    def _enter(self, hit: Hit | None) -> None:
        """Follow the link that Tab has come to in the preview, else open the hit."""
        reader = QApplication.focusWidget()
        if isinstance(reader, QTextBrowser) and (link := _link_with_focus(reader)):
            reader.anchorClicked.emit(QUrl(link))
        else:
            self.open(hit)

    def show_in_folder(self, hit: Hit | None) -> None:
        """Open the folder of the hit's document."""
        if hit is not None:
            self._opener.show_in_folder(hit.absolute_path)

    def copy_passage(self, hit: Hit | None) -> None:
        """Copy the text of the passage, or of all that are selected with it."""
        if hit is not None:
            texts = [one.text or one.snippet.text for one in self.together(hit)]
            QGuiApplication.clipboard().setText("\n\n".join(texts))
            several = self.tr("{n} passages are copied").format(n=grouped(len(texts)))
            self.copied.emit(several if len(texts) > 1 else self.tr("The passage is copied"))

    def copy_citations(self, hit: Hit | None) -> None:
        """Copy the citations of the hit and of all that are selected with it, a line each."""
        if hit is not None:
            citations = [citation_in_words(one) for one in self.together(hit)]
            QGuiApplication.clipboard().setText("\n".join(citations))
            several = self.tr("{n} citations are copied").format(n=grouped(len(citations)))
            self.copied.emit(several if len(citations) > 1 else self.tr("The citation is copied"))

    def copy_citation(self, hit: Hit | None) -> None:
        """Copy title, file, place and citation URI."""
        if hit is not None:
            QGuiApplication.clipboard().setText(citation_in_words(hit))
            self.copied.emit(self.tr("The citation is copied"))

    def search_like(self, hit: Hit | None) -> None:
        """Ask for passages like this one."""
        if hit is not None:
            self.like_wanted.emit(hit)

    def collect(self, hit: Hit | None) -> None:
        """Put the passage aside, and all that are selected with it."""
        if hit is not None:
            self.bookmark_requested.emit(list(self.together(hit)))

    def edit_tags(self, hit: Hit | None) -> None:
        """Ask for other tags and trust of the hit's document."""
        if hit is not None:
            self.tags_wanted.emit(hit)

    def key_commands(
        self, current: Callable[[], Hit | None], places: tuple[QWidget, ...]
    ) -> tuple[Command, ...]:
        """Return the keys for the `current` hit, while one of `places` has the focus.

        The first place is the list; in the others Ctrl+C copies what is selected there.
        """
        open_here, show = self.tr("Open at the place"), self.tr("Show in folder")
        passage, citation = self.tr("Copy the passage"), self.tr("Copy the citation")
        in_list = places[:1]
        return (
            Command("open_passage", open_here, lambda: self._enter(current()), places),
            Command(
                "show_in_folder",
                show,
                lambda: self.show_in_folder(current()),
                places,
            ),
            Command("copy_passage", passage, lambda: self.copy_passage(current()), in_list),
            Command(
                "more_like_this", self.tr("More like this"), lambda: self.search_like(current())
            ),
            Command(
                "collect_passage", self.tr("Put the passage aside"), lambda: self.collect(current())
            ),
            Command("edit_tags", self.tr("Tags and trust"), lambda: self.edit_tags(current())),
            Command("copy_citation", citation, lambda: self.copy_citations(current())),
        )

    def open_menu(self, hit: Hit, at: QPoint) -> QMenu:
        """Open the context menu of a hit at a place of the screen."""
        menu = QMenu(self._window)
        place = place_in_words(hit.citation).replace("&", "&&")  # no letter to press
        entries = (
            (
                "external-link",
                self.tr("Open at {place}").format(place=place),
                "open_passage",
                self.open,
            ),
            ("quote", self.tr("Copy citation"), "copy_citation", self.copy_citations),
            ("copy", self.tr("Copy passage"), "copy_passage", self.copy_passage),
            ("folder-search", self.tr("Show in folder"), "show_in_folder", self.show_in_folder),
            ("spline", self.tr("More like this"), "more_like_this", self.search_like),
            ("plus", self.tr("Put aside"), "collect_passage", self.collect),
            ("hash", self.tr("Tags and trust…"), "edit_tags", self.edit_tags),
        )
        for icon, words, name, command in entries:
            keys = shown_key(keys_in(self._window.window(), name))
            action = menu.addAction(self._theme.icon(icon, "text2", 16), f"{words}\t{keys}")
            action.triggered.connect(lambda _=False, command=command: command(hit))
        menu.addMenu(self._copies.menu(hit, menu))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(at)
        return menu

    def open_copy_menu(self, hit: Hit, at: QPoint) -> QMenu:
        """Open only the menu of formats in which a hit can be copied."""
        menu = self._copies.menu(hit, self._window)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(at)
        return menu


def _link_with_focus(reader: QTextBrowser) -> str:
    """Return the address of the link that is selected as Tab selects one, '' where none is."""
    cursor = reader.textCursor()
    return cursor.charFormat().anchorHref() if cursor.hasSelection() else ""


def with_access_keys(labels: Iterable[str]) -> list[str]:
    """Return labels of the engine in the window's language, each with an access key of its own."""
    taken: set[str] = set()
    marked = []
    for label in map(translated, labels):
        free = (at for at, sign in enumerate(label) if sign.isalpha() and sign.lower() not in taken)
        at = next(free, len(label))
        taken.add(label[at : at + 1].lower())
        marked.append(f"{label[:at]}&{label[at:]}" if at < len(label) else label)
    return marked
