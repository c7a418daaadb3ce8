"""Tesseract: OCR for scripts that RapidOCR's model does not know.

The tesserocr package contains the program itself. It runs in the worker process, whose sandbox
allows no other programs. Tesseract cannot read its language files in a process that has loaded
usearch. It knows the scripts whose language files are installed. Only language files in the
system's standard folders are used, regardless of TESSDATA_PREFIX and the current folder.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from twofold.engine.model.document import OcrLine, Region

if TYPE_CHECKING:
    from twofold.engine.extract.file_format import PagePicture

MAX_SIDE = 3500  # pixels: A4 at 300 dpi, for which Tesseract is designed

_PLACES = (
    ("C:/Program Files/Tesseract-OCR/tessdata",)
    if sys.platform == "win32"
    else (
        "/usr/share/tesseract-ocr/5/tessdata",  # Debian and Ubuntu
        "/usr/share/tesseract-ocr/4.00/tessdata",
        "/usr/share/tesseract/tessdata",  # Fedora
        "/usr/share/tessdata",
        "/usr/local/share/tessdata",
        "/opt/homebrew/share/tessdata",
        "/opt/local/share/tessdata",
    )
)
_SUFFIX = ".traineddata"
_SCRIPT_DETECTION = "osd"  # the file for script detection; included in all Tesseract packages
# The languages of each script, by its name in that file; the most widespread languages first.
_LANGUAGES = {
    "Latin": "eng deu fra spa por ita pol nld tur vie ind ron ces hun swe dan nor fin hrv slk slv "
    "lit lav est cat glg eus isl gle cym afr sqi bos msa swa fil lat epo aze uzb",
    "Cyrillic": "rus ukr bul srp bel kaz mkd kir mon tgk tat uzb_cyrl aze_cyrl",
    "Greek": "ell grc",
    "Arabic": "ara fas urd pus uig snd",
    "Hebrew": "heb yid",
    "Devanagari": "hin mar nep san",
    "Han": "chi_sim chi_tra",
    "Japanese": "jpn",
    "Korean": "kor",
    "Bengali": "ben asm",
    "Gujarati": "guj",
    "Gurmukhi": "pan",
    "Kannada": "kan",
    "Malayalam": "mal",
    "Oriya": "ori",
    "Sinhala": "sin",
    "Tamil": "tam",
    "Telugu": "tel",
    "Thai": "tha",
    "Lao": "lao",
    "Khmer": "khm",
    "Myanmar": "mya",
    "Tibetan": "bod dzo",
    "Armenian": "hye",
    "Georgian": "kat",
    "Ethiopic": "amh tir",
    "Syriac": "syr",
    "Thaana": "div",
}
_MAX_LANGUAGES = 3  # of one page: each takes as long as the first
# For Latin words, the models of these alphabets return similar-looking letters. The models of other
# scripts read their own script worse when combined with English.
_COMBINED_WITH_ENGLISH = ("Cyrillic", "Greek")
_ALSO_CALLED = {"Hangul": "Korean"}
# Minimum letters for script detection: Tesseract's default, and a lower one for short pages.
_MIN_LETTERS = (50, 20)
# With the wrong language the mean confidence of a page is 52 at most, with the right one 71.
_MIN_CONFIDENCE = 65
# Disables dropping lines that look like noise, which include some of clean Arabic pages.
_LINE_FILTERS = ("textord_noise_rejrows", "textord_noise_rejwords")
# Lines in Arabic and Hebrew script contain directional marks between words.
_REPLACED = str.maketrans({"\u00b5": "\u03bc"} | dict.fromkeys("\u200e\u200f\u202a\u202b\u202c"))


def is_installed() -> bool:
    """Return whether the package and at least one script's language files are installed."""
    return bool(scripts())


def scripts() -> tuple[str, ...]:
    """Return the scripts that can be read."""
    installed = _installed()
    return tuple(script for script in _LANGUAGES if languages_of(script, installed))


