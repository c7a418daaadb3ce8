"""Check that versions of a text are found: python -m bench.check_families FOLDER.

2,000 documents are written to FOLDER and indexed. They contain 200 families of two to four versions
(corrected words, paragraphs added, removed and moved, renamed, saved in another format), and 200
documents made from 20 templates, which are no versions of each other. Precision and recall are
those of pairs of documents.
"""

from __future__ import annotations

import argparse
import html
import itertools
import random
import shutil
import sqlite3
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import docx

from tests.support.readable_folders import readable_folders
from twofold.engine.extract.process.reader import DocumentReader
from twofold.engine.indexing.ignore_rules import IgnoreRules
from twofold.engine.indexing.pipeline import Indexer
from twofold.engine.indexing.scan import FolderSummary, Scan
from twofold.engine.model.document import document_number
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.sync.indexes import Indexes

_DOCUMENTS, _FAMILIES, _TEMPLATES, _OF_A_TEMPLATE = 2000, 200, 20, 10
_LEAST = 0.98
_SYLLABLES = [first + vowel for first in "bdfgklmnprstvz" for vowel in "aeiou"]
_VOCABULARY, _ZIPF = 20_000, 1.05
_TYPES = ("md", "txt", "html", "docx", "pdf")
_MONTHS = (
    *("January", "February", "March", "April", "May"),
    *("June", "July", "August", "September", "October"),
)

Paragraphs = list[list[str]]


