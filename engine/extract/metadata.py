"""Metadata that documents declare: front matter, dates, identifiers, names."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from email.utils import parsedate_to_datetime
from itertools import accumulate

import yaml

from twofold.engine.extract.languages import declared_language
from twofold.engine.model.document import DocumentMetadata
from twofold.engine.model.filters import TrustLevel
from twofold.engine.model.localized import Message, message

_DOI = re.compile(r"(?<![\w.])10\.\d{4,9}/[^\s\"<>{}|\\^`]{1,200}", re.ASCII)
# A DOI may contain any printable character; its end is uncertain if other text follows.
_WHOLE_DOI = re.compile(
    r"(?:https?://(?:dx\.)?doi\.org/|doi:\s*)?(10\.\d{4,9}/\S{0,200}[^\s.,;])[.,;]?", re.IGNORECASE
)
_ISBN = re.compile(r"(?:97[89][-\s]?)?(?:\d[-\s]?){9}[\dXx](?!\d)", re.ASCII)
_URL = re.compile(r"https?://[^\s<>\"{}|\\^`]{1,500}", re.IGNORECASE)
_MAX_NAME_LENGTH = 300
_MAX_AUTHORS = 200


def doi_of(text: str) -> str:
    """Return the DOI in a text ('https://doi.org/10.1000/182' -> '10.1000/182'), or ''."""
    if whole := _WHOLE_DOI.fullmatch(text.strip()):
        return whole[1]
    found = _DOI.search(text[:2000])
    return found[0].rstrip(".,;:)]'") if found else ""


def isbn_of(text: str) -> str:
    """Return the ISBN in a text as it is written there, or '' if its check digit is wrong."""
    for found in _ISBN.finditer(text[:2000]):
        digits = re.sub(r"[-\s]", "", found[0]).upper()
        if _is_isbn(digits):
            return found[0].strip()
    return ""


def url_of(text: str) -> str:
    """Return the web address at the beginning of a text, or ''."""
    found = _URL.match(text.strip())
    return found[0] if found else ""


def authors_of(names: Iterable[str]) -> str:
    """Return several authors as 'A; B', without duplicates."""
    cleaned = (" ".join(name.split())[:_MAX_NAME_LENGTH] for name in names)
    return "; ".join(list(dict.fromkeys(name for name in cleaned if name))[:_MAX_AUTHORS])


def name_in_one_line(text: str) -> str:
    """Return the name of a publisher or a journal on one line."""
    return " ".join(text.split())[:_MAX_NAME_LENGTH]


def _is_isbn(digits: str) -> bool:
    if len(digits) == 13 and digits.isdecimal():
        return sum(int(d) * (3 if i % 2 else 1) for i, d in enumerate(digits)) % 10 == 0
    if len(digits) != 10 or not digits[:9].isdecimal():
        return False
    values = [10 if digit == "X" else int(digit) for digit in digits]
    return sum(value * (10 - place) for place, value in enumerate(values)) % 11 == 0


_ISO = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)")
_PDF = re.compile(r"(?:D:)?(\d{4})(\d{2})(\d{2})")
_DAY_FIRST = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)")
_MONTHS = (
    (re.compile(r"\A(\d{4})[-/.](\d{1,2})(?!\d)"), 1, 2),
    (re.compile(r"\A(\d{1,2})[-/.](\d{4})\Z"), 2, 1),
)
_YEAR = re.compile(r"(?<!\d)(1[4-9]\d\d|20\d\d)(?!\d)", re.ASCII)
_MAX_DATE_LENGTH = 60
_NAMED_MONTH_FORMATS = ("%d %B %Y", "%B %d, %Y", "%d %b %Y", "%b %d, %Y")


def iso_day(text: str) -> str:
    """Return the day of a date ('2026-11-21'), or '' if it contains none.

    ISO dates with any time after them, PDF dates (`D:20261121...`), `21.11.2026`, English month
    names, and mail dates are supported. Dates with slashes and the year last are not, because they
    are ambiguous.
    """
    text = text.strip()
    for pattern in (_ISO, _PDF):
        if found := pattern.match(text):
            return _day(int(found[1]), int(found[2]), int(found[3]))
    if found := _DAY_FIRST.match(text):
        return _day(int(found[3]), int(found[2]), int(found[1]))
    return _day_with_month_name(text) if text else ""


def issue_date(text: str) -> str:
    """Return a publication date in ISO 8601, as precise as the text; '' if there is none.

    '4 March 2021' is '2021-03-04', 'May 2011' and '05/2011' are '2011-05', 'c. 2005' is '2005'.
    """
    text = " ".join(text.split())[:_MAX_DATE_LENGTH]
    if day := iso_day(text):
        return day
    for pattern, year, month in _MONTHS:
        if (found := pattern.search(text)) and 1 <= int(found[month]) <= 12:
            return f"{found[year]}-{int(found[month]):02}"
    for form in ("%B %Y", "%b %Y", "%Y %B", "%Y %b"):
        try:
            return datetime.strptime(text, form).replace(tzinfo=UTC).date().isoformat()[:7]
        except ValueError:
            continue
    years = set(_YEAR.findall(text))
    return years.pop() if len(years) == 1 else ""


def _day(year: int, month: int, day: int) -> str:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return ""


def _day_with_month_name(text: str) -> str:
    for form in _NAMED_MONTH_FORMATS:
        try:
            return datetime.strptime(text, form).replace(tzinfo=UTC).date().isoformat()
        except ValueError:
            continue
    try:
        return parsedate_to_datetime(text).date().isoformat()
    except (ValueError, TypeError, IndexError, OverflowError, RecursionError):
        return ""


Values = Mapping[str, tuple[str, ...]]

_FENCE = re.compile(r"(---|\+\+\+)[ \t]*(?:\r\n|\r|\n)")
_JSON_START = re.compile(r"\{[ \t]*(?:\r\n|\r|\n)[ \t]*\"")
_JSON_END = re.compile(r"[ \t]*(?:\r\n|\r|\n|\Z)")
_MAX_FRONT_MATTER = 65_536
_MAX_TAGS = 100
_MAX_TAG_LENGTH = 100
_KEY_LINE = re.compile(r"([A-Za-z][\w -]{0,40}):(?:[ \t]+(.*?))?[ \t]*\Z")
_PEOPLE = frozenset({"author", "authors"})
_SEARCHED_KEYS = frozenset(
    {
        "title", "tags", "tag", "lang", "language", "locale", "trust", "trust_level", "date",
        "created", "published", "lastmod", "modified", "updated", "last_modified", "year",
    }
)  # fmt: skip
# Numbers and switches: 'weight: 30', 'draft: false'.
_NUMBER_OR_SWITCH = re.compile(r"[\d.,+-]*|true|false|yes|no|null", re.IGNORECASE)
_FAMILY = ("family", "last", "lastname", "last_name", "surname", "family-names")
_GIVEN = ("given", "first", "firstname", "first_name", "given-names", "given_names")
_PARTICLES = ("non-dropping-particle", "dropping-particle", "name-particle")
_FOLDED_KEY = re.compile(r"([A-Za-z][\w-]*): +>(-?) *")
_BRACKET = re.compile(r"[\[\]{}]")
_MAX_FLOW_DEPTH = 100
# A line of plain YAML, as in most front matter: a key, with its value or a list below.
_PLAIN_VALUE = r"(?:[^\W_]|/)(?:[^\s:#]|:(?=\S)|(?<=\S)#| (?=[^\s:#]))*|\"[^\"\\]*\"|'[^']*'"
_PLAIN_LINE = re.compile(rf"([A-Za-z][\w-]*):(?: +({_PLAIN_VALUE}))? *|(  )?- +({_PLAIN_VALUE}) *|")
# A nested key; values with keys are not used.
_INNER_LINE = re.compile(rf"((?:  )+)[A-Za-z][\w-]*:( +(?:{_PLAIN_VALUE}))? *")


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The values of front matter.

    Its content is [start, end) of the text; the text after the front matter begins at `body`.
    """

    body: int = 0
    start: int = 0
    end: int = 0
    values: Values = field(default_factory=dict)
    warnings: tuple[Message, ...] = ()

    @property
    def metadata(self) -> DocumentMetadata:
        """The values as metadata, without unknown keys."""
        return _metadata(self.values)

    @property
    def has_more(self) -> bool:
        """Whether the front matter has other texts than a title, tags and dates."""
        return any(
            not _NUMBER_OR_SWITCH.fullmatch(value)
            for key, values in self.values.items()
            if key not in _SEARCHED_KEYS
            for value in values
        )


