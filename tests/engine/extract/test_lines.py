from engine.extract.lines import line_spans, line_starts


def test_lines_end_at_lf_crlf_and_cr():
    assert line_starts("a\nb\r\nc\rd") == (0, 2, 5, 7)
    assert line_spans("ab\r\n\ncd\n") == [(0, 2), (4, 4), (5, 7)]
    assert (line_starts("a\n\n"), line_starts("")) == ((0, 2), (0,))


def test_exotic_separators_end_no_line():
    text = "form\x0cfeed vt\x0b nel\x85 ls\u2028 ps\u2029 fs\x1c end\nsecond"
    assert len(text.splitlines()) == 8
    assert line_starts(text) == (0, text.index("second"))
