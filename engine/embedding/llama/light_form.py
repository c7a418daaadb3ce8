"""The light form of a model: a model file without its vocabulary and most of its token table.

When llama.cpp loads a complete file, it builds the vocabulary in memory. It also reserves one
number per word of the vocabulary for each token of the largest batch, although embedding uses none
of them. For the 250,000 pieces of multilingual-e5-small, this takes 1.4 s and 600 MB. A file
without vocabulary and with only one row of the token table avoids both. Vocabulary and table are
memory-mapped instead. The rows of the tokens are passed to llama.cpp as numbers
(`llama_batch.embd`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

# The version of the file layout. Files of another version are written again.
LIGHT_FORM_VERSION = 1

_BODY, _PIECES, _SCORES = ".body", ".pieces", ".scores"


@dataclass(frozen=True, slots=True)
class TableExtent:
    """The position of the token table in the file; `kind` is ggml's number of its format.

    The rows are multiplied by `scale`. Some architectures do so only with tokens, not with rows.
    """

    start: int
    rows: int
    row_bytes: int
    kind: int
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class UnigramFacts:
    """The properties of a tokenizer other than its pieces.

    `before` and `after` are the special tokens around a text, `longest` is the length of the
    longest piece in characters. `replacements` are pairs of a text in NFKC and its replacement.
    """

    before: tuple[int, ...]
    after: tuple[int, ...]
    unknown: int
    unknown_score: float
    longest: int
    replacements: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class LightForm:
    """The content of the derived files next to a model file.

    `table` is in the model file itself. Without `unigram`, llama.cpp's own vocabulary of the model
    file is loaded separately, and the body is the only derived file.
    """

    table: TableExtent
    unigram: UnigramFacts | None

    def files(self, model: Path) -> tuple[Path, ...]:
        """Return the derived files. They must not have changed since they were verified."""
        pieces = (pieces_path(model), scores_path(model)) if self.unigram else ()
        return (body_path(model), *pieces)

    def to_json(self) -> str:
        """Return JSON for `from_values`."""
        return json.dumps(asdict(self))

    @classmethod
    def from_values(cls, values: dict[str, Any]) -> Self:
        """Decode the values of `to_json`. Raise TypeError, ValueError or KeyError for others."""
        unigram = values["unigram"]
        if unigram is not None:
            around = {key: tuple(unigram[key]) for key in ("before", "after")}
            replaced = tuple((str(one), str(other)) for one, other in unigram["replacements"])
            unigram = UnigramFacts(**{**unigram, **around, "replacements": replaced})
        return cls(TableExtent(**values["table"]), unigram)


def body_path(model: Path) -> Path:
    """Return the file of the weights without vocabulary and token table."""
    return model.with_name(model.name + _BODY)


def pieces_path(model: Path) -> Path:
    """Return the file of the pieces of a Unigram vocabulary, a marisa-trie."""
    return model.with_name(model.name + _PIECES)


def scores_path(model: Path) -> Path:
    """Return the file of the ids and scores of these pieces."""
    return model.with_name(model.name + _SCORES)


def all_light_files(model: Path) -> Iterator[Path]:
    """Yield each file that a light form of `model` may have."""
    for path in (body_path, pieces_path, scores_path):
        yield path(model)
