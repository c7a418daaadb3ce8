"""The header of the preview: file name, pages, matches and buttons."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QWidget

from twofold.engine.api import Preview
from twofold.ui.i18n.label_text import isolated, one_line, plain_tip
from twofold.ui.i18n.library_texts import missing_file_reason, shared_name
from twofold.ui.i18n.translation import tr
from twofold.ui.i18n.value_names import file_type_icon
from twofold.ui.preview.page_view import Fit
from twofold.ui.preview.zoom_control import ZoomControl
from twofold.ui.theme import Theme
from twofold.ui.widgets.actions import name_key
from twofold.ui.widgets.controls import ElidedLabel
from twofold.ui.widgets.decoration import make_label, restyle, set_surface

Step = Callable[[int], None]

_HEIGHT = 56  # same height as the search field
_MIN_NAME = 112  # about twelve letters of a file name
_MAX_LIBRARY = 120
_ZOTERO = "zotero"


class PreviewHead(QFrame):
    """The name of the document, and buttons for it.

    `step_page` and `step_match` are called with +1 or -1.

    Attributes:
        pages, matches: Go to the previous or next page or match.
        zoom: Enlarges and shrinks the document.
        plain: Checked to show the plain text instead of the formatted document.
        cite: Copies the citation.
        open: Opens the document in its default program.
        enlarge: Checked while the preview fills the window.
    """

    def __init__(self, theme: Theme, step_page: Step, step_match: Step, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._file_type = ""
        self._match = (0, 0)
        set_surface(self, "window")
        self.setFixedHeight(_HEIGHT)
        self._sign = QLabel(self)
        self._sign.setFixedWidth(16)
        self._name = ElidedLabel(theme.font(13, 600), Qt.TextElideMode.ElideMiddle, self)
        self._globe = QLabel(self)
        self._library = make_label(theme, self, size=11, tone="text2")
        pages = (tr("Previous page (PgUp)"), tr("Next page (PgDn)"))
        self.pages = Stepper(theme, ("chevron-left", "chevron-right"), pages, step_page, self)
        matches = (tr("Previous match"), tr("Next match"))
        self.matches = Stepper(theme, ("chevron-up", "chevron-down"), matches, step_match, self)
        name_key(self.matches.back, matches[0], "previous_match")
        name_key(self.matches.next, matches[1], "next_match")
        self.zoom = ZoomControl(theme, self)
        self.plain = _tool_button(self, theme, "file-code", tr("Plain text with line numbers"))
        self.plain.setCheckable(True)
        self.cite = _tool_button(self, theme, "quote", tr("Copy citation"))
        name_key(self.cite, tr("Copy citation"), "copy_citation")
        self.open = _tool_button(self, theme, "external-link", tr("Open the document"))
        self.enlarge = _tool_button(self, theme, "maximize-2", tr("Enlarge the preview"))
        self.enlarge.setCheckable(True)
        self.show_enlarged(is_enlarged=False)
        layout = self._layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 0, 8, 0)
        layout.setSpacing(8)
        layout.addWidget(self._sign)
        layout.addWidget(self._name, 1)
        layout.addWidget(self._globe)
        layout.addWidget(self._library)
        layout.addWidget(self.pages)
        layout.addWidget(self.matches)
        layout.addWidget(self.zoom)
        self._tools = QHBoxLayout()
        self._tools.setSpacing(0)
        for button in (self.plain, self.cite, self.open, self.enlarge):
            self._tools.addWidget(button)
        layout.addLayout(self._tools)
        theme.changed.connect(self._apply_theme)
        self.show_nothing()

    def show_nothing(self, words: str = "") -> None:
        """Show that no passage is selected, or another text about a missing document."""
        self._file_type = ""
        self._show_name(words or tr("No passage selected"), "text2")
        self._name.setToolTip("")
        shared = (self._globe, self._library)
        shown = (self.pages, self.matches, self.zoom, self.plain, self.cite, self.open)
        for part in (self._sign, *shared, *shown):
            part.hide()
        self.enlarge.setVisible(self.enlarge.isChecked())  # to leave an enlarged preview
        self._apply_theme()

    def _show_name(self, words: str, tone: str) -> None:
        self._name.set_full_text(words)
        self._name.setProperty("tone", tone)
        restyle(self._name)

    def show_preview(self, preview: Preview) -> None:
        """Show the file name and the page buttons."""
        self._file_type = preview.file_type
        name = one_line(PurePath(preview.absolute_path).name or preview.title)
        place = preview.absolute_path
        if preview.member:
            # The name of a document in Zotero's database is a key.
            is_item = preview.file_type == _ZOTERO
            member = one_line(preview.title if is_item else PurePath(preview.member).name)
            name = tr("{document} in {file}").format(document=isolated(member), file=isolated(name))
            place = f"{place}/{preview.member}"
        self._show_name(name, "")
        self._name.setToolTip(plain_tip(place))
        for part in (self._sign, self.zoom, self.cite, self.open, self.enlarge):
            part.show()
        self._show_library(preview.library)
        page, pages = preview.page, preview.pages
        self.pages.setVisible(pages > 1)
        words = tr("<b>{page}</b> / {pages}").format(page=page, pages=pages)
        self.pages.show_step(words, back=page > 1, forward=page < pages)
        self._apply_theme()

    def _show_library(self, address: str) -> None:
        """Show the name of the shared library at `address`; '' for the user's own library.

        Files of a shared library cannot be opened, so the button is disabled.
        """
        name = shared_name(address)
        elide = self._library.fontMetrics().elidedText
        self._library.setText(elide(name, Qt.TextElideMode.ElideRight, _MAX_LIBRARY))
        for part in (self._globe, self._library):
            part.setToolTip(address)
            part.setVisible(bool(address))
        self.open.setEnabled(not address)
        name_key(self.open, tr("Open the document"), "open_passage")
        if address:
            self.open.setToolTip(missing_file_reason(address))

    def show_enlarged(self, *, is_enlarged: bool) -> None:
        """Show whether the preview fills the window, and name what the button does."""
        back, enlarge = tr("Back to the list"), tr("Enlarge the preview")
        self.enlarge.setChecked(is_enlarged)
        icon = "minimize-2" if is_enlarged else "maximize-2"
        self.enlarge.setIcon(self._theme.icon(icon, "text2", 16))
        self.enlarge.setAccessibleName(back if is_enlarged else enlarge)
        name_key(self.enlarge, back if is_enlarged else enlarge, "enlarge_preview")

    def show_match(self, index: int, count: int) -> None:
        """Show the number of the current match."""
        self._match = (index, count)
        self.matches.setVisible(count > 0)
        self._arrange()

    def show_zoom(self, zoom: float, fitting: Fit | None) -> None:
        """Show the zoom; `fitting` is None for a text, which always fits the width."""
        self.zoom.show_zoom(zoom, fitting)
        self._arrange()

    def _arrange(self) -> None:
        """Shorten and hide parts until the file name has enough space.

        The keys and the context menu also change the zoom.
        """
        index, count = self._match
        words = tr("Match <b>{index}</b> of {count}").format(index=index + 1, count=count)
        self.matches.setToolTip(words)
        short = f"<b>{index + 1}</b> / {count}"
        is_shown = not self.cite.isHidden()
        for shown, zoom in ((words, 2), (short, 2), (short, 1), (short, 0)):
            self.matches.show_step(shown, back=count > 1, forward=count > 1)
            self.zoom.set_compact(is_compact=zoom < 2)
            self.zoom.setVisible(is_shown and zoom > 0)
            if self._name_width() >= _MIN_NAME:
                break

    def _name_width(self) -> int:
        """Return the width left for the name, computed before Qt updates the layout."""
        margins, gap = self._layout.contentsMargins(), self._layout.spacing()
        shared = (self._globe, self._library)
        beside = (self._sign, *shared, self.pages, self.matches, self.zoom)
        parts = [part for part in beside if not part.isHidden()]
        taken = sum(part.sizeHint().width() + gap for part in parts)
        taken += gap + self._tools.sizeHint().width()
        return self.width() - margins.left() - margins.right() - taken

    def minimumSizeHint(self) -> QSize:
        """Return a size that does not depend on the parts shown now: they shrink as needed."""
        return QSize(_MIN_NAME, _HEIGHT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many parts as fit beside the file name."""
        super().resizeEvent(event)
        self._arrange()

    def _apply_theme(self) -> None:
        icon, ratio = file_type_icon(self._file_type), self.devicePixelRatioF()
        self._sign.setPixmap(self._theme.pixmap(icon, "text2", 16, ratio))
        self._globe.setPixmap(self._theme.pixmap("globe", "text2", 12, ratio))


