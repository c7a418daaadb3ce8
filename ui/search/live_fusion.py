"""The answer shown in the order that the sliders give, at once and without another search."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from engine.api import (
    FusionRule,
    FusionSettings,
    SearchResponse,
    SettingError,
    Settings,
    SettingValue,
    can_reorder,
    reordered,
)
from ui.explain.fusion_controls import FusionControls
from ui.search.search_controller import SearchController
from ui.widgets.messages import Message

KeepSettings = Callable[[Mapping[str, SettingValue]], None]


class LiveFusion(QObject):
    """Follows the controls. `keep` stores settings for later starts and may raise SettingError.

    Signals:
        changed: the answer is to be shown anew.
        said: a Message for the person.
    """

    changed = Signal()
    said = Signal(object)

    def __init__(
        self,
        controls: FusionControls,
        controller: SearchController,
        settings: Settings,
        keep: KeepSettings | None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._controls = controls
        self._controller = controller
        self._keep = keep
        self._answer: SearchResponse | None = None
        self._shown: SearchResponse | None = None
        self._completing: SearchResponse | None = None
        controls.set_default(settings.fusion)
        controls.moved.connect(self._move)
        controls.kept.connect(self._keep_as_default)

    def of(self, response: SearchResponse) -> SearchResponse:
        """Return an answer as the present settings order it."""
        fusion = self._controller.request.fusion
        if response is not self._answer or self._shown is None:
            self._answer, self._shown = response, response
        if self._shown.request.fusion != fusion:
            self._shown = reordered(response, fusion) if _fits(response, fusion) else response
        return self._shown

    def _move(self, fusion: FusionSettings) -> None:
        response = self._answer
        if response is None or not _fits(response, fusion) or not self._controller.is_answered:
            self._controller.set_fusion(fusion)
            return
        self._controller.take_fusion(fusion)
        self.changed.emit()
        if len(response.hits) < len(response.ranking) and response is not self._completing:
            # What comes up from below the last hit is not known yet; it is asked for once.
            self._completing = response
            request = replace(response.request, k=len(response.ranking))
            self._controller.ask_for_hits_of(request)

    def _keep_as_default(self, fusion: FusionSettings) -> None:
        values: dict[str, SettingValue] = {
            "search.fusion": fusion.rule.value,
            **{f"search.{name}": value for name, value in fusion.parameters.items()},
        }
        try:
            if self._keep is not None:
                self._keep(values)
        except SettingError as error:
            self.said.emit(Message(f"{error.message} {error.hint}".strip()))
            return
        self._controls.set_default(fusion)
        words = self.tr("Every search begins with this balance from now on.")
        self.said.emit(Message(words, is_warning=False, is_passing=True))


def _fits(response: SearchResponse, fusion: FusionSettings) -> bool:
    """Whether the order under `fusion` follows from what the answer carries."""
    weighed = fusion.rule is not FusionRule.ADAPTIVE or response.trace.adaptive_weights is not None
    return can_reorder(response) and weighed
