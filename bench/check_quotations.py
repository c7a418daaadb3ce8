"""Measure the check of quotations: python -m bench.check_quotations [--passages N].

500 quotations with 0 to 3 changed words are planted from 100 documents, half of them without
quotation marks. 500 sentences of other documents, half of them in quotation marks, are in none of
the documents. Precision is the share of correct sources among the reported ones, recall the share
of planted quotations that are reported with the correct source and state.

With --passages, 1,000 quotations are checked against a synthetic library of that size instead.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.synthetic_library import build
from tests.support.running_engine import RunningEngine
from tests.support.tiny_embedder import tiny_embedder_loader
from twofold.engine.api import (
    CheckedQuotation,
    CheckQuotations,
    QuotationCheck,
    QuotationsChecked,
    QuotationState,
)
from twofold.engine.stores.catalog.catalog import Catalog

_DOCUMENTS, _QUOTATIONS, _OTHERS = 100, 500, 500
_SUBJECTS = ("harbour", "tenant", "court", "engine", "protein", "river", "budget", "teacher")
_DOCUMENTATION = Path(__file__).parents[1]
_SENTENCE = re.compile(r"(?<![\w\"])[A-Z][^.!?|`<>\[\]*\"“”‘„«»]{50,220}[.](?=\s)")
_WORD = re.compile(r"\w+")
# Sentences with this share of words in common may well be variants of each other.
_MAX_COMMON = 0.5


@dataclass(frozen=True, slots=True)
class Planted:
    """A quotation of the draft: its text, its document, and the number of changed words."""

    text: str
    document: str
    changes: int
    is_marked: bool


def main() -> int:
    """Print precision and recall, or the time for a large library. Return 1 below the goals."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--passages", type=int, default=0)
    parser.add_argument("--prose", type=Path, default=_DOCUMENTATION, help="folder of Markdown")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        if arguments.passages:
            return _measure_time(Path(scratch), arguments.passages)
        return _measure(Path(scratch), arguments.prose)


def _measure(scratch: Path, prose: Path) -> int:
    chance = random.Random(44)
    sentences = list(dict.fromkeys(_sentences(prose)))
    chance.shuffle(sentences)
    own, rest = sentences[: len(sentences) // 3], sentences[len(sentences) // 3 :]
    others = [one for one in rest if not _has_variant(one, own)][:_OTHERS]
    root = scratch / "Papers"
    root.mkdir()
    size = len(own) // _DOCUMENTS
    documents = {
        f"paper {number:03}.md": own[number * size : (number + 1) * size]
        for number in range(_DOCUMENTS)
    }
    for name, texts in documents.items():
        paragraphs = (" ".join(texts[at : at + 5]) for at in range(0, len(texts), 5))
        (root / name).write_text("\n\n".join(paragraphs), encoding="utf-8")
    planted = [_plant(documents, chance, number) for number in range(_QUOTATIONS)]
    draft = _draft(planted, others, chance)
    loader = tiny_embedder_loader(scratch / "model")
    with RunningEngine.over(scratch / "home", loader) as engine:
        engine.add(root)
        check, seconds = _checked(engine, draft)
    precision, recall = _rates(check, planted, others)
    print(f"{len(planted)} planted in {len(documents)} documents, {len(others)} others")
    print(f"{len(check.quotations)} reported in {seconds:.1f} s")
    print(f"precision {precision:.4f}, recall {recall:.4f}")
    return 0 if precision >= 0.99 and recall >= 0.97 else 1


def _sentences(prose: Path) -> Iterator[str]:
    """Yield sentences of real prose."""
    for path in sorted(prose.rglob("*.md")):
        for found in _SENTENCE.finditer(path.read_text("utf-8")):
            sentence = " ".join(found[0].split())
            if 9 <= len(sentence.split()) <= 35:
                yield sentence


def _has_variant(sentence: str, others: Sequence[str]) -> bool:
    words = frozenset(_WORD.findall(sentence.casefold()))
    return any(
        len(words & theirs) > _MAX_COMMON * min(len(words), len(theirs))
        for theirs in (frozenset(_WORD.findall(one.casefold())) for one in others)
    )


def _plant(documents: dict[str, list[str]], chance: random.Random, number: int) -> Planted:
    name = chance.choice(sorted(documents))
    words = chance.choice(documents[name]).split()
    changes = number % 4
    for at in chance.sample(range(1, len(words) - 1), changes):
        words[at] = chance.choice(_SUBJECTS)
    return Planted(" ".join(words), name, changes, number % 8 < 4)


def _draft(planted: Sequence[Planted], others: Sequence[str], chance: random.Random) -> str:
    paragraphs = [f"“{one.text}”" if one.is_marked else one.text for one in planted]
    paragraphs += [f"“{text}”" if at % 2 else text for at, text in enumerate(others)]
    chance.shuffle(paragraphs)
    return "\n\n".join(paragraphs)


def _checked(engine: RunningEngine, draft: str) -> tuple[QuotationCheck, float]:
    start = time.perf_counter()
    answer = engine.ask(CheckQuotations(draft))
    if not isinstance(answer, QuotationsChecked):
        raise TypeError(answer)
    return answer.check, time.perf_counter() - start


def _rates(
    check: QuotationCheck, planted: Sequence[Planted], others: Sequence[str]
) -> tuple[float, float]:
    """Return precision and recall, and print what is wrong."""
    found = {one.text.rstrip("."): one for one in check.quotations if one.source}
    correct = 0
    wrong = Counter[str]()
    for one in planted:
        quotation = found.get(one.text.rstrip("."))
        if quotation is not None and _is_correct(one, quotation):
            correct += 1
        else:
            wrong[f"{one.changes} changes, marked {one.is_marked}"] += 1
            print(f"  not {'found' if quotation is None else 'right'}: {one}")
    known = {one.text.rstrip(".") for one in planted}
    false = [one for text, one in found.items() if text not in known]
    for one in false:
        print(f"  false: {one.text!r} ~ {one.source_text!r} {one.similarity:.2f}")
    for what, number in sorted(wrong.items()):
        print(f"  {what}: {number}")
    reported = sum(one.text.rstrip(".") in found for one in planted) + len(false)
    return correct / max(1, reported), correct / len(planted)


def _is_correct(planted: Planted, quotation: CheckedQuotation) -> bool:
    state = QuotationState.CHANGED if planted.changes else QuotationState.EXACT
    source = quotation.source
    return (
        source is not None
        and source.citation.path == planted.document
        and (quotation.state is state)
    )


def _measure_time(scratch: Path, passages: int) -> int:
    loader = tiny_embedder_loader(scratch / "model")
    build(scratch / "home", passages, loader("", lambda _line: None))
    catalog = Catalog.open(scratch / "home" / "catalog.sqlite", read_only=True)
    chance = random.Random(44)
    quotations = []
    for stored in catalog.spread_chunks(1_000):
        words = stored.chunk.text.split()
        at = chance.randrange(max(1, len(words) - 15))
        quoted = words[at : at + 15]
        if chance.random() < 0.5 and len(quoted) > 8:
            quoted[chance.randrange(len(quoted))] = "changed"
        quotations.append(f"“{' '.join(quoted)}”")
    catalog.close()
    with RunningEngine.over(scratch / "home", loader, maintain=False) as engine:
        check, seconds = _checked(engine, "\n\n".join(quotations))
    print(f"{len(check.quotations)} quotations, {passages:,} passages: {seconds:.1f} s")
    print(", ".join(f"{number} {state.value}" for state, number in check.counts.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
