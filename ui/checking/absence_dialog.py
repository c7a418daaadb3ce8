"""The dialog that explains why a file is not in the list of a search."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

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
"""Carries out an action with its argument (see AbsenceAction)."""

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
    """Asks the engine about one file, and shows the reasons with one action for each.

    `actions` carry out what the user chooses; a reason without an entry has no button.
    """

    def __init__(
        self,
        client: EngineClient,
        theme: Theme,
        subject: str,
        search: SearchRequest,
        *,
        actions: Mapping[AbsenceAction, Act],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(tr("Why is a file missing?"), parent)
        self._theme, self._actions = theme, actions
        self.title = make_label(theme, self, subject, size=15, weight=600, wrap=True)
        query = tr("Search: {query}").format(query=shortened(search.query))
        self.query = make_label(theme, self, query, size=12, tone="text2", wrap=True)
        self.query.setVisible(bool(search.query.strip()))
        self.answer = make_label(theme, self, tr("Looking for the reason…"), size=13, wrap=True)
        self.reasons = QVBoxLayout()
        self.reasons.setSpacing(10)
        self.setMinimumWidth(_WIDTH)
        layouts.column(
            self.title,
            self.query,
            8,
            self.answer,
            self.reasons,
            ...,
            12,
            self.foot_row(),
            margins=(20, 18, 20, 14),
            spacing=6,
            parent=self,
        )
        client.request(ExplainAbsence(subject, search), self, self._show, self._show_failure)

    def _show(self, answer: AbsenceExplained) -> None:
        report = answer.report
        if report.path:
            self.title.setText(one_line(report.path))
        self.answer.hide()
        for number, reason in enumerate(report.reasons):
            self.reasons.addLayout(self._row(reason, is_first=number == 0))
        self.adjustSize()

    def _row(self, reason: AbsenceReason, *, is_first: bool) -> QHBoxLayout:
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
            parts.append(
                self.make_button(action_label(action), lambda: self._run(act, reason.argument))
            )
        return layouts.row(*parts, spacing=10)

    def _run(self, act: Act, argument: str) -> None:
        self.accept()
        act(argument)

    def _show_failure(self, failure: RequestFailed) -> None:
        self.answer.setText(translated(failure.message, failure.hint))
