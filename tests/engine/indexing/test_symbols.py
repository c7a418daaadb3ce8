from engine.indexing.chunker import main_definition
from engine.model.document import Block, BlockKind, DocumentMetadata, ExtractedText, PlaceKind


def source(*parts):
    """Return a source file of (length, path) spans set apart by a blank."""
    blocks = []
    offset = 0
    for length, path in parts:
        blocks.append(Block(offset, offset + length, BlockKind.CODE, path))
        offset += length + 1
    return ExtractedText(
        "x" * offset, PlaceKind.LINE, (0,), (1,), tuple(blocks), DocumentMetadata(), "py"
    )


def test_a_passage_inside_of_one_definition_names_it():
    extracted = source((50, ()), (100, ("A", "run")), (50, ()))
    assert main_definition(extracted, 60, 90) == ("A", "run")


def test_a_passage_that_is_mostly_one_definition_names_that():
    extracted = source((30, ()), (100, ("A", "run")), (20, ("A", "stop")))
    assert main_definition(extracted, 0, 152) == ("A", "run")


def test_a_passage_of_several_members_names_what_encloses_them():
    extracted = source((40, ("A", "f")), (40, ("A", "g")), (40, ("A", "h")))
    assert main_definition(extracted, 0, 122) == ("A",)


def test_a_passage_of_several_functions_names_none():
    assert main_definition(source((40, ("f",)), (40, ("g",))), 0, 81) == ()


def test_a_passage_outside_of_definitions_names_none():
    assert main_definition(source((40, ())), 0, 40) == ()
