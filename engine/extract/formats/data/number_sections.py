"""Parsing one section of a number format into tokens, and formatting numbers with them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction

Token = tuple[str, str]
"""Kind and text: '' is a placeholder or sign, 'text' a literal, 'letter' a part of a date, '['."""
Show = Callable[[float], str]

_TOKEN = re.compile(
    r'"([^"]*)"?|[\\!](.)|\[([^\]]*)\]?|([_*].?)|(general)'
    r"|(am/pm|a/p|上午/下午|s+(?:\.0+)?|e+(?![+-])|y+|m+|d+|h+|g+|b+|a+)"
    r"|(e[+-])|(.)",
    re.IGNORECASE | re.DOTALL,
)
_CURRENCY = re.compile(r"\$([^-]*)")
# A double is increased slightly, so that a half is rounded up as in decimal notation.
_NUDGE = 1 + 4.5e-16
_MAX_WHOLE = 1e17
_MAX_SHOWN = 1e21
_MAX_DECIMALS = 30
_PLACEHOLDERS = "0#?"


def general(value: float) -> str:
    """Return a number as stored, up to 15 digits; whole numbers have no fraction."""
    if -_MAX_WHOLE < value < _MAX_WHOLE and value == (whole := int(value)):
        return str(whole)
    return f"{value:.15g}"


def tokens_of(code: str) -> list[Token]:
    """Split a format; widths and padding are left out, currencies are literals."""
    tokens: list[Token] = []
    for found in _TOKEN.finditer(code):
        quoted, escaped, bracket, width, word, letter, exponent, other = found.groups()
        if quoted is not None or escaped is not None:
            tokens.append(("text", quoted if quoted is not None else escaped))
        elif bracket is not None:
            currency = _CURRENCY.match(bracket)
            tokens.append(("text", currency[1]) if currency else ("[", bracket))
        elif width is not None:
            tokens.append(("text", " " if width.startswith("_") else ""))
        elif letter is not None:
            tokens.append(("letter", letter))
        elif (one := word or exponent or other) in "0#?.,%/@;" or word or exponent:
            tokens.append(("", one))
        else:
            tokens.append(("text", one))
    return tokens


def compile_number(tokens: Sequence[Token]) -> Show:
    """Return a function that formats numbers with a section that is not a date."""
    signs = [(kind, text) for kind, text in tokens if kind != "["]
    if any(text.lower() == "general" and not kind for kind, text in signs):
        return _around_general(signs)
    percents = sum(text == "%" and not kind for kind, text in signs)
    if any(not kind and text[:1] in "eE" for kind, text in signs):
        return _scientific(signs)
    if any(not kind and text == "/" for kind, text in signs):
        return _fraction(signs)
    digits = [index for index, (kind, text) in enumerate(signs) if _is_digit(kind, text)]
    if not digits:
        literal = "".join(text for kind, text in signs if kind or text != ",")
        return lambda _value: " ".join(literal.split()) if "@" not in literal else ""
    return _decimal(signs, digits[0], digits[-1], 100**percents)


def _is_digit(kind: str, text: str) -> bool:
    return not kind and text in _PLACEHOLDERS


def _around_general(signs: Sequence[Token]) -> Show:
    parts = ["\0" if not kind and text.lower() == "general" else text for kind, text in signs]
    pattern = "".join(parts)
    return lambda value: " ".join(pattern.replace("\0", general(value)).split())


def _decimal(signs: Sequence[Token], first: int, last: int, factor: float) -> Show:
    """Return a function for decimal notation, with literals around and between digits."""
    point = next((i for i, sign in enumerate(signs) if sign == ("", ".") and i >= first - 1), None)
    end = len(signs) if point is None else point
    whole = [text for kind, text in signs[first:end] if _is_digit(kind, text)]
    decimals = [text for kind, text in signs[end:] if _is_digit(kind, text)][:_MAX_DECIMALS]
    last_whole = max((i for i in range(first, end) if _is_digit(*signs[i])), default=first)
    groups = any(sign == ("", ",") for sign in signs[first:last_whole])
    scale = 0
    for sign in signs[max(last, last_whole) + 1 :]:
        if sign != ("", ","):
            break
        scale += 1
    factor = factor / 1000.0**scale if scale else factor
    start = first if point is None else min(first, point)
    before = "".join(_outside(sign) for sign in signs[:start])
    after = "".join(_outside(sign) for sign in signs[max(last, end) + 1 if decimals else end :])
    if point is None:
        after = "".join(_outside(sign) for sign in signs[last + 1 :])
    between = [sign for sign in signs[first:last_whole] if sign[0] or sign[1] not in "0#?,"]
    least = len("".join(whole).lstrip("#?"))
    optional = len(decimals) - len("".join(decimals).rstrip("#?"))
    pattern = f"{{:{',' if groups else ''}.{len(decimals)}f}}"
    inner = list(signs[first : last_whole + 1])

    def show(value: float) -> str:
        if not abs(value) < _MAX_SHOWN:
            return general(value)
        text = pattern.format(abs(value) * factor * _NUDGE)
        is_negative = value < 0 and text.strip("0.,") != ""
        head, _, tail = text.partition(".")
        if optional:
            kept = len(decimals) - optional
            tail = tail[:kept] + tail[kept:].rstrip("0")
        if len(head) < least:
            head = _grouped(head.replace(",", "").zfill(least)) if groups else head.zfill(least)
        if not least and head == "0":
            head = ""
        if between:
            head = _distribute_digits(head.replace(",", ""), inner)
        number = f"{head}.{tail}" if tail else head
        shown = f"{'-' if is_negative else ''}{before}{number}{after}"
        return " ".join(shown.split())

    return show


def _outside(sign: Token) -> str:
    kind, text = sign
    return text if kind or text in "%@/" else ""


def _grouped(digits: str) -> str:
    first = len(digits) % 3
    parts = [digits[:first]] if first else []
    return ",".join(parts + [digits[at : at + 3] for at in range(first, len(digits), 3)])


def _distribute_digits(digits: str, signs: Sequence[Token]) -> str:
    """Distribute digits over placeholders with literals between: '000-00' shows 1234 as 012-34."""
    shown: list[str] = []
    rest = digits
    left = sum(_is_digit(*sign) for sign in signs)
    for kind, text in reversed(signs):
        if not _is_digit(kind, text):
            shown.append(text if kind else "")
            continue
        left -= 1
        if left == 0:
            shown.append(rest)
        else:
            shown.append(rest[-1:] or ("0" if text == "0" else ""))
            rest = rest[:-1]
    return "".join(reversed(shown))


def _scientific(signs: Sequence[Token]) -> Show:
    at = next(i for i, (kind, text) in enumerate(signs) if not kind and text[:1] in "eE")
    mantissa = [text for kind, text in signs[:at] if not kind]
    decimals = 0
    if "." in mantissa:
        decimals = min(len(mantissa) - mantissa.index(".") - 1, _MAX_DECIMALS)
    width = max(1, sum(_is_digit(kind, text) for kind, text in signs[at:]))
    before = "".join(text for kind, text in signs[:at] if kind)
    after = "".join(text for kind, text in signs[at + 1 :] if kind)
    sign = "+" if signs[at][1].endswith("+") else ""

    def show(value: float) -> str:
        digits, _, exponent = f"{value:.{decimals}e}".partition("e")
        power = int(exponent)
        shown = f"{'-' if power < 0 else sign}{abs(power):0{width}d}"
        return " ".join(f"{before}{digits}E{shown}{after}".split())

    return show


def _fraction(signs: Sequence[Token]) -> Show:
    at = next(i for i, sign in enumerate(signs) if sign == ("", "/"))
    below = "".join(text for kind, text in signs[at + 1 :] if kind == "text" or text.isdigit())
    below = below.strip()
    places = sum(_is_digit(kind, text) for kind, text in signs[at + 1 :])
    fixed = int(below) if below.isdigit() and 0 < int(below) < 10_000 else 0
    count = sum(_is_digit(kind, text) for kind, text in signs[:at])
    has_whole = any(sign == ("text", " ") for sign in signs[:at]) and count > 1

    def show(value: float) -> str:
        exact = Fraction(abs(value)) if abs(value) < _MAX_WHOLE else Fraction(0)
        most = 10 ** min(max(places, 1), 4) - 1
        near = Fraction(round(exact * fixed), fixed) if fixed else exact.limit_denominator(most)
        whole, rest = divmod(near.numerator, near.denominator) if has_whole else (0, near.numerator)
        top, under = (rest, near.denominator)
        if fixed:
            top, under = top * (fixed // under), fixed
        parts = [str(whole)] if whole or not rest else []
        parts += [f"{top}/{under}"] if rest else []
        return ("-" if value < 0 else "") + " ".join(parts)

    return show
