"""Export formats, requests and events, and the words that exports contain themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Self

from engine.model.fusion import FUSION_WORDS
from engine.model.hit import SearchResponse
from engine.model.message import EMPTY, Message, message

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
    message("Mode"),
    message("Settings"),
    message("Filters"),
    message("Library"),
    message("Exported"),
    message("{date} by {program}"),
    message("Found on {date} by {program} with: {command}"),
    message("Exported on {date} by {program} with: {command}"),
    message("Command"),
    message("none"),
    message("yes"),
    message("no"),
    # Modes and settings of a search, as `engine.model.wire` names them.
    message("hybrid"),
    message("lexical"),
    message("vector"),
    message("substring"),
    message("auto"),
    message("k"),
    message("fusion"),
    *FUSION_WORDS,
    message("tie break"),
    message("lexical rank"),
    message("snippet chars"),
    message("fold copies"),
    message("group by document"),
    message("hide weak"),
    message("rerank"),
    message("like"),
    # Filters.
    message("tags any"),
    message("tags none"),
    message("langs"),
    message("langs none"),
    message("folders"),
    message("folders none"),
    message("file types"),
    message("file types none"),
    message("path glob"),
    message("trust min"),
    message("primary"),
    message("secondary"),
    message("generated"),
    message("after"),
    message("before"),
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


class FormatGroup(StrEnum):
    """What a format is for."""

    READING = "reading"
    REFERENCES = "references"
    DATA = "data"


class ExportFormat(StrEnum):
    """The formats hits can be written in: name, file name extension, group, label and purpose.

    Label and purpose are shown to people. To add a format, add a member here and a module of its
    name, with `render`, to `engine.export.formats`; then run `make fix`. Command line, window, file
    dialogs and docs/exports.md list the members, a group after the other.
    """

    MARKDOWN = "markdown", ".md", FormatGroup.READING, "Markdown", message("with numbered notes")
    DOCX = "docx", ".docx", FormatGroup.READING, "Word", message("with numbered notes")
    HTML = "html", ".html", FormatGroup.READING, message("Web page"), message("to read and print")
    BIBTEX = "bibtex", ".bib", FormatGroup.REFERENCES, "BibTeX", message("for LaTeX")
    RIS = "ris", ".ris", FormatGroup.REFERENCES, "RIS", message("for most programs")
    CSL_JSON = "csl-json", ".json", FormatGroup.REFERENCES, "CSL JSON", message("for Zotero")
    CSV = "csv", ".csv", FormatGroup.DATA, "CSV", message("one row per passage")
    JSON = "json", ".json", FormatGroup.DATA, "JSON", message("all, with ranks")
    JSONL = "jsonl", ".jsonl", FormatGroup.DATA, message("JSON Lines"), message("one per line")

    extension: str
    group: FormatGroup
    label: str
    purpose: Message

    # Only the members have all of these; a format is looked up by its name alone.
    def __new__(
        cls,
        name: str,
        extension: str = "",
        group: FormatGroup = FormatGroup.DATA,
        label: str = "",
        purpose: Message = EMPTY,
    ) -> Self:
        """Make the member that is equal to `name`."""
        member = str.__new__(cls, name)
        member._value_ = name
        member.extension, member.group = extension, group
        member.label, member.purpose = label, purpose
        return member

    @property
    def has_bibliography(self) -> bool:
        """Whether references can be formatted in a citation style in it."""
        return self.group is FormatGroup.READING

    @property
    def has_separator(self) -> bool:
        """Whether one of SEPARATORS stands between its cells."""
        return self is ExportFormat.CSV

    @property
    def is_text(self) -> bool:
        """Whether its files are text."""
        return self is not ExportFormat.DOCX

    @classmethod
    def of_file(cls, name: str) -> ExportFormat | None:
        """Return the format that the extension of a file name stands for; JSON is not CSL-JSON."""
        suffix = Path(name).suffix.lower()
        usual = (cls.JSON, *cls)
        return next((form for form in usual if form.extension == suffix), None)


def template_extension(template: Path) -> str:
    """Return the extension of a template's output: '.tex' for letter.tex and letter.tex.j2."""
    is_marked = template.suffix.lower() in {".j2", ".jinja", ".jinja2"}
    return (template.with_suffix("") if is_marked else template).suffix or ".txt"


def templates_in(folder: Path) -> tuple[Path, ...]:
    """Return the export templates in a person's folder of them, by name. Reads the disk."""
    try:
        found = sorted(folder.iterdir())
    except OSError:
        return ()
    return tuple(path for path in found if path.is_file() and not path.name.startswith("."))


@dataclass(frozen=True, slots=True, kw_only=True)
class _HowToExport:
    """How an export is written, and where to.

    With a `target` the file is written atomically, and an existing file is left alone unless
    `overwrite`; without one it comes back in `ExportRendered`. `style` names a citation style
    (CSL) for the bibliography, '' for none. A `template` file of the person's own takes the place
    of the format. `separator` stands between the cells of CSV: one of SEPARATORS. Formats for
    people are written in the language of `words`.
    """

    target: Path | None = None
    overwrite: bool = False
    style: str = ""
    template: Path | None = None
    separator: str = ","
    words: ExportWords = IN_ENGLISH


@dataclass(frozen=True, slots=True)
class ExportHits(_HowToExport):
    """Render the hits of `response` named by `chunk_ids` (all of them when empty)."""

    format: ExportFormat
    response: SearchResponse
    chunk_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ExportCollection(_HowToExport):
    """Write the collection as `ExportHits` writes hits, after checking every citation."""

    format: ExportFormat


@dataclass(frozen=True, slots=True)
class CheckTarget:
    """Ask whether an export could be written to `target`; nothing is written."""

    target: Path


@dataclass(frozen=True, slots=True)
class TargetChecked:
    """Why a file cannot be written, and what to do; '' when it can.

    `exists` is True when the only problem is a file of that name, which may be replaced;
    `has_folder` says whether the folder is there.
    """

    request_id: int
    problem: Message = EMPTY
    hint: Message = EMPTY
    exists: bool = False
    has_folder: bool = True


@dataclass(frozen=True, slots=True)
class ListTemplates:
    """Ask for the export templates in a person's folder of them."""

    folder: Path


@dataclass(frozen=True, slots=True)
class TemplatesListed:
    """The templates there are, by name."""

    request_id: int
    templates: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class ExportRendered:
    """A finished export; `target` is where it was written, or None.

    `file` is the same place without links, as the library knows its folders; `replaced` says that
    there was a file before. `data` are the bytes of the file; `text` is its text, for a binary
    format the same as plain text.
    """

    request_id: int
    text: str
    target: Path | None
    data: bytes = b""
    file: Path | None = None
    replaced: bool = False


@dataclass(frozen=True, slots=True)
class ExportProgress:
    """How many passages of `total` an export has written."""

    request_id: int
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class CancelExport:
    """Cancel the export submitted under `export_id`; no file is left of it."""

    export_id: int
