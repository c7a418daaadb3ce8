from engine.extract.formats.markup.markdown import extract
from engine.model.document import PlaceKind


def test_the_text_is_the_file_itself_with_its_lines():
    source = "---\r\ntitle: Pods\r\n---\r\n# Memory\r\n\r\nLimit it #ops.\r\n"
    found = extract(source.encode())
    assert found.text == source
    assert found.is_verbatim
    assert found.place_kind is PlaceKind.LINE
    assert found.place_numbers == (1, 2, 3, 4, 5, 6)
    assert source[found.place_starts[3] :].startswith("# Memory")
    assert found.metadata.title == "Pods"
    assert found.metadata.tags == ("ops",)


def test_front_matter_is_not_searched_while_there_is_a_body():
    found = extract(b"---\ntitle: Pods\n---\nbody")
    assert [found.text[b.start : b.end] for b in found.blocks] == ["body"]


def test_a_document_of_front_matter_only_is_found_by_it():
    found = extract(b"---\ntitle: Pods\n---\n")
    assert [found.text[b.start : b.end] for b in found.blocks] == ["title: Pods"]


def test_tags_in_headings_and_code_do_not_count():
    found = extract(b"# #heading\n\n```\n#include\n```\n\ntext #real\n")
    assert found.metadata.tags == ("real",)


def test_declared_and_inline_tags_are_joined_without_doubles():
    assert extract(b"---\ntags: [Ops]\n---\n#ops #new").metadata.tags == ("Ops", "new")
