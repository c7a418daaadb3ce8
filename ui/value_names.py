"""Names of languages and file types, as people write them."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLocale

from engine.api import source_language

# Where Qt names a country with the language, or writes it unlike its speakers do in a list.
_LANGUAGES = {
    "en": "English", "es": "Español", "pt": "Português", "zh": "中文", "fr": "Français",
    "nl": "Nederlands", "sr": "Српски", "no": "Norsk", "he": "עברית",
}  # fmt: skip

_FILE_TYPES = {
    "pdf": "PDF", "markdown": "Markdown", "md": "Markdown", "html": "HTML", "htm": "HTML",
    "txt": "Text", "text": "Text", "rst": "reStructuredText", "log": "Log", "code": "Code",
    "py": "Python", "python": "Python", "rs": "Rust", "go": "Go", "c": "C", "h": "C header",
    "cpp": "C++", "js": "JavaScript", "ts": "TypeScript", "java": "Java", "sh": "Shell",
    "json": "JSON", "yaml": "YAML", "yml": "YAML", "toml": "TOML", "xml": "XML", "csv": "CSV",
    "tex": "LaTeX", "docx": "Word", "doc": "Word (.doc)", "odt": "OpenDocument text", "rtf": "RTF",
    "pptx": "PowerPoint", "ppt": "PowerPoint (.ppt)", "odp": "OpenDocument slides",
    "msg": "Outlook message", "xlsx": "Excel", "xlsm": "Excel (.xlsm)",
    "xlsb": "Excel (.xlsb)", "xls": "Excel (.xls)", "ods": "OpenDocument table", "epub": "EPUB",
    "eml": "E-mail", "emlx": "Apple Mail", "mbox": "Mailbox", "mht": "Web archive",
    "ipynb": "Jupyter notebook", "srt": "Subtitles", "vtt": "Subtitles (WebVTT)", "org": "Org",
    "adoc": "AsciiDoc", "bib": "BibTeX", "jsonl": "JSON Lines", "fb2": "FictionBook",
}  # fmt: skip

_TABLES = frozenset({"csv", "tsv", "tab", "psv", "xlsx", "xlsm", "xlsb", "xls", "ods"})
_BOOKS = frozenset({"epub", "fb2"})
# Besides source code: what is written for programs and read with its indentation.
_CODE = frozenset(
    {"code", "script", "json", "jsonl", "ndjson", "json5", "jsonc", "geojson", "yaml", "yml",
     "toml", "ini", "cfg", "conf", "properties", "xml", "xsd", "xsl", "xslt", "svg", "opml",
     "gradle", "cmake", "mk", "dockerfile", "tf", "graphql", "diff", "patch", "bib"}
)  # fmt: skip


def language_name(code: str) -> str:
    """Return the language's name in that language; the code itself when it has none."""
    if code in {"", "und"}:
        return QCoreApplication.translate("value_names", "Unknown")
    if code in _LANGUAGES:
        return _LANGUAGES[code]
    locale = QLocale(code)
    if locale.language() is QLocale.Language.C:
        return code
    name = locale.nativeLanguageName()
    return name[:1].upper() + name[1:] if name else code


def file_type_name(file_type: str) -> str:
    """Return the file type's usual name."""
    return _FILE_TYPES.get(file_type, file_type.upper() if len(file_type) < 5 else file_type)


def file_type_icon(file_type: str) -> str:
    """Return the name of the icon for a file type."""
    if file_type in {"markdown", "md"}:
        return "notebook-text"
    if file_type in {"html", "htm"}:
        return "globe"
    if file_type in _TABLES:
        return "table"
    if file_type in _BOOKS:
        return "book-open"
    return "file-code" if is_code(file_type) else "file-text"


def is_code(file_type: str) -> bool:
    """Say whether files of a type are shown as code is: source, and data for programs."""
    return file_type in _CODE or bool(source_language(file_type))
