"""Asking for hits outside the program, with their citations."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType

from engine.core.export_words import IN_ENGLISH, ExportWords
from engine.core.hit import SearchResponse

# Citation styles a person is offered (name, title); any other of the collection is found by name.
USUAL_STYLES = (
    ("apa", "APA"),
    ("modern-language-association", "MLA"),
    ("chicago-author-date", "Chicago, author and date"),
    ("harvard-cite-them-right", "Harvard"),
    ("ieee", "IEEE"),
    ("nature", "Nature"),
    ("elsevier-vancouver", "Vancouver"),
    ("american-medical-association", "AMA"),
    ("american-chemical-society", "ACS"),
    ("din-1505-2", "DIN 1505-2"),
)

# What stands between the cells of CSV, by name. Excel expects semicolons where numbers have a
# decimal comma (German, French ...).
SEPARATORS = MappingProxyType({"comma": ",", "semicolon": ";"})


class ExportFormat(StrEnum):
    """The formats hits can be written in."""

    MARKDOWN = "markdown"
    HTML = "html"
    DOCX = "docx"
    CSV = "csv"
    JSON = "json"
    JSONL = "jsonl"
    BIBTEX = "bibtex"
    RIS = "ris"
    CSL_JSON = "csl-json"

    @property
    def extension(self) -> str:
        """The usual file name extension, with its dot."""
        usual = {"markdown": ".md", "bibtex": ".bib", "csl-json": ".json"}
        return usual.get(self.value, f".{self.value}")

    @property
    def has_bibliography(self) -> bool:
        """Whether references can be formatted in a citation style in it."""
        return self in {ExportFormat.MARKDOWN, ExportFormat.HTML, ExportFormat.DOCX}

    @property
    def is_text(self) -> bool:
        """Whether its files are text."""
        return self is not ExportFormat.DOCX


def template_extension(template: Path) -> str:
    """Return the extension of what a template writes: '.tex' of letter.tex and letter.tex.j2."""
    is_marked = template.suffix.lower() in {".j2", ".jinja", ".jinja2"}
    return (template.with_suffix("") if is_marked else template).suffix or ".txt"


@dataclass(frozen=True, slots=True)
class ExportHits:
    """Render the hits of `response` named by `chunk_ids` (all of them when empty).

    With a `target` the file is written atomically, and an existing file is left alone unless
    `overwrite`; without one it comes back in `ExportRendered`. `style` names a citation style
    (CSL) for the bibliography, '' for none. A `template` file of the person's own takes the place
    of the format. `separator` stands between the cells of CSV: one of SEPARATORS. Formats for
    people are written in the language of `words`.
    """

    format: ExportFormat
    response: SearchResponse
    chunk_ids: tuple[str, ...] = ()
    target: Path | None = None
    overwrite: bool = False
    style: str = ""
    template: Path | None = None
    separator: str = ","
    words: ExportWords = IN_ENGLISH


@dataclass(frozen=True, slots=True)
class CheckTarget:
    """Ask whether an export could be written to `target`; nothing is written."""

    target: Path


@dataclass(frozen=True, slots=True)
class TargetChecked:
    """Why a file cannot be written, and what to do; '' when it can.

    `exists` says that all that is wrong is a file of that name, which may be replaced.
    """

    request_id: int
    problem: str = ""
    hint: str = ""
    exists: bool = False


@dataclass(frozen=True, slots=True)
class ExportRendered:
    """What an export holds; `target` is where it was written, or None.

    `data` are the bytes of the file; `text` is it as text, or for a format that is none, what it
    says.
    """

    request_id: int
    text: str
    target: Path | None
    data: bytes = b""


@dataclass(frozen=True, slots=True)
class ExportProgress:
    """How many passages of `total` an export that takes a while has written."""

    request_id: int
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class CancelExport:
    """Give up the export submitted under `export_id`; no file is left of it."""

    export_id: int
