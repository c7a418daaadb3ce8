"""A model without its vocabulary and token table returns the same tokens and vectors."""

from __future__ import annotations

import base64
import json
import random
import sys
import zlib
from contextlib import suppress
from dataclasses import replace

import gguf
import numpy as np
import pytest

from tests.support.tiny_gguf import CONTEXT_TOKENS, DIMENSION, write_tiny_gguf
from twofold.engine.embedding.catalogue import ModelDescription
from twofold.engine.embedding.llama.embedder import GgufEmbedder
from twofold.engine.embedding.llama.light_form import body_path, pieces_path, scores_path
from twofold.engine.embedding.llama.model import LlamaModel
from twofold.engine.embedding.llama.text import normalise
from twofold.engine.embedding.models import charsmap
from twofold.engine.embedding.models.charsmap import replacements_after_nfkc
from twofold.engine.embedding.models.gguf_header import check_header, read_header
from twofold.engine.embedding.models.light_files import write_light_form
from twofold.engine.embedding.models.loading import check_model, load_model
from twofold.engine.embedding.models.probe import ModelTrial
from twofold.engine.embedding.models.sample_texts import SAMPLE_TEXTS
from twofold.engine.model.errors import ModelError

MODEL = ModelDescription(name="model", title="Model", languages="", pooling="mean")
KINDS = gguf.GGMLQuantizationType
CRASHES = ModelTrial((sys.executable, "-c", "import os; os.abort()"))


@pytest.fixture
def model(tmp_path):
    """Write a tiny model and return its path."""

    def write(**kind):
        path = tmp_path / "model.gguf"
        write_tiny_gguf(path, **kind)
        return path

    return write


@pytest.fixture
def both():
    """Load a file directly and by its light form, which is written but not checked."""
    loaded = []

    def load(path):
        light = write_light_form(path, read_header(path))
        loaded.extend(GgufEmbedder(path, MODEL, threads=1, light=form) for form in (None, light))
        return loaded[-2], loaded[-1], light

    yield load
    for embedder in loaded:
        embedder.close()


@pytest.mark.parametrize("unigram", [False, True])
@pytest.mark.parametrize("table", [KINDS.F32, KINDS.F16, KINDS.BF16, KINDS.Q8_0, KINDS.Q4_0])
def test_light_form_computes_identical_vectors(model, both, unigram, table):
    whole, light, _ = both(model(unigram=unigram, table=table))

    assert light.fingerprint == whole.fingerprint
    assert np.array_equal(light.embed_passages(SAMPLE_TEXTS), whole.embed_passages(SAMPLE_TEXTS))
    assert np.array_equal(light.embed_query("the car"), whole.embed_query("the car"))


def any_text(source):
    """Return a random text, mostly with letters of the tiny vocabulary."""
    known = "abcdefghij  \u2581\u0435\u03b1\u3042.,-"
    characters = (
        source.choice(known) if source.random() < 0.9 else chr(source.randrange(0x20, 0x11000))
        for _ in range(source.randrange(60))
    )
    return "".join(characters)


@pytest.mark.parametrize("unigram", [False, True])
def test_light_form_tokenizes_any_text_identically(model, unigram):
    path, source = model(unigram=unigram), random.Random(40)
    form = write_light_form(path, read_header(path))
    assert (form.unigram is not None) == unigram
    whole, light = LlamaModel(path, gpu=False), LlamaModel(path, gpu=False, light=form)

    for text in (*SAMPLE_TEXTS, *(any_text(source) for _ in range(1500))):
        for special in (True, False):
            expected = whole.tokenizer.tokenize(text, special=special)
            assert np.array_equal(light.tokenizer.tokenize(text, special=special), expected), text
    whole.close()
    light.close()


# Created by sentencepiece: \u2122 to TM, \u3000 to a space, \u200b removed, q to "b b", qu to kw,
# e\u0301 to \u00e9 and \u0435 to ie.
RULES = zlib.decompress(base64.b85decode(
    b"c-kG)d5{lO902gQyE2oRW(?yF>&RVH<Srs->&RA!XxVb-%$*-GgI#xyoLM?HXC)NnSZCHz?%ZdE+*dh2zuwGezVG<sz4"
    b"!gT7qWy9CdP#18gU^r#D?JoL&zRNBr8wxL(LGfiIMo&kn%)`wn*BOA&g9o4RO)=A+aH1K1M&M#T?|KSM3n;h`Gr}UJ8&"
    b"OTZE@6Od*O8Pce$}48<u)2})CnvXtRj%2A%@c%BNp$O}}WB9(cGs#Kvm)o`UygI9PNM-8>8!>hbTUFuVhhBTltjY!~in"
    b"$m>kG@}J?@Ft18&0DmhCGXIhwzQ!g@A4k)=|B?6bmRlxr!$@CN*B7*jSuNTzr!)1r`U(y(J_7L&qoYo0D~FCP=+v!j~N"
    b"~<DxWZdQH<oYB%M*1G5VuPVJzcFWdh@w6n#QWVKP(sl<7?4GiET0nap7}^O(zgK4$@Ge8ED#;!D!`nnirW5*D+JrF_eB"
    b"zUMpkcx)@gRjlMkR<nkm_?fk=;}<rto(wj!nN4hE3)|Vo4t`}Pne1j4zeV?CFTb;&eH`QfhdIO%{@@r#Il*yGagsC9oO"
    b"6z|{K<L#<}WUCfq%Hf6)tm)tK8r^x46k2Zu2j9xyOGz;69Id82<l!i3uSoJ}Gog4qf|)jP&pr;2e@B"
))  # fmt: skip


