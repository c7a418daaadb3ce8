"""`twofold bench` where there is nothing to run."""

from app.cli import eval as bench


def test_an_installation_without_the_source_says_where_the_benchmarks_are(
    twofold, tmp_path, monkeypatch
):
    monkeypatch.setattr(bench, "_SOURCE", tmp_path)
    printed = twofold("bench", "--json")
    assert printed.code == 1
    assert printed.err.strip().endswith(
        "The benchmarks are not part of this installation. They come with the source."
    )


def test_the_benchmarks_of_the_source_are_where_they_are_looked_for():
    assert (bench._SOURCE / "tests" / "bench" / "__main__.py").is_file()
