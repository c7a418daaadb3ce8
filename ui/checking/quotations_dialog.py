"""The dialog that checks the quotations of a draft: its text, the quotations, and differences."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSaveFile, QSignalBlocker, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import (
    QFileDialog,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QTextEdit,
    QWidget,
)

from twofold.engine.api import (
    CancelRequest,
    CheckedQuotation,
    CheckQuotations,
    ExportProgress,
    QuotationCheck,
    QuotationsChecked,
    QuotationState,
    RequestFailed,
)
from twofold.ui.checking import quotation_texts as texts
from twofold.ui.checking.draft_text import DraftText
from twofold.ui.client import EngineClient
from twofold.ui.i18n.formatting import grouped
from twofold.ui.i18n.label_text import isolated, plain_tip
from twofold.ui.i18n.translation import tr, translated
from twofold.ui.opening.opener import DocumentOpener
from twofold.ui.theme import Theme
from twofold.ui.widgets import layouts
from twofold.ui.widgets.controls import SegmentedControl
from twofold.ui.widgets.decoration import make_label, restyle, set_surface
from twofold.ui.widgets.dialogs import BaseDialog

_FILTERS = (None, QuotationState.EXACT, QuotationState.CHANGED, QuotationState.MISSING)
_INDEX = Qt.ItemDataRole.UserRole
_GAP, _MARGIN, _MAX_HEIGHT = 12, 8, 132

_DRAFT_FILES = "(*.docx *.odt *.md *.txt *.rtf *.html *.tex)"


class QuotationsDialog(BaseDialog):
    """Checks a pasted text or a file, and shows the state of each quotation."""

    def __init__(
        self,
        client: EngineClient,
        opener: DocumentOpener,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(tr("Check quotations"), parent, size=(1120, 740))
        self._client, self._opener, self._theme = client, opener, theme
        self._check: QuotationCheck | None = None
        self._file: Path | None = None
        self._pending = 0
        self.setAcceptDrops(True)
        self._make_parts()
        self._make_buttons()
        self._lay_out()
        opener.refused.connect(self._report_refusal)
        theme.changed.connect(self._show_list)
        self._reset()

    def _make_parts(self) -> None:
        theme = self._theme
        self.draft = DraftText(theme, self)
        self.draft.file_dropped.connect(self.open_file)
        self.draft.quotation_clicked.connect(self._select)
        self.draft.textChanged.connect(self._on_edit)
        self.filters = SegmentedControl([""] * len(_FILTERS), self)
        self.filters.segments[0].setChecked(True)
        self.filters.group.idClicked.connect(lambda _: self._show_list())
        self.list = QListWidget(self)
        self.list.setAccessibleName(tr("Quotations"))
        self.list.setProperty("kind", "two_lines")
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.currentItemChanged.connect(lambda item, _: self._show_quotation(item))
        self.list.itemActivated.connect(lambda _: self._open_source())
        self.state = make_label(theme, self, size=13, weight=600, wrap=True)
        self.notes = make_label(theme, self, size=12, tone="text2", wrap=True)
        self.in_draft, self.draft_words = self._compared(tr("In the draft"))
        self.in_source, self.source_words = self._compared(tr("In the source"))
        self.message = make_label(theme, self, size=13, tone="text2", wrap=True)

    def _compared(self, words: str) -> tuple[QLabel, QTextEdit]:
        label = make_label(self._theme, self, words, size=12, tone="text2")
        text = QTextEdit(self)
        text.setReadOnly(True)
        text.setAccessibleName(words)
        text.setFont(self._theme.font(14))
        text.document().setDocumentMargin(_MARGIN)
        label.setBuddy(text)
        return label, text

    def _make_buttons(self) -> None:
        self.choose = self.make_button(tr("Open file…"), self._choose_file)
        self.check = self.make_button(tr("Check"), self.start)
        self.check.setDefault(True)
        self.check.setProperty("kind", "primary")
        self.stop = self.make_button(tr("Stop"), self._stop)
        self.open_source = self.make_button(tr("Open source"), self._open_source)
        self.cite = self.make_button(tr("Copy citation"), self._copy_citation)
        self.insert = self.make_button(tr("Copy draft with citations"), self._copy_draft)
        self.insert.setToolTip(
            tr("Copy the text of the draft with a citation after each quotation")
        )
        self.save = self.make_button(tr("Export list…"), self._ask_where)

    def _lay_out(self) -> None:
        self._results = QWidget(self)
        set_surface(self._results, "window")
        layouts.column(
            layouts.row(self.filters, ...),
            (self.list, 1),
            self.state,
            self.in_draft,
            self.draft_words,
            self.in_source,
            self.source_words,
            self.notes,
            layouts.row(self.open_source, self.cite, ..., spacing=8),
            spacing=8,
            parent=self._results,
        )
        foot = self.foot_row(self.choose, self.check, self.stop, self.insert, self.save)
        layouts.column(
            (layouts.row((self.draft, 1), (self._results, 1), spacing=_GAP), 1),
            self.message,
            foot,
            margins=(16, 16, 16, 12),
            spacing=10,
            parent=self,
        )

    @property
    def holds_work(self) -> bool:
        """Whether closing the dialog would lose a pasted text."""
        return bool(self.pasted_text.strip())

    @property
    def pasted_text(self) -> str:
        """The text in the field, unless it is that of a file."""
        return self.draft.toPlainText() if self._file is None else ""

    def restore(self, text: str) -> None:
        """Show the text of an earlier dialog, selected, so that pasting replaces it."""
        self.draft.setPlainText(text)
        self.draft.selectAll()

    # The draft

    def open_file(self, path: Path) -> None:
        """Check the quotations of a file."""
        self._reset()
        self._file = path
        self._send(CheckQuotations(path=path))

    def start(self) -> None:
        """Check the quotations of the text in the field."""
        if self._file is not None:
            self.open_file(self._file)
        else:
            self._send(CheckQuotations(self.draft.toPlainText()))

    def _choose_file(self) -> None:
        dialog = QFileDialog(self, tr("Open draft"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        drafts, others = tr("Drafts"), tr("All files")
        dialog.setNameFilters([f"{drafts} {_DRAFT_FILES}", f"{others} (*)"])
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda name: self.open_file(Path(name)))
        dialog.open()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept a file."""
        if self.draft.canInsertFromMimeData(event.mimeData()) and event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Check a dropped file."""
        event.acceptProposedAction()
        self.draft.insertFromMimeData(event.mimeData())

    def _send(self, request: CheckQuotations) -> None:
        self._show_message(tr("Checking the quotations…"))
        self._pending = self._client.request(
            request, self, self._on_reply, self._on_failure, newest=True
        )
        self._enable()

    def _stop(self) -> None:
        self._client.submit(CancelRequest(self._pending))

    def _on_reply(self, reply: QuotationsChecked | ExportProgress) -> None:
        if isinstance(reply, ExportProgress):
            words = tr("{done} of {total} passages of the draft checked")
            self._show_message(words.format(done=grouped(reply.done), total=grouped(reply.total)))
            return
        self._pending, self._check = 0, reply.check
        if self._file is not None:
            blocker = QSignalBlocker(self.draft)
            self.draft.setPlainText(reply.check.text)
            blocker.unblock()
        self.draft.setReadOnly(self._file is not None)
        self.draft.show_quotations(reply.check.quotations)
        self._show_summary(reply.check)
        self._show_list()
        self._results.setVisible(bool(reply.check.quotations))
        self._enable()
        self.list.setFocus()

    def _show_summary(self, check: QuotationCheck) -> None:
        if not check.quotations:
            words = tr("The draft contains no quotations, and no sentence repeats a passage.")
        elif check.is_cut:
            words = tr("The draft is too long. Only its beginning was checked.")
        else:
            words = f"{isolated(check.name)}" if check.name else ""
        self._show_message(words)
        counts = check.counts
        names = [tr("All"), *(texts.state_name(state) for state in QuotationState)]
        numbers = [len(check.quotations), *counts.values()]
        for segment, name, number in zip(self.filters.segments, names, numbers, strict=True):
            segment.setText(f"{name} {grouped(number)}")

    def _on_failure(self, failure: RequestFailed) -> None:
        self._pending = 0
        self._show_message(translated(failure.message, failure.hint), tone="danger")
        self._enable()

    def _on_edit(self) -> None:
        """Discard results that no longer belong to the text."""
        if self._check is not None:
            self._reset(keep_text=True)
        self._enable()

    def _reset(self, *, keep_text: bool = False) -> None:
        self._check = self._file = None
        if not keep_text:
            blocker = QSignalBlocker(self.draft)
            self.draft.clear()
            blocker.unblock()
        self.draft.setReadOnly(False)
        self.draft.show_quotations(())
        self._results.hide()
        self.list.clear()
        self._show_message("")
        self._enable()

    def _enable(self) -> None:
        is_idle, check = not self._pending, self._check
        has_text = self._file is not None or bool(self.draft.toPlainText().strip())
        self.check.setEnabled(is_idle and has_text)
        self.stop.setVisible(not is_idle)
        self.choose.setEnabled(is_idle)
        has_source = check is not None and any(one.source for one in check.quotations)
        self.insert.setVisible(has_source)
        self.save.setVisible(check is not None and bool(check.quotations))

    # The quotations

    def _show_list(self) -> None:
        """List the quotations with the chosen state."""
        if self._check is None:
            return
        state = _FILTERS[self.filters.group.checkedId()]
        current: QListWidgetItem | None = self.list.currentItem()
        chosen = current.data(_INDEX) if current is not None else None
        blocker = QSignalBlocker(self.list)
        self.list.clear()
        for index, quotation in enumerate(self._check.quotations):
            if state is None or quotation.state is state:
                item = QListWidgetItem(texts.row_text(quotation))
                item.setIcon(self._theme.icon(*texts.ICONS[quotation.state], 16))
                item.setToolTip(plain_tip(texts.state_line(quotation)))
                item.setData(_INDEX, index)
                self.list.addItem(item)
                if index == chosen:
                    self.list.setCurrentItem(item)
        if self.list.currentRow() < 0:
            self.list.setCurrentRow(0)
        blocker.unblock()
        self._show_quotation(self.list.currentItem())

    def _select(self, index: int) -> None:
        """Select a quotation in the list."""
        for row in range(self.list.count()):
            if self.list.item(row).data(_INDEX) == index:
                self.list.setCurrentRow(row)
                return

    @property
    def chosen(self) -> CheckedQuotation | None:
        """The selected quotation."""
        item: QListWidgetItem | None = self.list.currentItem()
        if self._check is None or item is None:
            return None
        index: int = item.data(_INDEX)
        return self._check.quotations[index]

    def _show_quotation(self, _item: QListWidgetItem | None) -> None:
        quotation, check = self.chosen, self._check
        for part in (self.state, self.notes, self.in_draft, self.draft_words, self.in_source,
                     self.source_words, self.open_source, self.cite):  # fmt: skip
            part.setVisible(quotation is not None)
        if quotation is None or check is None:
            return
        self.draft.go_to(self.list.currentItem().data(_INDEX))
        has_source = quotation.source is not None
        self.state.setText(texts.state_line(quotation))
        self.state.setProperty("tone", texts.ICONS[quotation.state][1])
        restyle(self.state)
        notes = texts.notes_line(quotation)
        if not has_source:
            notes = tr("No document of the library contains this quotation or a similar text.")
        self.notes.setText(notes)
        self.notes.setVisible(bool(notes))
        # Without differences, both texts are the same.
        for part in (self.in_draft, self.draft_words):
            part.setVisible(bool(quotation.differences) or not has_source)
        for part in (self.in_source, self.source_words):
            part.setVisible(has_source)
        self._show_words(self.draft_words, texts.draft_html(check, quotation, self._theme))
        self._show_words(self.source_words, texts.source_html(quotation, self._theme))
        for button in (self.open_source, self.cite):
            button.setEnabled(has_source)

    def _show_words(self, view: QTextEdit, html: str) -> None:
        """Show a text as high as it is, or with a scroll bar."""
        view.setHtml(html)
        view.document().setTextWidth((self.width() - _GAP) // 2 - 2 * _MARGIN)
        height = round(view.document().size().height()) + 2 * view.frameWidth()
        view.setFixedHeight(min(height, _MAX_HEIGHT))

    def _open_source(self) -> None:
        if (quotation := self.chosen) is not None and (source := quotation.source) is not None:
            # An embedded document has no position in the file itself.
            is_file = source.absolute_path.endswith(source.citation.path)
            place = source.citation.place if is_file else None
            self._opener.open(source.absolute_path, place)

    def _copy_citation(self) -> None:
        if (quotation := self.chosen) is not None and quotation.source is not None:
            QGuiApplication.clipboard().setText(texts.suggested_citation(quotation.source))
            self._show_message(tr("Citation copied"))

    def _copy_draft(self) -> None:
        if self._check is not None:
            QGuiApplication.clipboard().setText(texts.with_citations(self._check))
            self._show_message(tr("Draft with citations copied"))

    # The list as a file

    def _ask_where(self) -> None:
        writers: dict[str, tuple[str, Callable[..., str]]] = {
            "CSV (*.csv)": (".csv", texts.as_csv),
            "Markdown (*.md)": (".md", texts.as_markdown),
        }
        dialog = QFileDialog(self, tr("Export list"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters(list(writers))
        dialog.setDefaultSuffix("csv")
        dialog.filterSelected.connect(lambda words: dialog.setDefaultSuffix(writers[words][0][1:]))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(
            lambda path: self.write(Path(path), writers[dialog.selectedNameFilter()][1])
        )
        dialog.open()

    def write(self, target: Path, render: Callable[..., str]) -> None:
        """Write the listed quotations to a file."""
        check = self._check
        if check is None:
            return
        rows = range(self.list.count())
        listed = [check.quotations[self.list.item(row).data(_INDEX)] for row in rows]
        file = QSaveFile(str(target))
        data = render(check, listed).encode("utf-8-sig" if target.suffix == ".csv" else "utf-8")
        is_saved = file.open(QSaveFile.OpenModeFlag.WriteOnly) and file.write(data) == len(data)
        if is_saved and file.commit():
            words = tr("Saved as {path}").format(path=isolated(str(target)))
            self._show_message(words)
        else:
            self._show_message(file.errorString(), tone="danger")

    def _report_refusal(self, why: str, _path: str) -> None:
        self._show_message(why, tone="danger")

    def _show_message(self, words: str, *, tone: str = "text2") -> None:
        self.message.setText(words)
        self.message.setProperty("tone", tone)
        restyle(self.message)
