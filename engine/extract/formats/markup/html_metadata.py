"""The metadata of a web page: its title, its language, its meta elements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from twofold.engine.extract.declared import declared_values
from twofold.engine.extract.languages import declared_language
from twofold.engine.extract.metadata import (
    authors_of,
    doi_of,
    isbn_of,
    iso_day,
    issue_date,
    name_in_one_line,
    tag_list,
    url_of,
)
from twofold.engine.model.document import DocumentMetadata
from twofold.engine.model.filters import TrustLevel

_CREATED = (
    "citation_publication_date", "citation_date",
    "article:published_time", "dcterms.created", "dc.date.created", "datepublished", "dcterms.date",
    "dc.date", "date", "pubdate",
)  # fmt: skip
_MODIFIED = (
    "article:modified_time", "dcterms.modified", "datemodified", "last-modified", "revised",
)  # fmt: skip
_AUTHORS = ("citation_author", "dc.creator", "dcterms.creator", "author")
_DECLARED = {
    "description": (
        "description", "og:description", "twitter:description", "dc.description",
        "dcterms.description", "dcterms.abstract", "citation_abstract", "abstract", "summary",
    ),
    "subject": ("subject", "dc.subject", "dcterms.subject", "topic", "classification"),
    "keywords": ("keywords", "citation_keywords", "news_keywords", "article:tag", "parsely-tags"),
    "category": ("category", "article:section", "page-topic"),
    "company": ("company", "organization"),
    "manager": ("manager",),
    "comments": ("comments",),
    "contributor": ("dc.contributor", "dcterms.contributor"),
    "rights": ("copyright", "dc.rights", "dcterms.rights", "rights"),
    "site": ("og:site_name", "application-name"),
    "place": ("geo.placename", "dc.coverage", "dcterms.spatial"),
}  # fmt: skip
_MAX_VALUE_LENGTH = 2000
_MAX_AUTHORS = 200


class HtmlMetadata:
    """Collects the title, the language and the meta elements of one document."""

    def __init__(self) -> None:
        self.title = ""
        self._lang = ""
        self._values: dict[str, str] = {}
        self._authors: list[str] = []

    def take(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Add the attributes of an `html` or `meta` element; the first value of a name is kept."""
        if tag == "html":
            self._lang = self._lang or attributes.get("lang") or attributes.get("xml:lang", "")
            return
        keys = ("name", "property", "itemprop", "http-equiv")
        name = next((attributes[key] for key in keys if attributes.get(key)), "").strip().lower()
        if name and len(self._values) < 200:
            self._values.setdefault(name, attributes.get("content", "")[:_MAX_VALUE_LENGTH])
        if name in _AUTHORS and len(self._authors) < _MAX_AUTHORS:
            self._authors.append(attributes.get("content", "")[:_MAX_VALUE_LENGTH])

    def as_metadata(self) -> DocumentMetadata:
        """Return the metadata, without invalid dates."""
        title = self._first("citation_title") or self.title or self._first("og:title")
        trust = {level.value: level for level in TrustLevel}
        return DocumentMetadata(
            title=" ".join(title.split())[:500],
            author=authors_of(self._authors),
            tags=tag_list([self._first("keywords")]),
            lang=declared_language(self._lang or self._first("content-language", "language")),
            trust=trust.get(self._first("trust").strip().casefold()),
            created=self._day(_CREATED),
            issued=next(filter(None, (issue_date(self._first(name)) for name in _CREATED)), ""),
            modified=self._day(_MODIFIED),
            doi=doi_of(self._first("citation_doi", "prism.doi", "dc.identifier")),
            isbn=isbn_of(self._first("citation_isbn", "book:isbn", "dc.identifier")),
            properties=declared_values(self._declared()),
            url=url_of(self._first("citation_public_url", "og:url", "dc.identifier.uri")),
            publisher=self._one_line("citation_publisher", "dc.publisher"),
            container=self._one_line(
                "citation_journal_title",
                "citation_inbook_title",
                "citation_conference_title",
                "prism.publicationname",
            ),
        )

    def _declared(self) -> Iterator[tuple[str, str]]:
        for name, keys in _DECLARED.items():
            yield from ((name, self._values[key]) for key in keys if key in self._values)

    def _one_line(self, *names: str) -> str:
        return name_in_one_line(self._first(*names))

    def _first(self, *names: str) -> str:
        return next((self._values[name] for name in names if name in self._values), "")

    def _day(self, names: tuple[str, ...]) -> str:
        days = (iso_day(self._values.get(name, "")) for name in names)
        return next((day for day in days if day), "")
