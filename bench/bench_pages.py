"""How often the page with the answer is found in long documents.

    python -m bench.bench_pages FOLDER --models DIR [--set NAME | --judged SET] [--rerank]
                                      [--keep LIBRARY]

FOLDER contains the files of a set: ten manuals, eight guides that are nearly identical, or the
documents for queries in the style of real users. They must be downloaded manually. Questions whose
files are missing are skipped, and the output lists where to get the files.

All files are indexed, and every question runs in each mode and with each fusion rule. A hit on one
of the judged pages answers the question. SET is a folder with queries.jsonl and pages.tsv
(query-id, corpus-id, page). FOLDER then contains `corpus-id`.pdf. LIBRARY is kept, so that the next
run does not compute the vectors again.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.bench_library import Bench
from bench.bench_search import opened
from twofold.engine.evaluation.evaluator import Run, plan_runs
from twofold.engine.model.errors import EngineError
from twofold.engine.model.fusion import FusionSettings
from twofold.engine.model.hit import Hit
from twofold.engine.model.search_request import SearchRequest
from twofold.engine.model.settings import Settings
from twofold.engine.search.pipeline import Searcher

FIRST = 10


@dataclass(frozen=True, slots=True)
class PageSet:
    """Questions with their answers, and the sources of the documents."""

    questions: str
    source: str


SETS = {
    "manuals": PageSet(
        "page_questions.jsonl",
        "Debian 12, r-doc-pdf: R-FAQ.pdf, R-data.pdf, R-lang.pdf; debian-faq: debian-faq.en.pdf; "
        "maint-guide: maint-guide.en.pdf; debian-policy: fhs-3.0.pdf; glpk-doc: gmpl.pdf, "
        "graphs.pdf; libtasn1-doc: libtasn1.pdf; shared-mime-info: shared-mime-info-spec.pdf",
    ),
    "alike": PageSet(
        "alike_questions.jsonl",
        "Debian 12, installation-guide-ARCH: en/install.en.pdf, of amd64 de/install.de.pdf too, "
        "each named as installation-guide-ARCH.en.pdf",
    ),
    "typed": PageSet(
        "typed_queries.jsonl",
        "FinanceBench, github.com/patronus-ai/financebench, pdfs: 14 reports, each as it is named "
        "there; kdocs: content of github.com/kubernetes/website in March 2021; rust-book: "
        "github.com/rust-lang/book for Rust 1.97",
    ),
}


@dataclass(frozen=True, slots=True)
class PageQuestion:
    """A question and the pages of each file that answer it (in text files: the lines).

    `table` is true if the answer is a value or a row of a table. `kind` is the style of the query,
    such as 'abbreviation', or ''.
    """

    question: str
    answers: Mapping[str, frozenset[int]]
    table: bool
    kind: str = ""

    def is_answered_by(self, hit: Hit) -> bool:
        """Return whether a hit covers one of the pages."""
        place = hit.citation.place
        shown = range(place.start, place.end + 1)
        return any(not self.answers[file].isdisjoint(shown) for file in self._files_of(hit))

    def is_of(self, hit: Hit) -> bool:
        """Return whether a hit is in a file that contains the answer."""
        return any(self._files_of(hit))

    def _files_of(self, hit: Hit) -> Iterator[str]:
        path = Path(hit.doc_path)
        return (file for file in self.answers if path.match(file))


def read_questions(name: str) -> tuple[PageQuestion, ...]:
    """Read the questions of a set with their answers."""
    lines = Path(__file__).with_name(SETS[name].questions).read_text("utf-8").splitlines()
    return tuple(map(_question, map(json.loads, lines)))


def _question(one: Mapping[str, Any]) -> PageQuestion:
    first = one["pages"] if "pages" in one else one["lines"]
    answers = {one["file"]: first, **one.get("also", {})}
    numbers = {file: frozenset(_numbers(places)) for file, places in answers.items()}
    return PageQuestion(one["question"], numbers, one["table"], one.get("kind", ""))


def _numbers(places: Sequence[int | Sequence[int]]) -> Iterator[int]:
    """Yield all numbers of a list of single places and ranges [first, last]."""
    for place in places:
        if isinstance(place, int):
            yield place
        else:
            first, last = place
            yield from range(first, last + 1)


def read_judged(folder: Path) -> tuple[PageQuestion, ...]:
    """Return the questions in queries.jsonl that have pages in pages.tsv."""
    answers: dict[str, dict[str, frozenset[int]]] = {}
    with (folder / "pages.tsv").open(encoding="utf-8", newline="") as table:
        for row in csv.DictReader(table, delimiter="\t"):
            files = answers.setdefault(row["query-id"], {})
            file = f"{row['corpus-id']}.pdf"
            files[file] = files.get(file, frozenset()) | {int(row["page"])}
    lines = (folder / "queries.jsonl").read_text("utf-8").splitlines()
    return tuple(
        PageQuestion(one["text"], answers[one["_id"]], table=False)
        for one in map(json.loads, lines)
        if one["_id"] in answers
    )


@dataclass(frozen=True, slots=True)
class Found:
    """The ranks of the page and of its file among the first hits, or None."""

    page: int | None
    file: int | None


def ask(searcher: Searcher, run: Run, question: PageQuestion, *, rerank: bool = False) -> Found:
    """Return the ranks for one question in one run. Raise EngineError if reranking fails."""
    request = SearchRequest(
        question.question, run.mode, limit=FIRST, fusion=run.fusion, rerank=rerank
    )
    response = searcher.search(request)
    if (reranked := response.trace.rerank) and reranked.problem:
        raise EngineError(reranked.problem)
    return Found(
        next((hit.rank for hit in response.hits if question.is_answered_by(hit)), None),
        next((hit.rank for hit in response.hits if question.is_of(hit)), None),
    )


def report(questions: Sequence[PageQuestion], found: Sequence[Found]) -> Iterator[float]:
    """Yield page@1, page@10 and MRR, then page@10 and MRR for tables, and file@10."""
    pages = [one.page for one in found]
    tables = [one.page for one, question in zip(found, questions, strict=True) if question.table]
    yield from (_among(pages, 1), _among(pages, FIRST), _reciprocal(pages))
    yield from (_among(tables, FIRST), _reciprocal(tables))
    yield _among([one.file for one in found], FIRST)


def by_kind(questions: Sequence[PageQuestion], found: Sequence[Found]) -> Iterator[str]:
    """Yield the number of questions, page@10 and MRR for each kind."""
    for kind in sorted({one.kind for one in questions} - {""}):
        pages = [one.page for one, of in zip(found, questions, strict=True) if of.kind == kind]
        yield f"{kind} ({len(pages)}) {_among(pages, FIRST):.3f} {_reciprocal(pages):.3f}"


def _among(ranks: Sequence[int | None], first: int) -> float:
    return _mean([rank is not None and rank <= first for rank in ranks])


def _reciprocal(ranks: Sequence[int | None]) -> float:
    return _mean([1 / rank if rank else 0.0 for rank in ranks])


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else math.nan


def main() -> None:
    """Index the files, run all questions, and print the results."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--models", type=Path, required=True)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--set", choices=SETS, default="manuals")
    what.add_argument("--judged", metavar="SET", type=Path)
    parser.add_argument("--rerank", action="store_true")
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    read = read_judged(options.judged) if options.judged else read_questions(options.set)
    questions = [one for one in read if all((options.folder / f).is_file() for f in one.answers)]
    if left_out := len(read) - len(questions):
        source = f"pdfs of {options.judged}" if options.judged else SETS[options.set].source
        print(f"{left_out} questions left out, {options.folder} lacks their files: {source}")
    if not questions:
        parser.exit(1)
    with TemporaryDirectory() as scratch:
        library = options.keep or Path(scratch)
        with closing(Bench(library, options.models)) as bench:
            bench.index(options.folder.resolve())
        print(f"\n{len(questions)} questions, {sum(one.table for one in questions)} of tables")
        print("                   page@1 page@10     MRR | tables@10   MRR | file@10")
        with opened(library, options.models, Settings().text("embedding.model")) as searcher:
            for run in plan_runs((), (), FusionSettings()):
                found = [ask(searcher, run, one, rerank=options.rerank) for one in questions]
                values = [f"{value:8.3f}" for value in report(questions, found)]
                print(f"{run.name:<17}{''.join(values)}", flush=True)
                if kinds := ", ".join(by_kind(questions, found)):
                    print(f"    {kinds}", flush=True)


if __name__ == "__main__":
    main()
