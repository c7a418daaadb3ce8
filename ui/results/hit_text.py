"""What is written about a hit in its row, in tips and for screen readers."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from engine.api import Hit
from ui.i18n import counts
from ui.i18n.citation_text import place_in_words
from ui.i18n.label_text import one_line
from ui.i18n.value_names import file_type_icon, file_type_name, language_name


def shown_tags(hit: Hit) -> tuple[str, ...]:
    """Return the tags, each on one line."""
    return tuple(one_line(tag) for tag in hit.tags)


def place_parts(hit: Hit) -> tuple[str, ...]:
    """Return where a passage stands: folder, directories, section and the place itself."""
    directories = hit.doc_path.split("/")[:-1]
    section = hit.section_label if hit.section_label != hit.title else ""
    parts = (hit.folder, *directories, section, place_in_words(hit.citation))
    return tuple(" ".join(one_line(part).split()) for part in parts if part)


def stale_words() -> str:
    """Say that a file is no longer what was indexed."""
    return QCoreApplication.translate("ResultModel", "changed since it was indexed")


def weak_words() -> str:
    """Say that a hit is hardly about the query."""
    return QCoreApplication.translate("ResultModel", "weak match")


def new_words() -> str:
    """Say that a saved search did not find a hit before."""
    return QCoreApplication.translate("ResultModel", "new since you last looked")


def copies_words(hit: Hit) -> str:
    """Say where else the same text stands; nothing when nowhere."""
    if not hit.duplicates:
        return ""
    documents = {copy.doc_id for copy in hit.duplicates} - {hit.doc_id}
    if documents:
        where = counts.other_documents(len(documents))
        return QCoreApplication.translate("ResultModel", "also in {where}").format(where=where)
    where = counts.other_places(len(hit.duplicates))
    words = QCoreApplication.translate("ResultModel", "also at {where} of this document")
    return words.format(where=where)


def passages_of_document(hit: Hit) -> str:
    """Say how many passages of a document were found, where hits stand for documents."""
    if hit.document is None or hit.document.passages < 2:
        return ""
    passages = counts.passages(hit.document.passages)
    words = QCoreApplication.translate("ResultModel", "{passages} in this document")
    return words.format(passages=passages)


def language_words(hit: Hit) -> str:
    """Return the language of a passage, that of code where it is some; '' where unknown."""
    if hit.snippet.is_code:
        suffix = hit.doc_path.rpartition(".")[2]
        return file_type_name(suffix if hit.file_type in {"", "code"} else hit.file_type)
    return "" if hit.lang in {"", "und"} else language_name(hit.lang)


def file_icon(hit: Hit) -> str:
    """Return the icon of the hit's file."""
    return (
        "file-code" if hit.snippet.is_code and not hit.file_type else file_type_icon(hit.file_type)
    )
