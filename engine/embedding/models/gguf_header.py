"""Read and check the header of an untrusted GGUF file.

llama.cpp expects trusted files: a forged count or offset can crash the process. Here everything is
checked against the size of the file before it is used. Format: GGUF specification of ggml, versions
2 and 3, little-endian. (The reader of the package gguf checks nothing, and takes 16 s and 650 MB
for the vocabulary of the default model; this one 0.3 s.)
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import prod
from pathlib import Path
from typing import Literal

from gguf.constants import GGML_QUANT_SIZES, MODEL_ARCH_NAMES, GGMLQuantizationType

from twofold.engine.embedding.catalogue import MAX_CONTEXT_TOKENS, ModelDescription
from twofold.engine.model.errors import ModelError
from twofold.engine.model.localized import message, system_reason
from twofold.engine.model.model_listing import MAX_DIMENSION

Scalar = int | float | bool | str

_HINT = message("Download or install the model again.")
_MAGIC = b"GGUF"
_VERSIONS = (2, 3)
_MAX_ENTRIES = 65_536
_MAX_DIMENSIONS = 4
_MAX_VALUES = 2**40
_MAX_TEXT_LENGTH = 2**24
_LONG_TEXT = message("a text claims to have {count} characters")  # used for each of 250,000 texts
_SCALARS = {
    0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d",
}  # fmt: skip
_STRING, _ARRAY = 8, 9

_RANKING_POOLING = 4
_BOUNDS = (
    ("embedding_length", MAX_DIMENSION),
    ("block_count", 1024),
    ("context_length", MAX_CONTEXT_TOKENS),
)
# Some models end with layers that change the length of the vectors.
_LENGTHS = ("embedding_length", "embedding_length_out", "dense_2_feat_out", "dense_3_feat_out")
_CHOOSE_RERANKER = message("Choose a cross-encoder with 'rank' pooling, such as bge-reranker.")
_CHOOSE = message("Choose a semantic model. `twofold model list` shows the known ones.")


@dataclass(frozen=True, slots=True)
class TensorExtent:
    """A tensor's shape, fastest dimension first, and its bytes [start, end) in the file.

    `kind` is ggml's number of its format.
    """

    name: str
    shape: tuple[int, ...]
    start: int
    end: int
    kind: int = 0


@dataclass(frozen=True, slots=True)
class ArrayExtent:
    """The position of an array's elements, and their type as a GGUF number."""

    kind: int
    count: int
    start: int


@dataclass(frozen=True, slots=True)
class GgufHeader:
    """The content of a GGUF header. `kinds` are the GGUF type numbers of `values`."""

    values: Mapping[str, Scalar]
    arrays: Mapping[str, ArrayExtent]
    tensors: Mapping[str, TensorExtent]
    kinds: Mapping[str, int] = field(default_factory=dict)

    def text(self, key: str) -> str:
        """Return the text for `key`, or ''."""
        value = self.values.get(key, "")
        return value if isinstance(value, str) else ""

    def whole(self, key: str) -> int | None:
        """Return the integer for `key`, or None."""
        value = self.values.get(key)
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    def length(self, key: str, default: int = 0) -> int:
        """Return the length of the array for `key`."""
        array = self.arrays.get(key)
        return default if array is None else array.count


def read_header(path: Path) -> GgufHeader:
    """Return the header. Raise ModelError if anything is invalid."""
    try:
        with path.open("rb") as file:
            if file.read(len(_MAGIC)) != _MAGIC:
                raise ModelError(message("{name} is not a GGUF model file.", name=path.name), _HINT)
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
                return _Parser(path.name, data).header()
    except OSError as error:
        reason = system_reason(error)
        raise ModelError(
            message(
                "The model file {name} cannot be read: {reason}.", name=path.name, reason=reason
            ),
            _HINT,
        ) from error


