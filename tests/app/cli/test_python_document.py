"""The example of docs/python.md runs as it is printed."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

_PAGE = Path(__file__).parents[3] / "docs" / "python.md"


def test_the_example_searches_explains_and_exports(indexed, tmp_path, monkeypatch, capsys):
    blocks = re.findall(r"(?:^ {4}.*\n|^\n)+", _PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    example = textwrap.dedent(max(blocks, key=len))
    monkeypatch.chdir(tmp_path)

    exec(compile(example, str(_PAGE), "exec"), {})

    printed = capsys.readouterr().out.splitlines()
    assert printed[0].startswith("1 Memory limits L")
    assert [line.split()[0] for line in printed[1:3]] == ["lexical", "vector"]
    assert "Memory limits" in Path("found.bib").read_text(encoding="utf-8")