def read_front_matter(text: str) -> FrontMatter:
    """Return the front matter at the beginning of `text`, or an empty one."""
    opening = _FENCE.match(text)
    if opening is None:
        return _json_front_matter(text)
    closing = _closing(text, opening)
    if closing is None or closing.start() - opening.end() > _MAX_FRONT_MATTER:
        return FrontMatter()
    inside = text[opening.end() : closing.start()]
    values, warnings = _toml(inside) if opening[1] == "+++" else _yaml(inside)
    if values is None:
        return FrontMatter()
    return FrontMatter(closing.end(), opening.end(), closing.start(), values, warnings)


def _json_front_matter(text: str) -> FrontMatter:
    """Read a JSON object before the text, on separate lines (as Hugo writes it)."""
    if not _JSON_START.match(text):
        return FrontMatter()
    try:
        found, end = json.JSONDecoder().raw_decode(text[:_MAX_FRONT_MATTER])
    except (ValueError, RecursionError):
        return FrontMatter()
    rest = _JSON_END.match(text, end)
    if not isinstance(found, dict) or rest is None:
        return FrontMatter()
    return FrontMatter(rest.end(), 0, end, _values(found))


def tag_list(values: Iterable[str]) -> tuple[str, ...]:
    """Return tags without '#' and duplicates (ignoring case); commas separate tags."""
    tags: dict[str, str] = {}
    for value in values:
        for part in value.split(","):
            tag = " ".join(part.split()).lstrip("#").strip()
            if tag and len(tag) <= _MAX_TAG_LENGTH and len(tags) < _MAX_TAGS:
                tags.setdefault(tag.casefold(), tag)
    return tuple(tags.values())