class Stepper(QFrame):
    """Two arrow buttons around a label: '3 / 14', 'Match 1 of 7'."""

    def __init__(
        self,
        theme: Theme,
        icons: tuple[str, str],
        names: tuple[str, str],
        step: Step,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setProperty("kind", "stepper")
        self.setFixedHeight(28)
        self.words = ""
        self._label = QLabel(self)
        self._label.setFont(theme.font(12, tabular=True))
        self._label.setProperty("tone", "text2")
        self._label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.back = _tool_button(self, theme, icons[0], names[0], size=24)
        self.back.clicked.connect(lambda: step(-1))
        self.next = _tool_button(self, theme, icons[1], names[1], size=24)
        self.next.clicked.connect(lambda: step(+1))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.setSpacing(2)
        for widget in (self.back, self._label, self.next):
            layout.addWidget(widget)
        theme.changed.connect(self._write)

    def show_step(self, words: str, *, back: bool, forward: bool) -> None:
        """Show a text, emphasized inside <b>, and enable the possible directions."""
        self.words = words
        self._write()
        self.back.setEnabled(back)
        self.next.setEnabled(forward)

    def _write(self) -> None:
        strong = f'<b style="font-weight: 600; color: {self._theme.color("text").name()}">'
        self._label.setText(self.words.replace("<b>", strong))


def _tool_button(
    parent: QWidget, theme: Theme, icon: str, name: str, *, size: int = 28
) -> QToolButton:
    button = QToolButton(parent)
    button.setIcon(theme.icon(icon, "text2", size // 2 + 2))
    button.setFixedSize(size, size)
    button.setIconSize(QSize(size // 2 + 2, size // 2 + 2))
    button.setAccessibleName(name)
    button.setToolTip(name)
    return button
