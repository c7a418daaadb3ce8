"""Advice for installing missing optional parts."""

import sys

import pytest

from twofold.engine.model import installed


@pytest.mark.parametrize(
    ("is_packaged", "has_pip", "advice"),
    [
        (False, True, f'Run: "{sys.executable}" -m pip install "twofold[ocr]"'),
        (False, False, f'Run: uv pip install --python "{sys.executable}" "twofold[ocr]"'),
        (True, True, "This part is not available in the packaged program."),
    ],
)
def test_advice_fits_this_installation(monkeypatch, is_packaged, has_pip, advice):
    monkeypatch.setattr(sys, "frozen", is_packaged, raising=False)
    monkeypatch.setattr(installed, "find_spec", lambda _: has_pip or None)
    assert installed.how_to_add("ocr").startswith(advice)
