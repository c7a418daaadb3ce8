"""Names of languages and file types in their usual form."""

from __future__ import annotations

from PySide6.QtCore import QLocale

from twofold.engine.api import FoundBy, source_language
from twofold.ui.i18n.label_text import drawable
from twofold.ui.i18n.translation import tr

# Languages for which Qt adds a country, differs from the usual form, or has no native name. With
# these, every detectable language has a name. The codes are those of the Wikipedias used as
# training texts, where 'als' is not Albanian and 'bh' is not a language group.
_LANGUAGES = {
    "als": "Alemannisch", "arz": "مصرى", "av": "Авар", "azb": "تۆرکجه", "bar": "Boarisch",
    "bcl": "Bikol Central", "bh": "भोजपुरी", "bpy": "বিষ্ণুপ্রিয়া মণিপুরী", "bxr": "Буряад",
    "cbk": "Chavacano", "diq": "Zazaki", "dty": "डोटेली", "eml": "Emiliàn e rumagnòl",
    "en": "English", "es": "Español", "fr": "Français", "gom": "गोंयची कोंकणी", "he": "עברית",
    "hif": "Fiji Hindi", "id": "Bahasa Indonesia", "ilo": "Ilokano", "krc": "Къарачай-малкъар",
    "kv": "Коми", "lez": "Лезги", "li": "Limburgs", "lmo": "Lombard", "mhr": "Олык марий",
    "min": "Minangkabau", "mrj": "Кырык мары", "ms": "Bahasa Melayu", "mwl": "Mirandés",
    "nah": "Nāhuatl", "nap": "Napulitano", "nds": "Plattdüütsch", "new": "नेपाल भाषा",
    "nl": "Nederlands", "no": "Norsk", "nor": "Norsk", "pam": "Kapampangan", "pfl": "Pälzisch",
    "pms": "Piemontèis", "pnb": "پنجابی", "pt": "Português", "rue": "Русиньскый",
    "sco": "Scots", "sh": "Srpskohrvatski", "sr": "Српски", "tyv": "Тыва дыл",
    "vep": "Vepsän kel’", "vls": "West-Vlams", "war": "Winaray", "wuu": "吴语", "xal": "Хальмг",
    "xmf": "მარგალური", "zh": "中文",
}  # fmt: skip

# English names of those that Qt does not know and that use another script.
_ENGLISH = {
    "arz": "Egyptian Arabic", "av": "Avar", "azb": "South Azerbaijani", "bh": "Bihari",
    "bpy": "Bishnupriya", "bxr": "Buryat", "dty": "Dotyali", "gom": "Goan Konkani",
    "krc": "Karachay-Balkar", "kv": "Komi", "lez": "Lezgian", "mhr": "Meadow Mari",
    "mrj": "Hill Mari", "new": "Newari", "pnb": "Western Punjabi", "rue": "Rusyn",
    "tyv": "Tuvan", "wuu": "Wu Chinese", "xal": "Kalmyk", "xmf": "Mingrelian",
}  # fmt: skip

_FILE_TYPES = {
    "pdf": "PDF", "markdown": "Markdown", "md": "Markdown", "html": "HTML", "htm": "HTML",
    "rst": "reStructuredText", "py": "Python", "python": "Python", "rs": "Rust", "go": "Go",
    "c": "C",
    "cpp": "C++", "js": "JavaScript", "ts": "TypeScript", "java": "Java", "sh": "Shell",
    "json": "JSON", "yaml": "YAML", "yml": "YAML", "toml": "TOML", "xml": "XML", "csv": "CSV",
    "tex": "LaTeX", "docx": "Word", "doc": "Word (.doc)", "rtf": "RTF", "pptx": "PowerPoint",
    "ppt": "PowerPoint (.ppt)", "xlsx": "Excel", "xlsm": "Excel (.xlsm)", "xlsb": "Excel (.xlsb)",
    "xls": "Excel (.xls)", "epub": "EPUB", "emlx": "Apple Mail", "org": "Org", "adoc": "AsciiDoc",
    "bib": "BibTeX", "jsonl": "JSON Lines", "fb2": "FictionBook", "zotero": "Zotero",
}  # fmt: skip

