"""The dialog that explains why a file or a passage is not in the list of a search."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QDir, Qt
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLabel, QLineEdit, QWidget

from twofold.engine.api import (
    AbsenceAction,
    AbsenceCause,
    AbsenceExplained,
    AbsenceReason,
    ExplainAbsence,
    RequestFailed,
    SearchRequest,
)
from twofold.ui.client import EngineClient
from twofold.ui.i18n.label_text import one_line, shortened
from twofold.ui.i18n.translation import tr, translated
from twofold.ui.theme import Theme
from twofold.ui.widgets import layouts
from twofold.ui.widgets.decoration import make_label
from twofold.ui.widgets.dialogs import BaseDialog

Act = Callable[[str], None]
"""Carries out an action with its argument (see AbsenceAction); SHOW_MORE gets the file's path."""

_WIDTH = 560


def action_label(action: AbsenceAction) -> str:
    """Return the label of the button for an action."""
    return {
        AbsenceAction.ADD_FOLDER: tr("Add folder"),
        AbsenceAction.EDIT_RULES: tr("Show rules"),
        AbsenceAction.CHANGE_SETTING: tr("Open settings"),
        AbsenceAction.RETRY: tr("Try again"),
        AbsenceAction.UPDATE: tr("Update now"),
        AbsenceAction.REMOVE_FILTER: tr("Remove filter"),
        AbsenceAction.SHOW_WEAK: tr("Show weak matches"),
        AbsenceAction.SHOW_DUPLICATES: tr("Show duplicates"),
        AbsenceAction.SHOW_PASSAGES: tr("Show all passages"),
        AbsenceAction.SHOW_MORE: tr("Search in this file"),
    }[action]


class AbsenceDialog(BaseDialog):
    """Asks the engine about a file or a sentence, and shows the reasons with one action for each.

    `actions` carry out what the user chooses; a reason without an entry has no button.
    """

    def __init__(
        self,
        client: EngineClient,
        theme: Theme,
        search: SearchRequest,
        *,
        actions: Mapping[AbsenceAction, Act],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(tr("Why is it not found?"), parent)
        self._client, self._theme, self._actions = client, theme, actions
        self._search = search
        query = tr("Search: {query}").format(query=shortened(search.query))
        self.query = make_label(theme, self, query, size=12, tone="text2", wrap=True)
        self.query.setVisible(bool(search.query.strip()))
        self.subject = QLineEdit(self)
        self.subject.setPlaceholderText(tr("File, or a sentence of the passage"))
        self.subject.setAccessibleName(self.subject.placeholderText())
        self.subject.setClearButtonEnabled(True)
        self.subject.textChanged.connect(self._allow_asking)
        self.choose = self.make_button(tr("Choose file…"), self._choose_file)
        self.explain = self.make_button(tr("Show reason"), self._ask)
        self.explain.setDefault(True)
        self.title = make_label(theme, self, size=15, weight=600, wrap=True)
        self.answer = make_label(theme, self, size=13, tone="text2", wrap=True)
        self._answers = layouts.column(spacing=10)
        self._reasons = QWidget(self)
        self.setMinimumWidth(_WIDTH)
        layouts.column(
            self.query,
            self.subject,
            layouts.row(self.choose, ..., self.explain, spacing=8),
            8,
            self.title,
            self.answer,
            self._answers,
            ...,
            12,
            self.foot_row(),
            margins=(20, 18, 20, 14),
            spacing=6,
            parent=self,
        )
        self._begin(tr("Choose the file, or paste a sentence that the search should find."))
        self._allow_asking()

    def ask_about(self, subject: str) -> None:
        """Explain a file or a sentence."""
        self.subject.setText(subject)
        self._ask()

    def _allow_asking(self) -> None:
        self.explain.setEnabled(bool(self.subject.text().strip()))

    def _choose_file(self) -> None:
        dialog = QFileDialog(self, tr("Choose the missing file"), QDir.homePath())
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda name: self.ask_about(str(Path(name))))
        dialog.open()

    def _ask(self) -> None:
        subject = self.subject.text().replace("\n", " ").strip()
        self._begin(tr("Looking for the reason…"))
        request = ExplainAbsence(subject, self._search)
        self._client.request(request, self, self._show, self._show_failure, newest=True)

    def _begin(self, words: str) -> None:
        """Remove the previous answer and show `words` in its place."""
        self.title.hide()
        self._reasons.deleteLater()
        self._reasons = QWidget(self)
        self._answers.addWidget(self._reasons)
        self.answer.setText(words)
        self.answer.show()

    def _show(self, answer: AbsenceExplained) -> None:
        report = answer.report
        self.answer.hide()
        self.title.setText(one_line(report.path))
        self.title.setVisible(bool(report.path))
        rows = (
            self._row(one, report.path, is_first=at == 0) for at, one in enumerate(report.reasons)
        )
        layouts.column(*rows, spacing=10, parent=self._reasons)
        self.adjustSize()

    def _row(self, reason: AbsenceReason, path: str, *, is_first: bool) -> QHBoxLayout:
        is_found = reason.cause in {AbsenceCause.LISTED, AbsenceCause.INDEXED}
        icon = QLabel(self)
        name, token = (
            ("circle-check", "ok") if is_found else ("info", "warn" if is_first else "text3")
        )
        icon.setPixmap(self._theme.pixmap(name, token, 16, self.devicePixelRatio()))
        words = make_label(
            self._theme,
            self,
            translated(reason.sentence),
            size=13,
            weight=500 if is_first else 400,
            wrap=True,
        )
        parts: list[layouts.Part] = [icon, (words, 1)]
        action = reason.action
        if action is not None and (act := self._actions.get(action)) is not None:
            argument = path if action is AbsenceAction.SHOW_MORE else reason.argument
            parts.append(self.make_button(action_label(action), lambda: self._run(act, argument)))
        return layouts.row(*parts, spacing=10)

    def _run(self, act: Act, argument: str) -> None:
        self.accept()
        act(argument)

    def _show_failure(self, failure: RequestFailed) -> None:
        self.answer.setText(translated(failure.message, failure.hint))
