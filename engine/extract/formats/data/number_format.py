"""Number formats of spreadsheets (ECMA-376 part 1, 18.8.31): the text that a cell displays.

A cell is read as the text it displays, followed by the stored value if that contains other words:
'2.50% 0.025', '17-May-07 2007-05-17'. Names of months and days are in English.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from twofold.engine.extract.formats.data.number_sections import (
    Show,
    Token,
    compile_number,
    general,
    tokens_of,
)

# 18.8.30 (numFmt): formats that files do not define.
BUILT_IN: Mapping[int, str] = {
    1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 5: '"$"#,##0;("$"#,##0)',
    6: '"$"#,##0;("$"#,##0)', 7: '"$"#,##0.00;("$"#,##0.00)', 8: '"$"#,##0.00;("$"#,##0.00)',
    9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?", 13: "# ??/??", 14: "m/d/yy",
    15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm",
    21: "h:mm:ss", 22: "m/d/yy h:mm", 37: "#,##0;(#,##0)", 38: "#,##0;(#,##0)",
    39: "#,##0.00;(#,##0.00)", 40: "#,##0.00;(#,##0.00)", 41: "#,##0;(#,##0)",
    42: '"$"#,##0;("$"#,##0)', 43: "#,##0.00;(#,##0.00)", 44: '"$"#,##0.00;("$"#,##0.00)',
    45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0", 48: "##0.0E+0",
    # East Asian versions of Excel.
    27: "yyyy-mm-dd", 28: "yyyy-mm-dd", 29: "yyyy-mm-dd", 30: "m/d/yy", 31: "yyyy-mm-dd",
    32: "h:mm", 33: "h:mm:ss", 34: "h:mm", 35: "h:mm:ss", 36: "yyyy-mm-dd", 50: "yyyy-mm-dd",
    51: "yyyy-mm-dd", 52: "yyyy-mm-dd", 53: "yyyy-mm-dd", 54: "yyyy-mm-dd", 55: "yyyy-mm-dd",
    56: "yyyy-mm-dd", 57: "yyyy-mm-dd", 58: "yyyy-mm-dd",
}  # fmt: skip
_MAX_CODE = 500
_MAX_CACHED = 20_000
_LAST_DAY = 2_958_466  # 31 December 9999
_EPOCH, _EPOCH_1904 = datetime(1899, 12, 30), datetime(1904, 1, 1)  # noqa: DTZ001 (as in a cell)
_LEAP_BUG = 60  # Excel counts 29 February 1900, a day that did not exist
_DAY_SECONDS = 86_400
_CONDITION = re.compile(r"(<=|>=|<>|<|>|=)\s*(-?\d+(?:\.\d+)?)\Z")
_ELAPSED = re.compile(r"(?:h+|m+|s+)\Z", re.IGNORECASE)
_WORDS = re.compile(r"\w+")
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


class NumberFormats:
    """Formats the numbers of one workbook; `is_1904` selects the date system of Excel for Mac."""

    def __init__(self, *, is_1904: bool = False) -> None:
        self._epoch = _EPOCH_1904 if is_1904 else _EPOCH
        self._shown: dict[str, Show] = {"": general}

    def text(self, value: float, code: str) -> str:
        """Return the text that a cell displays, followed by a stored value with other words."""
        return self.formatter_for(code)(value)

    def formatter_for(self, code: str) -> Show:
        """Return a function that formats the numbers of cells with this format, see `text`."""
        found = self._shown.get(code)
        if found is None:
            found = self._shown[code] = self._compile(code)
        return found

    def date_text(self, iso: str, code: str) -> str:
        """Return the text that a cell with a date displays, '' if it is not a date."""
        try:
            time = datetime.fromisoformat(iso)
        except ValueError:
            return ""
        days = (time.replace(tzinfo=None) - _EPOCH).total_seconds() / _DAY_SECONDS
        return self.text(days, code) if code else ""

    def _compile(self, code: str) -> Show:
        sections = _sections(code[:_MAX_CODE])
        if all(one.is_general for one in sections[:2]):
            return general
        dates: dict[float, str] = {}
        choose = _chooser(sections[:3])

        def show(value: float) -> str:
            section, number = choose(value)
            if section.is_date:
                found = dates.get(value)
                if found is None:
                    found = self._date(section, value)
                    if len(dates) < _MAX_CACHED:
                        dates[value] = found
                return found
            return joined_texts(section.show(number), general(value))

        return show

    def _date(self, section: _Section, value: float) -> str:
        if not 0 <= value < _LAST_DAY:
            return general(value)
        if section.is_elapsed:
            return _clean(_elapsed(section.tokens, value))
        days, seconds = divmod(round(value * _DAY_SECONDS * 1000), _DAY_SECONDS * 1000)
        if self._epoch is _EPOCH and days < _LEAP_BUG:
            days += 1
        try:
            exact = self._epoch + timedelta(days=days, milliseconds=seconds)
        except OverflowError:
            return general(value)
        time = exact if section.has_fraction else _whole_seconds(exact)
        stored = f"{time:%Y-%m-%d}" if value >= 1 or section.has_date else ""
        if (time.hour, time.minute, time.second) != (0, 0, 0) or not stored:
            stored += f" {time:%H:%M:%S}" if time.second else f" {time:%H:%M}"
        return joined_texts(_clean(_calendar(section.tokens, time)), stored.strip())


def _whole_seconds(time: datetime) -> datetime:
    return (time + timedelta(milliseconds=500)).replace(microsecond=0)


def joined_texts(shown: str, stored: str) -> str:
    """Return both texts, or only the shown one if it contains the words of the stored one."""
    if not shown or shown == stored:
        return stored
    words = " ".join(_WORDS.findall(shown))
    phrase = " ".join(_WORDS.findall(stored))
    return shown if f" {phrase} " in f" {words} " else f"{shown} {stored}"


def _clean(text: str) -> str:
    return " ".join(text.split())


class _Section:
    """One section of a number format. Semicolons separate the sections, such as for negatives."""

    def __init__(self, tokens: tuple[Token, ...]) -> None:
        self.tokens = tokens
        self.condition: Callable[[float], bool] | None = None
        self.is_elapsed = any(kind == "[" and _ELAPSED.match(text) for kind, text in tokens)
        codes = [text.lower() for kind, text in tokens if kind == "letter"]
        letters = "".join(code[0] for code in codes if "/" not in code)
        self.is_date = self.is_elapsed or bool(codes)
        self.has_date = any(letter in "ydgeba" for letter in letters) or letters.strip("m") == ""
        self.has_fraction = any(kind == "letter" and "." in text for kind, text in tokens)
        for kind, text in tokens:
            if kind == "[" and (found := _CONDITION.match(text)):
                self.condition = _comparison(found[1], float(found[2]))
        shown = [text for kind, text in tokens if kind != "[" and text]
        self.is_general = not self.is_date and [one.lower() for one in shown] in (
            ["general"], ["@"], []
        )  # fmt: skip
        self.show: Show = general if self.is_date else compile_number(tokens)


def _sections(code: str) -> list[_Section]:
    parts: list[list[Token]] = [[]]
    for token in tokens_of(code):
        if token == ("", ";"):
            parts.append([])
        else:
            parts[-1].append(token)
    return [_Section(tuple(part)) for part in parts[:4]]


def _comparison(operator: str, limit: float) -> Callable[[float], bool]:
    return {
        "<": lambda value: value < limit,
        "<=": lambda value: value <= limit,
        ">": lambda value: value > limit,
        ">=": lambda value: value >= limit,
        "=": lambda value: value == limit,
        "<>": lambda value: value != limit,
    }[operator]


def _chooser(sections: list[_Section]) -> Callable[[float], tuple[_Section, float]]:
    """Return a function that maps a number to its section and to the number to format there."""
    if any(one.condition for one in sections):

        def by_condition(value: float) -> tuple[_Section, float]:
            for one in sections:
                if one.condition is None or one.condition(value):
                    return one, value
            return sections[-1], value

        return by_condition

    def by_sign(value: float) -> tuple[_Section, float]:
        if value < 0 and len(sections) > 1:
            return sections[1], -value
        return sections[2 if value == 0 and len(sections) > 2 else 0], value

    return by_sign


def _elapsed(tokens: tuple[Token, ...], value: float) -> str:
    """Return a duration as text; '[h]:mm:ss' counts beyond 24 hours."""
    seconds = round(value * _DAY_SECONDS)
    units = {"h": 3600, "m": 60, "s": 1}
    parts: list[str] = []
    for kind, text in tokens:
        letter = text[:1].lower()
        if kind == "[" and letter in units and _ELAPSED.match(text):
            parts.append(f"{seconds // units[letter]:0{len(text)}d}")
        elif kind == "letter" and letter in units:
            limit = 24 if letter == "h" else 60
            parts.append(f"{seconds // units[letter] % limit:0{min(len(text), 2)}d}")
        elif kind != "[":
            parts.append(text)
    return "".join(parts)


def _calendar(tokens: tuple[Token, ...], time: datetime) -> str:
    has_halves = any(kind == "letter" and "/" in text for kind, text in tokens)
    letters = [
        (index, text.lower()) for index, (kind, text) in enumerate(tokens) if kind == "letter"
    ]
    minutes = {
        index
        for place, (index, text) in enumerate(letters)
        if text in {"m", "mm"}
        and (
            (place and letters[place - 1][1][0] == "h")
            or (place + 1 < len(letters) and letters[place + 1][1][0] == "s")
        )
    }
    parts: list[str] = []
    for index, (kind, text) in enumerate(tokens):
        if kind == "letter":
            name = "minutes" if index in minutes else text.lower()
            parts.append(_date_part(name, len(text), time, has_halves=has_halves))
        elif kind != "[":
            parts.append(text)
    return "".join(parts)


def _date_part(name: str, length: int, time: datetime, *, has_halves: bool) -> str:
    """Return one part of a date or time, with as many digits as its code has letters."""
    if "/" in name:
        return "AM" if time.hour < 12 else "PM"
    letter = name[0]
    if letter in "mda" and length >= 3 and name != "minutes":
        return _name(letter, length, time)
    if letter == "s":
        fraction = name.partition(".")[2]
        shown = f"{time.second:0{2 if name.startswith('ss') else 1}d}"
        return f"{shown}.{time.microsecond:06d}"[: len(shown) + 1 + len(fraction)].rstrip(".")
    if letter in "yeb":
        return f"{time.year % 100:02d}" if letter == "y" and length <= 2 else str(time.year)
    hour = (time.hour % 12 or 12) if has_halves else time.hour
    numbers = {"h": hour, "d": time.day, "m": time.month}
    value = time.minute if name == "minutes" else numbers.get(letter)
    return "" if value is None else f"{value:0{min(length, 2)}d}"


def _name(letter: str, length: int, time: datetime) -> str:
    if letter == "m":
        month = _MONTHS[time.month - 1]
        return month[:1] if length == 5 else month[:3] if length == 3 else month
    day = _DAYS[time.weekday()]
    return day if length >= 4 else day[:3]
