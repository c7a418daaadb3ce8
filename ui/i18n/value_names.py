"""Names of languages and file types, as people write them."""

from __future__ import annotations

from PySide6.QtCore import QLocale

from twofold.engine.api import FoundBy, source_language
from twofold.ui.i18n.label_text import drawable
from twofold.ui.i18n.translation import tr

# Where Qt names a country with the language, writes it unlike its speakers do in a list, or knows
# no name of theirs. With these, every language that can be told from a text has one; the codes are
# those of the Wikipedias the texts were learned from, where 'als' is no Albanian and 'bh' no group.
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

# English names of those of them that Qt does not know and that need another script.
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
    "bib": "BibTeX", "jsonl": "JSON Lines", "fb2": "FictionBook",
}  # fmt: skip

_ICONS = {
    "notebook-text": frozenset({"markdown", "md"}),
    "globe": frozenset({"html", "htm"}),
    "table": frozenset({"csv", "tsv", "tab", "psv", "xlsx", "xlsm", "xlsb", "xls", "ods"}),
    "book-open": frozenset({"epub", "fb2"}),
    "mail": frozenset({"eml", "emlx", "mbox", "msg"}),
    "presentation": frozenset({"pptx", "ppt", "odp"}),
}
# Besides source code: what is written for programs and read with its indentation.
_CODE = frozenset(
    {"code", "script", "json", "jsonl", "ndjson", "json5", "jsonc", "geojson", "yaml", "yml",
     "toml", "ini", "cfg", "conf", "properties", "xml", "xsd", "xsl", "xslt", "svg", "opml",
     "gradle", "cmake", "mk", "dockerfile", "tf", "graphql", "diff", "patch", "bib"}
)  # fmt: skip


def language_name(code: str) -> str:
    """Return the language's name in that language, else in English; never its bare code.

    A name that the installed fonts cannot draw is in English. A file may declare any code: also
    one of three letters for a language that has two.
    """
    if code in {"", "und"}:
        return tr("No language")  # of code and numbers: nothing has failed
    language = QLocale.codeToLanguage(code)  # QLocale takes a code it does not know for English
    is_known = language is not QLocale.Language.AnyLanguage
    unnamed = _of_no_language().get(code) or tr("Language ‘{code}’").format(code=code)
    english = _ENGLISH.get(code) or (QLocale.languageToString(language) if is_known else unnamed)
    usual = QLocale.languageToCode(language) if is_known else code
    if name := _LANGUAGES.get(code) or _LANGUAGES.get(usual):
        return drawable(name, english)
    if not is_known:
        return unnamed
    locale = QLocale(language)  # of the window's own language where Qt knows none of that one
    native = locale.nativeLanguageName() if locale.language() is language else ""
    name = drawable(native, english) or english
    return name[:1].title() + name[1:]  # a Georgian word has no capital at its beginning


def _of_no_language() -> dict[str, str]:
    return {"mul": tr("Several languages"), "zxx": tr("Without words")}


def file_type_name(file_type: str) -> str:
    """Return the file type's usual name."""
    name = _FILE_TYPES.get(file_type) or _spoken_types().get(file_type)
    return name or (file_type.upper() if len(file_type) < 5 else file_type)


def _spoken_types() -> dict[str, str]:
    """Return the names that are no proper names, in the language of the window."""
    return {
        "txt": tr("Text"),
        "text": tr("Text"),
        "log": tr("Log"),
        "code": tr("Code"),
        "h": tr("C header"),
        "odt": tr("OpenDocument text"),
        "odp": tr("OpenDocument slides"),
        "ods": tr("OpenDocument table"),
        "eml": tr("E-mail"),
        "mbox": tr("Mailbox"),
        "msg": tr("Outlook message"),
        "mht": tr("Web archive"),
        "ipynb": tr("Jupyter notebook"),
        "srt": tr("Subtitles"),
        "vtt": tr("Subtitles (WebVTT)"),
    }


def file_type_icon(file_type: str) -> str:
    """Return the name of the icon for a file type."""
    named = next((icon for icon, types in _ICONS.items() if file_type in types), "")
    return named or ("file-code" if is_code(file_type) else "file-text")


def title_of_file(title: str, path: str, file_type: str) -> str:
    """Return a document's title; code that has none is called by its file's whole name."""
    name = path.rpartition("/")[2]
    return name if is_code(file_type) and title == name.rpartition(".")[0] else title


def is_code(file_type: str) -> bool:
    """Say whether files of a type are shown as code is: source, and data for programs."""
    return file_type in _CODE or bool(source_language(file_type))


def found_by_name(kind: FoundBy) -> str:
    """Return the name of a way of being found, as the badge of a hit shows it."""
    return {
        FoundBy.BOTH: tr("Both"),
        FoundBy.KEYWORDS: tr("Keywords"),
        FoundBy.MEANING: tr("Meaning"),
        FoundBy.EXACT_TEXT: tr("Exact text"),
        FoundBy.FILTERS: tr("By date"),
    }[kind]
