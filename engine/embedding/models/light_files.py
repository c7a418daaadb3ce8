"""Write the light form of a model file; see `engine.embedding.llama.light_form`.

The header must have been checked by `gguf_header`. No light form is written for a file with other
unsuitable content. The written files must be verified before they are used.
"""

from __future__ import annotations

import mmap
import os
import struct
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from math import sqrt
from pathlib import Path
from typing import TypeVar

import gguf
import numpy as np
from numpy.typing import NDArray

from twofold.engine.durable_files import put_in_place, replace_file, sync_file
from twofold.engine.embedding.llama.light_form import (
    LightForm,
    TableExtent,
    UnigramFacts,
    all_light_files,
    body_path,
    pieces_path,
    scores_path,
)
from twofold.engine.embedding.llama.unigram import WORD_START
from twofold.engine.embedding.models.charsmap import replacements_after_nfkc
from twofold.engine.embedding.models.gguf_header import GgufHeader, TensorExtent, inconsistent
from twofold.engine.model.localized import message

_TABLE = "token_embd.weight"
_TOKENIZER = "tokenizer."
_WEIGHTS_KEY = "tokenizer.ggml.token_type_count"  # belongs to the weights, not to the tokenizer
_UNIGRAM = "t5"  # llama.cpp's name
_SENTENCE_PIECE = "llama"
_SCALED = "gemma"  # architectures that multiply the rows of tokens by the root of their length
_UNKNOWN_PENALTY = np.float32(10.0)  # kUnkPenalty of sentencepiece, below the lowest score
_MAX_PIECE_LENGTH = 64
# Sums of scores on this grid are exact in double precision, so the order of additions is
# irrelevant: word by word as here, or over the whole text as in llama.cpp.
_SCORE_GRID = 2.0**28
_MAX_SCORE = 1024.0
_MAX_SAMPLE = 4096
_MAX_RULES_BYTES = 16 * 1024 * 1024  # those of NFKC have 240,000

_Number = TypeVar("_Number", bound=np.generic)


@dataclass(frozen=True, slots=True)
class _Vocabulary:
    """The pieces that a tokenizer can find, with their ids and scores (float32)."""

    pieces: Sequence[str]
    ids: NDArray[np.int32]
    scores: NDArray[np.float32]
    facts: UnigramFacts


class _UnsuitedError(Exception):
    """The file has no light form, or no light tokenizer."""


