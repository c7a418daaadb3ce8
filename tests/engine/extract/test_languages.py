import fasttext
import pytest

from engine.extract import languages
from engine.extract.languages import declared_language, detect_language


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("The memory a pod may use is limited by its container specification.", "en"),
        ("Der Speicher, den ein Pod nutzen darf, wird begrenzt.", "de"),
        ("파드가 사용할 수 있는 메모리를 제한하는 방법을 설명한다.", "ko"),
        ("限制 Pod 可以使用的内存量的方法。", "zh"),
        ("1234 5678 -- == ::", "und"),
        ("ok", "und"),
    ],
)
def test_prose_tells_its_language(text, lang):
    assert detect_language(text) == lang


@pytest.mark.parametrize(
    ("tag", "lang"),
    [("de-AT", "de"), ("EN", "en"), ("zh_Hans_CN", "zh"), ("deutsch", ""), ("", ""), ("x1", "")],
)
def test_declared_tags_become_codes(tag, lang):
    assert declared_language(tag) == lang


def test_the_model_is_found_where_only_plain_names_can_be_opened(monkeypatch):
    load = fasttext.load_model

    def load_plain(name):
        if "/" in name:
            raise ValueError(f"{name} cannot be opened for loading!")
        return load(name)

    monkeypatch.setattr(fasttext, "load_model", load_plain)
    languages._model.cache_clear()
    assert detect_language("Der Speicher, den ein Pod nutzen darf, wird begrenzt.") == "de"
