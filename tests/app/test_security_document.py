"""docs/internals/threat-model.md names a test for each promise."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "internals" / "threat-model.md").read_text(encoding="utf-8")


def test_every_test_that_the_threat_model_names_exists():
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)
    assert named
    missing = [
        f"{file}::{name}"
        for file, name in named
        if not (ROOT / file).is_file()
        or not re.search(rf"^def {name}\(", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert missing == []


def test_every_promise_of_the_threat_model_names_a_test():
    promises = PAGE.partition("## What is promised")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (?!promise|-)(.*) \|$", promises, re.MULTILINE)

    assert len(rows) > 20
    assert [row for row in rows if "`tests/" not in row.rpartition(" | ")[2]] == []
    assert re.findall(r"TEST: [^|`]*", promises) == []
