"""Custom export formats (user templates)."""

import itertools
import sys
from dataclasses import replace

import pytest

from tests.support.exports import EXPORTER, export_text
from tests.support.responses import make_hit, make_response
from twofold.engine.export.template import TemplateProcess
from twofold.engine.model.errors import ExportError
from twofold.engine.model.export_format import ExportFormat
from twofold.engine.model.requests import ExportHits


@pytest.fixture
def rendered(tmp_path):
    def render(source, *hits, name="own.txt"):
        path = tmp_path / name
        path.write_text(source, encoding="utf-8")
        return export_text(ExportFormat.MARKDOWN, *hits, template=path)

    return render


def test_template_renders_passages_with_references(rendered):
    source = (
        "{{ heading }}\n{% for passage in passages %}\n"
        "{{ passage.number }}. {{ passage.text|line }} ({{ passage.reference.title }}, "
        "{{ passage.place }})\n{% endfor %}\n{{ search.settings.query }}\n"
    )
    assert rendered(source, make_hit(text="a\nb")) == (
        "Passages found for “memory of a pod”\n1. a b (Resource limits, lines 12–14)\n"
        "memory of a pod\n"
    )


def test_html_is_escaped_and_latex_can_be(rendered):
    hit = make_hit(text="<b> & 50%")
    source = "{{ passages[0].text }}"
    for name in ("own.html", "own.html.j2"):
        assert rendered(source, hit, name=name) == "&lt;b&gt; &amp; 50%"
    assert rendered("{{ passages[0].text|latex }}", hit) == r"<b> \& 50\%"
    assert rendered("{{ passages[0].text|markdown }}", hit) == r"\<b\> \& 50%"


@pytest.mark.parametrize(
    "source",
    [
        "{{ ''.__class__.__mro__ }}",
        "{{ passages.append(1) }}",
        "{{ nothing.at_all }}",
        "{% include '/etc/passwd' %}",
        "{% import 'os' as os %}",
        "{{ unclosed",
        "{% for x in range(10**9) %}{{ x }}{% endfor %}",
        "{{ 1 / 0 }}",
        "{{ 'a' * 10**17 }}",
    ],
)
def test_forbidden_template_operations_have_a_clear_error(rendered, source):
    with pytest.raises(ExportError, match=r"own\.txt"):
        rendered(source, make_hit())


ENDLESS = "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}"


@pytest.mark.parametrize(
    "source",
    [
        ENDLESS,
        "{{ 10 ** (10 ** 9) }}",
        "{{ 'a'|center(10 ** 11) }}",
    ],
)
def test_endless_template_is_stopped_with_one_sentence(tmp_path, source):
    path = tmp_path / "own.txt"
    path.write_text(source)
    exporter = replace(EXPORTER, templates=TemplateProcess(seconds=1.0))
    request = ExportHits(ExportFormat.MARKDOWN, make_response(make_hit()), template=path)
    with pytest.raises(ExportError, match=r"\AThe template own\.txt [^\n]*\.\Z"):
        exporter.export(replace(request, target=tmp_path / "out.txt"))
    assert list(tmp_path.iterdir()) == [path]


def test_running_template_is_stopped_when_the_export_is_cancelled(tmp_path):
    path = tmp_path / "own.txt"
    path.write_text(ENDLESS)
    calls = itertools.count()

    def step():
        if next(calls) > 1:
            raise LookupError  # any exception raised to cancel

    request = ExportHits(ExportFormat.MARKDOWN, make_response(make_hit()), template=path)
    with pytest.raises(LookupError):
        EXPORTER.export(request, step)


def test_hanging_template_process_is_killed():
    hangs = TemplateProcess((sys.executable, "-c", "import time; time.sleep(30)"), seconds=0.3)
    with pytest.raises(ExportError, match="longer than"):
        hangs.run("own.txt", {}, lambda: None)


@pytest.mark.parametrize(
    ("program", "sentence"),
    [
        ("while True: print('x' * 10_000)", "is larger than"),
        ("print('[' * 50_000)", "exceeded its time or memory"),
        (
            "import os; os.write(1, bytes([0, 0, 0, 2] + [0] * 7 + [1]) + b'{}')",
            "its time",
        ),
        ("import os; os.write(1, bytes([0, 0, 0, 4] + [0] * 8) + b'[[]]')", "its time"),
    ],
)
def test_invalid_template_output_is_reported_in_one_sentence(monkeypatch, program, sentence):
    monkeypatch.setattr("twofold.engine.export.template._MAX_ANSWER_BYTES", 1_000_000)
    process = TemplateProcess((sys.executable, "-c", program))
    with pytest.raises(ExportError, match=sentence):
        process.run("own.txt", {}, lambda: None)
