"""What the engine says, in the language of the window.

The engine's sentences are English wherever they come from: this process, another one, a file or a
library. Each is known by its template, which is what Qt's translations are of; the templates are
collected from the engine's code (scripts/engine_templates.py).
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import lru_cache

from PySide6.QtCore import QCoreApplication, QLocale

from ui.i18n.formatting import as_written_here
from ui.theme.resource_files import RESOURCES

_FIELD = re.compile(r"\{(\w+)\}")
_LONGEST = 4_000
# A name may hold what looks like the end of a sentence, some times.
_MOST_PIECES = 5
_REMEMBERED = 2_000


def translated(text: str) -> str:
    """Return sentences of the engine as the window says them; what it does not know as it is.

    What is put into a sentence may be one itself.
    """
    pieces = re.split(r"(?<=[.)]) (?=[\w'(])", text) if len(text) < _LONGEST else [text]
    said = []
    while pieces:
        begun = (pieces[:end] for end in range(1, 1 + min(len(pieces), _MOST_PIECES)))
        known = ((len(some), _said(" ".join(some))) for some in begun)
        end, words = next((one for one in known if one[1]), (1, pieces[0]))
        said.append(words)
        del pieces[:end]
    return " ".join(said)


def _said(sentence: str) -> str:
    """Return one sentence, reason or name in the window's language, '' when it is not known."""
    found = _found(sentence)
    if found is None:
        return _list(sentence)
    template, values = found
    said = {
        name: value if f"'{{{name}}}'" in template else _value(value)
        for name, value in values.items()
    }
    return _tr(template).format(**said) if values else _tr(template)


def _list(sentence: str) -> str:
    """Return what was done one thing after the other, as in '3 files read, 1 moved.' and such."""
    parts = sentence.removesuffix(".").split(", ")
    known = [_said(part) for part in parts] if len(parts) > 1 or sentence.endswith(".") else []
    return f"{', '.join(known)}." if known and all(known) else ""


def _value(value: str) -> str:
    """Return what is put into a sentence: a number or a date, a reason, or the name of a thing."""
    words = as_written_here(value) or translated(value)
    if words != value or not value[:1].islower():
        return words
    reason = _said(f"{value[0].upper()}{value[1:]}.").removesuffix(".")
    if QLocale().language() is QLocale.Language.French:
        reason = reason[:1].lower() + reason[1:]  # in German, a sentence after a colon is one
    return reason or value


@lru_cache(_REMEMBERED)
def _found(sentence: str) -> tuple[str, Mapping[str, str]] | None:
    """Return the template a sentence was made from and what was put into it."""
    if sentence in _templates():
        return sentence, {}
    for template, texts in _forms():
        if not _may_be_made_of(sentence, texts):
            continue
        found = _pattern(template).fullmatch(sentence)
        # Half of a quoted name is none.
        if found and not any(one[0] == "'" != one[-1] for one in found.groups()):
            return template, found.groupdict()
    return None


@lru_cache(maxsize=1)
def _templates() -> frozenset[str]:
    file = RESOURCES / "translations" / "engine.json"
    return frozenset(json.loads(file.read_text(encoding="utf-8")))


@lru_cache(maxsize=1)
def _forms() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the templates that something is put into, those that say most first.

    Each comes with its own texts, before, between and after what is put in.
    """
    forms = [(one, tuple(_FIELD.split(one)[::2])) for one in _templates() if _FIELD.search(one)]
    forms.sort(key=lambda form: (-sum(map(len, form[1])), form[0]))
    return tuple(forms)


def _may_be_made_of(sentence: str, texts: tuple[str, ...]) -> bool:
    """Whether all texts of a template are in a sentence: no expression is needed for the others.

    There are some hundred templates; making an expression of each held the start of the window.
    """
    is_framed = sentence.startswith(texts[0]) and sentence.endswith(texts[-1])
    return is_framed and all(text in sentence for text in texts)


@lru_cache
def _pattern(template: str) -> re.Pattern[str]:
    """Return an expression for what a template makes; it never goes back to try another way."""
    start, *rest = map(re.escape, _FIELD.split(template))
    names = _FIELD.findall(template)
    *firsts, (last, end) = zip(names, rest[1::2], strict=True)
    inner = "".join(f"(?>(?P<{name}>.+?){text})" for name, text in firsts)
    return re.compile(f"{start}{inner}(?P<{last}>.+){end}", re.DOTALL)


def _tr(text: str) -> str:
    return QCoreApplication.translate("engine", text)
