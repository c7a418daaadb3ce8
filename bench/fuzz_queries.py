"""Random and adversarial queries against an existing library: none may raise or be too slow.

    python -m bench.fuzz_queries LIBRARY [--queries N] [--limit MS] [--seed N]

LIBRARY is the folder of an indexed library. It is opened read-only and searched by keywords and
literally; vector search needs a model, and embeds any text in the same way. Each query runs in a
random mode with random list options. Some texts request spelling corrections and completions
instead.

On a busy machine, the program may wait for a processor, so the time of a query is the smaller of
its wall time and the CPU time of all threads. A query above the limit is repeated twice and counts
as slow if the fastest run is above the limit too. Both times are printed at the end. The exit
status is 1 if anything raised or was slow.
"""

from __future__ import annotations

import argparse
import logging
import random
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from twofold.engine.model.errors import BadRequestError
from twofold.engine.model.filters import SearchFilters
from twofold.engine.model.hit import SearchResponse
from twofold.engine.model.search_request import SearchMode, SearchRequest
from twofold.engine.model.settings import Settings
from twofold.engine.model.wire import as_json_text, response_as_json
from twofold.engine.search.pipeline import Searcher, open_searcher
from twofold.engine.search.suggestions import completions, corrections
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.lexical.index import LexicalIndex

WORDS = [
    "pod",
    "memory",
    "limit",
    "kubectl",
    "get",
    "pods",
    "--all-namespaces",
    "finalizer",
    "namespace",
    "deletion",
    "the",
    "a",
    "of",
    "and",
    "to",
    "E1234",
    "max_retry_count",
    "HTTPServer",
    "v1.2.3",
    "a.b@c.org",
    "C++",
    "C#",
    "node.js",
    "10.0.0.1/8",
    "Größe",
    "straße",
    "コンテナ",
    "メモリ",
    "上限を設定する",
    "内存限制",
    "容器",
    "파드의",
    "메모리",
    "제한",
    "ذاكرة",
    "الحاوية",
    "זיכרון",
    "памяти",
    "หน่วยความจำ",
    "мем",
    "naïve",
    "façade",
    "é",
    "ﬁnalizer",
    "Ａ",
    "Ⅷ",
    "½",
    "x²",
    "ß",
    "İ",
    "ı",
    "ſ",
]
FIELDS = ("tag:", "lang:", "path:", "type:", "trust:", "after:", "before:", "title:", "folder:")
VALUES = (
    "en",
    "**/*/**/*/**/*/**/*/**/x",
    "*a*e*o*/**/*s*t*[!a-z]?",
    "{a,b}{c,d}{e,f}/**",
    "a/b,c/d,e," * 90,
    "**/*.md",
    "[a-",
    "{a,{b,c",
    "../..",
    "2025-13-45",
    "2025",
    "0000",
    "9999-12",
    "x" * 300,
)
SIGNS = (
    '"',
    "'",
    '""',
    "(",
    ")",
    "((",
    "))",
    "[",
    "]",
    "{",
    "}",
    "*",
    "?",
    "~",
    "~9",
    "^2",
    "-",
    "--",
    "+",
    "!",
    "&&",
    "||",
    "|",
    "OR",
    "AND",
    "NOT",
    ":",
    "::",
    "\\",
    "/",
    "//",
    "<",
    ">",
    "=",
    "%",
    "$",
    "#",
    ";",
    ",",
    ".",
    "…",
    "\u201c",
    "\u201d",
    "«",
    "＂",
    "TO",
    "[a TO b]",
    "*:*",
    "a:b:c",
    "IN [a b]",
)
ODD = (
    "\0",
    "\x01",
    "\x1b[31m",
    "\x7f",
    "\u0085",
    "\u200b",
    "\u200d",
    "\u202e",
    "\u2066",
    "\ufeff",
    "\ufffe",
    "\ud800",
    "\udfff",
    "\U0010ffff",
    "👩‍👩‍👧‍👦",
    "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    "🇩🇪",
    "e" + "\u0301" * 200,
    "\u0e33" * 50,
    "ｱｲｳ" * 30,
    "שלום",
    "مرحبا",
    "\r\n",
    "\t",
    "\v",
    "\u2028",
    "\u3000",
    "a\u00adb",
    "\u1100\u1161" * 40,
    "\ufdfa" * 100,
    "½" * 100,
)


