"""All settings, each with key, type, default, allowed values and description.

The settings file, the settings dialog and docs/settings.md are generated from `SETTINGS`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from textwrap import shorten
from typing import Any

from twofold.engine.model.errors import SettingError
from twofold.engine.model.fusion import FUSION_PARAMETERS, FusionRule, FusionSettings, TieBreak
from twofold.engine.model.localized import Message, message
from twofold.engine.model.search_request import MODE_ALIASES, SearchMode

SettingValue = bool | int | float | str


class Effect(StrEnum):
    """When a changed setting takes effect in an open window."""

    AT_ONCE = "at once"
    NEXT_FILES = "for files read from now on"
    NEXT_START = "at the next start"


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting. `minimum` and `maximum` limit numbers, `choices` are the allowed words.

    `aliases` are alternative words for choices, as pairs (alias, choice). `effect` is when a change
    takes effect in an open window.
    """

    key: str
    default: SettingValue
    description: Message
    minimum: float | None = None
    maximum: float | None = None
    choices: tuple[str, ...] = ()
    aliases: tuple[tuple[str, str], ...] = ()
    effect: Effect = Effect.NEXT_START

    @property
    def allowed(self) -> Message:
        """A description of the allowed values."""
        if self.choices:
            return message("one of {choices}", choices=", ".join(self.choices))
        if isinstance(self.default, bool):
            return message("true or false")
        if isinstance(self.default, str):
            return message("a text")
        kind = message("a whole number") if isinstance(self.default, int) else message("a number")
        return message(
            "{kind} from {minimum} to {maximum}",
            kind=kind,
            minimum=f"{self.minimum:g}",
            maximum=f"{self.maximum:g}",
        )

    def check(self, value: object) -> SettingValue:
        """Return `value` in the setting's type. Raise SettingError if it is not allowed."""
        accepted = self._convert(value)
        if accepted is None:
            value = _shortened(value)
            raise SettingError(
                message(
                    "The setting {key} is '{value}', but must be {allowed}.",
                    key=self.key,
                    value=value,
                    allowed=self.allowed,
                )
            )
        return accepted

    def _convert(self, value: object) -> SettingValue | None:
        if isinstance(self.default, bool):
            return value if isinstance(value, bool) else None
        if isinstance(self.default, str):
            known = isinstance(value, str) and (not self.choices or value in self.choices)
            return str(value) if known else dict(self.aliases).get(str(value))
        if isinstance(value, bool) or not isinstance(value, int | float):
            return None
        if not (self._floor <= value <= self._ceiling):
            return None  # also excludes .nan and .inf, which YAML allows but int() does not
        if isinstance(self.default, int) and value != int(value):
            return None
        return int(value) if isinstance(self.default, int) else float(value)

    @property
    def _floor(self) -> float:
        return float("-inf") if self.minimum is None else self.minimum

    @property
    def _ceiling(self) -> float:
        return float("inf") if self.maximum is None else self.maximum


def _shortened(value: object) -> str:
    """Return a value without line breaks, truncated with '...'."""
    return shorten(str(value), 200, placeholder="...")


def _words(values: type[StrEnum]) -> tuple[str, ...]:
    return tuple(member.value for member in values)


