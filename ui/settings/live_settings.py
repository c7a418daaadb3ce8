"""The settings of the open window: kept, saved, and reported when one changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Signal

from twofold.engine.api import SETTINGS, EngineError, Settings, SettingValue
from twofold.ui.i18n.translation import translated

DEFAULTS: Mapping[str, SettingValue] = {setting.key: setting.default for setting in SETTINGS}

KeepSettings = Callable[[Mapping[str, SettingValue]], object]


class LiveSettings(QObject):
    """Holds the settings. `keep` writes values to the file; EngineError says why it cannot.

    Without `keep` a change lasts as long as the window. A change that is refused changes nothing.

    Signals:
        changed: the key of a setting that has another value now.
        refused: the sentence and the hint of a change that was not carried out.
    """

    changed = Signal(str)
    refused = Signal(str, str)

    def __init__(
        self, settings: Settings, keep: KeepSettings | None = None, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self._keep = keep

    @property
    def settings(self) -> Settings:
        """The settings that hold now."""
        return self._settings

    def change(self, key: str, value: SettingValue) -> None:
        """Give one setting another value and keep it, or say why not."""
        if value != self._settings.value(key):
            self.change_all({key: value})

    def keep(self, values: Mapping[str, SettingValue]) -> None:
        """Give settings other values and keep them; raises EngineError when that cannot be."""
        before = self._settings
        changed = Settings.from_mapping(dict(before.values) | dict(values))
        if self._keep is not None:
            self._keep(values)
        self._settings = changed
        for key, value in values.items():
            if value != before.value(key):
                self.changed.emit(key)

    def change_all(self, values: Mapping[str, SettingValue]) -> None:
        """Give settings other values and keep them, all or none, or say why not."""
        try:
            self.keep(values)
        except EngineError as error:
            self.refused.emit(translated(error.message), translated(error.hint))

    def reset(self, key: str) -> None:
        """Give one setting its default again."""
        self.change(key, DEFAULTS[key])

    def reset_all(self) -> None:
        """Give every setting its default again, or say why not."""
        if changed := self.changed_values():
            self.change_all({key: DEFAULTS[key] for key in changed})

    def changed_values(self) -> dict[str, SettingValue]:
        """Return the values that are not the defaults, by key."""
        values = {key: self._settings.value(key) for key in DEFAULTS}
        return {key: value for key, value in values.items() if value != DEFAULTS[key]}