def words(chance: random.Random) -> str:
    """Return an ordinary query."""
    return " ".join(chance.choices(WORDS, k=chance.randint(1, 12)))


def signs(chance: random.Random) -> str:
    """Return words between operators and brackets."""
    return chance.choice((" ", "")).join(
        chance.choices((*WORDS, *SIGNS, *SIGNS), k=chance.randint(1, 20))
    )


def fields(chance: random.Random) -> str:
    """Return fields with valid and invalid values."""
    parts = [
        chance.choice(("", "-")) + chance.choice(FIELDS) + chance.choice((*VALUES, *WORDS))
        for _ in range(chance.randint(1, 5))
    ]
    return " ".join([*parts, *chance.choices((*WORDS, *SIGNS), k=chance.randint(0, 3))])


def odd(chance: random.Random) -> str:
    """Return control characters, emoji, right-to-left scripts and lone surrogates."""
    return "".join(chance.choices((*ODD, *WORDS, *SIGNS), k=chance.randint(1, 25)))


def noise(chance: random.Random) -> str:
    """Return arbitrary code points."""
    return "".join(chr(chance.randrange(0x110000)) for _ in range(chance.randint(1, 60)))


def expression(chance: random.Random) -> str:
    """Return an expression in single quotes, sometimes deeply nested."""
    depth = chance.choice((1, 2, 5, 50, 400))
    inner = " OR ".join(chance.choices(WORDS, k=chance.randint(1, 8)))
    return f"'{'(' * depth}{inner}{')' * chance.randint(0, depth)} AND NOT {chance.choice(WORDS)}'"


