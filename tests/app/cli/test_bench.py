"""`twofold bench` measures the user's library, whichever parts it has."""

import json


def test_every_mode_is_measured_with_its_lower_bound(indexed, twofold, tmp_path, monkeypatch):
    other_files = tmp_path / "current folder"
    other_files.mkdir()
    (other_files / "large").write_bytes(bytes(10_000_000))
    monkeypatch.chdir(other_files)
    printed = twofold("bench", "--queries", "2", "--json")
    assert printed.code == 0, printed.err
    report = json.loads(printed.out)
    assert all(
        0 < size * report["passages"] < 10_000_000 for size in report["bytes_per_passage"].values()
    )
    assert report["vectors"] == report["passages"] > 0
    assert {mode["mode"] for mode in report["modes"]} == {"hybrid", "vector", "lexical"}
    for mode in report["modes"]:
        # The CPU time of several threads can exceed the wall time.
        stages = {name: one["p50"] for name, one in mode["stages"].items()}
        assert stages.pop("processor time") > 0.0
        assert 0.0 < max(stages.values()) <= mode["total"]["p99"]
        assert 0.0 < mode["limit"]["p50"] <= mode["limit"]["p95"]
    assert "times its lower bound" in twofold("bench", "--queries", "1").out


def test_a_library_without_documents_is_reported_in_a_line(twofold):
    printed = twofold("bench")
    assert (printed.code, printed.out) == (1, "")
    assert len(printed.err.splitlines()) == 1
