from engine.extract.encoding import decode
from engine.extract.formats.text import extract
from engine.extract.lines import plain_document
from engine.model.document import BlockKind


def test_paragraphs_stand_between_blank_lines():
    found = extract(b"one\ntwo\n \t\n\n  three\r\n")
    assert [found.text[b.start : b.end] for b in found.blocks] == ["one\ntwo", "  three"]
    assert found.place_starts == (0, 4, 8, 11, 12)


def test_code_is_marked_as_code():
    found = plain_document(decode(b"def f():\n    pass\n"), "py", is_code=True)
    assert {block.kind for block in found.blocks} == {BlockKind.CODE}
    assert found.file_type == "py"


def test_a_form_feed_is_part_of_its_line():
    found = extract(b"a\x0cb\nc")
    assert found.place_starts == (0, 4)
