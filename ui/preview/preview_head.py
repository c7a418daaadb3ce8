"""The head of the preview: the file, the pages, the matches, and what can be done with it."""

from __future__ import annotations

from pathlib import PurePath

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from engine.api import Preview
from ui.i18n.label_text import one_line, plain_tip
from ui.i18n.value_names import file_type_icon
from ui.theme import Theme
from ui.widgets.actions import name_key
from ui.widgets.decoration import restyle, set_surface


class Stepper(QFrame):
    """Lets a person go forth and back.

    Signals:
        stepped: +1 or -1.
    """

    stepped = Signal(int)

    def __init__(
        self,
        theme: Theme,
        icons: tuple[str, str],
        names: tuple[str, str],
        commands: tuple[str, str] = ("", ""),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icons = icons
        self.setProperty("kind", "stepper")
        self.setFixedHeight(28)
        self._words = QLabel(self)
        self._words.setFont(theme.font(12, tabular=True))
        self._markup = ""
        self._words.setProperty("tone", "text2")
        self._words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._back = self._button(names[0], commands[0], -1)
        self._forth = self._button(names[1], commands[1], +1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.setSpacing(2)
        for widget in (self._back, self._words, self._forth):
            layout.addWidget(widget)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def _button(self, name: str, command: str, step: int) -> QToolButton:
        button = QToolButton(self)
        button.setFixedSize(24, 24)
        button.setIconSize(QSize(14, 14))
        button.setAccessibleName(name)
        if command:
            name_key(button, name, command)
        else:
            button.setToolTip(name)
        button.clicked.connect(lambda: self.stepped.emit(step))
        return button

    def show_step(self, words: str, *, back: bool = True, forth: bool = True) -> None:
        """Show the words, and which ways are open."""
        self._markup = words
        self._say()
        self._back.setEnabled(back)
        self._forth.setEnabled(forth)

    @property
    def words(self) -> str:
        """The words between the arrows."""
        return self._markup

    def _say(self) -> None:
        """Write what changes in the colour of content, and fainter what stands around it."""
        strong = f'<b style="font-weight: 600; color: {self._theme.color("text").name()}">'
        self._words.setText(self._markup.replace("<b>", strong))

    def _apply_theme(self) -> None:
        self._say()
        self._back.setIcon(self._theme.icon(self._icons[0], "text2", 14))
        self._forth.setIcon(self._theme.icon(self._icons[1], "text2", 14))


_LEAST_NAME = 112  # some twelve letters of a file's name


class PreviewHead(QFrame):
    """56 pixels in line with the search field.

    Signals:
        page_stepped: +1 or -1.
        match_stepped: +1 or -1.
        citation_wanted: copy the citation.
        open_wanted: open the document in its own program.
        plain_wanted: True for the plain text, False for the document as it is read.
    """

    page_stepped = Signal(int)
    match_stepped = Signal(int)
    citation_wanted = Signal()
    open_wanted = Signal()
    plain_wanted = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._file_type = ""
        self._file_name = ""
        self._match = (0, 0)
        set_surface(self, "window")
        self.setFixedHeight(56)
        self._sign = QLabel(self)
        self._sign.setFixedWidth(16)
        self._name = _ElidedLabel(theme, self)
        self.pages = Stepper(
            theme,
            ("chevron-left", "chevron-right"),
            (self.tr("Previous page (PgUp)"), self.tr("Next page (PgDn)")),
            parent=self,
        )
        self.pages.stepped.connect(self.page_stepped)
        self.matches = Stepper(
            theme,
            ("chevron-up", "chevron-down"),
            (self.tr("Previous match"), self.tr("Next match")),
            ("previous_match", "next_match"),
            parent=self,
        )
        self.matches.stepped.connect(self.match_stepped)
        self.plain = self._button(self.tr("Plain text with line numbers"))
        self.plain.setCheckable(True)
        self.plain.toggled.connect(self.plain_wanted)
        self._cite = self._button(self.tr("Copy the citation"), "copy_citation")
        self._cite.clicked.connect(self.citation_wanted)
        self._open = self._button(self.tr("Open in its own program"), "open_passage")
        self._open.clicked.connect(self.open_wanted)
        self._tools = (self.plain, self._cite, self._open)
        self._lay_out()
        theme.changed.connect(self._apply_theme)
        self.show_nothing()

    def _button(self, name: str, command: str = "") -> QToolButton:
        button = QToolButton(self)
        button.setFixedSize(28, 28)
        button.setIconSize(QSize(16, 16))
        button.setAccessibleName(name)
        button.setToolTip(name)
        if command:
            name_key(button, name, command)
        return button

    def _lay_out(self) -> None:
        layout = self._layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 0, 8, 0)
        layout.setSpacing(8)
        layout.addWidget(self._sign)
        layout.addWidget(self._name, 1)
        layout.addWidget(self.pages)
        layout.addWidget(self.matches)
        tools = QHBoxLayout()
        tools.setSpacing(0)
        for button in self._tools:
            tools.addWidget(button)
        layout.addLayout(tools)

    def show_nothing(self, words: str = "") -> None:
        """Say that no passage is chosen, or other words for there being no document."""
        self._file_type = ""
        self._name.set_full_text(words or self.tr("No passage selected"), quiet=True)
        self._name.setToolTip("")
        for widget in (self._sign, self.pages, self.matches, *self._tools):
            widget.hide()
        self._apply_theme()

    def show_preview(self, preview: Preview) -> None:
        """Name the file, and offer its pages."""
        self._file_type = preview.file_type
        self._file_name = one_line(PurePath(preview.absolute_path).name or preview.title)
        place = preview.absolute_path
        if preview.member:
            self._file_name = self.tr("{document} in {file}").format(
                document=one_line(PurePath(preview.member).name), file=self._file_name
            )
            place = f"{place}/{preview.member}"
        self._name.set_full_text(self._file_name, quiet=False)
        self._name.setToolTip(plain_tip(place))
        for widget in (self._sign, self._cite, self._open):
            widget.show()
        self.pages.setVisible(preview.pages > 1)
        self.pages.show_step(
            self.tr("<b>{page}</b> / {pages}").format(page=preview.page, pages=preview.pages),
            back=preview.page > 1,
            forth=preview.page < preview.pages,
        )
        self._apply_theme()

    def show_match(self, index: int, count: int) -> None:
        """Say at which match the preview stands."""
        self._match = (index, count)
        self.matches.setVisible(count > 0)
        self._say_match()

    def _say_match(self) -> None:
        """Say it in words, or in numbers alone where the words leave the file's name no room."""
        index, count = self._match
        words = self.tr("Match <b>{index}</b> of {count}").format(index=index + 1, count=count)
        self.matches.setToolTip(words)
        self.matches.show_step(words, back=count > 1, forth=count > 1)
        if count and self._room_for_name() < _LEAST_NAME:
            short = f"<b>{index + 1}</b> / {count}"
            self.matches.show_step(short, back=count > 1, forth=count > 1)

    def _room_for_name(self) -> int:
        layout = self._layout
        edges, gap = layout.contentsMargins(), layout.spacing()
        apart = (self._sign, self.pages, self.matches)
        taken = sum(part.sizeHint().width() + gap for part in apart if not part.isHidden())
        taken += gap + sum(tool.width() for tool in self._tools if not tool.isHidden())
        return self.width() - edges.left() - edges.right() - taken

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the file's name room."""
        super().resizeEvent(event)
        self._say_match()

    def _apply_theme(self) -> None:
        theme, ratio = self._theme, self.devicePixelRatioF()
        self._sign.setPixmap(theme.pixmap(file_type_icon(self._file_type), "text2", 16, ratio))
        self._cite.setIcon(theme.icon("quote", "text2", 16))
        self.plain.setIcon(theme.icon("file-code", "text2", 16))
        self._open.setIcon(theme.icon("external-link", "text2", 16))


class _ElidedLabel(QLabel):
    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._full = ""
        self.setFont(theme.font(13, 600))
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def set_full_text(self, text: str, *, quiet: bool) -> None:
        self._full = text
        self.setAccessibleName(text)
        self.setProperty("tone", "text2" if quiet else "")
        restyle(self)
        self._elide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        metrics = QFontMetrics(self.font())
        self.setText(metrics.elidedText(self._full, Qt.TextElideMode.ElideMiddle, self.width()))
