"""Whether the page that answers is found, in long documents.

    python -m tests.bench.bench_pages FOLDER --models DIR [--set alike] [--keep LIBRARY]

FOLDER holds the PDF files of a set: ten manuals, or eight guides that are nearly alike. They are
fetched by hand: without them the packages that have them are named. They are indexed as a person's
files are, and every question is asked in each mode and with each fusion rule. A hit on one of its
pages answers it. LIBRARY is kept, so that the next run computes no vector again.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.evaluation.evaluator import Run, plan_runs
from engine.model.fusion import FusionSettings
from engine.model.hit import Hit
from engine.model.request import SearchRequest
from engine.model.settings import Settings
from engine.search.pipeline import Searcher
from tests.bench.bench_library import Bench
from tests.bench.bench_search import opened

FIRST = 10


@dataclass(frozen=True, slots=True)
class PageSet:
    """Questions with their answers, and where the documents come from."""

    questions: str
    packages: str


SETS = {
    "manuals": PageSet(
        "page_questions.jsonl",
        "r-doc-pdf: R-FAQ.pdf, R-data.pdf, R-lang.pdf; debian-faq: debian-faq.en.pdf; maint-guide: "
        "maint-guide.en.pdf; debian-policy: fhs-3.0.pdf; glpk-doc: gmpl.pdf, graphs.pdf; "
        "libtasn1-doc: libtasn1.pdf; shared-mime-info: shared-mime-info-spec.pdf",
    ),
    "alike": PageSet(
        "alike_questions.jsonl",
        "installation-guide-ARCH: en/install.en.pdf, of amd64 de/install.de.pdf too, each named as "
        "installation-guide-ARCH.en.pdf",
    ),
}


@dataclass(frozen=True, slots=True)
class PageQuestion:
    """A question, and where its answer stands; `table` where that is a value or a row of one."""

    question: str
    file: str
    pages: frozenset[int]
    table: bool

    def is_answered_by(self, hit: Hit) -> bool:
        """Whether a hit begins or ends on one of the pages."""
        place = hit.citation.place
        shown = range(place.start, place.end + 1)
        return self.is_of(hit) and not self.pages.isdisjoint(shown)

    def is_of(self, hit: Hit) -> bool:
        """Whether a hit is of the file with the answer."""
        return Path(hit.doc_path).name == self.file


def read_questions(name: str) -> tuple[PageQuestion, ...]:
    """Read the questions of a set with their answers."""
    lines = Path(__file__).with_name(SETS[name].questions).read_text("utf-8").splitlines()
    return tuple(
        PageQuestion(one["question"], one["file"], frozenset(one["pages"]), one["table"])
        for one in map(json.loads, lines)
    )


@dataclass(frozen=True, slots=True)
class Found:
    """Where among the first hits the page and its file are; None when they are not."""

    page: int | None
    file: int | None


def ask(searcher: Searcher, run: Run, question: PageQuestion) -> Found:
    """Ask one question in one way."""
    request = SearchRequest(question.question, run.mode, k=FIRST, fusion=run.fusion)
    hits = searcher.search(request).hits
    return Found(
        next((hit.rank for hit in hits if question.is_answered_by(hit)), None),
        next((hit.rank for hit in hits if question.is_of(hit)), None),
    )


def report(questions: Sequence[PageQuestion], found: Sequence[Found]) -> Iterator[float]:
    """Return the page among the first ten, MRR, the same of tables, and the file among them."""
    pages = [one.page for one in found]
    tables = [one.page for one, question in zip(found, questions, strict=True) if question.table]
    yield from (_among_first(pages), _reciprocal(pages))
    yield from (_among_first(tables), _reciprocal(tables))
    yield _among_first([one.file for one in found])


def _among_first(ranks: Sequence[int | None]) -> float:
    return sum(rank is not None for rank in ranks) / len(ranks)


def _reciprocal(ranks: Sequence[int | None]) -> float:
    return sum(1 / rank for rank in ranks if rank is not None) / len(ranks)


def main() -> None:
    """Index, ask and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--models", type=Path, required=True)
    parser.add_argument("--set", choices=SETS, default="manuals")
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    questions = read_questions(options.set)
    if missing := {one.file for one in questions if not (options.folder / one.file).is_file()}:
        of = f"files of Debian 12's packages ({SETS[options.set].packages})"
        parser.error(f"{options.folder} lacks {', '.join(sorted(missing))}: {of}")
    with TemporaryDirectory() as scratch:
        library = options.keep or Path(scratch)
        with closing(Bench(library, options.models)) as bench:
            bench.index(options.folder.resolve())
        print(f"\n{len(questions)} questions, {sum(one.table for one in questions)} of tables")
        print("                  page@10     MRR | tables@10   MRR | file@10")
        with opened(library, options.models, Settings().text("embedding.model")) as searcher:
            for run in plan_runs((), (), FusionSettings()):
                found = [ask(searcher, run, question) for question in questions]
                values = [f"{value:8.3f}" for value in report(questions, found)]
                print(f"{run.name:<17}{''.join(values)}", flush=True)


if __name__ == "__main__":
    main()
