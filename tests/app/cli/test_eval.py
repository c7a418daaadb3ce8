"""`twofold eval` with the real default model, on a set where each retriever fails differently."""

from __future__ import annotations

import json

import pytest

from tests.support.judged_files import write_judged_set
from twofold.app.cli.eval import lines_file
from twofold.engine.api import EngineError

_MINUTES = "The meeting was about the budget, the kitchen, travel, and chairs for the hall. " * 4
DOCUMENTS = {
    "minutes": ("", f"{_MINUTES} The broken part is E-5171. {_MINUTES}"),
    "speicher": ("Obergrenzen", "Kein Dienst darf beliebig viel Arbeitsspeicher belegen."),
    "trockenheit": ("", "Im Sommer brauchen die Tomaten jeden Morgen Wasser."),
    "frost": ("", "Cover the young plants with fleece when frost is forecast."),
    "scan": ("", "Error E-9120 of the scanner: clean the glass and start it again."),
    "strom": ("", "Die Rechnung für Strom ist bis zum Ende des Monats zu bezahlen."),
    "lease": ("", "The tenant pays the rent on the first day of every month."),
    **{f"note-{n}": ("", f"E-{n}") for n in range(5120, 5160)},
}
QUERIES = {
    "exact": "E-5171",
    "meaning": "limit the memory of a program",
    "both": "watering tomatoes E-9120",
}
JUDGEMENTS = {
    "exact": {"minutes": 1},
    "meaning": {"speicher": 1},
    "both": {"scan": 1, "trockenheit": 1},
}


@pytest.fixture
def judged(tmp_path):
    return write_judged_set(tmp_path / "set", DOCUMENTS, QUERIES, JUDGEMENTS)


@pytest.mark.real_model
@pytest.mark.slow
def test_hybrid_recall_is_at_least_that_of_the_better_retriever(twofold, judged, tmp_path):
    dump, retrievers = tmp_path / "dump.jsonl", tmp_path / "retrievers.jsonl"
    options = ("--candidates", "10", "--dump", str(dump), "--retrievers", str(retrievers))
    printed = twofold("eval", str(judged), "--json", *options)
    assert printed.code == 0, printed.err
    report = json.loads(printed.out)
    assert report["model"].startswith("multilingual-e5-small@")
    recall = {name: run["R@100"] for name, run in report["runs"].items()}
    assert list(report["runs"]["lexical"]) == ["nDCG@10", "R@100", "RR@10"]
    better = max(recall["lexical"], recall["vector"])
    assert recall["lexical"] < 1.0, "keywords miss what is said in other words"
    assert recall["vector"] < 1.0, "meaning misses a code among many like it"
    assert recall["hybrid/rrf"] > better
    tests = [(test["run"], test["measure"]) for test in report["tests"]]
    assert ("hybrid/rrf", "nDCG@10") in tests

    lines = [json.loads(line) for line in dump.read_text().splitlines()]
    assert len(lines) == len(QUERIES) * len(report["runs"])
    assert lines[0]["documents"][0] == "minutes"
    lists = [json.loads(line) for line in retrievers.read_text().splitlines()]
    assert [line["query"] for line in lists] == list(QUERIES)
    document, number, score, rank = lists[0]["lexical"][0]
    assert (document, rank, isinstance(number, int), score > 0) == ("minutes", 1, True, True)


@pytest.mark.real_model
def test_a_table_and_several_sets(twofold, judged, tmp_path):
    options = ("--mode", "lexical", "--keep", str(tmp_path / "kept"))
    printed = twofold("eval", str(judged), str(judged), "--queries", "1", *options)
    assert printed.code == 0, printed.err
    assert printed.out.count("set: 1 query, 47 documents, 47 passages") == 2
    assert "nDCG@10" in printed.out
    again = twofold("eval", str(judged), str(judged), "--queries", "1", "--json", *options)
    assert [report["set"] for report in json.loads(again.out)] == ["set", "set"]
    printed = twofold("eval", str(tmp_path / "nowhere"))
    assert (printed.code, printed.out) == (2, "")
    assert "nowhere" in printed.err.splitlines()[-1]


def test_an_existing_file_is_overwritten_only_on_request(tmp_path):
    path = tmp_path / "runs.jsonl"
    path.write_text("mine")
    with pytest.raises(EngineError, match="already exists"), lines_file(path, overwrite=False):
        pytest.fail("it was opened")
    missing = lines_file(tmp_path / "none" / "x", overwrite=False)
    with pytest.raises(EngineError, match="cannot be written"), missing:
        pytest.fail("it was opened")
    for target, overwrite in ((path, True), (tmp_path / "new.jsonl", False)):
        with pytest.raises(ZeroDivisionError), lines_file(target, overwrite=overwrite):
            raise ZeroDivisionError
    assert not (tmp_path / "new.jsonl").exists()
    with lines_file(path, overwrite=True) as file:
        assert path.read_text() == "mine"
        file.write(["new", "zwölf"])
        assert path.read_text(encoding="utf-8") == "new\nzwölf\n"