SETTINGS: tuple[Setting, ...] = (
    Setting(
        "search.mode",
        "hybrid",
        message("How to search: keywords and meaning, one of them, or exact text."),
        choices=_words(SearchMode),
        aliases=tuple(MODE_ALIASES.items()),
        effect=Effect.AT_ONCE,
    ),
    Setting(
        "search.limit",
        20,
        message("Number of passages listed in the terminal. The window loads more as you scroll."),
        1,
        1000,
        effect=Effect.AT_ONCE,
    ),
    Setting(
        "search.fusion",
        FusionRule.ADAPTIVE.value,
        message("How the keyword ranking and the meaning ranking are combined."),
        choices=_words(FusionRule),
        effect=Effect.AT_ONCE,
    ),
    *(
        Setting(
            f"search.{one.name}",
            one.default,
            one.description,
            one.minimum,
            one.maximum,
            effect=Effect.AT_ONCE,
        )
        for one in FUSION_PARAMETERS
    ),
    Setting(
        "search.tie_break",
        "lexical_rank",
        message("The order of passages with equal fusion scores."),
        choices=_words(TieBreak),
        effect=Effect.AT_ONCE,
    ),
    Setting(
        "search.candidates",
        100,
        message("Number of candidates that each ranking contributes to fusion."),
        10,
        1000,
    ),
    Setting(
        "search.snippet_chars",
        300,
        message("Maximum length of snippets, in characters."),
        40,
        2000,
        effect=Effect.AT_ONCE,
    ),
    Setting(
        "search.collapse_duplicates",
        True,
        message("Show passages with the same text as one."),
        effect=Effect.AT_ONCE,
    ),
    Setting(
        "search.hide_weak",
        False,
        message("Hide weak matches: passages that are barely related to the query."),
        effect=Effect.AT_ONCE,
    ),
    Setting(
        "search.rerank",
        False,
        message(
            "Compare the best passages with the query word by word and reorder them. The window "
            "does this when you stop typing, if ten passages take less than half a second."
        ),
        effect=Effect.AT_ONCE,
    ),
    Setting(
        "rerank.model",
        "",
        message(
            "The name of a reranking model (see `twofold model list`) or a GGUF file; empty to "
            "compare words with the semantic model."
        ),
        effect=Effect.AT_ONCE,
    ),
    Setting(
        "rerank.candidates",
        0,
        message(
            "Number of best passages to rerank. 0 means 20, or as many as a reranking model "
            "can read in less than a second."
        ),
        0,
        200,
        effect=Effect.AT_ONCE,
    ),
    Setting(
        "vector.index",
        "auto",
        message("How vectors are searched: exact scan, HNSW graph, or whichever suits the query."),
        choices=("auto", "exact", "hnsw"),
    ),
    Setting(
        "embedding.model",
        "multilingual-e5-small",
        message("The semantic model in use."),
        effect=Effect.AT_ONCE,
    ),
    Setting(
        "embedding.threads",
        0,
        message("Processor threads for embedding; 0 means automatic."),
        0,
        256,
    ),
    Setting(
        "embedding.processor_share",
        100,
        message("Maximum share of processor time for embedding, in percent."),
        5,
        100,
    ),
    Setting(
        "embedding.gpu_layers",
        "auto",
        message("Whether to run the model on the graphics card, if llama.cpp supports it."),
        choices=("auto", "none"),
    ),
    Setting(
        "indexing.max_file_mb",
        200,
        message("Maximum size of a file, in MB. Larger files are listed as not indexed."),
        1,
        100_000,
        effect=Effect.NEXT_FILES,
    ),
    Setting(
        "indexing.read_seconds",
        60,
        message("Maximum processor time to read one file, in seconds."),
        1,
        3600,
        effect=Effect.NEXT_FILES,
    ),
    Setting(
        "indexing.read_memory_mb",
        1024,
        message("Maximum memory to read one file, in MB."),
        128,
        65_536,
        effect=Effect.NEXT_FILES,
    ),
    Setting(
        "indexing.hidden_files",
        False,
        message("Index files and folders whose names start with a dot."),
        effect=Effect.AT_ONCE,
    ),
    Setting(
        "indexing.ignore_files",
        True,
        message("Skip files that .gitignore and .twofoldignore files exclude."),
        effect=Effect.AT_ONCE,
    ),
    Setting("indexing.watch", True, message("Watch folders for changes while the window is open.")),
    Setting(
        "indexing.rescan_minutes",
        30,
        message("Interval between scans of all folders, in minutes."),
        1,
        10080,
    ),
    Setting(
        "libraries.own",
        True,
        message("Search your own library together with shared ones."),
        effect=Effect.AT_ONCE,
    ),
    Setting(
        "libraries.shared",
        "",
        message(
            "Addresses of shared libraries to search, separated by spaces: "
            "milvus://HOST:PORT/COLLECTION."
        ),
        effect=Effect.AT_ONCE,
    ),
    Setting(
        "ocr.enabled",
        False,
        message(
            "Read scans: recognise the text of scanned pages (OCR) when there is no other work. "
            "Needs an optional part; run twofold doctor to see how to install it."
        ),
        effect=Effect.NEXT_FILES,
    ),
    Setting(
        "reading.sandbox",
        "auto",
        message(
            "Read documents in a sandbox. auto: if the system has one; required: do not read "
            "documents without one; off: never."
        ),
        choices=("auto", "required", "off"),
        effect=Effect.NEXT_FILES,
    ),
    Setting(
        "open.lines_with",
        "",
        message(
            "Command that opens text and code at a line, such as 'code -g {path}:{line}'. "
            "Empty for the default program."
        ),
    ),
    Setting(
        "open.pages_with",
        "",
        message(
            "Command that opens a PDF at a page, such as 'evince -i {page} {path}'. "
            "Empty for the default program."
        ),
    ),
    Setting(
        "open.in_app",
        False,
        message("Open documents of Zotero, Obsidian and Logseq in these programs."),
    ),
    Setting(
        "window.theme",
        "system",
        message("Colours of the window."),
        choices=("system", "light", "dark", "contrast"),
        effect=Effect.AT_ONCE,
    ),
    Setting(
        "window.size_percent",
        100,
        message("Size of fonts and everything else, in percent."),
        90,
        150,
    ),
    Setting(
        "window.density",
        "roomy",
        message("Spacing of rows."),
        choices=("roomy", "compact"),
        effect=Effect.AT_ONCE,
    ),
    Setting(
        "window.language",
        "system",
        message("Language of the window: 'system' or an available language code, such as 'de'."),
    ),
    Setting(
        "window.tray",
        False,
        message("Keep running in the system tray when the window is closed."),
        effect=Effect.AT_ONCE,
    ),
    Setting(
        "window.notifications",
        False,
        message("Show a notification when indexing has finished or files could not be read."),
        effect=Effect.AT_ONCE,
    ),
    Setting(
        "window.notify_saved_searches",
        False,
        message("Show a notification when a saved search finds new passages."),
        effect=Effect.AT_ONCE,
    ),
)