def _closing(text: str, opening: re.Match[str]) -> re.Match[str] | None:
    marks = r"\+\+\+" if opening[1] == "+++" else r"(?:---|\.\.\.)"
    fence = re.compile(rf"(?:\A|(?<=[\r\n])){marks}[ \t]*(?:\r\n|\r|\n|\Z)")
    return fence.search(text, opening.end(), opening.end() + _MAX_FRONT_MATTER + 8)


def _yaml(inside: str) -> tuple[Values | None, tuple[Message, ...]]:
    text = inside.replace("\r\n", "\n").replace("\r", "\n")
    try:
        if _flow_depth(text) > _MAX_FLOW_DEPTH:
            raise RecursionError
        return _plain_yaml(text) or _top_level(text), ()
    except (yaml.YAMLError, ValueError, RecursionError):
        values = _key_lines(inside)
        return values, (message("The front matter is not valid YAML; it was read line by line."),)


def _flow_depth(inside: str) -> int:
    """Return the nesting depth of brackets; the parser takes time quadratic in it."""
    depths = accumulate(1 if sign in "[{" else -1 for sign in _BRACKET.findall(inside))
    return max(depths, default=0)


def _plain_yaml(inside: str) -> Values | None:
    """Return the values of YAML that consists of plain lines; None for any other YAML.

    For most files this avoids the general parser, which takes a fifth of the time of reading a
    note.
    """
    table: dict[str, str | list[str]] = {}
    items: list[str] | None = None
    list_indent: str | None = None
    inner = 0  # the maximum indentation of a nested key; 0 after a value
    lines = iter(inside.splitlines())
    for line in lines:
        if folded := _FOLDED_KEY.fullmatch(line):
            text, line = _folded_text(lines)  # noqa: PLW2901 (the line after the text)
            if not text or not inside.endswith("\n"):
                return None
            items = None
            inner = 0
            table.setdefault(folded[1].casefold(), text + "\n" * (folded[2] != "-"))
        if inner and line.isprintable() and (below := _INNER_LINE.fullmatch(line)):
            depth = len(below[1])
            if depth > inner:
                return None
            items, inner = None, depth if below[2] else depth + 2
            continue
        found = _PLAIN_LINE.fullmatch(line) if line.isprintable() else None
        if found is None:
            return None
        key, value, indent, item = found.groups()
        if item:
            if items is None or (items and indent != list_indent):
                return None
            list_indent = indent
            items.append(_unquoted(item))
            inner = 0
        elif key:
            items = None if value else []
            inner = 0 if value or key.casefold() in _PEOPLE else 2
            table.setdefault(key.casefold(), _unquoted(value) if items is None else items)
    return _values(table)


def _folded_text(lines: Iterator[str]) -> tuple[str, str]:
    """Return the text of the lines indented by two spaces, and the line after them."""
    parts: list[str] = []
    for line in lines:
        if not (line.startswith("  ") and line[2:3].strip() and line.isprintable()):
            return " ".join(parts), line
        parts.append(line[2:])
    return " ".join(parts), ""


def _unquoted(value: str) -> str:
    return value[1:-1] if value[0] in "\"'" else value


def _top_level(inside: str) -> Values | None:
    """Return the top-level scalars and lists; None if the YAML is not a mapping.

    PyYAML's parser in C is not used: documents that share a process are read by Python alone.
    """
    root: list[object] = []
    open_collections: list[_OpenCollection] = [_OpenCollection(root)]
    for event in yaml.parse(inside, Loader=yaml.Loader):
        if isinstance(event, yaml.CollectionStartEvent):
            inner: dict[str, object] | list[object]
            inner = {} if isinstance(event, yaml.MappingStartEvent) else []
            open_collections[-1].take(inner)
            open_collections.append(_OpenCollection(inner))
        elif isinstance(event, yaml.CollectionEndEvent):
            open_collections.pop()
        elif isinstance(event, yaml.ScalarEvent):
            open_collections[-1].take(str(event.value))
        elif isinstance(event, yaml.AliasEvent):
            open_collections[-1].take("")
    found = root[0] if root else None
    return _values(found) if isinstance(found, dict) else None


