"""The commands for a hit: open, copy in a format, show in folder, and the context menu."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QMimeData, QObject, QPoint, QUrl, Signal
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu, QTextBrowser, QWidget
from shiboken6 import isValid

from twofold.engine.api import (
    USUAL_STYLES,
    DescribeVersions,
    ExportFormat,
    ExportHits,
    ExportProgress,
    ExportRendered,
    Hit,
    Locator,
    RequestFailed,
    SearchResponse,
    VersionsDescribed,
)
from twofold.ui.client import EngineClient
from twofold.ui.i18n.citation_text import (
    export_words,
    format_citation,
    format_location,
    format_quotation,
)
from twofold.ui.i18n.formatting import grouped
from twofold.ui.i18n.library_texts import missing_file_reason
from twofold.ui.i18n.translation import tr, translated
from twofold.ui.opening.app_links import AppLink
from twofold.ui.opening.checked import CheckedOpening
from twofold.ui.theme import Theme
from twofold.ui.widgets.actions import keys_in, show_in_folder_label, shown_key
from twofold.ui.widgets.messages import BarMessage


@dataclass(frozen=True, slots=True)
class HitCommand:
    """A command for a hit: its name, label, icon in the context menu, action and default keys."""

    name: str
    label: str
    icon: str
    act: Callable[[HitCommands, Hit], object]
    keys: tuple[str, ...]


# Commands that need a local file or the user's own library.
_OF_FILES = frozenset({"open_passage", "show_in_folder", "collect_passage", "edit_tags"})


class HitCommands(QObject):
    """Runs the commands for hits; actions carried out by others are signals.

    `response` returns the answer that contains the hits.

    Signals:
        like_requested: search for passages similar to this Hit.
        tags_requested: edit tags and trust of this Hit.
        bookmark_requested: add these Hits to the collection.
        copied: the message that says what was copied to the clipboard.
        failed: a BarMessage, if a hit could not be exported.
    """

    like_requested = Signal(object)
    tags_requested = Signal(object)
    bookmark_requested = Signal(object)
    copied = Signal(str)
    failed = Signal(object)

    def __init__(
        self,
        client: EngineClient,
        theme: Theme,
        opening: CheckedOpening,
        response: Callable[[], SearchResponse | None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._client = client
        self._theme = theme
        self._opening = opening
        self._window = parent
        self._response = response
        # Returns the hits that a command for one of them applies to: several may be selected.
        self.together: Callable[[Hit], Sequence[Hit]] = lambda hit: (hit,)
        # Fills a menu with the collections to which hits can be added, if there are several.
        self.fill_collections: Callable[[QMenu, Sequence[Hit], QWidget], bool] = lambda *_: False

    def open(self, hit: Hit | None) -> None:
        """Open the hit's document in its default program, at the passage."""
        if hit is not None:
            self._opening.open(hit)

    def _enter(self, hit: Hit) -> None:
        """Follow the link focused in the preview, or open the hit if there is none."""
        reader = QApplication.focusWidget()
        if isinstance(reader, QTextBrowser) and (link := _link_with_focus(reader)):
            reader.anchorClicked.emit(QUrl(link))
        else:
            self.open(hit)

    def show_in_folder(self, hit: Hit | None) -> None:
        """Show the hit's document in the file manager."""
        if hit is not None and not self._opening.refuses(hit):
            self._opening.opener.show_in_folder(hit.absolute_path)

    def _copy_passages(self, hit: Hit) -> None:
        texts = [one.text or one.snippet.text for one in self.together(hit)]
        several = tr("{n} passages copied").format(n=grouped(len(texts)))
        words = several if len(texts) > 1 else tr("Passage copied")
        self._copy("\n\n".join(texts), words)

    def _copy_citations(self, hit: Hit) -> None:
        """Copy the citations of the hit and of all hits selected with it, one per line."""
        lines = [format_citation(one) for one in self.together(hit)]
        several = tr("{n} citations copied").format(n=grouped(len(lines)))
        words = several if len(lines) > 1 else tr("Citation copied")
        self._copy("\n".join(lines), words)

    def copy_citation(self, hit: Hit | None) -> None:
        """Copy title, file, location and citation URI."""
        if hit is not None:
            self._copy(format_citation(hit), tr("Citation copied"))

    def copy_quotation(self, hit: Hit, text: str, place: Locator | None) -> None:
        """Copy text that is selected in the document, with the citation of its place."""
        self._copy(format_quotation(text, hit, place), tr("Text and citation copied"))

    def _copy(self, text: str, words: str, html: str = "") -> None:
        data = QMimeData()
        data.setText(text)
        if html:
            data.setHtml(html)
        QGuiApplication.clipboard().setMimeData(data)
        self.copied.emit(words)

    def copy_as(self, hit: Hit, form: ExportFormat, style: str = "") -> None:
        """Export the hit and copy the result; Markdown is also copied as HTML."""
        response = self._response()
        if response is None:
            return
        asked = ExportHits(form, response, (hit.chunk_id,), style=style, words=export_words())
        words = tr("Passage copied")
        if form is ExportFormat.MARKDOWN:
            as_html = replace(asked, format=ExportFormat.HTML)
            self._write(
                asked, lambda text: self._write(as_html, lambda html: self._copy(text, words, html))
            )
        else:
            self._write(asked, lambda text: self._copy(text, words))

    def _write(self, export: ExportHits, then: Callable[[str], None]) -> None:
        """Request an export and call `then` with its text; a newer request replaces it."""

        def fail(failure: RequestFailed) -> None:
            self.failed.emit(BarMessage(failure.message, failure.hint))

        def take(reply: ExportRendered | ExportProgress) -> None:
            if isinstance(reply, ExportRendered):
                then(reply.text)

        self._client.request(export, self, take, fail, newest=True)

    # Keys and menus

    @staticmethod
    def declared() -> tuple[HitCommand, ...]:
        """Return the commands for hits, labelled in the user's language."""
        folder = show_in_folder_label()
        show_in_folder = ("Ctrl+Return", "Ctrl+Enter")
        return (
            HitCommand(
                "open_passage",
                tr("Open at this passage"),
                "external-link",
                HitCommands._enter,
                ("Return", "Enter"),
            ),
            HitCommand(
                "copy_citation",
                tr("Copy citation"),
                "quote",
                HitCommands._copy_citations,
                ("Ctrl+Shift+C",),
            ),
            HitCommand(
                "copy_passage",
                tr("Copy passage"),
                "copy",
                HitCommands._copy_passages,
                ("Ctrl+C",),
            ),
            HitCommand(
                "show_in_folder",
                folder,
                "folder-search",
                HitCommands.show_in_folder,
                show_in_folder,
            ),
            HitCommand(
                "more_like_this",
                tr("More like this"),
                "spline",
                lambda commands, hit: commands.like_requested.emit(hit),
                ("Ctrl+M",),
            ),
            HitCommand(
                "show_versions",
                tr("Versions and changes…"),
                "layers",
                HitCommands.show_versions,
                ("Ctrl+Shift+V",),
            ),
            HitCommand(
                "collect_passage",
                tr("Add to collection"),
                "plus",
                HitCommands.collect,
                ("Ctrl+Shift+A",),
            ),
            HitCommand(
                "edit_tags", tr("Tags and trust…"), "hash", HitCommands._edit_tags, ("Ctrl+T",)
            ),
        )

    def collect(self, hit: Hit) -> None:
        """Add the passage and all passages selected with it to the collection."""
        own = [one for one in self.together(hit) if not one.library]
        if own or not self._opening.refuses(hit):
            self.bookmark_requested.emit(own)

    def show_versions(self, hit: Hit) -> None:
        """Show the versions of the hit's document, and what changed in the passage."""
        from twofold.ui.results.versions_dialog import VersionsDialog  # noqa: PLC0415 (rarely shown)

        dialog = VersionsDialog(self._theme, self._window.window())
        opener = self._opening.opener
        dialog.open_requested.connect(lambda one: opener.open(one.absolute_path, one.locator))

        def describe(other: str, on_reply: Callable[[VersionsDescribed], None]) -> None:
            self._client.request(
                DescribeVersions(hit.chunk_id, other),
                dialog,
                on_reply,
                lambda failure: dialog.show_failure(translated(failure.message, failure.hint)),
                newest=True,
            )

        dialog.compare_requested.connect(lambda one: describe(one.doc_id, dialog.show_comparison))
        describe("", dialog.show_answer)
        dialog.open()

    def _edit_tags(self, hit: Hit) -> None:
        if not self._opening.refuses(hit):
            self.tags_requested.emit(hit)

    def open_menu(self, hit: Hit, at: QPoint) -> QMenu:
        """Open the context menu of a hit at a screen position."""
        menu = QMenu(self._window)
        place = format_location(hit.citation).replace("&", "&&")  # an '&' is no access key
        opening, *others = HitCommands.declared()
        opens = tr("Open at {place}").format(place=place)
        for one in (replace(opening, label=opens, act=HitCommands.open), *others):
            if one.name == "show_versions" and hit.version_count < 2:
                continue
            if one.act is HitCommands.collect and self._add_collections(menu, one, hit):
                continue
            keys = shown_key(keys_in(self._window.window(), one.name))
            action = menu.addAction(self._theme.icon(one.icon, "text2", 16), f"{one.label}\t{keys}")
            action.triggered.connect(lambda _=False, act=one.act: act(self, hit))
            if hit.library and one.name in _OF_FILES:
                action.setEnabled(False)
                action.setToolTip(missing_file_reason(hit.library))
        menu.setToolTipsVisible(bool(hit.library))
        menu.addMenu(self._copy_menu(hit, menu))
        self._add_link(menu, hit)
        return _popped_up(menu, at)

    def _add_link(self, menu: QMenu, hit: Hit) -> None:
        """Add a command that opens the hit in Zotero, Obsidian or Logseq, once this is known."""
        opener = self._opening.opener

        def add(link: AppLink | None) -> None:
            if link is None or not isValid(menu):
                return
            words = tr("Open in {program}").format(program=link.program)
            action = QAction(self._theme.icon("external-link", "text2", 16), words, menu)
            action.triggered.connect(lambda: opener.open_link(link))
            menu.insertAction(menu.actions()[1], action)

        opener.find_link(hit, add)

    def _add_collections(self, menu: QMenu, command: HitCommand, hit: Hit) -> bool:
        """Add a menu of the collections to which the hit can be added, if there are several."""
        collections = QMenu(command.label, menu)
        hits = [one for one in self.together(hit) if not one.library]
        if not hits or not self.fill_collections(collections, hits, self._window.window()):
            return False
        collections.setIcon(self._theme.icon(command.icon, "text2", 16))
        menu.addMenu(collections)
        return True

    def open_copy_menu(self, hit: Hit, at: QPoint) -> QMenu:
        """Open the menu with the formats for copying a hit."""
        return _popped_up(self._copy_menu(hit, self._window), at)

    def _copy_menu(self, hit: Hit, parent: QWidget) -> QMenu:
        menu = QMenu(tr("Copy &as"), parent)
        forms = [form for form in ExportFormat if form.is_text]
        for form, words in zip(forms, with_access_keys(form.label for form in forms), strict=True):
            action = menu.addAction(words)
            action.triggered.connect(lambda _=False, form=form: self.copy_as(hit, form))
        styles = menu.addMenu(tr("With a bibliography &in"))
        for name, title in USUAL_STYLES:
            action = styles.addAction(translated(title))
            action.triggered.connect(
                lambda _=False, name=name: self.copy_as(hit, ExportFormat.MARKDOWN, name)
            )
        return menu


def _popped_up(menu: QMenu, at: QPoint) -> QMenu:
    menu.aboutToHide.connect(menu.deleteLater)
    menu.popup(at)
    return menu


def _link_with_focus(reader: QTextBrowser) -> str:
    """Return the address of the link selected by Tab; '' if there is none."""
    cursor = reader.textCursor()
    return cursor.charFormat().anchorHref() if cursor.hasSelection() else ""


def with_access_keys(labels: Iterable[str]) -> list[str]:
    """Return translated labels, each with its own access key."""
    taken: set[str] = set()
    marked = []
    for label in map(translated, labels):
        free = (at for at, sign in enumerate(label) if sign.isalpha() and sign.lower() not in taken)
        at = next(free, len(label))
        taken.add(label[at : at + 1].lower())
        marked.append(f"{label[:at]}&{label[at:]}" if at < len(label) else label)
    return marked
