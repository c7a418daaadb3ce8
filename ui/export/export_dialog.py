"""The export dialog: formats, a live preview, and the target file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QMimeData, QObject, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from twofold.engine.api import (
    CancelRequest,
    CheckCitation,
    CheckedCitation,
    CheckTarget,
    CitationChecked,
    CitationState,
    ExportCollection,
    ExportHits,
    ExportProgress,
    ExportRendered,
    Hit,
    ListTemplates,
    RequestFailed,
    TargetChecked,
    format_uri,
)
from twofold.ui.client import EngineClient
from twofold.ui.export.export_source import ExportSource
from twofold.ui.export.format_column import FormatColumn
from twofold.ui.export.save_place import SavePlace
from twofold.ui.i18n.citation_text import export_words, format_place
from twofold.ui.i18n.formatting import grouped
from twofold.ui.i18n.translation import tr, translated
from twofold.ui.theme import Theme
from twofold.ui.widgets.controls import SegmentedControl
from twofold.ui.widgets.decoration import make_label, set_button_icon, set_surface
from twofold.ui.widgets.dialogs import BaseDialog

# Laying out thousands of passages would take seconds, and nobody reads them in the preview.
_PREVIEWED_PASSAGES = 40
# Each check reads a file again; more checks would delay previews for too long.
_MAX_CHECKED = 100
_FOOT_EDGES = 20 + 16 + 8


class ChangedPassages(QObject):
    """Checks the citations of hits from changed files, one after the other.

    `on_finding` is called after each check with a summary of all checks so far.
    """

    def __init__(
        self,
        client: EngineClient,
        hits: Sequence[Hit],
        on_finding: Callable[[str], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._client = client
        self._waiting = [hit for hit in hits if hit.stale][:_MAX_CHECKED]
        self._on_finding = on_finding
        self._states: Counter[CitationState] = Counter()
        self._moved: CheckedCitation | None = None
        self._next()

    def _next(self) -> None:
        if self._waiting:
            hit = self._waiting.pop(0)
            path = f"{hit.folder}/{hit.doc_path}" if hit.folder else hit.doc_path
            check = CheckCitation(format_uri(path, hit.citation.place), hit.text)
            self._client.request(check, self, self._on_check, lambda _: self._next())

    def _on_check(self, reply: CitationChecked) -> None:
        self._states[reply.citation.state] += 1
        if reply.citation.state is CitationState.MOVED:
            self._moved = reply.citation
        self._on_finding(self._sentence())
        self._next()

    def _sentence(self) -> str:
        states, moved, parts = self._states, tr("{n} moved"), []
        if states[CitationState.MOVED] == 1 and self._moved and self._moved.place:
            place = format_place(self._moved.place)
            parts.append(tr("1 moved to {place}").format(place=place))
        elif states[CitationState.MOVED]:
            parts.append(moved.format(n=states[CitationState.MOVED]))
        for state, words in (
            (CitationState.CHANGED, tr("{n} changed")),
            (CitationState.GONE, tr("{n} missing")),
            (CitationState.UNCHECKED, tr("{n} not checked")),
            (CitationState.EXACT, tr("{n} unchanged")),
        ):
            if states[state]:
                parts.append(words.format(n=states[state]))
        return tr("Current files: {parts}.").format(parts=", ".join(parts))


def _page_style(theme: Theme) -> str:
    """Return the style of the preview of a document."""
    return (
        "h1 { font-size: 20px; font-weight: 600; } h2 { font-size: 15px; font-weight: 600; }"
        "blockquote { margin: 8px 28px; } p { margin: 6px 0; } pre { margin: 8px 28px; }"
        f"a {{ color: {theme.color('accent').name()}; }}"
    )


def _copy(text: str, page: str) -> None:
    """Copy an export; documents keep their format in programs that support it."""
    data = QMimeData()
    data.setText(text)
    if page:
        data.setHtml(page)
    QGuiApplication.clipboard().setMimeData(data)


class ExportDialog(BaseDialog):
    """Exports hits or a collection to a file or the clipboard; the engine renders and writes it.

    The preview shows the first passages. A long export shows its progress and can be cancelled.
    Only one export runs at a time; a new one replaces it. The engine checks the target file.

    Signals:
        saved: the `ExportRendered` of the file written.
    """

    saved = Signal(object)

    def __init__(
        self,
        client: EngineClient,
        theme: Theme,
        source: ExportSource,
        *,
        templates: Path,
        parent: QWidget | None = None,
    ) -> None:
        """`templates` is the folder of user templates."""
        super().__init__(source.title, parent, size=(1008, 756))
        self._client = client
        self._theme = theme
        self._source = source
        self._running: int | None = None  # request id of the running export
        self._text: str | None = None  # the preview text; the widget may alter it
        self._page = ""  # the same as simple HTML
        self.setModal(True)
        self.setMinimumSize(540, 320)
        stale = sum(hit.stale for hit in source.hits)
        self.formats = FormatColumn(theme, stale, self, has_memo=source.has_notes)
        self._make_head()
        self._make_preview()
        self._make_foot()
        middle = QHBoxLayout()
        middle.setSpacing(0)
        middle.addWidget(self.formats)
        middle.addWidget(self._preview_column, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._head)
        layout.addLayout(middle, 1)
        layout.addWidget(self._foot)
        listing = ListTemplates(templates)
        client.request(listing, self, lambda reply: self.formats.offer(reply.templates))
        finding = self.formats.finding.setText
        self._checks = ChangedPassages(client, source.hits, finding, self)
        self._connect_signals()
        self._on_format_chosen()
        self.name.setCursorPosition(0)
        self.save.setFocus()

    # Layout

    def _make_head(self) -> None:
        self._head = QFrame(self)
        self._head.setProperty("edge", "bottom")
        set_surface(self._head, "surface")
        title = QLabel(self._source.title, self._head)
        title.setFont(self._theme.font(16, 600))
        selected, found = (self._source.count(selected=chosen) for chosen in (True, False))
        all_of_them = tr("All {n}").format(n=grouped(found))
        if found < self._source.rows:
            all_of_them = tr("First {n} of {all}").format(
                n=grouped(found), all=grouped(self._source.rows)
            )
        words = (tr("Selected {n}").format(n=grouped(selected)), all_of_them)
        self._segments = SegmentedControl(words, self._head)
        self.scope = self._segments.group
        self.scope.button(0).setEnabled(bool(selected))
        self._segments.setVisible(bool(self._source.hits))
        self.scope.button(0 if selected else 1).setChecked(True)
        layout = QHBoxLayout(self._head)
        layout.setContentsMargins(20, 10, 16, 10)
        layout.addWidget(title, 1)
        layout.addWidget(self._segments)

    def _make_preview(self) -> None:
        column = self._preview_column = QWidget(self)
        set_surface(column, "desk")
        self.preview = QPlainTextEdit(column)
        self.preview.setReadOnly(True)
        self.preview.setFont(self._theme.font(12, mono=True))
        self.page = QTextBrowser(column)
        self.page.setOpenLinks(False)
        self.page.setFont(self._theme.font(13))
        self.page.hide()
        for view, margin in ((self.preview, 24), (self.page, 40)):
            view.setAccessibleName(tr("Preview of the export"))
            view.document().setDocumentMargin(margin)
        self.partly = make_label(self._theme, column, tone="text2")
        self.partly.hide()
        layout = QVBoxLayout(column)
        layout.setContentsMargins(24, 20, 24, 0)
        layout.addWidget(self.preview)
        layout.addWidget(self.page)
        layout.addWidget(self.partly)

    def _make_foot(self) -> None:
        """Create the target and the buttons, and a row for messages above them."""
        foot = self._foot = QFrame(self)
        foot.setProperty("edge", "top")
        set_surface(foot, "surface")
        self.place = SavePlace(self._theme, self._source.stem, foot)
        self.name = self.place.name
        self.message = make_label(self._theme, foot, tone="danger", wrap=True)
        self.progress = QProgressBar(foot)
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName(tr("Progress of the export"))
        self.cancel = QPushButton(tr("Cancel"), foot)
        self.copy = QPushButton(tr("Copy"), foot)
        set_button_icon(self.copy, self._theme, "copy", "text2", 14)
        self.replace = QPushButton(tr("Replace file"), foot)
        self.save = QPushButton(tr("Save"), foot)
        self.save.setProperty("kind", "primary")
        self.save.setDefault(True)
        buttons = self._buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addStretch(1)
        for button in (self.cancel, self.copy, self.replace, self.save):
            buttons.addWidget(button)
        row = self._foot_row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        row.setSpacing(8)
        row.addWidget(self.place, 1)
        row.addLayout(buttons)
        layout = QVBoxLayout(foot)
        layout.setContentsMargins(20, 12, 16, 12)
        layout.addWidget(self.progress)
        layout.addWidget(self.message)
        layout.addLayout(row)
        for part in (self.progress, self.message, self.replace):
            part.hide()
        # Otherwise the dialog could not be narrower than a single row.
        foot.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Adapt the layout to the width."""
        super().resizeEvent(event)
        self._stack_foot()

    def _stack_foot(self) -> None:
        """Put the buttons below the name if both do not fit side by side."""
        self._foot_row.invalidate()
        needed = self.place.minimumSizeHint().width() + self._buttons.minimumSize().width()
        sides, below = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._foot_row.setDirection(sides if needed + _FOOT_EDGES <= self.width() else below)

    # Choices

    def _connect_signals(self) -> None:
        self.formats.format_chosen.connect(self._on_format_chosen)
        self.scope.idClicked.connect(self._on_choice)
        self.copy.clicked.connect(self._copy)
        self.save.clicked.connect(lambda _: self._write(overwrite=False))
        self.replace.clicked.connect(lambda _: self._write(overwrite=True))
        self.place.changed.connect(self._check_place)
        self.cancel.clicked.connect(self._cancel)

    @property
    def holds_work(self) -> bool:
        """Return True: closing always loses the choices, and cancels a running export."""
        return True

    @property
    def _is_selection(self) -> bool:
        return self.scope.checkedId() == 0

    def _on_format_chosen(self) -> None:
        self.place.set_extension(self.formats.extension)
        self._on_choice()

    def _on_choice(self, *_: object) -> None:
        self._check_place()
        chosen = self._source.count(selected=self._is_selection)
        self.partly.setVisible(chosen > _PREVIEWED_PASSAGES)
        words = tr("Preview of the first {n} of {all} passages. All are exported.")
        self.partly.setText(words.format(n=_PREVIEWED_PASSAGES, all=chosen))
        self._text = None
        self._return_to_preview()

    # Exports

    def _begin(
        self,
        limit: int | None,
        on_done: Callable[[ExportRendered], None],
        on_failed: Callable[[], None],
        target: Path | None = None,
        *,
        overwrite: bool = False,
    ) -> None:
        """Start an export of the first `limit` passages, to a file or to the reply."""
        self._cancel_running()
        export = self._source.request(
            self.formats.format,
            selected=self._is_selection,
            limit=limit,
            memo=self.formats.memo.isChecked(),
            options={
                "target": target,
                "overwrite": overwrite,
                "style": self.formats.citation_style,
                "template": self.formats.template,
                "separator": self.formats.separator,
                "method_note": self.formats.method_note.isChecked(),
                "paths": self.formats.paths.isChecked(),
                "words": export_words(),
            },
        )
        on_reply, on_error = partial(self._on_reply, on_done), partial(self._on_failure, on_failed)
        self._running = self._client.request(export, self, on_reply, on_error)

    def _cancel_running(self) -> None:
        """Cancel the running export and ignore its reply."""
        if self._running is not None:
            for kind in (ExportHits, ExportCollection):
                self._client.forget(self, kind)
            self._client.submit(CancelRequest(self._running))
            self._running = None

    def _on_reply(
        self, on_done: Callable[[ExportRendered], None], reply: ExportProgress | ExportRendered
    ) -> None:
        if isinstance(reply, ExportProgress):
            self.progress.setMaximum(max(reply.total, 1))
            self.progress.setValue(reply.done)
            self.progress.show()
        else:
            self._running = None
            on_done(reply)

    def _on_failure(self, on_failed: Callable[[], None], failure: RequestFailed) -> None:
        self._running = None
        on_failed()
        self._show_message(failure.message, failure.hint)

    def _allow_choices(self, *, allowed: bool) -> None:
        """Enable or disable the choices: changing one would silently cancel a running export."""
        self.progress.hide()
        for part in (self.save, self.copy, self.formats, self._segments):
            part.setEnabled(allowed)

    def _return_to_preview(self) -> None:
        """Enable the choices, and render the preview again if it is outdated."""
        self._is_preview = True
        self._allow_choices(allowed=True)
        if self._text is None:
            # After a failure, the old text would be in the wrong format.
            self._begin(_PREVIEWED_PASSAGES, self._show_text, self._clear_preview)

    def _clear_preview(self) -> None:
        self.preview.clear()
        self.page.clear()

    def _show_text(self, rendered: ExportRendered) -> None:
        self._text, self._page = rendered.text, rendered.page
        self.page.setVisible(bool(rendered.page))
        self.preview.setVisible(not rendered.page)
        if rendered.page:
            self.page.document().setDefaultStyleSheet(_page_style(self._theme))
            self.page.setHtml(rendered.page)
        else:
            self.preview.setPlainText(rendered.text)
        self._allow_choices(allowed=True)

    def _copy(self) -> None:
        if self.partly.isHidden() and self._text is not None:
            _copy(self._text, self._page)
            return
        self._is_preview = False
        self._begin(None, self._on_copy, self._return_to_preview)

    def _on_copy(self, rendered: ExportRendered) -> None:
        _copy(rendered.text, rendered.page)
        if self.partly.isHidden():
            self._show_text(rendered)
        self._return_to_preview()

    def _write(self, *, overwrite: bool) -> None:
        if self.place.problem:
            return
        self._show_message("")
        self._is_preview = False
        self._allow_choices(allowed=False)
        target = self.place.target
        self._begin(None, self._on_written, self._on_not_written, target, overwrite=overwrite)

    def _on_written(self, rendered: ExportRendered) -> None:
        self.saved.emit(rendered)
        self.accept()

    def _on_not_written(self) -> None:
        self._return_to_preview()
        self._check_place()  # shows whether the file already exists
        self.name.setFocus()  # the disabled button has lost the focus
        self.name.setSelection(0, len(Path(self.name.text()).stem))

    def _cancel(self) -> None:
        """Cancel a running export, or else close the dialog."""
        if self._running is None or self._is_preview:
            self.reject()
            return
        self._cancel_running()
        self._return_to_preview()
        self._show_message(tr("Export cancelled. No file was written."))

    def done(self, result: int) -> None:
        """Close, and cancel a running export."""
        self._cancel_running()
        for owner in (self, self._checks):
            self._client.forget(owner)
        super().done(result)

    # Problems with the target

    def _check_place(self) -> None:
        """Show whether there is a problem with the file name or the folder, and request a check."""
        self._show_message(self.place.problem)
        if not self.place.problem:
            question = CheckTarget(self.place.target)
            self._client.request(question, self, self._on_place_checked, newest=True)

    def _on_place_checked(self, checked: TargetChecked) -> None:
        if not checked.has_folder and self.place.leave_default_folder():
            return  # the new folder is checked again
        if checked.problem and not self.place.problem:
            self._show_message(checked.problem, checked.hint, can_replace=checked.exists)

    def _show_message(self, message: str, hint: str = "", *, can_replace: bool = False) -> None:
        """Show a problem, '' for none, and optionally offer to replace the file."""
        words = translated(message, hint)
        if words and words != self.message.text():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.message, words))
        self.message.setText(words)
        self.message.setVisible(bool(words))
        self.replace.setVisible(can_replace)
        self._stack_foot()
