"""The settings of the open window, with a signal for each change."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Signal

from twofold.engine.api import SETTINGS, EngineError, Settings, SettingValue
from twofold.ui.i18n.translation import translated

DEFAULTS: Mapping[str, SettingValue] = {setting.key: setting.default for setting in SETTINGS}

StoreSettings = Callable[[Mapping[str, SettingValue]], object]


class LiveSettings(QObject):
    """The current settings. `store` writes values to the file, or raises EngineError.

    A change that is refused has no effect.

    Signals:
        changed: the key of a setting whose value has changed.
        refused: message and hint of a change that failed.
    """

    changed = Signal(str)
    refused = Signal(str, str)

    def __init__(
        self, settings: Settings, store: StoreSettings, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self._store = store

    @property
    def settings(self) -> Settings:
        """The current settings."""
        return self._settings

    def change(self, key: str, value: SettingValue) -> None:
        """Change one setting and store it, or report the failure."""
        if value != self._settings.value(key):
            self.change_all({key: value})

    def store(self, values: Mapping[str, SettingValue]) -> None:
        """Change settings and store them; raise EngineError if that fails."""
        before = self._settings
        changed = Settings.from_mapping(dict(before.values) | dict(values))
        self._store(values)
        self._settings = changed
        for key, value in values.items():
            if value != before.value(key):
                self.changed.emit(key)

    def change_all(self, values: Mapping[str, SettingValue]) -> None:
        """Change settings and store all or none of them, or report the failure."""
        try:
            self.store(values)
        except EngineError as error:
            self.refused.emit(translated(error.message), translated(error.hint))

    def reset(self, key: str) -> None:
        """Reset one setting to its default."""
        self.change(key, DEFAULTS[key])

    def reset_all(self) -> None:
        """Reset all settings to their defaults, or report the failure."""
        if changed := self.changed_values():
            self.change_all({key: DEFAULTS[key] for key in changed})

    def changed_values(self) -> dict[str, SettingValue]:
        """Return the values that differ from the defaults, by key."""
        values = {key: self._settings.value(key) for key in DEFAULTS}
        return {key: value for key, value in values.items() if value != DEFAULTS[key]}
