import time

import pytest

from engine.extract.formats.markup.markdown import extract
from engine.extract.formats.markup.markdown_words import words_as_shown


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("an in**vis**ible word", "invisible"),
        ("**un**frigging*believ*able, he", "unfriggingbelievable"),
        ("and M&uuml;ller, Str&#246;m.", "Müller Ström"),
        ("~~Gar~~den", "Garden"),
        ("Tom&nbsp;and&mdash;Jerry &amp; co", ""),
        ("**bold** and *it*", ""),
        ("2*3*4 = x and a*b", ""),
        ("`in**vis**ible`", ""),
    ],
)
def test_words_that_marks_part_are_shown_whole(source, shown):
    assert words_as_shown([source]) == shown


def test_a_file_declares_words_that_marks_part():
    found = extract(b"# Plan\n\nAn in**vis**ible word\n\n```\nco**de**word\n```\n").metadata
    assert found.properties == (("words", "invisible"),)
    assert extract(b"# Plan\n\nA word\n").metadata.properties == ()


def test_long_lines_are_read_in_time():
    begun = time.process_time()
    words_as_shown(["a**b" * 200_000, "&amp;" * 200_000])
    assert time.process_time() - begun < 5
