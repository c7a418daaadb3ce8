"""Titles of documents: detecting meaningless titles, and splitting file names into words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import PureWindowsPath

# --- Meaningless titles ---
#
# Programs write them if the user gave none. A title that a user wrote must never be mistaken for
# one: each rule matches whole titles only, and in doubt a title is kept.


def _folded(title: str) -> str:
    """Return the words of a title in lower case, separated by single spaces."""
    plain = unicodedata.normalize("NFKC", title).casefold()
    return " ".join(_NOT_WORD.sub(" ", plain).split())


_NOT_WORD = re.compile(r"[\W_]+")


def _entries(text: str) -> frozenset[str]:
    return frozenset(_folded(entry) for entry in text.split("|"))


# With or without a number: 'Untitled 2'.
_UNTITLED = _entries(
    "untitled|untitled document|untitled page|untitled presentation|untitled spreadsheet|no title|"
    "no name|unnamed|new document|new page|unbenannt|unbenanntes dokument|ohne titel|ohne namen|"
    "sans titre|document sans titre|sans nom|sin título|documento sin título|sin nombre|"
    "senza titolo|documento senza titolo|senza nome|sem título|documento sem título|sem nome|"
    "naamloos|naamloos document|zonder titel|uten tittel|uten navn|utan titel|namnlös|namnlöst|"
    "uden titel|unavngivet|ikke-navngivet|nimetön|bez nazwy|bez tytułu|bez názvu|"
    "bez názvu dokument|névtelen|cím nélkül|fără titlu|başlıksız|adsız|без названия|без имени|"
    "безымянный|новый документ|без назви|без імені|χωρίς τίτλο|ανώνυμο|بدون عنوان|بلا عنوان|"
    "ללא כותרת|ללא שם|无标题|无标题文档|未命名|未命名文档|無標題|未命名文件|無題|"
    "無題のドキュメント|名称未設定|제목 없음|제목 없는 문서|tanpa judul|không có tiêu đề|"
    "ไม่มีชื่อ|शीर्षकहीन"
)
# Only with a number: 'Slide 1', 'IMG_2034'.
_NUMBERED = _entries(
    "文書|slide|folie|diapositive|diapositiva|slajd|snímek|слайд|幻灯片|投影片|スライド|슬라이드|"
    "img|dsc|dscn|dscf|pict|scan|scanned document|scanned image|image"
)
# Without a number, or with one attached: 'Document1', but not 'Document 7' from a set of papers.
_DOCUMENTS = _entries(
    "document|presentation|doc|pdf document|word document|microsoft word document|"
    "dokument|präsentation|microsoft word dokument|présentation|document microsoft word|"
    "documento|presentación|presentazione|documento do microsoft word|"
    "documento de microsoft word|documento di microsoft word|apresentação|presentatie|"
    "presentasjon|præsentation|asiakirja|dokumentti|esitys|prezentacja|prezentace|dokumentum|"
    "bemutató|prezentare|belge|sunu|документ|презентация|презентація|έγγραφο|παρουσίαση|"
    "مستند|מסמך|מצגת|文档|演示文稿|文字文稿|文件|簡報|文書|"
    "プレゼンテーション|문서|프레젠테이션|"
    "powerpoint presentation|powerpoint präsentation|présentation powerpoint|"
    "présentation de powerpoint|presentación de powerpoint|presentazione di powerpoint|"
    "presentazione standard di powerpoint|presentazione powerpoint|apresentação do powerpoint|"
    "powerpoint presentatie|powerpoint presentasjon|powerpoint præsentation|powerpoint esitys|"
    "prezentacja programu powerpoint|prezentace aplikace powerpoint|powerpoint bemutató|"
    "prezentare powerpoint|powerpoint sunusu|презентация powerpoint|презентація powerpoint|"
    "παρουσίαση του powerpoint|عرض تقديمي في powerpoint|מצגת של powerpoint|powerpoint 演示文稿|"
    "powerpoint 簡報|powerpoint プレゼンテーション|powerpoint 프레젠테이션|"
    "microsoft powerpoint presentation|"
    "contents|table of contents|inhalt|inhaltsverzeichnis|sommaire|table des matières|índice|"
    "indice|目录|目次|cover|cover page|title page|front cover|deckblatt|titelseite|blank page"
)
# Only with a number attached: 'Book1', not 'Book 1'.
_WORKBOOKS = _entries(
    "book|mappe|classeur|libro|cartel|pasta|map|arbetsbok|projektmappe|zeszyt|skoroszyt|sešit|"
    "munkafüzet|kitap|книга|工作簿|活頁簿|통합 문서|sheet|tabelle|feuil|hoja|foglio|planilha|blad|"
    "arkusz|лист"
)
_PROGRAMS = _entries(
    "microsoft word|microsoft office word|microsoft powerpoint|microsoft office powerpoint|"
    "microsoft excel|microsoft office excel|microsoft publisher|microsoft visio|libreoffice|"
    "libreoffice writer|libreoffice impress|openoffice|openoffice.org|google docs"
)
# Usually followed by a version.
_PRODUCERS = _entries(
    "acrobat distiller|acrobat pdfmaker|adobe indesign|adobe pagemaker|adobe framemaker|"
    "adobe illustrator|adobe photoshop|quarkxpress|pscript5.dll|ghostscript|"
    "gpl ghostscript|pdftex|xetex|luatex|quartz pdfcontext|pdfcreator|wkhtmltopdf|crystal reports"
)
_VERSION = re.compile(
    r"(?: (?:version|for|cs ?\d*|cc ?\d*|windows|macintosh|mac|os|x|dll|v?\d+))*+"
)
_TEMPLATES = _entries(
    "normal|template|vorlage|dokumentvorlage|modèle|plantilla|modello|office theme|thème office|"
    "tema de office|tema di office|tema do office|office design|larissa|larissa design|"
    "default design|standarddesign|default theme|blank presentation|leere präsentation|"
    "title|titel|titre|título|titolo|document title|paper title|page title|title of paper|"
    "paper title use style paper title|type the document title|click to edit master title style|"
    "click to add title|insert title here|titelmasterformat durch klicken bearbeiten|"
    "modifiez le style du titre|proceedings template word|ieee paper template|"
    "bare demo of ieeetran.cls for journals|bare demo of ieeetran.cls for conferences|"
    "bare demo of ieeetran.cls for ieee journals|bare demo of ieeetran.cls for ieee conferences"
)
_WHOLE = _UNTITLED | _DOCUMENTS | _PROGRAMS | _TEMPLATES
_BEFORE_NUMBER = _UNTITLED | _NUMBERED
_JOINED_TO_NUMBER = _DOCUMENTS | _WORKBOOKS

# '1984', '24/7', '2026-11-21', but no accession numbers or time stamps.
_MEANINGFUL_NUMBER = re.compile(r"(?=\d\D?\d)\d{1,4}(?:[-./]\d{1,4}){0,2}")
_HASH = re.compile(r"(?=[a-f-]*\d)\{?[0-9a-f-]{16,}\}?", re.IGNORECASE)  # a UUID, an MD5
_FILE_NAME = re.compile(
    r"(.+)\.(?:do[ct][xm]?|od[tsp]|ott|rtf|pdf|pp[tsa][xm]?|pot[xm]?|xl[st][xmb]?|csv|txt|tex|dvi|"
    r"e?ps|indd|qx[dp]|fm|pub|pages|key|numbers|wp[ds]|html?|jpe?g|png|tiff?)",
    re.IGNORECASE | re.DOTALL,
)
_PRINTED = re.compile(
    r"\(?Microsoft (?:Office )?(?:Word|PowerPoint|Excel|Publisher|Visio|Outlook) - (.+)",
    re.IGNORECASE | re.DOTALL,
)
_PATH = re.compile(r"[A-Za-z]:[\\/]|\\\\|/|file:")
_MAX_PLACEHOLDER_LENGTH = 200  # longer titles were written by a user
_MAX_HEADINGS = 20


def is_informative(title: str) -> bool:
    """Return whether a title or heading describes the content of a document."""
    if len(title) > _MAX_PLACEHOLDER_LENGTH:
        return True
    words = _folded(title)
    if not any(map(str.isalpha, words)):
        return _MEANINGFUL_NUMBER.fullmatch(title.strip()) is not None
    before_number = words.rstrip("0123456789")
    if words in _WHOLE or _HASH.fullmatch(title.strip()):
        return False
    if before_number != words and (
        before_number in _JOINED_TO_NUMBER or before_number.rstrip() in _BEFORE_NUMBER
    ):
        return False
    return not any(
        words.startswith(name) and _VERSION.fullmatch(words, len(name)) for name in _PRODUCERS
    )


def declared_title(title: str) -> str:
    """Return a declared title, or '' if it is meaningless.

    'Microsoft Word - x.docx' becomes x. A file name with extension is meaningless, unless it
    consists of several words.
    """
    stripped = title.strip()
    printed = _PRINTED.fullmatch(stripped) if len(stripped) <= _MAX_PLACEHOLDER_LENGTH else None
    if printed is not None:
        name = printed[1].rstrip(") ")
        if name.endswith("]"):  # '[Compatibility Mode]'
            name = name[: name.rfind("[")].rstrip()
        file = _FILE_NAME.fullmatch(name)
        kept = file[1] if file else title
        return kept if is_informative(file[1] if file else name) else ""
    file = _FILE_NAME.fullmatch(stripped)
    if file is None:
        return title if is_informative(title) else ""
    is_one_word = len(file[1].split()) == 1 or _PATH.match(stripped)
    return "" if is_one_word or not is_informative(file[1]) else title


def document_title(
    declared: str, headings: Iterable[str], name: str, *, begins_with_title: bool
) -> str:
    """Return the title of a document: the declared title, or the first heading, or the name.

    `name` is the file name without extension. If documents do not begin with their title, for
    example in formats where headings are guessed, an informative name is preferred to a heading.
    """
    heading = next(filter(is_informative, islice(headings, _MAX_HEADINGS)), "")
    others = (heading, name) if begins_with_title else (name, heading)
    file = _FILE_NAME.fullmatch(declared.strip())
    candidates = (*others, PureWindowsPath(file[1]).name if file else "")
    return declared_title(declared) or next(filter(is_informative, candidates), "") or name


# --- The words of a file name ---


def name_parts(name: str) -> tuple[str, ...]:
    """Return the parts of a file name: split at punctuation, '_', case changes and digits.

    'BOEING_2022_10K' has the parts BOEING, 2022, 10 and K.
    """
    return tuple(chain.from_iterable(map(_parts, _words(name.replace("_", " ")))))


def joined_words(name: str) -> str:
    """Split the joined words of a file name into lines of separate words; '' if there are none.

    'BOEING_2022_10K.report' gives 'BOEING 2022 10K' and '10 K'.
    """
    return "\n".join(chain.from_iterable(map(_lines, _words(name))))


def _words(name: str) -> list[str]:
    """Split at punctuation. Vowel signs and other marks are parts of words."""
    plain = unicodedata.normalize("NFC", name)
    if not plain.isascii():
        plain = "".join(
            letter if letter == "_" or unicodedata.category(letter)[0] in "LMN" else " "
            for letter in plain
        )
    return _WORD.findall(plain) if plain.isascii() else plain.split()


_WORD = re.compile(r"\w+")


def _lines(word: str) -> Iterator[str]:
    pieces = [piece for piece in word.split("_") if piece]
    if len(pieces) > 1:
        yield " ".join(pieces)
    for piece in pieces:
        parts = _parts(piece)
        if len(parts) > 1:
            yield " ".join(parts)


def _parts(word: str) -> list[str]:
    """Split a word where digits begin or end, and before a capital letter that begins a part."""
    parts: list[str] = []
    start = 0
    for at in range(1, len(word)):
        before, letter, after = word[at - 1], word[at], word[at + 1 : at + 2]
        begins = letter.isupper() and (before.islower() or (before.isupper() and after.islower()))
        if begins or before.isdecimal() != letter.isdecimal():
            parts.append(word[start:at])
            start = at
    return [*parts, word[start:]] if word else []
