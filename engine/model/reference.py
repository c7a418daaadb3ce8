"""References to documents: authors, date, publication data and citation keys."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from urllib.parse import quote

from twofold.engine.model.publication import Publication

_DATE = re.compile(r"(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?", re.ASCII)
# Particles that belong to the family name after them.
_PARTICLES = frozenset({
    "van", "von", "der", "den", "de", "del", "della", "di", "da", "dos", "du", "la", "le", "ter",
    "ten", "zu", "zur", "af", "av", "bin", "ibn", "al", "el",
})  # fmt: skip
# Words that occur only in names of organisations.
_ORGANISATION_WORDS = frozenset({
    "organization", "organisation", "university", "universität", "université", "universidad",
    "universidade", "università", "universiteit", "institute", "institut", "instituto", "istituto",
    "foundation", "stiftung", "fondation", "department", "ministry", "ministerium", "ministère",
    "bundesamt", "bundesministerium", "agency", "agence", "committee", "commission", "council",
    "association", "society", "gesellschaft", "société", "verein", "group", "team", "project",
    "projekt", "company", "inc", "ltd", "llc", "llp", "plc", "gmbh", "corporation", "corp",
    "consortium", "laboratory", "laboratories", "bureau", "centre", "center", "centres", "centers",
    "college", "hospital", "library",
    "museum", "authors", "contributors", "community", "federation", "authority", "government",
    "alliance", "verlag", "publishing", "publishers", "programme", "academy", "akademie",
    "académie", "initiative", "network", "nations", "collaboration", "financial", "online",
    "services", "holdings", "partners", "solutions", "technologies", "software", "systems",
    "securities", "agent",
})  # fmt: skip

# The part of an organisation's name after a comma.
_APPOSITION = re.compile(r"(?:an?|the|ein|eine|une?) ")
_SUFFIX = re.compile(r"(?:Jr|Sr|Jun|Sen|II|III|IV)\.?")
_LEGAL_FORM = re.compile(r"(?i:inc|ltd|llc|llp|plc|gmbh|ag|corp|co|s\.a|n\.v)\.?")


@dataclass(frozen=True, slots=True)
class Name:
    """A personal name (`family`, `given` and `suffix`), or one that cannot be split (`literal`).

    The suffix is a part such as 'Jr.' or 'III'.
    """

    family: str = ""
    given: str = ""
    literal: str = ""
    suffix: str = ""

    @property
    def in_order_of_family(self) -> str:
        """Return 'Family, Suffix, Given' as in BibTeX, or the literal name."""
        return self.literal or ", ".join(filter(None, (self.family, self.suffix, self.given)))

    @property
    def in_order_of_reading(self) -> str:
        """Return 'Given Family Suffix', or the literal name."""
        return self.literal or " ".join(filter(None, (self.given, self.family, self.suffix)))


@dataclass(frozen=True, slots=True)
class Reference(Publication):
    """The bibliographic data of one document; '' and () if unknown.

    `kind` is a type of CSL 1.0.2, `issued` is year, month and day, as far as they are known. `key`
    is the document's citation key in reference managers.
    """

    id: str
    kind: str
    title: str
    authors: tuple[Name, ...] = ()
    issued: tuple[int, ...] = ()
    lang: str = ""
    key: str = ""

    @property
    def year(self) -> str:
        """The year, or ''."""
        return str(self.issued[0]) if self.issued else ""

    @property
    def web_address(self) -> str:
        """The address of the DOI or of the page, or ''. Addresses of other kinds are left out."""
        if self.doi:
            return f"https://doi.org/{quote(self.doi, safe='/:().;')}"
        return self.url if self.url.startswith(("https://", "http://")) else ""


@dataclass(frozen=True, slots=True)
class FiledReference:
    """A reference and the paths of its files, as written to a bibliography."""

    reference: Reference
    files: tuple[str, ...] = ()


def citation_key(text: str) -> str:
    """Return a citation key without characters that LaTeX does not allow, up to 100 characters."""
    return re.sub(r"[^\w:.+/-]", "", text)[:100]


def names_of(author: str) -> tuple[Name, ...]:
    """Split 'Ada Lovelace; Babbage, Charles', 'A and B' or 'Ada L, Bo M' into names."""
    author = _with_english_and(" ".join(author.split()))
    if _is_organisation(author):
        return (Name(literal=author),)
    if ";" in author:
        parts = author.split(";")
    elif " and " in author:
        parts = re.split(r",? and (?:others$)?", author)
        if "," not in parts[-1]:
            parts = [part for listed in parts for part in _at_commas(listed)]
    else:
        parts = _at_commas(author)
    return tuple(name_of(part) for part in parts if part.strip())


def joined_names(names: Iterable[Name]) -> str:
    """Return names as 'Lovelace, Ada; Babbage, Charles', which `names_of` splits again.

    A single name that looks like two ends with a semicolon: 'García Márquez, Gabriel José;'.
    """
    text = "; ".join(name.in_order_of_family for name in names)
    return f"{text};" if ";" not in text and len(names_of(text)) > 1 else text


def _with_english_and(author: str) -> str:
    """Return 'A and B' for 'A & B', 'A und B' and 'A et B' if both are personal names."""
    for conjunction in (" & ", " und ", " et "):
        names = author.split(conjunction)
        if len(names) > 1 and not any(name_of(name).literal for name in names):
            return " and ".join(names)
    return author


def _is_organisation(author: str) -> bool:
    """Return whether a text with commas or 'and' is the name of one organisation.

    Examples: 'EDGAR Online, a division of R.R. Donnelley & Sons Company' and 'Johnson and Johnson,
    Inc.'. Such a name contains a word for an organisation, and its parts are not personal names.
    """
    words = [word.strip(".,()").lower() for word in author.split()]
    if ";" in author or _ORGANISATION_WORDS.isdisjoint(words):
        return False
    parts = [part.strip() for part in re.split(r", and |,| and ", author)]
    if len(parts) < 2:
        return False
    has_apposition = any(_APPOSITION.match(part) for part in parts[1:])
    return (
        has_apposition
        or any(_LEGAL_FORM.fullmatch(part) for part in parts[1:])
        or (
            "," not in author and " and The " not in author and any(" " not in one for one in parts)
        )
    )


def _at_commas(author: str) -> list[str]:
    """Split at commas if each part is a complete name, which may have a suffix: 'Bo M, Jr.'."""
    parts: list[str] = []
    for part in author.split(","):
        if parts and _SUFFIX.fullmatch(part.strip()):
            parts[-1] += f",{part}"
        else:
            parts.append(part)
    is_list = len(parts) > 1 and all(" " in part.partition(",")[0].strip() for part in parts)
    return parts if is_list or len(parts) > 2 else [author]


def name_of(text: str) -> Name:
    """Parse one name: 'Lovelace, Ada', 'Ludwig van Beethoven' or the name of an organisation.

    A suffix is at the end, or after the family name: 'King, Jr., Martin Luther'.
    """
    text = text.strip()
    parts = [part.strip() for part in text.split(",")]
    at = next((at for at, part in enumerate(parts) if at and _SUFFIX.fullmatch(part)), 0)
    if at:
        return _with_suffix(", ".join(parts[:at] + parts[at + 1 :]), parts[at], text)
    family, comma, given = text.partition(",")
    first, _, last = (family if given else text).rpartition(" ")
    if first and _SUFFIX.fullmatch(last):
        return _with_suffix(first + comma + given, last, text)
    is_company = "&" in text or given.strip(" .").lower() in _ORGANISATION_WORDS
    if comma and given.strip() and not is_company:
        return Name(family.strip(), given.strip())
    words = text.split()
    is_person = 2 <= len(words) <= 5 and all(map(_is_name_word, words))
    if not is_person or any(word.strip(".,").lower() in _ORGANISATION_WORDS for word in words):
        return Name(literal=text)
    at = len(words) - 1
    while at > 1 and words[at - 1].lower() in _PARTICLES and words[at - 1].islower():
        at -= 1
    return Name(" ".join(words[at:]), " ".join(words[:at]))


def _with_suffix(text: str, suffix: str, whole: str) -> Name:
    name = name_of(text)
    return Name(literal=whole) if name.literal else replace(name, suffix=suffix)


def _is_name_word(word: str) -> bool:
    letters = word.strip(".'’-")
    is_name = letters[:1].isupper() or word in _PARTICLES
    return is_name and not any(sign.isdigit() or sign in "@/&()" for sign in word)


def bare_doi(doi: str) -> str:
    """Return '10.1000/182' for 'https://doi.org/10.1000/182' and 'doi:10.1000/182'."""
    at = doi.find("10.")
    return doi[at:].strip() if at >= 0 else ""


def issued_of(date: str) -> tuple[int, ...]:
    """Return year, month and day of '2026-11-21' or '2026'; () for other texts."""
    found = _DATE.match(date)
    parts = tuple(int(part) for part in found.groups() if part) if found else ()
    return in_calendar(parts)


def first_day(date: str) -> str:
    """Return the first day of a date of publication: '2026-11-01' for '2026-11'."""
    return date + "-01-01"[len(date) - 4 :] if date else ""


def in_calendar(parts: tuple[int, ...]) -> tuple[int, ...]:
    """Return year, month and day up to the first one that is out of range."""
    known = (any(parts[:1]), 1 <= sum(parts[1:2]) <= 12, 1 <= sum(parts[2:3]) <= 31)
    return parts[: (*known, False).index(False)]


_NO_KEY = re.compile(r"[^a-z0-9]+")
_SMALL = frozenset({
    "a", "an", "the", "on", "of", "in", "at", "for", "to", "and", "der", "die", "das", "ein",
    "eine", "le", "la", "les", "un", "une",
})  # fmt: skip


def with_keys(references: Sequence[Reference]) -> tuple[Reference, ...]:
    """Return references with distinct citation keys (`okafor1998first`); existing keys are kept."""
    taken: dict[str, int] = {}
    return tuple(
        replace(reference, key=_free(reference.key or _key(reference), taken))
        for reference in references
    )


def _free(wanted: str, taken: dict[str, int]) -> str:
    """Return `wanted`, with the next free number if it is taken. `taken` counts its uses."""
    key = wanted
    while key.casefold() in taken:
        taken[wanted.casefold()] += 1
        key = f"{wanted}-{taken[wanted.casefold()]}"
    taken[key.casefold()] = 1
    return key


def _key(reference: Reference) -> str:
    author = reference.authors[0] if reference.authors else None
    family = (author.family or author.literal.partition(" ")[0]) if author else ""
    words = [_ascii(word) for word in reference.title.split()]
    words = [word for word in words if word and word not in _SMALL]
    key = f"{_ascii(family)}{reference.year}{words[0] if words else ''}"[:60]
    return key if key[:1].isalpha() else f"document{key}"


def _ascii(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")
    return _NO_KEY.sub("", plain.lower())
