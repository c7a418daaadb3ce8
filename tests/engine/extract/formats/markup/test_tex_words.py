import pytest

from engine.extract.formats.markup.tex_words import braced, tex_words


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (r"G\"odel, \'{E}mile \v{C}ech \c{c}a", "Gödel, Émile Čech ça"),
        (r"{\bf Bold} and \textit{it}", "Bold and it"),
        (r"50\% of R\&D~now --- \{x\}", "50% of R&D now — {x}"),
        (r"Stra{\ss}e\footnote{no}", "Straße"),
    ],
)
def test_tex_becomes_words(source, words):
    assert tex_words(source) == words


def test_braces_are_matched_and_never_closing_ones_end_with_the_line():
    assert braced("{a{b}c} d", 0) == ("a{b}c", 7)
    assert braced("{a\nb", 0) == ("a", 2)