class _Parser:
    """Parses the header in one pass."""

    def __init__(self, name: str, data: mmap.mmap) -> None:
        self._name = name
        self._data = data
        self._size = len(data)
        self._position = len(_MAGIC)
        self._values: dict[str, Scalar] = {}
        self._kinds: dict[str, int] = {}
        self._arrays: dict[str, ArrayExtent] = {}

    def header(self) -> GgufHeader:
        version = self._number("I")
        if version not in _VERSIONS:
            raise self._damaged(
                message("its format version {version} is not supported", version=str(version))
            )
        tensors = self._count(_MAX_ENTRIES, message("it claims to contain {count} tensors"))
        for _ in range(self._count(_MAX_ENTRIES, message("it claims to contain {count} entries"))):
            self._entry()
        described = [self._tensor() for _ in range(tensors)]
        extents = self._placed(described)
        return GgufHeader(self._values, self._arrays, extents, self._kinds)

    def _entry(self) -> None:
        key = self._text()
        kind = self._number("I")
        if kind == _ARRAY:
            self._arrays[key] = self._skip_array()
            return
        self._values[key] = self._text() if kind == _STRING else self._scalar(kind)
        self._kinds[key] = kind

    def _scalar(self, kind: int) -> Scalar:
        if kind not in _SCALARS:
            raise self._damaged(
                message("it contains a value of unknown type {kind}", kind=str(kind))
            )
        value: Scalar = self._unpack(_SCALARS[kind])
        return value

    def _skip_array(self) -> ArrayExtent:
        kind = self._number("I")
        start = self._position + struct.calcsize("<Q")
        if kind == _STRING:
            count = self._count(self._left // 8, message("it claims to contain {count} texts"))
            for _ in range(count):
                self._skip(self._number("Q"))
        elif kind in _SCALARS:
            size = struct.calcsize("<" + _SCALARS[kind])
            count = self._count(self._left // size, message("it claims to contain {count} numbers"))
            self._skip(count * size)
        else:
            raise self._damaged(
                message("it contains a list of unknown type {kind}", kind=str(kind))
            )
        return ArrayExtent(kind, count, start)

    def _tensor(self) -> TensorExtent:
        """Return the next tensor, with offsets relative to the first one."""
        name = self._text()
        dimensions = self._number("I")
        if not 1 <= dimensions <= _MAX_DIMENSIONS:
            raise self._damaged(
                message(
                    "its contents are inconsistent (a tensor with {dimensions} dimensions)",
                    dimensions=dimensions,
                )
            )
        shape = tuple(self._number("Q") for _ in range(dimensions))
        kind, offset = self._number("I"), self._number("Q")
        if any(side < 1 for side in shape) or prod(shape) > _MAX_VALUES:
            raise self._damaged(message("its contents are inconsistent (invalid tensor shape)"))
        try:
            block_values, block_bytes = GGML_QUANT_SIZES[GGMLQuantizationType(kind)]
        except (ValueError, KeyError):
            raise self._damaged(
                message("it uses the unknown tensor format {kind}", kind=str(kind))
            ) from None
        if shape[0] % block_values:
            raise self._damaged(message("its contents are inconsistent (incomplete tensor blocks)"))
        size = prod(shape) // block_values * block_bytes
        return TensorExtent(name, shape, offset, offset + size, kind)

    def _placed(self, described: list[TensorExtent]) -> dict[str, TensorExtent]:
        alignment = self._values.get("general.alignment", 32)
        if not isinstance(alignment, int) or alignment < 1 or alignment & (alignment - 1):
            raise self._damaged(message("its alignment is not a power of two"))
        first = -(-self._position // alignment) * alignment
        extents = {}
        for tensor in described:
            if tensor.start % alignment or first + tensor.end > self._size:
                raise self._damaged(message("the end of the file is missing"))
            extents[tensor.name] = replace(
                tensor, start=first + tensor.start, end=first + tensor.end
            )
        if len(extents) != len(described):
            raise self._damaged(message("its contents are inconsistent (duplicate tensor name)"))
        return extents

    @property
    def _left(self) -> int:
        return self._size - self._position

    def _count(self, limit: int, problem: str) -> int:
        count = self._number("Q")
        if count > limit:
            raise self._damaged(message(problem, count=count))
        return count

    def _text(self) -> str:
        length = self._count(min(self._left, _MAX_TEXT_LENGTH), _LONG_TEXT)
        start = self._position
        self._skip(length)
        return self._data[start : start + length].decode(errors="replace")

    def _number(self, layout: Literal["I", "Q"]) -> int:
        return int(self._unpack(layout))

    def _unpack(self, layout: str) -> int | float | bool:
        start = self._position
        self._skip(struct.calcsize("<" + layout))
        value: int | float | bool = struct.unpack_from("<" + layout, self._data, start)[0]
        return value

    def _skip(self, count: int) -> None:
        if count > self._left:
            raise self._damaged(message("the end of the file is missing"))
        self._position += count

    def _damaged(self, why: str) -> ModelError:
        return ModelError(
            message("The model file {name} is damaged: {why}.", name=self._name, why=why), _HINT
        )


def is_reranker(path: Path) -> bool:
    """Return whether a file contains a reranking model. Raise ModelError if it is invalid."""
    header = read_header(path)
    architecture = header.text("general.architecture")
    return header.whole(f"{architecture}.pooling_type") == _RANKING_POOLING


def check_header(name: str, header: GgufHeader, description: ModelDescription) -> None:
    """Raise ModelError unless the header belongs to an embedding model for texts."""
    architecture = header.text("general.architecture")
    if not architecture or header.text("general.type") not in ("", "model"):
        raise ModelError(message("{name} does not contain a complete model.", name=name), _CHOOSE)
    if (header.whole("split.count") or 1) > 1:
        raise ModelError(
            message("{name} is part of a model that is split into several files.", name=name),
            _CHOOSE,
        )
    pooling = header.whole(f"{architecture}.pooling_type")
    wants_ranking = description.ranks
    if wants_ranking and pooling != _RANKING_POOLING:
        raise ModelError(message("{name} is not a reranking model.", name=name), _CHOOSE_RERANKER)
    if pooling == _RANKING_POOLING and not wants_ranking:
        raise ModelError(
            message("{name} is a reranking model, not a semantic model.", name=name), _CHOOSE
        )
    if not pooling and not description.pooling:
        raise ModelError(
            message(
                "{name} contains a model of type {architecture}, which is not a semantic model.",
                name=name,
                architecture=architecture,
            ),
            _CHOOSE,
        )
    for key, limit in _BOUNDS:
        value = header.whole(f"{architecture}.{key}")
        if value is None or not 1 <= value <= limit:
            raise inconsistent(name, message("its {key} is {value}", key=key, value=str(value)))
    heads = header.whole(f"{architecture}.attention.head_count")
    if heads is None or heads < 1:
        raise inconsistent(name, message("it has {heads} attention heads", heads=str(heads)))
    _check_vocabulary(name, header)


def unknown_architecture(name: str, header: GgufHeader) -> ModelError | None:
    """Return the error for a file that this llama.cpp is too old for; None for others.

    Ask only if llama.cpp cannot load the file, because it may know more architectures than gguf.
    """
    architecture = header.text("general.architecture")
    if architecture in MODEL_ARCH_NAMES.values():
        return None
    return ModelError(
        message(
            "{name} cannot be loaded: this version of Twofold does not support models of type "
            "{architecture} yet.",
            name=name,
            architecture=architecture,
        ),
        _CHOOSE,
    )


def check_measured(name: str, header: GgufHeader, dimension: int, context_tokens: int) -> None:
    """Raise ModelError if the loaded model differs from its header."""
    architecture = header.text("general.architecture")
    lengths = {header.whole(f"{architecture}.{key}") for key in _LENGTHS}
    if dimension not in lengths or context_tokens != header.whole(f"{architecture}.context_length"):
        raise inconsistent(name, message("the loaded model does not match its header"))


def _check_vocabulary(name: str, header: GgufHeader) -> None:
    tokens = header.length("tokenizer.ggml.tokens")
    table = header.tensors.get("token_embd.weight")
    if table is None or len(table.shape) != 2 or table.shape[1] != tokens:
        raise inconsistent(name, message("its vocabulary does not match its weights"))
    for key in ("tokenizer.ggml.scores", "tokenizer.ggml.token_type"):
        if header.length(key, tokens) != tokens:
            raise inconsistent(name, message("its vocabulary is incomplete"))
    for key in header.values:
        if key.startswith("tokenizer.ggml.") and key.endswith("_token_id"):
            token = header.whole(key)
            if token is None or token >= tokens:
                raise inconsistent(
                    name,
                    message("its {value} is outside its vocabulary", value=key.rpartition(".")[2]),
                )


def inconsistent(name: str, why: str) -> ModelError:
    """Return the error for a file that contradicts itself."""
    return ModelError(
        message("The model file {name} is damaged: {why}.", name=name, why=why), _HINT
    )
