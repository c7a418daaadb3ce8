"""Check that every file of a corpus of unusual files is accounted for.

    python -m bench.check_tough FOLDER LIBRARY

FOLDER contains MANIFEST.tsv (with columns path and expected) and ENCODINGS_EXPECTED.tsv (path and a
piece of text that appears if the file was decoded correctly). LIBRARY is the library of a home
where exactly this folder was indexed: TWOFOLD_HOME=... twofold index --no-vectors FOLDER.

Prints each file that is neither indexed, nor listed with a reason, nor skipped by a rule; each file
that is expected to have text, or to be locked, and does not or is not; and the fraction of
encodings that were decoded correctly. Check files manually if they are expected to have text and
are listed as empty.
"""

from __future__ import annotations

import argparse
import codecs
import csv
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from twofold.engine.indexing.explain import explain_file
from twofold.engine.indexing.ignore_rules import IgnoreRules
from twofold.engine.model.document import document_number
from twofold.engine.model.failure import DocumentFailure, FailureReason
from twofold.engine.stores.catalog.catalog import Catalog

_MIN_DECODED = 0.95
# Prefixes of the expectations that require an indexed file.
_SEARCHABLE = (
    "decoded", "indexed;", "indexed in", "headers, body", "no crash; subject", "body searchable",
    "text; declared", "text found", "query in NFC", "NFKC query", "segmented",
    "rest stays readable",
)  # fmt: skip
_TEXT = frozenset({"text"})
_LOCKED = ("locked report", "empty user password")
_INDEXED, _PASSED_OVER, _LOST = "indexed", "passed over by a rule", "unaccounted for"
_HOLDS_DOCUMENTS, _LOCKED_INSIDE = "holding documents", "holding locked documents"
_NO_TEXT, _UNREAD = FailureReason.NO_TEXT.value, FailureReason.UNSUPPORTED.value
# Includes reasons caused by the reader, not by the file.
_NOT_CLEAN = frozenset(
    {
        _LOST, FailureReason.TIMED_OUT.value, FailureReason.OUT_OF_MEMORY.value,
        FailureReason.READER_CRASHED.value,
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result for a file: the reason why it is not indexed, or one of the words above."""

    state: str
    detail: str = ""


def main() -> int:
    """Print the findings. Return 1 if anything is not as expected."""
    arguments = _arguments()
    folder = arguments.folder.resolve()
    catalog = Catalog.open(arguments.library / "catalog.sqlite", read_only=True)
    outcomes = _outcomes(catalog, folder)
    unmet = {
        path: f"{path}: expected {expected!r}, is {outcomes[path].state} {outcomes[path].detail}"
        for path, expected in _manifest(folder)
        if not _is_met(expected, outcomes[path])
    }
    without = [unmet.pop(path) for path in list(unmet) if outcomes[path].state == _NO_TEXT]
    problems = list(unmet.values())
    states = Counter(outcome.state for outcome in outcomes.values())
    print(f"{len(outcomes)} files: " + ", ".join(f"{n} {s}" for s, n in states.most_common()))
    problems += _decoding_problems(catalog, folder)
    catalog.close()
    _print_all(f"{len(without)} expected to give text hold none (look at them)", without)
    _print_all(f"{len(problems)} not as expected", problems)
    return 1 if problems else 0


def _outcomes(catalog: Catalog, folder: Path) -> dict[str, Outcome]:
    """Return the outcome of every file in the manifest."""
    name = next(one.name for one in catalog.folders() if Path(one.root) == folder)
    failures = {failure.path: failure for failure in catalog.failures.every()}
    return {
        path: _outcome(catalog, failures, f"{name}/{path}", folder / path)
        for path, _ in _manifest(folder)
    }


def _outcome(
    catalog: Catalog, failures: Mapping[str, DocumentFailure], place: str, file: Path
) -> Outcome:
    name, _, path = place.partition("/")
    number = document_number(name, path)
    if place in failures:
        return Outcome(failures[place].reason.value, failures[place].detail)
    if catalog.document_chunks(number):
        return Outcome(_INDEXED)
    if catalog.document(number) is not None:
        inside = [one for other, one in failures.items() if other.startswith(f"{place}/")]
        is_locked = any(one.reason is FailureReason.PASSWORD for one in inside)
        return Outcome(_LOCKED_INSIDE if is_locked else _HOLDS_DOCUMENTS)
    verdict = explain_file(catalog, IgnoreRules(), file, 10**9)
    return Outcome(_LOST if verdict.wanted else _PASSED_OVER, verdict.why)


def _is_met(expected: str, outcome: Outcome) -> bool:
    if expected in _TEXT or expected.startswith(_SEARCHABLE):
        return outcome.state in {_INDEXED, _HOLDS_DOCUMENTS, _PASSED_OVER}
    if expected.startswith(_LOCKED):
        # If only changes are locked, or the password is empty, the file has text.
        return outcome.state in {_INDEXED, _LOCKED_INSIDE, _UNREAD, FailureReason.PASSWORD}
    return outcome.state not in _NOT_CLEAN


def _decoding_problems(catalog: Catalog, folder: Path) -> list[str]:
    """Return the files that were not decoded correctly, if there are too many to ignore."""
    name = next(one.name for one in catalog.folders() if Path(one.root) == folder)
    rows = list(_rows(folder / "ENCODINGS_EXPECTED.tsv"))
    wrong = [
        f"{row['path']}: not decoded as {row['codec']}"
        for row in rows
        if not _holds(catalog, document_number(name, row["path"]), row["sample_of_non_ascii_text"])
    ]
    share = 1 - len(wrong) / len(rows)
    _print_all(f"{len(rows)} encodings, {share:.1%} decoded right", wrong)
    return [] if share >= _MIN_DECODED else ["too few encodings"]


def _holds(catalog: Catalog, document: int, sample: str) -> bool:
    text = " ".join(stored.chunk.text for stored in catalog.document_chunks(document))
    # The end of a CDATA section is not text, although some samples include it.
    return "".join(sample.removesuffix("]]").split()) in "".join(text.split())


def _manifest(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the path and the expectation of each file. Unusual names are written with escapes."""
    for row in _rows(folder / "MANIFEST.tsv"):
        path = row["path"]
        if not (folder / path).exists():
            path = codecs.escape_decode(path.encode())[0].decode("utf-8", "surrogateescape")
        yield path, row["expected"]


def _rows(file: Path) -> Iterator[Mapping[str, str]]:
    with file.open(encoding="utf-8", newline="") as lines:
        yield from csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)


def _print_all(title: str, lines: Iterable[str]) -> None:
    print(title)
    for line in lines:
        print(f"  {line}")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("library", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
