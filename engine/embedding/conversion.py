"""From a packaged model to a GGUF file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from engine.embedding.bert_gguf import BertModel, write_bert_gguf
from engine.embedding.catalogue import ModelDescription, PackagedWeights, SourceLayout
from engine.embedding.e5_source import read_e5
from engine.embedding.safetensors_source import read_bert

_READERS: Mapping[SourceLayout, Callable[[Path], BertModel]] = {
    SourceLayout.E5_Q4: read_e5,
    SourceLayout.BERT_SAFETENSORS: read_bert,
}


def convert(
    source: Path, weights: PackagedWeights, description: ModelDescription, target: Path
) -> None:
    """Write the weights in `source`, whose hash has been checked, to `target` as GGUF."""
    write_bert_gguf(target, _READERS[weights.layout](source), description)
