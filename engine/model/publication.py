"""The publication data of a document, and its field names in each format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from twofold.engine.model.localized import Message, message


def _published(  # the type of dataclasses.field
    label: Message,
    csl: str = "",
    bibtex: str = "",
    ris: str = "",
    *,
    in_table: bool = False,
    has_names: bool = False,
) -> Any:  # noqa: ANN401
    """Declare a field with its label and its names in the formats ('' if a format has none).

    Fields that are `in_table` are columns of CSV exports. A field that `has_names` is a list of
    people, written like an author: 'A; B'.
    """
    names = {"label": label, "csl": csl, "bibtex": bibtex, "ris": ris}
    kinds = {"in_table": in_table, "has_names": has_names}
    return field(default="", metadata={**names, **kinds})


@dataclass(frozen=True, slots=True, kw_only=True)
class Publication:
    """The publication data that a document declares; '' for missing values.

    `container` is the journal, collection or other work it was published in. `item_type` is a type
    of CSL 1.0.2. `citation_key` and `entry_url` identify the document's entry in a reference
    manager.
    """

    container: str = _published(
        message("Published in"), "container-title", "booktitle", "T2", in_table=True
    )
    publisher: str = _published(message("Publisher"), "publisher", "publisher", "PB", in_table=True)
    doi: str = _published(message("DOI"), "DOI", "doi", "DO", in_table=True)
    isbn: str = _published(message("ISBN"), "ISBN", "isbn", "SN", in_table=True)
    url: str = _published(message("Address"), "URL", "url", "UR", in_table=True)
    volume: str = _published(message("Volume"), "volume", "volume", "VL")
    issue: str = _published(message("Issue"), "issue", "number", "IS")
    page: str = _published(message("Pages"), "page", "pages", "SP")
    edition: str = _published(message("Edition"), "edition", "edition", "ET")
    publisher_place: str = _published(
        message("Place of publication"), "publisher-place", "address", "CY"
    )
    issn: str = _published(message("ISSN"), "ISSN", "issn", "SN")
    genre: str = _published(message("Kind"), "genre")
    editor: str = _published(message("Editor"), "editor", "editor", "ED", has_names=True)
    translator: str = _published(message("Translator"), "translator", has_names=True)
    item_type: str = _published(message("Item type"))
    citation_key: str = _published(message("Citation key"), "citation-key")
    entry_url: str = _published(message("Entry"))


@dataclass(frozen=True, slots=True)
class PublicationField:
    """A field of `Publication` and its names in the formats; '' if a format has none."""

    name: str
    label: Message
    csl: str
    bibtex: str
    ris: str
    in_table: bool
    has_names: bool


PUBLICATION_FIELDS = tuple(
    PublicationField(each.name, **each.metadata) for each in fields(Publication)
)


def publication_of(source: Publication) -> dict[str, Any]:
    """Return the fields of `Publication` by name, as arguments for another class."""
    return {each.name: getattr(source, each.name) for each in PUBLICATION_FIELDS}


def stated_publication(source: Publication) -> dict[PublicationField, str]:
    """Return the publication data that a document declares, in the order of the fields."""
    values = publication_of(source)
    return {each: values[each.name] for each in PUBLICATION_FIELDS if values[each.name]}


def known_publication(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the `values` that are fields of `Publication`."""
    return {each.name: values[each.name] for each in PUBLICATION_FIELDS if each.name in values}


def fields_in_order(*names: str) -> tuple[PublicationField, ...]:
    """Return all fields: first those in `names`, in this order, then the others as declared."""
    known = {each.name: each for each in PUBLICATION_FIELDS}
    first = [known.pop(name) for name in names]
    return (*first, *known.values())