def long_text(chance: random.Random) -> str:
    """Return a text of up to 100,000 characters."""
    unit = chance.choice(
        (
            *WORDS,
            *SIGNS,
            *ODD,
            "a",
            "漢",
            "a b",
            "(a ",
            "-a ",
            "tag:a ",
            '"a" ',
            "a* ",
            "pods~ ",
            "the.",
        )
    )
    size = chance.choice((3000, 15_000, 100_000))
    glue = chance.choice(("", " ", "\n"))
    return (unit + glue) * (size // max(1, len(unit + glue)))


MAKERS: tuple[tuple[Callable[[random.Random], str], int], ...] = (
    (words, 20),
    (signs, 25),
    (fields, 15),
    (odd, 15),
    (noise, 10),
    (expression, 10),
    (long_text, 5),
)
SEARCHES_PER_SUGGESTION = 20
MODES = (SearchMode.LEXICAL, SearchMode.HYBRID, SearchMode.AUTO, SearchMode.SUBSTRING)


Library = tuple[Catalog, LexicalIndex]


@contextmanager
def opened(root: Path) -> Iterator[tuple[Searcher, Library]]:
    """Open a library read-only, without vectors."""
    with ExitStack() as resources:
        catalog = Catalog.open(root / "catalog.sqlite", read_only=True)
        resources.callback(catalog.close)
        lexical = LexicalIndex.open(root / "lexical", read_only=True)
        resources.callback(lexical.close)
        searcher = open_searcher(catalog, lexical, None, lambda: None, Settings())
        resources.callback(searcher.close)
        yield searcher, (catalog, lexical)


def requests(seed: int, count: int) -> Iterator[tuple[str, SearchRequest]]:
    """Yield the kind and the request of each query, the same for the same seed."""
    chance = random.Random(seed)
    makers, weights = zip(*MAKERS, strict=True)
    for _ in range(count):
        maker = chance.choices(makers, weights)[0]
        yield (
            maker.__name__,
            SearchRequest(
                maker(chance),
                chance.choices(MODES, (70, 15, 10, 5))[0],
                limit=chance.choice((1, 10, 100)),
                filters=SearchFilters(langs=("en",)) if chance.random() < 0.1 else SearchFilters(),
                prefix_last=chance.random() < 0.3,
                group_by_document=chance.random() < 0.1,
                collapse_duplicates=chance.random() < 0.8,
                hide_weak=chance.random() < 0.1,
                snippet_chars=chance.choice((40, 300)),
            ),
        )


@dataclass(frozen=True, slots=True)
class QueryTimes:
    """Wall time, and the CPU time of all threads, in milliseconds."""

    wall: float
    cpu: float

    @property
    def least(self) -> float:
        """The smaller of both times, which is less affected by other work."""
        return min(self.wall, self.cpu)


def timed(work: Callable[[], object]) -> tuple[object, QueryTimes]:
    """Return the result of `work` and its times."""
    wall, cpu = time.perf_counter(), time.process_time()
    result = work()
    return result, QueryTimes(
        1000 * (time.perf_counter() - wall), 1000 * (time.process_time() - cpu)
    )


def ask(searcher: Searcher, request: SearchRequest) -> QueryTimes:
    """Answer a request, write the answer as JSON, and return the times of the search."""
    response, spent = timed(lambda: searcher.search(request))
    assert isinstance(response, SearchResponse)
    as_json_text(response_as_json(response, explain=True))
    for hit in response.hits:
        assert sum(vote.share for vote in hit.retrieval.contributions) in (0.0, hit.score)
    return spent


def suggest(library: Library, text: str) -> QueryTimes:
    """Request spelling corrections, and completions of the last word."""
    return timed(lambda: (corrections(*library, text), completions(*library, text, 8)))[1]


def main() -> int:
    """Run all queries and print a report. Return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library", type=Path)
    parser.add_argument("--queries", type=int, default=100_000)
    parser.add_argument("--limit", type=float, default=250.0, help="milliseconds")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    logging.disable(logging.CRITICAL)
    raised, slow, asked = 0, 0, 0
    times: dict[str, list[QueryTimes]] = {}
    with opened(options.library) as (searcher, library):
        for number, (kind, request) in enumerate(requests(options.seed, options.queries)):
            asked += 1
            is_search = number % SEARCHES_PER_SUGGESTION != 0
            name = f"{kind} {request.mode if is_search else 'suggested'}"

            def once(request: SearchRequest = request, is_search: bool = is_search) -> QueryTimes:
                return ask(searcher, request) if is_search else suggest(library, request.query)

            try:
                spent = once()
                if spent.least > options.limit:
                    spent = min(spent, once(), once(), key=lambda each: each.least)
            except BadRequestError:
                continue
            except Exception as error:  # noqa: BLE001 - finding them is what this is for
                raised += 1
                print(f"{number} {name} raised {error!r}: {request!r:.600}", flush=True)
                continue
            times.setdefault(name, []).append(spent)
            if spent.least > options.limit:
                slow += 1
                print(f"{number} {name} took {spent.least:.0f} ms: {request!r:.600}", flush=True)
            if number % 1000 == 999:
                print(f"{number + 1:,} queries, {raised} raised, {slow} slow", flush=True)
    report(times)
    print(f"{asked:,} queries, {raised} raised, {slow} slower than {options.limit:g} ms")
    return 1 if raised or slow else 0


def report(times: Mapping[str, Sequence[QueryTimes]]) -> None:
    """Print a line for each kind of query: CPU time and wall time in milliseconds."""
    print(
        f"{'':22} {'':7} {'CPU p50':>8} {'p99':>7} {'max':>7} {'wall p50':>9} {'p99':>7} {'max':>7}"
    )
    for name, spent in sorted(times.items()):
        cpu, wall = sorted(each.cpu for each in spent), sorted(each.wall for each in spent)
        row = [f"{name:22} {len(spent):7,}"]
        for sizes in (cpu, wall):
            middle, most = sizes[len(sizes) // 2], sizes[int(len(sizes) * 0.99)]
            row.append(f"{middle:8.2f} {most:7.2f} {sizes[-1]:7.2f} ")
        print(" ".join(row))


if __name__ == "__main__":
    sys.exit(main())
