from __future__ import annotations

import os

import pytest

from engine.embedding.llama.threads import automatic_threads


@pytest.fixture
def sixteen_processors(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(16)), raising=False)


def test_no_more_threads_than_help(sixteen_processors, tmp_path):
    assert automatic_threads(tmp_path / "no-such-file") == 8


@pytest.mark.parametrize(
    ("quota", "threads"), [("200000 100000", 2), ("50000 100000", 1), ("max 100000", 8), ("?", 8)]
)
def test_container_quota_is_respected(sixteen_processors, tmp_path, quota, threads):
    quota_file = tmp_path / "cpu.max"
    quota_file.write_text(quota + "\n", encoding="ascii")

    assert automatic_threads(quota_file) == threads


def test_processors_of_this_process_are_counted(monkeypatch, tmp_path):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {3}, raising=False)

    assert automatic_threads(tmp_path / "no-such-file") == 1
