from engine.extract.formats.text import extract


def test_paragraphs_stand_between_blank_lines():
    found = extract(b"one\ntwo\n \t\n\n  three\r\n")
    assert [found.text[b.start : b.end] for b in found.blocks] == ["one\ntwo", "  three"]
    assert found.place_starts == (0, 4, 8, 11, 12)
