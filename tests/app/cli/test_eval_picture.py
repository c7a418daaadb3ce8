from xml.etree import ElementTree as ET

from twofold.app.cli.eval_picture import comparison_picture
from twofold.engine.api import RunResult, SetReport

_SVG = "{http://www.w3.org/2000/svg}"


def report(name, **means):
    runs = tuple(RunResult(run, measures, ()) for run, measures in means.items())
    return SetReport(name, "model", 1, 0, 1, runs, ())


def texts(picture):
    """Return the texts of a picture by their weight."""
    found = ET.fromstring(picture.encode()).iter(f"{_SVG}text")
    return [(text.text, text.get("font-weight")) for text in found]


def test_every_set_and_the_mean_with_the_best_of_each_measure_in_bold():
    one = report(
        "one", lexical={"nDCG@10": 0.5, "R@100": 1.0}, vector={"nDCG@10": 0.75, "R@100": 1.0}
    )
    two = report(
        "two", lexical={"nDCG@10": 0.25, "R@100": 0.5}, vector={"nDCG@10": 0.0, "R@100": 0.0}
    )
    assert texts(comparison_picture([one, two]))[2:] == [
        ("one, judged queries: 0", "bold"),
        ("lexical", "normal"), ("0.500", "normal"), ("1.000", "bold"),
        ("vector", "normal"), ("0.750", "bold"), ("1.000", "bold"),
        ("two, judged queries: 0", "bold"),
        ("lexical", "normal"), ("0.250", "bold"), ("0.500", "bold"),
        ("vector", "normal"), ("0.000", "normal"), ("0.000", "normal"),
        ("mean of 2 sets", "bold"),
        ("lexical", "normal"), ("0.375", "bold"), ("0.750", "bold"),
        ("vector", "normal"), ("0.375", "bold"), ("0.500", "normal"),
    ]  # fmt: skip


def test_the_name_of_a_set_is_text_whatever_it_holds():
    odd = report('a <b> & "c"\x01\udcff', lexical={"nDCG@10": 0.5})
    assert texts(comparison_picture([odd]))[1][0] == 'a <b> & "c"��, judged queries: 0'


def test_measures_that_one_set_lacks_or_that_are_no_share_are_left_out_of_bars():
    plain = report("plain", lexical={"nDCG@10": 0.5})
    spans = report("spans", lexical={"nDCG@10": 0.5, "span recall@5": 0.25, "characters@5": 4000.0})
    written = [text for text, _ in texts(comparison_picture([plain, spans]))]
    assert written[:2] == ["nDCG@10", "span recall@5"]
    assert written[-3:] == ["mean of 2 sets", "lexical", "0.500"]
