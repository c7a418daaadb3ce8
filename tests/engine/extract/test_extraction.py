import os

import pytest

from tests.engine.extract.refusals import reason_of
from twofold.engine.extract.languages import declared_language, detect_language
from twofold.engine.extract.process.embedded import read_document

ENGLISH = "The memory a pod may use is limited by its container specification. " * 3


def extract_file(path, max_bytes):
    return read_document(path, "", max_bytes)


def write(path, text):
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("name", "text", "title"),
    [
        ("a.md", f"---\ntitle: Said\n---\n# Heading\n{ENGLISH}", "Said"),
        ("a.md", f"{ENGLISH}\n\n## Heading\n", "Heading"),
        ("my notes.txt", ENGLISH, "my notes"),
        ("a.html", f"<title>Untitled Document</title><h1>Limits</h1><p>{ENGLISH}</p>", "Limits"),
        ("my notes.md", f"---\ntitle: Document1\n---\n{ENGLISH}", "my notes"),
    ],
)
def test_title_is_declared_or_the_heading_or_the_name(tmp_path, name, text, title):
    assert extract_file(write(tmp_path / name, text), 10_000).metadata.title == title


@pytest.mark.parametrize(
    ("name", "text", "lang"),
    [
        ("a.md", f"---\nlang: ko\n---\n{ENGLISH}", "ko"),
        ("a.py", f"# {ENGLISH}", "und"),
        ("a.md", f"```\n{'für jede Schleife ' * 50}\n```\n\n{ENGLISH}", "en"),
    ],
)
def test_language_is_declared_or_detected_from_prose(tmp_path, name, text, lang):
    assert extract_file(write(tmp_path / name, text), 10_000).metadata.lang == lang


def test_program_name_does_not_decide_the_language(tmp_path):
    text = "<title>Présentation PowerPoint</title><p>Memory limits.</p>"
    assert extract_file(write(tmp_path / "a.html", text), 10_000).metadata.lang != "fr"


@pytest.mark.posix
def test_large_and_vanished_files_folders_and_pipes_are_distinguished(tmp_path):
    os.mkfifo(tmp_path / "pipe.txt")
    assert reason_of(extract_file, write(tmp_path / "a.md", " \n\n\t\n"), 10_000) == "no-text"
    assert reason_of(extract_file, write(tmp_path / "a.md", "x" * 100), 99) == "too-large"
    assert reason_of(extract_file, tmp_path / "gone.md", 10_000) == "vanished"
    assert reason_of(extract_file, tmp_path, 10_000) == "unsupported"
    assert reason_of(extract_file, tmp_path / "pipe.txt", 10_000) == "unsupported"


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
def test_language_of_prose_is_detected(text, lang):
    assert detect_language(text) == lang


@pytest.mark.parametrize(
    ("tag", "lang"),
    [("de-AT", "de"), ("EN", "en"), ("zh_Hans_CN", "zh"), ("deutsch", ""), ("", ""), ("x1", "")],
)
def test_declared_language_tags_become_codes(tag, lang):
    assert declared_language(tag) == lang


def test_uncertain_beginning_does_not_decide_the_language():
    names = "Anna Kowalska Jean Dupont Ole Hansen Luca Bianchi " * 9
    prose = "This chapter explains how a cluster schedules the work that users give to it. " * 12
    assert detect_language(names) != "en"
    assert detect_language(names + prose) == "en"
