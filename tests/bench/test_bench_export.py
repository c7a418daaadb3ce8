"""The export benchmark sleeps while it waits, because polling would slow the export down."""

from bench import bench_export
from bench.bench_result_list import response_of
from twofold.engine.api import ExportFormat, ExportHits


def test_it_measures_an_export_without_polling(qapp, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(bench_export, "QCoreApplication", None)  # with events that could be polled
    target = tmp_path / "hits.md"
    response = response_of(1_000)
    bench_export._measure(ExportHits(ExportFormat.MARKDOWN, response, target=target))
    assert target.stat().st_size > 1_000
    reported = capsys.readouterr().out
    assert reported.startswith("markdown: ")
    assert "between ticks of a 5 ms timer" in reported