_ICONS = {
    "notebook-text": frozenset({"markdown", "md", "canvas"}),
    "globe": frozenset({"html", "htm"}),
    "table": frozenset({"csv", "tsv", "tab", "psv", "xlsx", "xlsm", "xlsb", "xls", "ods"}),
    "book-open": frozenset({"epub", "fb2", "zotero"}),
    "mail": frozenset({"eml", "emlx", "mbox", "msg"}),
    "presentation": frozenset({"pptx", "ppt", "odp"}),
}
# Besides source code: data for programs, in which indentation matters.
_CODE = frozenset(
    {"code", "script", "json", "jsonl", "ndjson", "json5", "jsonc", "geojson", "yaml", "yml",
     "toml", "ini", "cfg", "conf", "properties", "xml", "xsd", "xsl", "xslt", "svg", "opml",
     "gradle", "cmake", "mk", "dockerfile", "tf", "graphql", "diff", "patch", "bib"}
)  # fmt: skip


def language_name(code: str) -> str:
    """Return the native name of a language, or its English name; never a bare code.

    The English name is used if the fonts cannot draw the native one. A file may declare any code,
    for example 'deu' instead of 'de'.
    """
    if code in {"", "und"}:
        return tr("No language")  # for example code or numbers
    language = QLocale.codeToLanguage(code)  # QLocale() treats an unknown code as English
    is_known = language is not QLocale.Language.AnyLanguage
    unnamed = _of_no_language().get(code) or tr("Language ‘{code}’").format(code=code)
    english = _ENGLISH.get(code) or (QLocale.languageToString(language) if is_known else unnamed)
    usual = QLocale.languageToCode(language) if is_known else code
    if name := _LANGUAGES.get(code) or _LANGUAGES.get(usual):
        return drawable(name, english)
    if not is_known:
        return unnamed
    locale = QLocale(language)  # the default locale if Qt has none for this language
    native = locale.nativeLanguageName() if locale.language() is language else ""
    name = drawable(native, english) or english
    return name[:1].title() + name[1:]  # title() because Georgian has no initial capitals


def _of_no_language() -> dict[str, str]:
    return {"mul": tr("Several languages"), "zxx": tr("No linguistic content")}


def file_type_name(file_type: str) -> str:
    """Return the usual name of a file type."""
    name = _FILE_TYPES.get(file_type) or _translated_types().get(file_type)
    return name or (file_type.upper() if len(file_type) < 5 else file_type)


def _translated_types() -> dict[str, str]:
    """Return the names that are translated, because they are not proper names."""
    return {
        "txt": tr("Text"),
        "ics": tr("Calendar"),
        "vcf": tr("Contacts"),
        "canvas": tr("Canvas"),
        "text": tr("Text"),
        "log": tr("Log"),
        "code": tr("Code"),
        "h": tr("C header"),
        "odt": tr("OpenDocument text"),
        "odp": tr("OpenDocument slides"),
        "ods": tr("OpenDocument spreadsheet"),
        "eml": tr("E-mail"),
        "mbox": tr("Mailbox"),
        "msg": tr("Outlook message"),
        "mht": tr("Web archive"),
        "ipynb": tr("Jupyter notebook"),
        "srt": tr("Subtitles"),
        "vtt": tr("Subtitles (WebVTT)"),
    }


def file_type_icon(file_type: str) -> str:
    """Return the icon name for a file type."""
    named = next((icon for icon, types in _ICONS.items() if file_type in types), "")
    return named or ("file-code" if is_code(file_type) else "file-text")


def title_of_file(title: str, path: str, file_type: str) -> str:
    """Return a document's title; for source code without a title, the file name."""
    name = path.rpartition("/")[2]
    return name if is_code(file_type) and title == name.rpartition(".")[0] else title


def is_code(file_type: str) -> bool:
    """Return whether files of a type are shown as code: source code and structured data."""
    return file_type in _CODE or bool(source_language(file_type))


def found_by_name(kind: FoundBy) -> str:
    """Return the label of a 'found by' value, as shown in a hit's badge."""
    return {
        FoundBy.BOTH: tr("Both"),
        FoundBy.KEYWORDS: tr("Keywords"),
        FoundBy.MEANING: tr("Meaning"),
        FoundBy.EXACT_TEXT: tr("Exact text"),
        FoundBy.FILTERS: tr("By date"),
    }[kind]
