"""The formats in which hits can be exported."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Self

from twofold.engine.model.localized import EMPTY, Message, message


class FormatGroup(StrEnum):
    """The purpose of a format."""

    READING = "reading"
    REFERENCES = "references"
    DATA = "data"


class ExportFormat(StrEnum):
    """The export formats: name, file name extension, group, label and purpose.

    Label and purpose are shown to users. To add a format, add a member here and a module of that
    name with a `render` function to `engine.export.formats`; then run `make fix`. Command line,
    window, file dialogs and docs/exports.md list the members by group.
    """

    MARKDOWN = "markdown", ".md", FormatGroup.READING, "Markdown", message("with numbered notes")
    DOCX = "docx", ".docx", FormatGroup.READING, "Word", message("with footnotes")
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

    # The defaults are needed only to look up a format by its name; every member has all values.
    def __new__(
        cls,
        name: str,
        extension: str = "",
        group: FormatGroup = FormatGroup.DATA,
        label: str = "",
        purpose: Message = EMPTY,
    ) -> Self:
        """Return the member that is equal to `name`."""
        member = str.__new__(cls, name)
        member._value_ = name
        member.extension, member.group = extension, group
        member.label, member.purpose = label, purpose
        return member

    @property
    def has_bibliography(self) -> bool:
        """Whether the format can contain references in a citation style."""
        return self.group is FormatGroup.READING

    @property
    def has_method_note(self) -> bool:
        """Whether the format states by default how the passages were found, if it can."""
        return self is not ExportFormat.DOCX

    @property
    def has_separator(self) -> bool:
        """Whether the cells are separated by one of SEPARATORS."""
        return self is ExportFormat.CSV

    @property
    def is_text(self) -> bool:
        """Whether the files are text files."""
        return self is not ExportFormat.DOCX

    @classmethod
    def of_file(cls, name: str) -> ExportFormat | None:
        """Return the format for the extension of a file name; '.json' is JSON, not CSL JSON."""
        suffix = Path(name).suffix.lower()
        usual = (cls.JSON, *cls)
        return next((form for form in usual if form.extension == suffix), None)
