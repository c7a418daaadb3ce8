"""Citation styles and templates of exports, and the words that exports contain themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from twofold.engine.model.filters import FIELD_LABELS
from twofold.engine.model.message import message

# All arguments of `ExportWords.say`; {name} stands for a value.
EXPORT_WORDS = (
    message("Passages found for “{query}”"),
    message("Documents that the filters leave, the newest first"),
    message("Collected passages"),
    message("References"),
    message("Bibliography"),
    message("“{section}”"),
    message("indexed {date}"),
    message("indexed {date}; the file has changed since"),
    message("How these passages were found"),
    message("{name}: {value}"),
    message("Query"),
    message("Filters"),
    message("Exported"),
    message("{date} by {program}"),
    message("Passages"),
    message("Found on {date} by {program} for: {query}"),
    message("Exported on {date} by {program}"),
    message("none"),
    *FIELD_LABELS.values(),
    message("primary"),
    message("secondary"),
    message("generated"),
)


def _as_it_is(sentence: str) -> str:
    return sentence


@dataclass(frozen=True, slots=True)
class ExportWords:
    """The words in one language, a BCP 47 code, by their English.

    `sentence` translates messages: places, results of checks; `label` the label of a place. They
    are called on an engine thread.
    """

    language: str = "en"
    said: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    sentence: Callable[[str], str] = _as_it_is
    label: Callable[[str], str] = _as_it_is

    def say(self, text: str) -> str:
        """Return one of EXPORT_WORDS in this language; anything else unchanged."""
        return self.said.get(text, text)


IN_ENGLISH = ExportWords()


# The citation styles that are offered (name, title); any other of CSL is found by its name.
USUAL_STYLES = (
    ("apa", "APA"),
    ("modern-language-association", "MLA"),
    ("chicago-author-date", message("Chicago, author and date")),
    ("harvard-cite-them-right", "Harvard"),
    ("ieee", "IEEE"),
    ("nature", "Nature"),
    ("elsevier-vancouver", "Vancouver"),
    ("american-medical-association", "AMA"),
    ("american-chemical-society", "ACS"),
    ("din-1505-2", "DIN 1505-2"),
)

# Separators of CSV, by name. Excel expects semicolons where numbers have a decimal comma (German,
# French ...).
SEPARATORS = MappingProxyType({"comma": ",", "semicolon": ";"})


def template_extension(template: Path) -> str:
    """Return the extension of a template's output: '.tex' for letter.tex and letter.tex.j2."""
    is_marked = template.suffix.lower() in {".j2", ".jinja", ".jinja2"}
    return (template.with_suffix("") if is_marked else template).suffix or ".txt"
