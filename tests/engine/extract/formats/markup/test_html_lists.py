import time

import pytest

from twofold.engine.extract.formats.markup.html import extract


def text_of(page):
    return extract(page.encode()).text.strip().split("\n\n")


def items(attributes, *more):
    return f"<ol {attributes}>" + "".join(f"<li{one}>tea" for one in ("", *more)) + "</ol>"


@pytest.mark.parametrize(
    ("page", "read_as"),
    [
        (items(""), ["1. tea"]),
        (items("", " value=7", ""), ["1. tea", "7. tea", "8. tea"]),
        (items("start=-1", "", ""), ["-1. tea", "0. tea", "1. tea"]),
        (items("reversed", "", ""), ["3. tea", "2. tea", "1. tea"]),
        (items("reversed start=9", ""), ["9. tea", "8. tea"]),
        (items("type=a start=27"), ["aa. tea"]),
        (items("type=I start=4", " type=A"), ["IV. tea", "E. tea"]),
        (items('style="list-style: upper-roman inside"'), ["I. tea"]),
        (items('style="color: red; list-style-type: none"'), ["tea"]),
        (items('style="list-style-type: cjk-ideographic" start=12'), ["十二、 tea"]),
        ("<ul><li>tea</ul>", ["tea"]),
        ("<li>tea</li>", ["tea"]),
    ],
)
def test_items_begin_with_their_numbers(page, read_as):
    assert text_of(page) == read_as


def test_nested_lists_have_their_own_numbers():
    page = (
        "<ol><li>a<ol type=i><li>b</li><li><p>c</p><p>d</p></li></ol></li><li><ul><li>e</ul></li>"
        "<li></li><li><ol type=a><li>f</ol></li></ol><ol><li>g</li></ol>"
    )
    assert text_of(page) == ["1. a", "i. b", "ii. c", "d", "2. e", "4. a. f", "1. g"]


def test_numbers_are_on_the_line_of_their_text():
    found = extract(b"<ol>\n<li>\n\ntea</li>\n</ol>")
    assert (found.text.strip(), found.place_numbers) == ("1. tea", (4,))


def test_many_reversed_lists_are_read_in_time():
    begun = time.process_time()
    extract(b"<ol reversed><li>" * 50_000)
    assert time.process_time() - begun < 5


@pytest.mark.parametrize(
    ("page", "read_as"),
    [
        ("<p>The Rent<sup>3</sup> is", "The Rent 3 is"),
        ("<p>Smith<sup><a href=#x>1</a>,2</sup>", "Smith 1,2"),
        ("<p>H<sub>2</sub>O, 40 m<sup>2</sup>, the 1<sup>st</sup>", "H2O, 40 m2, the 1st"),
        ("<p><sup>1</sup>University", "1 University"),
        ("<p><b>Ren</b>t<sup>1</sup></p><p>Next", "Rent 1"),
    ],
)
def test_raised_marks_are_separated_from_words(page, read_as):
    assert text_of(page)[0] == read_as


@pytest.mark.parametrize(
    "page",
    [
        "<ruby>契約<rp>(</rp><rt>けいやく</rt><rp>)</rp></ruby><ruby>書<rt>しょ</rt></ruby>を",
        "<ruby>契約<rt>けいやく<rb>書<rt>しょ</ruby>を",
        "<ruby><rb>契約<rb>書<rtc><rt>けい<rt>しょ</rtc></ruby>を",
        "<ruby>契約書<rt>けい</ruby>を",
    ],
)
def test_ruby_readings_are_left_out(page):
    assert text_of(f"<p>{page}<p>次")[:2] == ["契約書を", "次"]


def test_unclosed_ruby_reading_hides_at_most_one_paragraph():
    assert text_of("<p>契約<rt>けいやく<p>次") == ["契約", "次"]


def test_pictures_and_forms_are_read_by_their_displayed_text():
    page = (
        '<p>See<img src=x alt="a lock of &quot;brass&quot;">here<img alt="IMG 1.png"><img alt="">'
        "<input value=Send type=submit><input type=hidden value=no><input type=password value=x>"
    )
    assert text_of(page) == ['See a lock of "brass" here Send']
