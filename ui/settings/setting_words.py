"""Settings in words: their groups, what they do, what is allowed, when a change holds."""

from __future__ import annotations

from PySide6.QtCore import QLocale

from engine.api import Effect, FusionRule, Setting, SettingValue
from ui.i18n.formatting import decimal, grouped
from ui.i18n.message_catalogue import translated
from ui.i18n.translation import tr


def group_title(section: str) -> str:
    """Return the heading of the settings whose keys begin with `section`."""
    titles = {
        "search": tr("Search"),
        "rerank": tr("Second look"),
        "vector": tr("Search by meaning"),
        "embedding": tr("Meaning model"),
        "indexing": tr("Reading files"),
        "reading": tr("Protection from documents"),
        "open": tr("Opening documents"),
        "window": tr("Window"),
    }
    return titles.get(section, section.capitalize())


def description(setting: Setting) -> str:
    """Return what a setting does, in the language of the window."""
    return translated(setting.description)


def hint(setting: Setting) -> str:
    """Return range, default and when a change holds, as one line."""
    parts = [_range(setting), _usual(setting), effect_in_words(setting.effect)]
    return " · ".join(part for part in parts if part)


def matches(setting: Setting, words: str) -> bool:
    """Say whether every one of the `words` is in what can be read of a setting."""
    names = " ".join(choice_in_words(choice) for choice in setting.choices)
    text = f"{description(setting)} {hint(setting)} {names} {setting.key}".casefold()
    return all(word in text for word in words.casefold().split())


def effect_in_words(effect: Effect) -> str:
    """Return when a changed setting begins to hold."""
    return {
        Effect.AT_ONCE: tr("holds at once"),
        Effect.NEXT_FILES: tr("holds for files read from now on, and those that failed by it"),
        Effect.NEXT_START: tr("holds from the next start"),
    }[effect]


def value_in_words(value: SettingValue) -> str:
    """Return a value as people read it."""
    if isinstance(value, bool):
        return tr("on") if value else tr("off")
    if isinstance(value, int):
        return grouped(value)
    if isinstance(value, float):
        return decimal(value, 2)
    return choice_in_words(value)


def choice_in_words(choice: str) -> str:
    """Return the name of one of several choices; one that is not known is its own name."""
    names = {
        "hybrid": tr("Both"),
        "lexical": tr("Keywords"),
        "vector": tr("Meaning"),
        "substring": tr("The exact characters"),
        "auto": tr("Automatic"),
        **{rule.value: translated(rule.label) for rule in FusionRule},
        "lexical_rank": tr("The better place by keywords"),
        "exact": tr("Compare with every passage"),
        "hnsw": tr("By a graph of neighbours"),
        "none": tr("Never"),
        "required": tr("Always, or read nothing"),
        "off": tr("Never"),
        "system": tr("As the system"),
        "light": tr("Light"),
        "dark": tr("Dark"),
        "contrast": tr("High contrast"),
        "roomy": tr("Roomy"),
        "compact": tr("Compact"),
        "": tr("nothing"),
    }
    return names.get(choice) or _language_name(choice) or choice


def _language_name(choice: str) -> str:
    """Return the name of a language in that language; '' when `choice` is no language."""
    if len(choice) != 2:
        return ""
    locale = QLocale(choice)
    name = "" if locale.language() is QLocale.Language.C else locale.nativeLanguageName()
    return "English" if choice == "en" else name[:1].upper() + name[1:]


def _range(setting: Setting) -> str:
    if setting.minimum is None or setting.maximum is None:
        return ""
    return tr("{lowest} to {highest}").format(
        lowest=f"{setting.minimum:g}", highest=grouped(int(setting.maximum))
    )


def _usual(setting: Setting) -> str:
    return tr("usually {value}").format(value=value_in_words(setting.default))
