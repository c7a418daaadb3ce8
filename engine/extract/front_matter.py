"""Front matter: what a Markdown file says of itself before its text.

YAML between `---` lines, TOML between `+++` lines, or a JSON object on lines of its own. YAML is
read as a stream of events and only the top level's scalars and lists of scalars are kept, as text:
nothing is constructed, so aliases cannot multiply, nesting cannot exhaust the stack, and `lang: no`
stays Norwegian.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import yaml

from engine.core.document import DocumentMetadata
from engine.core.request import TrustLevel
from engine.extract.dates import iso_day
from engine.extract.languages import declared_language
from engine.extract.publication import (
    authors_of,
    doi_of,
    isbn_of,
    name_in_one_line,
    url_of,
)

Values = Mapping[str, tuple[str, ...]]

_FENCE = re.compile(r"(---|\+\+\+)[ \t]*(?:\r\n|\r|\n)")
_JSON_START = re.compile(r"\{[ \t]*(?:\r\n|\r|\n)[ \t]*\"")
_JSON_END = re.compile(r"[ \t]*(?:\r\n|\r|\n|\Z)")
_LARGEST = 65_536
_MOST_TAGS = 100
_LONGEST_TAG = 100
_KEY_LINE = re.compile(r"([A-Za-z][\w -]{0,40}):(?:[ \t]+(.*?))?[ \t]*\Z")
_YAML_LOADER: type = getattr(yaml, "CLoader", yaml.Loader)


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The values of the front matter, and where it stands: [start, end) inside, `body` after."""

    body: int = 0
    start: int = 0
    end: int = 0
    values: Values = field(default_factory=dict)
    warnings: tuple[str, ...] = ()

    @property
    def metadata(self) -> DocumentMetadata:
        """The values as metadata; unknown keys are left out."""
        return _metadata(self.values)


def read_front_matter(text: str) -> FrontMatter:
    """Return the front matter `text` begins with; an empty one when it begins with none."""
    opening = _FENCE.match(text)
    if opening is None:
        return _json_front_matter(text)
    closing = _closing(text, opening)
    if closing is None or closing.start() - opening.end() > _LARGEST:
        return FrontMatter()
    inside = text[opening.end() : closing.start()]
    values, warnings = _toml(inside) if opening[1] == "+++" else _yaml(inside)
    if values is None:
        return FrontMatter()
    return FrontMatter(closing.end(), opening.end(), closing.start(), values, warnings)


def _json_front_matter(text: str) -> FrontMatter:
    """Read an object that stands before the text on lines of its own (as Hugo writes it)."""
    if not _JSON_START.match(text):
        return FrontMatter()
    try:
        found, end = json.JSONDecoder().raw_decode(text[:_LARGEST])
    except (ValueError, RecursionError):
        return FrontMatter()
    rest = _JSON_END.match(text, end)
    if not isinstance(found, dict) or rest is None:
        return FrontMatter()
    values = {str(key).casefold(): _scalars(value) for key, value in found.items()}
    return FrontMatter(rest.end(), 0, end, values)


def tag_list(values: Iterable[str]) -> tuple[str, ...]:
    """Return tags without '#' and doubles (whatever the case), each a list item or comma part."""
    tags: dict[str, str] = {}
    for value in values:
        for part in value.split(","):
            tag = " ".join(part.split()).lstrip("#").strip()
            if tag and len(tag) <= _LONGEST_TAG and len(tags) < _MOST_TAGS:
                tags.setdefault(tag.casefold(), tag)
    return tuple(tags.values())


def _closing(text: str, opening: re.Match[str]) -> re.Match[str] | None:
    marks = r"\+\+\+" if opening[1] == "+++" else r"(?:---|\.\.\.)"
    fence = re.compile(rf"(?:\A|(?<=[\r\n])){marks}[ \t]*(?:\r\n|\r|\n|\Z)")
    return fence.search(text, opening.end(), opening.end() + _LARGEST + 8)


def _yaml(inside: str) -> tuple[Values | None, tuple[str, ...]]:
    try:
        return _top_level(inside.replace("\r\n", "\n").replace("\r", "\n")), ()
    except (yaml.YAMLError, ValueError, RecursionError):
        values = _key_lines(inside)
        return values, ("The front matter is not valid YAML; it was read line by line.",)


def _top_level(inside: str) -> Values | None:
    """Return the top-level scalars and lists; None when the YAML is no mapping."""
    values: dict[str, tuple[str, ...]] = {}
    depth = 0
    key: str | None = None
    for event in yaml.parse(inside, Loader=_YAML_LOADER):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth == 1 and not isinstance(event, yaml.MappingStartEvent):
                return None
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        elif isinstance(event, yaml.ScalarEvent | yaml.AliasEvent):
            scalar = str(event.value) if isinstance(event, yaml.ScalarEvent) else ""
            if depth == 0:
                return None
            if depth == 1 and key is None:
                key = scalar.strip().casefold()
                continue
            if depth <= 2 and key is not None and scalar:
                values[key] = (*values.get(key, ()), scalar)
        if depth == 1 and key is not None and not isinstance(event, yaml.MappingStartEvent):
            key = None
    return values


def _key_lines(inside: str) -> Values | None:
    """Read broken YAML by its `key: value` lines; None when most lines are something else."""
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


def _toml(inside: str) -> tuple[Values | None, tuple[str, ...]]:
    try:
        table = tomllib.loads(inside.replace("\r\n", "\n").replace("\r", "\n"))
    except (ValueError, RecursionError):
        return None, ()
    return {key.casefold(): _scalars(value) for key, value in table.items()}, ()


def _scalars(value: object) -> tuple[str, ...]:
    values = value if isinstance(value, list) else [value]
    return tuple(str(item) for item in values if not isinstance(item, dict | list))


def _metadata(values: Values) -> DocumentMetadata:
    return DocumentMetadata(
        title=_first(values, "title"),
        author=authors_of(_all(values, "author", "authors")),
        tags=tag_list(_all(values, "tags", "tag", "keywords")),
        lang=declared_language(_first(values, "lang", "language", "locale")),
        trust=_trust(_first(values, "trust", "trust_level")),
        created=iso_day(_first(values, "date", "created", "published")),
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