class Writer:
    """Writes the documents. `family_of` maps each path to its family; 0 without versions."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._folder = folder
        self._chance = random.Random(seed)
        self._words = [self._new_word() for _ in range(_VOCABULARY)]
        self._weights = list(
            itertools.accumulate(1 / (rank + 2.7) ** _ZIPF for rank in range(_VOCABULARY))
        )
        self.family_of: dict[str, int] = {}

    def write(self) -> None:
        """Write all documents."""
        for family in range(1, _FAMILIES + 1):
            self._write_family(family)
        for template in range(_TEMPLATES):
            self._write_filled(template)
        for number in range(_DOCUMENTS - len(self.family_of)):
            text = self._text(self._chance.randint(1, 25))
            self._save(f"others/{self._name()} {number}", self._type(), text, 0)

    def _write_family(self, family: int) -> None:
        text, kind = self._text(self._chance.randint(3, 25)), self._type()
        name = self._name()
        for number in range(1, self._chance.randint(2, 4) + 1):
            if number > 1:
                text = self._edited(text)
                kind = self._type() if self._chance.random() < 0.3 else kind
            marks = ("", f"_v{number}", f" ({number})", "_final", f" 2026-03-{number:02}", " draft")
            path = f"families/{family} {name}{self._chance.choice(marks)}"
            if self._chance.random() < 0.2:
                path = f"renamed/{self._name()}"
            if f"{path}.{kind}" in self.family_of:
                path = f"{path} v{number}"
            self._save(path, kind, text, family)

    def _edited(self, text: Paragraphs) -> Paragraphs:
        chance = self._chance
        edited = [paragraph[:] for paragraph in text]
        kinds = chance.sample(("words", "add", "remove", "move"), chance.randint(1, 3))
        if "words" in kinds:
            for _ in range(max(1, sum(map(len, edited)) // 100)):
                paragraph = chance.choice(edited)
                paragraph[chance.randrange(len(paragraph))] = self._word()
        if "add" in kinds:
            edited.insert(chance.randint(0, len(edited)), self._paragraph())
        if "remove" in kinds and len(edited) > 4:
            del edited[chance.randrange(len(edited))]
        if "move" in kinds:
            edited.insert(chance.randrange(len(edited)), edited.pop())
        return edited

    def _write_filled(self, template: int) -> None:
        """Write documents with the same boilerplate, about one half to nine tenths of the text."""
        chance = self._chance
        fixed = self._text(chance.randint(4, 10))
        series, kind = self._name(), self._type()
        slots = chance.randint(1, max(1, len(fixed) // 3)) if template % 2 else 0
        for number in range(_OF_A_TEMPLATE):
            text = [paragraph[:] for paragraph in fixed]
            day = f"{chance.randint(1, 28):02}.{chance.randint(1, 12):02}.{2015 + number}"
            client = [self._word().title() for _ in range(3)]
            facts = [f"{chance.randint(1000, 99999)}", day, *client]
            amounts = [f"{chance.randint(10, 99999)}.{chance.randint(10, 99)}" for _ in range(5)]
            text.insert(0, [self._word(), *facts])
            text.insert(len(text) // 2, [self._word(), *amounts, *facts])
            for _ in range(slots):
                text.insert(chance.randrange(len(text)), self._paragraph())
            names = (
                f"{series} {_MONTHS[number]}",
                f"{series} {2015 + number}",
                f"{series}-{chance.randint(1000, 9999)}",
                f"{series} {' '.join(client)}",
            )
            path = f"templates/{template} {names[template % len(names)]}"
            self._save(path, kind, text, 0)

    def _save(self, path: str, kind: str, text: Paragraphs, family: int) -> None:
        place = self._folder / f"{path}.{kind}"
        place.parent.mkdir(parents=True, exist_ok=True)
        _SAVED_AS[kind](place, [" ".join(paragraph) for paragraph in text])
        self.family_of[f"{path}.{kind}"] = family

    def _text(self, paragraphs: int) -> Paragraphs:
        return [self._paragraph() for _ in range(paragraphs)]

    def _paragraph(self) -> list[str]:
        words = self._chance.choices(
            self._words, cum_weights=self._weights, k=self._chance.randint(30, 90)
        )
        for _ in range(len(words) // 20):
            words[self._chance.randrange(len(words))] = str(self._chance.randint(1, 9999))
        return [*words[:-1], f"{words[-1]}."]

    def _word(self) -> str:
        return self._chance.choices(self._words, cum_weights=self._weights)[0]

    def _new_word(self) -> str:
        return "".join(self._chance.choices(_SYLLABLES, k=self._chance.randint(1, 4)))

    def _name(self) -> str:
        return " ".join(self._chance.choices(self._words, k=2))

    def _type(self) -> str:
        return self._chance.choice(_TYPES)


def _save_text(place: Path, paragraphs: Sequence[str]) -> None:
    place.write_text("\n\n".join(paragraphs), encoding="utf-8")


def _save_html(place: Path, paragraphs: Sequence[str]) -> None:
    body = "".join(f"<p>{html.escape(one)}</p>" for one in paragraphs)
    place.write_text(f"<html><body>{body}</body></html>", encoding="utf-8")


def _save_docx(place: Path, paragraphs: Sequence[str]) -> None:
    document = docx.Document()
    for paragraph in paragraphs:
        document.add_paragraph(paragraph)
    document.save(str(place))


def _save_pdf(place: Path, paragraphs: Sequence[str]) -> None:
    """Write a PDF with 50 lines a page, broken after about 90 letters, in Helvetica."""
    lines = [line for one in paragraphs for line in (*_wrapped(one), "")]
    pages = [lines[at : at + 50] for at in range(0, len(lines), 50)]
    numbers = " ".join(f"{4 + 2 * page} 0 R" for page in range(len(pages)))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Count {len(pages)} /Kids [{numbers}] >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for number, page in enumerate(pages):
        shown = "\n".join(f"({line}) Tj T*" for line in page)
        stream = f"BT /F1 10 Tf 12 TL 50 780 Td\n{shown}\nET"
        objects += [
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842]"  # noqa: ISC004
            f" /Resources << /Font << /F1 3 0 R >> >> /Contents {5 + 2 * number} 0 R >>",
            f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream",
        ]
    text, offsets = "%PDF-1.4\n", []
    for number, content in enumerate(objects, start=1):
        offsets.append(len(text))
        text += f"{number} 0 obj\n{content}\nendobj\n"
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    count = len(objects) + 1
    text += f"xref\n0 {count}\n0000000000 65535 f \n{table}trailer\n"
    text += f"<< /Size {count} /Root 1 0 R >>\nstartxref\n{text.index('xref')}\n%%EOF\n"
    place.write_bytes(text.encode("latin-1"))


def _wrapped(paragraph: str) -> Iterator[str]:
    line = ""
    for word in paragraph.split():
        if len(line) + len(word) > 90:
            yield line
            line = ""
        line = f"{line} {word}".strip()
    yield line


_SAVED_AS: dict[str, Callable[[Path, Sequence[str]], None]] = {
    "md": _save_text,
    "txt": _save_text,
    "html": _save_html,
    "docx": _save_docx,
    "pdf": _save_pdf,
}


def index(folder: Path, library: Path) -> None:
    """Index a folder into a new library."""
    shutil.rmtree(library, ignore_errors=True)
    library.mkdir(parents=True)
    catalog = Catalog.open(library / "catalog.sqlite")
    indexes, _ = Indexes.open(catalog, library / "lexical")
    catalog.add_folder(folder)
    reader = DocumentReader(folders=readable_folders, cuts=True)
    indexer = Indexer(catalog, indexes, reader, IgnoreRules())
    for _ in indexer.update([Scan(one) for one in catalog.folders()], FolderSummary()):
        pass
    reader.close()
    indexes.close()
    catalog.close()


def _print_accuracy(library: Path, folder: str, family_of: dict[str, int]) -> bool:
    paths = {document_number(folder, path): path for path in family_of}
    with sqlite3.connect(library / "catalog.sqlite") as connection:
        rows = connection.execute("SELECT document, family FROM versions WHERE family <> 0")
        found = _pairs((paths[document], family) for document, family in rows)
    planted = _pairs((path, family) for path, family in family_of.items() if family)
    precision = len(found & planted) / max(1, len(found))
    recall = len(found & planted) / len(planted)
    print(f"{len(family_of)} documents, {len(planted)} pairs of versions, {len(found)} found")
    print(f"precision {precision:.4f}, recall {recall:.4f}")
    for kind, pairs in (("wrong", found - planted), ("missed", planted - found)):
        for pair in sorted(map(sorted, pairs))[:10]:
            print(f"  {kind}: {' | '.join(pair)}")
    return precision >= _LEAST and recall >= _LEAST


def _pairs(families: Iterator[tuple[str, int]]) -> set[frozenset[str]]:
    members = defaultdict(list)
    for path, family in families:
        members[family].append(path)
    return {
        frozenset(pair) for group in members.values() for pair in itertools.combinations(group, 2)
    }


def main() -> int:
    """Print precision and recall. Return 1 if a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=44)
    arguments = parser.parse_args()
    documents, library = arguments.folder / "documents", arguments.folder / "library"
    shutil.rmtree(arguments.folder, ignore_errors=True)
    writer = Writer(documents, arguments.seed)
    writer.write()
    index(documents, library)
    is_accurate = _print_accuracy(library, documents.name, writer.family_of)
    return 0 if is_accurate else 1


if __name__ == "__main__":
    sys.exit(main())