def name() -> str:
    """Return the version and the languages, on which the results depend."""
    from importlib.metadata import version  # noqa: PLC0415 (slow to import)

    return f"tesseract {version('tesserocr')} {'+'.join(sorted(_installed()))}"


def language_file_folders() -> tuple[str, ...]:
    """Return the folders of the language files, with symbolic links resolved."""
    files = _folder().glob(f"*{_SUFFIX}") if _installed() else ()
    return tuple({str(file.resolve().parent) for file in files})


def languages_of(script: str, installed: Collection[str]) -> tuple[str, ...]:
    """Return the installed languages used to read a script."""
    languages = [one for one in _LANGUAGES.get(script, "").split() if one in installed]
    if languages and script in _COMBINED_WITH_ENGLISH and "eng" in installed:
        return (*languages[: _MAX_LANGUAGES - 1], "eng")
    return tuple(languages[:_MAX_LANGUAGES])


def recognise(picture: PagePicture) -> tuple[OcrLine, ...]:
    """Return the lines of a page in reading order, or nothing if the script is not known."""
    import tesserocr  # noqa: PLC0415 (optional, and for the worker only)
    from PIL import Image  # noqa: PLC0415

    image, folder = Image.fromarray(picture.pixels[:, :, ::-1]).convert("L"), str(_folder())
    with tesserocr.PyTessBaseAPI(folder, _SCRIPT_DETECTION, psm=tesserocr.PSM.OSD_ONLY) as finder:
        finder.SetImage(image)
        for min_letters in _MIN_LETTERS:
            finder.SetVariable("min_characters_to_try", str(min_letters))
            if found := finder.DetectOrientationScript():
                break
    script = str(found["script_name"]) if found else ""
    languages = languages_of(_ALSO_CALLED.get(script, script), _installed())
    if not languages:
        return ()
    # This mode finds columns as well; the automatic one loses lines, above all in Korean.
    mode = tesserocr.PSM.SINGLE_COLUMN
    with tesserocr.PyTessBaseAPI(folder, "+".join(languages), psm=mode) as reader:
        for variable in _LINE_FILTERS:
            reader.SetVariable(variable, "0")
        reader.SetImage(image)
        if not reader.Recognize() or reader.MeanTextConf() < _MIN_CONFIDENCE:
            return ()
        return tuple(_lines(reader.GetUTF8Text(), reader.GetTSVText(0), picture.unit))


@dataclass(slots=True)
class _Line:
    region: Region
    words: list[str] = field(default_factory=list)


def _lines(text: str, table: str, unit: float) -> Iterator[OcrLine]:
    """Yield the lines of a text with their regions from a table (level, ..., text).

    Blanks between words come from the text: in some scripts, the table divides text that has none.
    """
    lines: list[_Line] = []
    for row in table.splitlines():
        level, *_, left, top, width, height, _confidence, word = row.split("\t")
        if level == "4":
            box = (left, top, width, height)
            x, y, wide, high = (round(int(side) * unit, 1) for side in box)
            lines.append(_Line((x, y, wide, high)))
        elif level == "5" and word.strip():
            lines[-1].words.append(word)
    lines = [line for line in lines if line.words]
    texts = [line for line in text.split("\n") if line.strip()]
    if len(texts) != len(lines):
        texts = [" ".join(line.words) for line in lines]
    for recognised_text, line in zip(texts, lines, strict=True):
        yield OcrLine(" ".join(recognised_text.translate(_REPLACED).split()), line.region)


def _installed() -> set[str]:
    """Return the languages with installed files; none if script detection is not possible."""
    found = {file.name.removesuffix(_SUFFIX) for file in _folder().glob(f"*{_SUFFIX}")}
    has_package = find_spec("tesserocr") is not None
    return found - {_SCRIPT_DETECTION} if has_package and _SCRIPT_DETECTION in found else set()


def _folder() -> Path:
    """Return the first folder that has language files."""
    places = [Path(place) for place in _PLACES]
    return next(
        (place for place in places if (place / f"{_SCRIPT_DETECTION}{_SUFFIX}").is_file()),
        places[0],
    )
