"""What the engine says, in the language of the window.

The engine's sentences are English wherever they come from: this process, another one, or a file.
Each is known by its template, which is what Qt's translations are of.
"""

from __future__ import annotations

import re
from functools import lru_cache

from PySide6.QtCore import QCoreApplication

from engine.api import SENTENCES

_FIELD = re.compile(r"\\{(\w+)\\}")


def in_own_words(sentence: str) -> str:
    """Return a sentence of the engine as the window says it; one it does not know as it is.

    What is put into a sentence may be one itself, or several sentences one after the other.
    """
    if sentence in SENTENCES:
        return _tr(sentence)
    reason = f"{sentence[:1].lower()}{sentence[1:-1]}"
    if sentence.endswith(".") and reason in SENTENCES:
        words = _tr(reason)
        return f"{words[:1].upper()}{words[1:]}."
    for template, pattern in _patterns():
        found = pattern.fullmatch(sentence)
        if found:
            values = {name: in_own_words(value) for name, value in found.groupdict().items()}
            return _tr(template).format(**values)
    return sentence


@lru_cache(maxsize=1)
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return the templates that something is put into, those that say most first."""
    templates = sorted((one for one in SENTENCES if "{" in one), key=len, reverse=True)
    return tuple((one, re.compile(_pattern(one), re.DOTALL)) for one in templates)


def _pattern(template: str) -> str:
    return _FIELD.sub(lambda field: f"(?P<{field[1]}>.+?)", re.escape(template))


def _tr(text: str) -> str:
    return QCoreApplication.translate("engine", text)
