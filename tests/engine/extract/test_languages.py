import pytest

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
