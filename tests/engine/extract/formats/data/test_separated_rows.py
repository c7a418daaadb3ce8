import pytest

from engine.extract.formats.data.separated_rows import extract, sniffed_delimiter
from engine.indexing.chunker import chunk
from engine.model.document import BlockKind


def test_the_names_of_columns_stand_above_every_passage():
    rows = "".join(f"{n};Anna {n};{n * 3},50\n" for n in range(200))
    extracted = extract(f"Nummer;Name;Betrag\n{rows}".encode())
    chunks = chunk(extracted)
    assert len(chunks) > 2
    assert {c.heading_path for c in chunks} == {("Nummer, Name, Betrag",)}
    assert extracted.blocks[0].kind is BlockKind.HEADING
    assert chunks[0].place_label.startswith("rows 1–")
    assert {block.heading_path for block in extract(b"1,2,3\n4,5,6\n").blocks} == {()}


def test_a_quoted_cell_of_several_lines_is_part_of_one_row():
    extracted = extract(b'a,b\n1,"two\nlines"\n2,x\n')
    assert extracted.place_labels == ("row 1", "row 2", "row 2", "row 3")


def test_a_quote_that_never_closes_swallows_no_rows():
    rows = "".join(f'{n},"open\n' for n in range(300))
    extracted = extract(f"id,text\n{rows}".encode())
    assert extracted.place_labels[-1] == "row 301"


@pytest.mark.parametrize(
    ("sample", "delimiter"),
    [
        ("a;b,c;d\n1;2,5;3\n", ";"),
        ("a|b|c\n1|2|3\n", "|"),
        ("a,b\n1,2\n", ","),
    ],
)
def test_the_delimiter_is_the_one_that_makes_even_rows(sample, delimiter):
    assert sniffed_delimiter(sample, ",;\t|") == delimiter
