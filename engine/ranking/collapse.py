"""Collapse a ranking: near-duplicates into one hit, and passages into their documents.

Two passages are near-duplicates if they are equal except for white space, or if their letters
overlap almost completely (Jaccard similarity of 5-character shingles; Broder, "On the resemblance
and containment of documents", 1997) and they contain the same numbers, because two invoices are not
duplicates. A translation shares hardly any shingles with its original and is never collapsed. In
versions of one document, passages are also near-duplicates if they were edited: half of the letters
must overlap, and numbers may differ.

A document is ranked mainly by its best passage. Further passages add a little, and at most two of
them count, so that a long document has no advantage:

    score(d) = 1/r1 + 1/4 * 1/r2 + 1/16 * 1/r3

r1 < r2 < r3 are the ranks of its best passages in the list of all passages. Ranks are used because
they have the same meaning in every mode and fusion rule. A document whose best passage is first
always stays first: all others reach at most 1/2 + 1/4 * 1/3 + 1/16 * 1/4.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain

from twofold.engine.model.document import as_id
from twofold.engine.model.hit import DocumentShare, DocumentVote
from twofold.engine.ranking.fusion import FusedCandidate

NEAR = 0.9
NEAR_IN_VERSIONS = 0.5
_SHINGLE = 5
# Shorter texts are collapsed only if they are equal.
_MIN_LENGTH = 80
# Content-defined pieces, as in rsync and LBFS: the text between certain bytes, which are about one
# in 20. One changed letter changes one or two pieces; near-duplicates share most of them. Text
# without such bytes is split after 96 bytes.
_CUTS = bytes.maketrans(b"g\x8b\x93\xa7\xbc", b"mmmmm")
_PIECE = re.compile(rb"[^m]{12,96}")
_WHITE = b"\t\n\v\f\r\x1c\x1d\x1e\x1f "
_SHARED_PIECES = 0.4  # of the text with fewer pieces
_SHARED_IN_VERSIONS = 0.1
# After the next typed letter, mostly the same passages are compared again.
_MAX_CACHED_TEXTS = 2048
_MAX_CACHED_PAIRS = 1024
_NUMBER = re.compile(r"\d+")
_ASCII = bytes(range(128))
_ASCII_DIGITS = bytes(byte if 48 <= byte < 58 else 32 for byte in range(256))

_Numbers = tuple[bytes | str, ...]


@dataclass(frozen=True, slots=True)
class NearDuplicate:
    """A passage that was collapsed into another one; `is_exact` if only white space differs."""

    chunk_number: int
    is_exact: bool


def collapse(
    ranked: Sequence[int], texts: Mapping[int, str], families: Mapping[int, int] | None = None
) -> dict[int, tuple[NearDuplicate, ...]]:
    """Return the remaining passages in order, each with its near-duplicates.

    `ranked` are chunk numbers, best first. Of passages with the same text, the best ranked one
    remains. `families` contains the family of each passage in a document with several versions.
    """
    families = families or {}
    read = {number: _Text.of(texts[number]) for number in ranked}
    repeated = _repeated_pieces(read.values())
    kept = _RemainingPassages()
    duplicates: dict[int, list[NearDuplicate]] = {}
    for number, text in read.items():
        pieces = text.pieces & repeated
        family = families.get(number, 0)
        found = kept.find(text, pieces, family)
        if found is None:
            kept.add(number, text, pieces, family)
            duplicates[number] = []
        else:
            duplicates[found.chunk_number].append(NearDuplicate(number, found.is_exact))
    return {number: tuple(found) for number, found in duplicates.items()}


def with_best_duplicates(
    duplicates: Mapping[int, tuple[NearDuplicate, ...]],
    texts: Mapping[int, str],
    weight: Callable[[int], tuple[float, ...]],
) -> dict[int, tuple[NearDuplicate, ...]]:
    """Replace the shown passage of each group by the duplicate with the greatest weight.

    Of several with equal weights, the best ranked one is chosen, in the order returned by
    `collapse`.
    """
    shown = {}
    for number, others in duplicates.items():
        group = (number, *(copy.chunk_number for copy in others))
        best = max(group, key=weight)
        if best == number:
            shown[best] = others
            continue
        text = _Text.of(texts[best]).squeezed
        shown[best] = tuple(
            NearDuplicate(other, _Text.of(texts[other]).squeezed == text)
            for other in group
            if other != best
        )
    return shown


def precompute(texts: Iterable[str]) -> None:
    """Prepare texts for comparison, which makes `collapse` several times as fast."""
    for text in texts:
        _Text.of(text)


def _repeated_pieces(texts: Iterable[_Text]) -> frozenset[bytes]:
    """Return the pieces that occur in several texts; there are few unless texts are duplicates."""
    counts = Counter(chain.from_iterable([text.pieces for text in texts]))
    return frozenset([piece for piece, count in counts.items() if count > 1])


class _Text:
    """The compared forms of a passage.

    `letters` are equal for texts that differ only in white space and case. Most texts have no piece
    in common with another text; for these, only `letters` and `pieces` are computed.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        folded = text.casefold().encode("utf-8", "surrogatepass")
        self.letters = folded.translate(_CUTS, _WHITE)
        self.pieces = frozenset(_PIECE.findall(self.letters))

    @staticmethod
    @lru_cache(_MAX_CACHED_TEXTS)
    def of(text: str) -> _Text:
        return _Text(text)

    @cached_property
    def squeezed(self) -> str:
        return " ".join(self._text.split())

    @cached_property
    def numbers(self) -> _Numbers:
        return _numbers(self.squeezed)

    @cached_property
    def shingles(self) -> frozenset[str]:
        text = self.squeezed.casefold()
        return frozenset([text[at : at + _SHINGLE] for at in range(len(text) - _SHINGLE + 1)])

    def is_near(self, other: _Text, shared_pieces: int, *, are_versions: bool = False) -> bool:
        fewer = min(len(self.pieces), len(other.pieces))
        if shared_pieces < (_SHARED_IN_VERSIONS if are_versions else _SHARED_PIECES) * fewer:
            return False
        if not are_versions and self.numbers != other.numbers:
            return False
        if min(len(self.squeezed), len(other.squeezed)) < _MIN_LENGTH:
            return False
        one, two = len(self.shingles), len(other.shingles)
        shared = _shared(self, other)
        return shared >= (NEAR_IN_VERSIONS if are_versions else NEAR) * (one + two - shared)


