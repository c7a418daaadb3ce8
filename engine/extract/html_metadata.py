"""What an HTML document says of itself in its head."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.document import DocumentMetadata
from engine.core.request import TrustLevel
from engine.extract.dates import iso_day
from engine.extract.front_matter import tag_list
from engine.extract.languages import declared_language

_CREATED = (
    "article:published_time", "dcterms.created", "dc.date.created", "datepublished", "dcterms.date",
    "dc.date", "date", "pubdate",
)  # fmt: skip
_MODIFIED = (
    "article:modified_time", "dcterms.modified", "datemodified", "last-modified", "revised",
)  # fmt: skip
_LONGEST_VALUE = 2000


class HtmlMetadata:
    """Collects the title, the language and the meta elements of one document."""

    def __init__(self) -> None:
        self.title = ""
        self._lang = ""
        self._values: dict[str, str] = {}

    def take(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Take the attributes of an `html` or `meta` element; the first of a name counts."""
        if tag == "html":
            self._lang = self._lang or attributes.get("lang") or attributes.get("xml:lang", "")
            return
        keys = ("name", "property", "itemprop", "http-equiv")
        name = next((attributes[key] for key in keys if attributes.get(key)), "").strip().lower()
        if name and len(self._values) < 200:
            self._values.setdefault(name, attributes.get("content", "")[:_LONGEST_VALUE])

    def as_metadata(self) -> DocumentMetadata:
        """Return what was found; dates that are none are left out."""
        title = self.title or self._values.get("og:title", "")
        trust = {level.value: level for level in TrustLevel}
        return DocumentMetadata(
            title=" ".join(title.split())[:500],
            author=" ".join((self._values.get("author") or self._first("dc.creator")).split()),
            tags=tag_list([self._first("keywords")]),
            lang=declared_language(self._lang or self._first("content-language", "language")),
            trust=trust.get(self._first("trust").strip().casefold()),
            created=self._day(_CREATED),
            modified=self._day(_MODIFIED),
        )

    def _first(self, *names: str) -> str:
        return next((self._values[name] for name in names if name in self._values), "")

    def _day(self, names: tuple[str, ...]) -> str:
        days = (iso_day(self._values.get(name, "")) for name in names)
        return next((day for day in days if day), "")