_BY_KEY = {setting.key: setting for setting in SETTINGS}


@dataclass(frozen=True, slots=True)
class Settings:
    """Checked values of all settings. Missing keys have their default."""

    values: tuple[tuple[str, SettingValue], ...] = ()

    @classmethod
    def from_mapping(cls, values: Mapping[str, object]) -> Settings:
        """Check `values` (dotted keys). SettingError contains key, value and allowed values."""
        checked = []
        for key, value in values.items():
            if key not in _BY_KEY:
                key = _shortened(key)  # noqa: PLW2901
                raise SettingError(
                    message("There is no setting '{key}'.", key=key),
                    message("Known settings: {by_key}.", by_key=", ".join(_BY_KEY)),
                )
            checked.append((key, _BY_KEY[key].check(value)))
        return cls(tuple(sorted(checked)))

    def replaced(self, **values: object) -> Settings:
        """Return a copy with other values. In the names, '__' stands for '.'."""
        changes = {name.replace("__", "."): value for name, value in values.items()}
        return Settings.from_mapping(dict(self.values) | changes)

    def value(self, key: str) -> SettingValue:
        """Return the value of any setting. Raise KeyError if there is none."""
        return self._value(key)

    def text(self, key: str) -> str:
        """Return the value of a text setting."""
        return str(self._value(key))

    def whole(self, key: str) -> int:
        """Return the value of a whole-number setting."""
        return int(self._value(key))

    def number(self, key: str) -> float:
        """Return the value of a number setting."""
        return float(self._value(key))

    def flag(self, key: str) -> bool:
        """Return the value of a true-or-false setting."""
        return bool(self._value(key))

    def _value(self, key: str) -> SettingValue:
        return dict(self.values).get(key, _BY_KEY[key].default)

    @property
    def fusion(self) -> FusionSettings:
        """The rule and parameters of fusion. The adaptive rule ignores the stored weights."""
        parameters: dict[str, Any] = {
            one.name: self._value(f"search.{one.name}") for one in FUSION_PARAMETERS
        }
        rule = FusionRule(self.text("search.fusion"))
        tie_break = TieBreak(self.text("search.tie_break"))
        fusion = FusionSettings(rule, tie_break=tie_break, **parameters)
        return fusion.automatic if rule is FusionRule.ADAPTIVE else fusion