@lru_cache(_MAX_CACHED_PAIRS)
def _shared(one: _Text, other: _Text) -> int:
    """Return the number of shingles in both texts."""
    return len(one.shingles & other.shingles)


class _RemainingPassages:
    """The remaining passages, found by their letters and by pieces shared with others."""

    def __init__(self) -> None:
        self._kept: list[tuple[int, _Text, int]] = []
        self._by_letters: dict[bytes, list[int]] = {}
        self._by_piece: dict[bytes, list[int]] = {}

    def add(self, number: int, text: _Text, pieces: Iterable[bytes], family: int) -> None:
        place = len(self._kept)
        self._kept.append((number, text, family))
        self._by_letters.setdefault(text.letters, []).append(place)
        for piece in pieces:
            self._by_piece.setdefault(piece, []).append(place)

    def find(self, text: _Text, pieces: Iterable[bytes], family: int) -> NearDuplicate | None:
        """Return the first remaining passage of which `text` is a near-duplicate, or None.

        `family` is that of its document; 0 without other versions.
        """
        for place in self._by_letters.get(text.letters, ()):
            number, other, _ = self._kept[place]
            if text.squeezed == other.squeezed:
                return NearDuplicate(number, is_exact=True)
        if not pieces:
            return None
        shared = Counter(chain.from_iterable([self._by_piece.get(one, ()) for one in pieces]))
        for place, count in sorted(shared.items()):
            number, other, other_family = self._kept[place]
            are_versions = bool(family) and family == other_family
            if text.is_near(other, count, are_versions=are_versions):
                return NearDuplicate(number, is_exact=False)
        return None


def _numbers(text: str) -> _Numbers:
    """Return the numbers of a text in order, those in ASCII digits first."""
    stored = text.encode("utf-8", "surrogatepass")
    plain = stored.translate(_ASCII_DIGITS).split()
    if text.isascii():
        return tuple(plain)
    others = stored.translate(None, _ASCII).decode("utf-8", "surrogatepass")
    return (*plain, *_NUMBER.findall(others))


_WEIGHTS = (1.0, 0.25, 0.0625)


@dataclass(frozen=True, slots=True)
class DocumentGroup:
    """A document: its best passage, and the origin of its score."""

    best: FusedCandidate
    vote: DocumentVote


def group_by_document(
    ranked: Sequence[FusedCandidate],
    document_of: Mapping[int, int],
    strong: frozenset[int],
) -> tuple[DocumentGroup, ...]:
    """Return the documents of a ranking, best first; ties by the rank of the first passage.

    `document_of` maps chunk numbers to documents. `strong` are the numbers of chunks that are not
    weak; the first of them represents its document.
    """
    passages: dict[int, list[FusedCandidate]] = {}
    for candidate in ranked:
        passages.setdefault(document_of[candidate.chunk_number], []).append(candidate)
    groups = [_group(found, strong) for found in passages.values()]
    return tuple(sorted(groups, key=lambda group: (-group.vote.score, group.vote.shares[0].rank)))


def _group(passages: Sequence[FusedCandidate], strong: frozenset[int]) -> DocumentGroup:
    shares = tuple(
        DocumentShare(as_id(passage.chunk_number), passage.rank, weight / passage.rank)
        for weight, passage in zip(_WEIGHTS, passages, strict=False)
    )
    score = sum((share.share for share in shares), start=0.0)
    counted = [one for one in passages if one.chunk_number in strong] or passages[:1]
    return DocumentGroup(counted[0], DocumentVote(score, len(counted), shares))
