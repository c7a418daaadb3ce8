"""Model weights loaded once for many embedders, because loading takes a second each time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

import pytest

from twofold.engine.embedding.llama import embedder as gguf_embedder
from twofold.engine.embedding.llama.light_form import LightForm
from twofold.engine.embedding.llama.model import LlamaModel


class _SharedModel(LlamaModel):
    """A model that stays loaded when an embedder closes it. Contexts are not shared."""

    def close(self) -> None:
        pass

    def free(self) -> None:
        super().close()


@contextmanager
def weights_loaded_once() -> Iterator[None]:
    """Share weights between the embedders of this process, for each version of a model file."""
    kept: dict[tuple[Path, int, bool, LightForm | None], _SharedModel] = {}
    loading = Lock()

    def load(path: Path, *, gpu: bool, light: LightForm | None) -> LlamaModel:
        version = (path.resolve(), path.stat().st_mtime_ns, gpu, light)
        with loading:
            if version not in kept:
                kept[version] = _SharedModel(path, gpu=gpu, light=light)
            return kept[version]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gguf_embedder, "LlamaModel", load)
        yield
    for model in kept.values():
        model.free()
