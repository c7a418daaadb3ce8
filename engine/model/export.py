"""Citation styles and templates of exports, and the texts that exports contain."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from twofold.engine.model.filters import FIELD_LABELS
from twofold.engine.model.localized import message

# All arguments of `ExportWords.say`. {name} is a placeholder.
EXPORT_WORDS = (
    message("Passages found for “{query}”"),
    message("Documents that match the filters, newest first"),
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
    message("Warning"),
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


def _unchanged(sentence: str) -> str:
    return sentence


@dataclass(frozen=True, slots=True)
class ExportWords:
    """The texts of exports in one language (a BCP 47 code), by their English text.

    `sentence` translates messages, such as positions and results of checks; `label` translates the
    label of a position. Both are called on an engine thread.
    """

    language: str = "en"
    said: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    sentence: Callable[[str], str] = _unchanged
    label: Callable[[str], str] = _unchanged

    def say(self, text: str) -> str:
        """Return the translation of one of EXPORT_WORDS; return any other text unchanged."""
        return self.said.get(text, text)


IN_ENGLISH = ExportWords()


# The suggested citation styles (name, title). All other CSL styles are found by name.
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

# CSV separators by name. Excel expects semicolons in languages with a decimal comma, such as German
# and French.
SEPARATORS = MappingProxyType({"comma": ",", "semicolon": ";"})


# A template with one of these extensions gives a Word export its styles, header and footer.
WORD_TEMPLATES = frozenset({".dotx", ".docx"})


def is_word_template(template: Path | None) -> bool:
    """Return whether a template is a Word file."""
    return template is not None and template.suffix.lower() in WORD_TEMPLATES


def template_extension(template: Path) -> str:
    """Return the extension of a template's output: '.tex' for letter.tex and letter.tex.j2."""
    if is_word_template(template):
        return ".docx"
    is_marked = template.suffix.lower() in {".j2", ".jinja", ".jinja2"}
    return (template.with_suffix("") if is_marked else template).suffix or ".txt"