def test_light_form_normalises_like_the_model(model):
    path = model(unigram=True, extra=lambda one: one.add_precompiled_charsmap(RULES))
    form, source = write_light_form(path, read_header(path)), random.Random(41)
    assert ("qu", "kw") in form.unigram.replacements
    whole, light = LlamaModel(path, gpu=False), LlamaModel(path, gpu=False, light=form)

    for text in (*SAMPLE_TEXTS, *(any_text(source) for _ in range(500))):
        read = normalise(text.replace("i", "q").replace("j", "qu"))
        expected = whole.tokenizer.tokenize(read)
        assert np.array_equal(light.tokenizer.tokenize(read), expected), read
    whole.close()
    light.close()


def test_damaged_normalisation_data_never_causes_an_endless_loop():
    source = random.Random(42)
    for _ in range(300):
        damaged = bytearray(RULES)
        damaged[source.randrange(len(damaged))] ^= source.randrange(1, 256)
        replacements_after_nfkc(bytes(damaged))
    assert replacements_after_nfkc(RULES[:-40]) is None


def test_tokenizer_with_too_many_rules_is_left_to_llama_cpp(model, both, monkeypatch):
    monkeypatch.setattr(charsmap, "_MAX_REPLACEMENTS", 3)
    path = model(unigram=True, extra=lambda one: one.add_precompiled_charsmap(RULES))
    whole, light, form = both(path)

    assert form.unigram is None
    assert np.array_equal(light.embed_passages(SAMPLE_TEXTS), whole.embed_passages(SAMPLE_TEXTS))


@pytest.mark.slow
def test_damaged_light_form_of_a_checked_model_is_written_again(model):
    path = model(unigram=True)
    expected = GgufEmbedder(path, MODEL, threads=1)
    first = check_model(path, MODEL)
    assert first.light
    assert first.light.unigram
    assert check_model(path, MODEL, trial=CRASHES) == first, "it is written and tried once"

    body_path(path).unlink()
    for file, damaged in ((pieces_path(path), b""), (scores_path(path), bytes(10_000))):
        whole = file.read_bytes()
        file.write_bytes(damaged)
        light = load_model(path, MODEL, threads=1)
        assert np.array_equal(light.embed_query("a car"), expected.embed_query("a car"))
        light.close()
        assert file.read_bytes() == whole
    expected.close()


def test_light_form_with_different_results_is_not_used(model):
    answer = {"dimension": DIMENSION, "context_tokens": CONTEXT_TOKENS}
    code = f"import sys, json; print(json.dumps({answer!r} | dict(sample=sys.argv[4])))"
    path = model()

    assert check_model(path, MODEL, trial=ModelTrial((sys.executable, "-c", code))).light is None
    assert not body_path(path).exists()
    assert check_model(path, MODEL, trial=CRASHES).light is None, "it is tried once"


def test_hostile_light_form_cannot_crash_this_process(model, tmp_path):
    data, source = model(unigram=True).read_bytes(), random.Random(40)
    vocabulary = data.index(b"tokenizer.ggml.tokens")
    path, tried = tmp_path / "hostile.gguf", 0
    for _ in range(60):
        changed = bytearray(data)
        changed[source.randrange(24, vocabulary + 30_000)] ^= source.randrange(1, 256)
        path.write_bytes(changed)
        with suppress(ModelError):
            header = read_header(path)
            check_header(path.name, header, replace(MODEL, pooling="mean"))
            tried += 1
            write_light_form(path, header)
    assert tried > 10


@pytest.mark.slow
def test_record_that_contradicts_the_files_is_ignored(model):
    path = model(unigram=True)
    first = check_model(path, MODEL)
    record = path.with_name(f"{path.name}.checked.json")
    known = json.loads(record.read_text(encoding="utf-8"))
    for key, value in (("light", {"table": {}}), ("light_sha256", [])):
        changed = known | {"model": known["model"] | {key: value}}
        record.write_text(json.dumps(changed), encoding="utf-8")
        assert check_model(path, MODEL) == first