class _OpenCollection:
    """A list or mapping that is being read."""

    __slots__ = ("_into", "_key")

    def __init__(self, into: dict[str, object] | list[object]) -> None:
        self._into = into
        self._key: str | None = None

    def take(self, value: object) -> None:
        """Append to the list; in a mapping, take keys and values in turn (first value per key)."""
        if isinstance(self._into, list):
            self._into.append(value)
        elif self._key is None:
            self._key = value.strip().casefold() if isinstance(value, str) else ""
        else:
            self._into.setdefault(self._key, value)
            self._key = None


def _key_lines(inside: str) -> Values | None:
    """Read the `key: value` lines of broken YAML.

    Return None if most lines have another form.
    """
    values: dict[str, tuple[str, ...]] = {}
    lines = [line for line in re.split(r"\r\n|\r|\n", inside) if line.strip()]
    key = ""
    understood = 0
    for line in lines:
        found = _KEY_LINE.match(line)
        if found:
            key = found[1].casefold()
            value = (found[2] or "").strip("\"'[] \t")
            values[key] = (value,) if value else ()
        elif key and line.lstrip().startswith("- "):
            values[key] = (*values[key], line.lstrip()[2:].strip("\"' \t"))
        understood += bool(found) or line[0] in " \t-#"
    return values if lines and understood * 2 > len(lines) else None


def _toml(inside: str) -> tuple[Values | None, tuple[Message, ...]]:
    try:
        table = tomllib.loads(inside.replace("\r\n", "\n").replace("\r", "\n"))
    except (ValueError, RecursionError):
        return None, ()
    return _values(table), ()


def _values(table: Mapping[str, object]) -> Values:
    """Return the scalars of each key; people may also be described by mappings."""
    values: dict[str, tuple[str, ...]] = {}
    for name, value in table.items():
        key = str(name).strip().casefold()
        items = value if isinstance(value, list) else [value]
        if key in _PEOPLE:
            items = [_person(item) if isinstance(item, dict) else item for item in items]
        values[key] = tuple(str(item) for item in items if _is_scalar(item))
    return values


def _is_scalar(value: object) -> bool:
    return value is not None and value != "" and not isinstance(value, dict | list)


def _person(described: Mapping[str, object], depth: int = 0) -> str:
    """Return 'Family, Given' from a description of a person in Pandoc, Quarto, Hugo or JATS."""
    words = {str(key).casefold(): value for key, value in described.items()}
    name = next((words[key] for key in ("literal", "name", "full") if words.get(key)), "")
    if isinstance(name, dict):
        return "" if depth else _person(name, depth + 1)
    if _is_scalar(name):
        return str(name)
    parts = [
        next((str(words[key]) for key in keys if _is_scalar(words.get(key))), "")
        for keys in (_PARTICLES, _FAMILY, _GIVEN)
    ]
    family = f"{parts[0]} {parts[1]}".strip()
    return f"{family}, {parts[2]}" if family and parts[2] else family or parts[2]


def _metadata(values: Values) -> DocumentMetadata:
    return DocumentMetadata(
        title=_first(values, "title"),
        author=authors_of(_all(values, "author", "authors")),
        tags=tag_list(_all(values, "tags", "tag", "keywords")),
        lang=declared_language(_first(values, "lang", "language", "locale")),
        trust=_trust(_first(values, "trust", "trust_level")),
        created=iso_day(_first(values, "date", "created", "published")),
        issued=issue_date(_first(values, "issued", "date", "published", "year", "created")),
        modified=iso_day(_first(values, "lastmod", "modified", "updated", "last_modified")),
        doi=doi_of(_first(values, "doi")),
        isbn=isbn_of(_first(values, "isbn")),
        url=url_of(_first(values, "url", "link", "source", "permalink")),
        publisher=name_in_one_line(_first(values, "publisher")),
        container=name_in_one_line(
            _first(values, "container-title", "container", "journal", "booktitle", "publication")
        ),
    )


def _all(values: Values, *keys: str) -> tuple[str, ...]:
    return tuple(value for key in keys for value in values.get(key, ()))


def _first(values: Values, *keys: str) -> str:
    return " ".join(next(iter(_all(values, *keys)), "").split())[:500]


def _trust(word: str) -> TrustLevel | None:
    known = {level.value: level for level in TrustLevel}
    return known.get(word.casefold())