def write_light_form(path: Path, header: GgufHeader) -> LightForm | None:
    """Write the light form of a model file next to it; return None if it has none.

    The light form is not verified yet. Each file is replaced atomically. Raise OSError if writing
    fails.
    """
    table = header.tensors.get(_TABLE)
    if table is None:
        return None
    width, rows = table.shape
    scale = sqrt(width) if header.text("general.architecture").startswith(_SCALED) else 1.0
    extent = TableExtent(table.start, rows, (table.end - table.start) // rows, table.kind, scale)
    try:
        vocabulary = _unigram_vocabulary(path, header)
    except _UnsuitedError:
        vocabulary = None
    try:
        _write(body_path(path), lambda part: _write_body(path, header, part))
    except (ValueError, KeyError):  # gguf cannot write some headers that llama.cpp can read
        return None
    if vocabulary is None:
        return LightForm(extent, None)
    _write_vocabulary(path, vocabulary)
    return LightForm(extent, vocabulary.facts)


def remove_light_form(path: Path) -> None:
    """Delete the light form of a model file, if there is one."""
    for file in all_light_files(path):
        with suppress(OSError):
            file.unlink(missing_ok=True)


def unusual_pieces(path: Path, header: GgufHeader) -> tuple[str, ...]:
    """Return pieces that contain symbols, because llama.cpp may tokenize them differently."""
    try:
        pieces = _unigram_vocabulary(path, header).pieces
    except _UnsuitedError:
        return ()
    unusual = (piece for piece in pieces if not piece.removeprefix(WORD_START).isalpha())
    return tuple(piece for piece, _ in zip(unusual, range(_MAX_SAMPLE), strict=False))


def check_vocabulary(path: Path, header: GgufHeader) -> None:
    """Raise ModelError for a vocabulary with which llama.cpp would abort the process.

    A SentencePiece vocabulary must have a token for each byte, for characters without one.
    """
    if header.text("tokenizer.ggml.model") != _SENTENCE_PIECE:
        return
    missing = {f"<0x{byte:02X}>" for byte in range(256)}
    with suppress(_UnsuitedError, KeyError):
        missing.difference_update(_texts(path, header, "tokenizer.ggml.tokens"))
    if missing:
        raise inconsistent(path.name, message("its vocabulary is incomplete"))


def _write(path: Path, write: Callable[[Path], None]) -> None:
    part = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        write(part)
        sync_file(part)
        put_in_place(part, path)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _write_body(path: Path, header: GgufHeader, target: Path) -> None:
    """Write the weights without tokenizer, and only the first row of per-token tables."""
    architecture = header.text("general.architecture")
    rows = header.tensors[_TABLE].shape[1]
    set_here = {"general.architecture", "general.alignment", f"{architecture}.vocab_size"}
    data = np.memmap(path, dtype=np.uint8, mode="r")
    writer = gguf.GGUFWriter(target, architecture)
    try:
        for key, value in header.values.items():
            if key not in set_here and (not key.startswith(_TOKENIZER) or key == _WEIGHTS_KEY):
                writer.add_key_value(key, value, gguf.GGUFValueType(header.kinds[key]))
        writer.add_tokenizer_model("no_vocab")
        writer.add_vocab_size(1)
        for tensor in header.tensors.values():
            is_table = tensor.name in (_TABLE, "output.weight") and tensor.shape[1:] == (rows,)
            kept = _first_row(tensor) if is_table else tensor
            values = data[kept.start : kept.end].reshape(*reversed(kept.shape[1:]), -1)
            writer.add_tensor(kept.name, values, raw_dtype=gguf.GGMLQuantizationType(kept.kind))
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
        writer.write_tensors_to_file()
    finally:
        writer.close()


def _first_row(table: TensorExtent) -> TensorExtent:
    width, rows = table.shape
    size = (table.end - table.start) // rows
    return replace(table, shape=(width, 1), end=table.start + size)


def _write_vocabulary(path: Path, vocabulary: _Vocabulary) -> None:
    import marisa_trie  # noqa: PLC0415 (only needed by such models)

    trie = marisa_trie.Trie(vocabulary.pieces)
    order = np.array([trie.key_id(piece) for piece in vocabulary.pieces])
    ids = np.empty(len(order), dtype="<i4")
    scores = np.empty(len(order), dtype="<f4")
    ids[order], scores[order] = vocabulary.ids, vocabulary.scores
    _write(pieces_path(path), lambda part: trie.save(str(part)))
    replace_file(scores_path(path), ids.tobytes() + scores.tobytes())


def _unigram_vocabulary(path: Path, header: GgufHeader) -> _Vocabulary:
    """Return the vocabulary if `UnigramTokenizer` finds the same tokens as llama.cpp."""
    values = header.values
    _expect(values.get("tokenizer.ggml.model") == _UNIGRAM)
    _expect(values.get("tokenizer.ggml.add_space_prefix") is True)
    _expect(values.get("tokenizer.ggml.remove_extra_whitespaces") is True)
    types = _numbers(path, header, "token_type", gguf.GGUFValueType.INT32, np.dtype("<i4"))
    scores = _numbers(path, header, "scores", gguf.GGUFValueType.FLOAT32, np.dtype("<f4"))
    kind = gguf.TokenType
    _expect(not (types == kind.USER_DEFINED).any() and bool((types == kind.NORMAL).any()))
    on_grid = scores.astype(np.float64) * _SCORE_GRID
    _expect(bool((np.abs(scores) < _MAX_SCORE).all() and (on_grid == np.rint(on_grid)).all()))
    ids = np.flatnonzero((types == kind.NORMAL) | (types == kind.UNUSED)).astype(np.int32)
    tokens = list(_texts(path, header, "tokenizer.ggml.tokens"))
    pieces = [tokens[number] for number in ids]
    _expect(len(set(pieces)) == len(pieces) and all(map(_is_plain, pieces)))
    facts = UnigramFacts(
        before=_added(header, "bos"),
        after=_added(header, "eos"),
        unknown=_token(header, "unknown"),
        unknown_score=float(scores[types == kind.NORMAL].min() - _UNKNOWN_PENALTY),
        longest=max(map(len, pieces)),
        replacements=_replacements(path, header),
    )
    return _Vocabulary(pieces, ids, scores[ids], facts)


def _expect(condition: bool) -> None:  # noqa: FBT001 (like assert)
    if not condition:
        raise _UnsuitedError


def _token(header: GgufHeader, name: str) -> int:
    token = header.whole(f"tokenizer.ggml.{name}_token_id")
    if token is None:
        raise _UnsuitedError
    return token


def _replacements(path: Path, header: GgufHeader) -> tuple[tuple[str, str], ...]:
    """Return the characters that the tokenizer replaces in a text in NFKC."""
    array = header.arrays.get("tokenizer.ggml.precompiled_charsmap")
    if array is None or not array.count:
        return ()
    _expect(array.kind in {gguf.GGUFValueType.UINT8, gguf.GGUFValueType.INT8})
    with path.open("rb") as file:
        file.seek(array.start)
        found = replacements_after_nfkc(file.read(min(array.count, _MAX_RULES_BYTES)))
    if found is None:
        raise _UnsuitedError
    return found


def _added(header: GgufHeader, name: str) -> tuple[int, ...]:
    """Return the special token that is added to a text, if the header defines one."""
    is_added = header.values.get(f"tokenizer.ggml.add_{name}_token")
    _expect(isinstance(is_added, bool))
    return (_token(header, name),) if is_added else ()


def _is_plain(piece: str) -> bool:
    return 0 < len(piece) <= _MAX_PIECE_LENGTH and WORD_START not in piece[1:]


def _numbers(
    path: Path, header: GgufHeader, name: str, kind: gguf.GGUFValueType, layout: np.dtype[_Number]
) -> NDArray[_Number]:
    array = header.arrays.get(f"tokenizer.ggml.{name}")
    if array is None or array.kind != kind:
        raise _UnsuitedError
    return np.memmap(path, dtype=layout, mode="r", offset=array.start, shape=(array.count,))


def _texts(path: Path, header: GgufHeader, key: str) -> Iterator[str]:
    array = header.arrays[key]
    if array.kind != gguf.GGUFValueType.STRING:
        raise _UnsuitedError
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        place = array.start
        for _ in range(array.count):
            (length,) = struct.unpack_from("<Q", data, place)
            place += 8 + length
            try:
                yield data[place - length : place].decode()
            except UnicodeDecodeError:
                raise _UnsuitedError from None
