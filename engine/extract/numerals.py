"""Numbers as displayed in lists and headings: letters, Roman, East Asian and other numerals.

The formats have the names used by Office Open XML (ECMA-376 part 1, 17.18.59).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

_MAX_ROMAN = 4999
_MAX_REPEATED = 10  # Word's limit for repeated letters ('aaa'), after which it writes digits.
_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"),
    (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
_LATIN = "abcdefghijklmnopqrstuvwxyz"
_RUSSIAN = "абвгдежзиклмнопрстуфхцчшщыэюя"
_GREEK = "αβγδεζηθικλμνξοπρστυφχψω"
_HEBREW = "אבגדהוזחטיכלמנסעפצקרשת"
_ABJAD = "أبجدهوزحطيكلمنسعفصقرشتثخذضظغ"
_HIRAGANA = (
    "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをん"
)
_KATAKANA = (
    "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン"
)
_IROHA = (
    "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス"
)
_ALPHABETS = {
    "upperLetter": _LATIN.upper(),
    "lowerLetter": _LATIN,
    "russianLower": _RUSSIAN,
    "russianUpper": _RUSSIAN.upper(),
    "lowerGreek": _GREEK,
    "upperGreek": _GREEK.upper(),
    "hebrew2": _HEBREW,
    "arabicAlpha": "أبتثجحخدذرزسشصضطظعغفقكلمنهوي",
    "arabicAbjad": _ABJAD,
    "hiragana": _HIRAGANA,
    "aiueoFullWidth": _KATAKANA,
    "aiueo": "ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝ",
    "irohaFullWidth": _IROHA,
    "ganada": "가나다라마바사아자차카타파하",
    "chosung": "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ",
    "ideographTraditional": "甲乙丙丁戊己庚辛壬癸",
    "ideographZodiac": "子丑寅卯辰巳午未申酉戌亥",
    "thaiLetters": "กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ",
    "hindiConsonants": "कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह",
}
_DIGITS = {
    "decimalFullWidth": "０１２３４５６７８９",
    "ideographDigital": "〇一二三四五六七八九",
    "koreanDigital": "영일이삼사오육칠팔구",
    "hindiNumbers": "०१२३४५६७८९",
    "thaiNumbers": "๐๑๒๓๔๕๖๗๘๙",
    "arabicIndic": "٠١٢٣٤٥٦٧٨٩",
    "persian": "۰۱۲۳۴۵۶۷۸۹",
    "bengali": "০১২৩৪৫৬৭৮৯",
}
# Digits, then the words for 10, 100 and 1000; 10,000 and more are written in digits.
_COUNTED = {
    "chineseCountingThousand": ("〇一二三四五六七八九", "十百千"),
    "japaneseCounting": ("〇一二三四五六七八九", "十百千"),
    "koreanCounting": ("영일이삼사오육칠팔구", "십백천"),
    "chineseLegalSimplified": ("零壹贰叁肆伍陆柒捌玖", "拾佰仟"),
    "ideographLegalTraditional": ("零壹貳參肆伍陸柒捌玖", "拾佰仟"),
    "japaneseLegal": ("零壱弐参四伍六七八九", "拾百阡"),
}
_WITH_ONE = frozenset(
    {"chineseCountingThousand", "chineseLegalSimplified", "ideographLegalTraditional",
     "japaneseLegal"}
)  # fmt: skip
# Numbers in circles, brackets and with full stops, from 1 to 20.
_ENCLOSED = {
    "decimalEnclosedCircle": 0x2460, "decimalEnclosedParen": 0x2474,
    "decimalEnclosedFullstop": 0x2488,
}  # fmt: skip
_SAME = {
    "decimalHalfWidth": "decimal", "decimalFullWidth2": "decimalFullWidth",
    "taiwaneseDigital": "ideographDigital", "japaneseDigitalTenThousand": "ideographDigital",
    "chineseCounting": "chineseCountingThousand", "taiwaneseCounting": "japaneseCounting",
    "taiwaneseCountingThousand": "chineseCountingThousand", "koreanDigital2": "ideographDigital",
    "koreanLegal": "koreanCounting", "iroha": "irohaFullWidth",
    "decimalEnclosedCircleChinese": "decimalEnclosedCircle",
    "ideographEnclosedCircle": "japaneseCounting", "ideographZodiacTraditional": "ideographZodiac",
}  # fmt: skip
_UNITS = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
]  # fmt: skip
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_ORDINALS = {
    "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth",
    "nine": "ninth", "twelve": "twelfth",
}  # fmt: skip


def numeral(value: int, number_format: str) -> str:
    """Return a number in a format; '' for bullets, digits if the format has no form for it."""
    if number_format in {"none", "bullet"}:
        return ""
    name = _SAME.get(number_format, number_format)
    written = _FORMATS[name](value) if name in _FORMATS and value > 0 else ""
    if written:
        return written
    if name in _DIGITS:
        return "".join(_DIGITS[name][int(digit)] for digit in str(abs(value)))
    return str(value)


def alphabetic(value: int, *, is_upper: bool) -> str:
    """Return a number as letters, with aa, ab, ac after z (unlike Word's aa, bb, cc)."""
    letters = ""
    while value > 0:
        value, place = divmod(value - 1, 26)
        letters = _LATIN[place] + letters
    return letters.upper() if is_upper else letters


def _roman(value: int) -> str:
    if value > _MAX_ROMAN:
        return ""
    written = ""
    for worth, letters in _ROMAN:
        count, value = divmod(value, worth)
        written += letters * count
    return written


def _repeated(alphabet: str, value: int) -> str:
    times, place = divmod(value - 1, len(alphabet))
    return alphabet[place] * (times + 1) if times < _MAX_REPEATED else ""


def _counted(name: str, value: int) -> str:
    """Return a number in East Asian words: 二十三, 百五."""
    digits, units = _COUNTED[name]
    if value > 9999:
        return ""
    written, is_gap = "", False
    for place in range(3, -1, -1):
        digit = value // 10**place % 10
        if not digit:
            is_gap = bool(written)
            continue
        if is_gap and name in _WITH_ONE:
            written += digits[0]
        is_gap = False
        is_silent = digit == 1 and place and (name not in _WITH_ONE or (place == 1 and value < 20))
        written += ("" if is_silent else digits[digit]) + (units[place - 1] if place else "")
    return written


def _gematria(value: int) -> str:
    """Return a number in Hebrew numerals; 15 and 16 avoid the name of God."""
    if value > 999:
        return ""
    written = ""
    while value >= 400:
        written, value = written + _HEBREW[21], value - 400
    hundreds, rest = divmod(value, 100)
    written += _HEBREW[17 + hundreds] if hundreds else ""
    if rest in {15, 16}:
        return written + _HEBREW[8] + _HEBREW[rest - 10]
    tens, units = divmod(rest, 10)
    return written + (_HEBREW[8 + tens] if tens else "") + (_HEBREW[units - 1] if units else "")


def _words(value: int) -> str:
    if value > 99:
        return ""
    if value < 20:
        return _UNITS[value]
    tens, units = divmod(value, 10)
    return _TENS[tens - 2] + (f"-{_UNITS[units]}" if units else "")


def _ordinal_words(value: int) -> str:
    head, dash, last = _words(value).rpartition("-")
    if not last:
        return ""
    return (
        head
        + dash
        + _ORDINALS.get(last, f"{last.removesuffix('y')}ieth" if last[-1] == "y" else f"{last}th")
    )


def _ordinal(value: int) -> str:
    is_teen = value % 100 in {11, 12, 13}
    return f"{value}{'th' if is_teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(value % 10, 'th')}"


def _from_alphabet(alphabet: str) -> Callable[[int], str]:
    return lambda value: _repeated(alphabet, value)


def _from_counting(name: str) -> Callable[[int], str]:
    return lambda value: _counted(name, value)


def _from_enclosed(first: int) -> Callable[[int], str]:
    return lambda value: chr(first + value - 1) if value <= 20 else ""


_FORMATS: Mapping[str, Callable[[int], str]] = {
    "lowerRoman": _roman,
    "upperRoman": lambda value: _roman(value).upper(),
    "ordinal": _ordinal,
    "cardinalText": lambda value: _words(value).capitalize(),
    "ordinalText": lambda value: _ordinal_words(value).capitalize(),
    "decimalZero": lambda value: f"{value:02}",
    "numberInDash": lambda value: f"- {value} -",
    "hex": lambda value: f"{value:X}",
    "hebrew1": _gematria,
    **{name: _from_alphabet(alphabet) for name, alphabet in _ALPHABETS.items()},
    **{name: _from_counting(name) for name in _COUNTED},
    **{name: _from_enclosed(first) for name, first in _ENCLOSED.items()},
}
