"""Proof that a model file computes the vectors it should."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from engine.embedding.catalogue import ModelDescription
from engine.embedding.gguf_embedder import GgufEmbedder
from engine.embedding.model_loading import load_model
from engine.embedding.probe import PROBE_COMMAND
from engine.embedding.reference_vectors import REFERENCES
from engine.embedding.safe_check import forget_check
from engine.model.errors import ModelError

_LEAST_COSINE = 0.995


def verify(
    description: ModelDescription, path: Path, *, command: tuple[str, ...] = PROBE_COMMAND
) -> float:
    """Return the least cosine of known sentences to their reference vectors.

    Raises ModelError when it is below 0.995 or the file cannot be used. A model without reference
    vectors counts as 1.0 once it loads.
    """
    embedder = load_model(path, description, command=command)
    try:
        least = _least_cosine(embedder, description.name)
    finally:
        embedder.close()
    if least < _LEAST_COSINE:
        forget_check(path)
        raise ModelError(
            f"{path.name} is not {description.title}: known sentences get other vectors "
            f"(cosine {least:.3f}).",
            "Delete the file; Twofold makes it again at the next start.",
        )
    return least


def _least_cosine(embedder: GgufEmbedder, name: str) -> float:
    references = REFERENCES.get(name, ())
    vectors = embedder.embed_passages([reference.text for reference in references])
    return min(
        (
            float(np.dot(vector, reference.vector))
            for vector, reference in zip(vectors, references, strict=True)
        ),
        default=1.0,
    )
