"""What exports for people say for themselves: headings, names of places, how it was found.

Formats for programs (CSV, JSON, BibTeX, RIS, CSL) say it in English whoever asks, as scripts and
reference managers read it. A citation's URI is the same in every language.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from engine.core.sentences import WORDS_OF_PLACES

# All that `ExportWords.say` is asked for; {name} stands for what is put in.
EXPORT_WORDS = (
    "Passages found for “{query}”",
    "Documents that the filters leave, the newest first",
    "Collected passages",
    "References",
    "Bibliography",
    "“{section}”",
    "indexed {date}",
    "indexed {date}; the file has changed since",
    "How these passages were found",
    "{name}: {value}",
    "Query",
    "Mode",
    "Settings",
    "Filters",
    "Library",
    "Exported",
    "{date} by {program}",
    "Found on {date} by {program} with: {command}",
    "Exported on {date} by {program} with: {command}",
    "Command",
    "none",
    "yes",
    "no",
    # Modes and settings of a search, as `engine.core.wire` names them.
    "hybrid",
    "lexical",
    "vector",
    "substring",
    "auto",
    "k",
    "fusion",
    "rrf",
    "weighted",
    "blend",
    "adaptive",
    "rrf k",
    "lexical weight",
    "vector weight",
    "tie break",
    "lexical rank",
    "snippet chars",
    "fold copies",
    "group by document",
    "hide weak",
    "rerank",
    "like",
    # Filters.
    "tags any",
    "tags none",
    "langs",
    "langs none",
    "folders",
    "folders none",
    "file types",
    "file types none",
    "path glob",
    "trust min",
    "primary",
    "secondary",
    "generated",
    "after",
    "before",
    *(words for both in WORDS_OF_PLACES.values() for words in both),
)


def _as_it_is(sentence: str) -> str:
    return sentence


@dataclass(frozen=True, slots=True)
class ExportWords:
    """The words in one language, a BCP 47 code, by what they are in English.

    `sentence` says what the engine says otherwise: names of places, what became of a citation. It
    is called on an engine thread.
    """

    language: str = "en"
    said: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    sentence: Callable[[str], str] = _as_it_is

    def say(self, text: str) -> str:
        """Return one of EXPORT_WORDS in this language; anything else as it is."""
        return self.said.get(text, text)


IN_ENGLISH = ExportWords()
