"""Random and adversarial queries against an existing library: no exception, none too slow.

    python -m tests.bench.fuzz_queries LIBRARY [--queries N] [--limit MS] [--seed N]

LIBRARY is the folder of a library that is indexed; it is opened for reading only, and searched by
keywords and literally (meaning needs a model, and embeds any text in the same way). Each query runs
in a random mode, with random wishes for the list. On a busy machine time passes while the program
waits, so a query takes the wall time or the CPU time of all threads, whichever is less; one beyond
the limit is asked twice more and counts as slow when the fastest is beyond it too. Ends with 1 when
anything raised or was slow.
"""

from __future__ import annotations

import argparse
import logging
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from engine.core.errors import BadRequestError
from engine.core.request import SearchFilters, SearchMode, SearchRequest
from engine.core.settings import Settings
from engine.core.wire import as_json_text, response_as_json
from engine.search.searcher import Searcher
from engine.stores.catalog import Catalog
from engine.stores.lexical_index import LexicalIndex

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
)


def words(chance: random.Random) -> str:
    """A usual query."""
    return " ".join(chance.choices(WORDS, k=chance.randint(1, 12)))


def signs(chance: random.Random) -> str:
    """Words between operators and brackets."""
    return chance.choice((" ", "")).join(
        chance.choices((*WORDS, *SIGNS, *SIGNS), k=chance.randint(1, 20))
    )


def fields(chance: random.Random) -> str:
    """Fields with good and bad values."""
    parts = [
        chance.choice(("", "-")) + chance.choice(FIELDS) + chance.choice((*VALUES, *WORDS))
        for _ in range(chance.randint(1, 5))
    ]
    return " ".join([*parts, *chance.choices((*WORDS, *SIGNS), k=chance.randint(0, 3))])


def odd(chance: random.Random) -> str:
    """Control characters, emoji, scripts from right to left, halves of characters."""
    return "".join(chance.choices((*ODD, *WORDS, *SIGNS), k=chance.randint(1, 25)))


def noise(chance: random.Random) -> str:
    """Any code points."""
    return "".join(chr(chance.randrange(0x110000)) for _ in range(chance.randint(1, 60)))


def expression(chance: random.Random) -> str:
    """An expression in single quotes, nested deeply now and then."""
    depth = chance.choice((1, 2, 5, 50, 400))
    inner = " OR ".join(chance.choices(WORDS, k=chance.randint(1, 8)))
    return f"'{'(' * depth}{inner}{')' * chance.randint(0, depth)} AND NOT {chance.choice(WORDS)}'"


def long_text(chance: random.Random) -> str:
    """Up to 100,000 characters."""
    unit = chance.choice(
        (*WORDS, *SIGNS, *ODD, "a", "漢", "a b", "(a ", "-a ", "tag:a ", '"a" ', "a* ")
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
MODES = (SearchMode.LEXICAL, SearchMode.HYBRID, SearchMode.AUTO, SearchMode.SUBSTRING)


@contextmanager
def opened(root: Path) -> Iterator[Searcher]:
    """Open a library for reading, without vectors."""
    with ExitStack() as resources:
        catalog = Catalog.open(root / "catalog.sqlite", read_only=True)
        resources.callback(catalog.close)
        lexical = LexicalIndex.open(root / "lexical", read_only=True)
        resources.callback(lexical.close)
        searcher = Searcher(catalog, lexical, None, lambda: None, Settings())
        resources.callback(searcher.close)
        yield searcher


def requests(seed: int, count: int) -> Iterator[tuple[str, SearchRequest]]:
    """Yield the kind of each query and its request; the same ones for the same seed."""
    chance = random.Random(seed)
    makers, weights = zip(*MAKERS, strict=True)
    for _ in range(count):
        maker = chance.choices(makers, weights)[0]
        yield (
            maker.__name__,
            SearchRequest(
                maker(chance),
                chance.choices(MODES, (70, 15, 10, 5))[0],
                k=chance.choice((1, 10, 100)),
                filters=SearchFilters(langs=("en",)) if chance.random() < 0.1 else SearchFilters(),
                prefix_last=chance.random() < 0.3,
                group_by_document=chance.random() < 0.1,
                fold_copies=chance.random() < 0.8,
                hide_weak=chance.random() < 0.1,
                snippet_chars=chance.choice((40, 300)),
            ),
        )


def seconds_of(searcher: Searcher, request: SearchRequest) -> float:
    """Answer a request, write the answer as JSON, and return how long the search took."""
    wall, cpu = time.perf_counter(), time.process_time()
    response = searcher.search(request)
    spent = min(time.perf_counter() - wall, time.process_time() - cpu)
    as_json_text(response_as_json(response, explain=True))
    for hit in response.hits:
        assert sum(vote.share for vote in hit.retrieval.contributions) in (0.0, hit.score)
    return spent


def main() -> int:
    """Ask everything and report; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library", type=Path)
    parser.add_argument("--queries", type=int, default=100_000)
    parser.add_argument("--limit", type=float, default=250.0, help="milliseconds")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    logging.disable(logging.CRITICAL)
    raised, slow, kinds = 0, 0, Counter[str]()
    times: dict[str, list[float]] = {}
    with opened(options.library) as searcher:
        for number, (kind, request) in enumerate(requests(options.seed, options.queries)):
            kinds[kind] += 1
            try:
                spent = seconds_of(searcher, request)
                if spent * 1000 > options.limit:
                    spent = min(spent, *(seconds_of(searcher, request) for _ in range(2)))
            except BadRequestError:
                continue
            except Exception as error:  # noqa: BLE001 - finding them is what this is for
                raised += 1
                print(f"{number} {kind} raised {error!r}: {request!r:.600}", flush=True)
                continue
            times.setdefault(f"{kind} {request.mode}", []).append(spent * 1000)
            if spent * 1000 > options.limit:
                slow += 1
                print(f"{number} {kind} took {spent * 1000:.0f} ms: {request!r:.600}", flush=True)
            if number % 1000 == 999:
                print(f"{number + 1:,} queries, {raised} raised, {slow} slow", flush=True)
    for name, spent in sorted(times.items()):
        spent.sort()
        middle, most = spent[len(spent) // 2], spent[int(len(spent) * 0.99)]
        print(f"{name:22} {len(spent):7,} p50 {middle:7.2f} p99 {most:7.2f} max {spent[-1]:7.2f}")
    print(
        f"{sum(kinds.values()):,} queries, {raised} raised, {slow} slower than {options.limit:g} ms"
    )
    return 1 if raised or slow else 0


if __name__ == "__main__":
    sys.exit(main())
