from engine.extract.formats.data.yaml_text import yaml_blocks

LINE = "      - name: word another third fourth fifth\n"


def test_a_small_document_is_one_passage():
    source = "a: 1\nb:\n  - c\n  - d: 2\n# note\n"
    assert [(b.start, b.end) for b in yaml_blocks(source)] == [(0, len(source) - 1)]


def test_large_mappings_are_divided_under_their_keys():
    source = f"kind: Pod\nspec:\n  first:\n    list:\n{LINE * 30}  second:\n    x: 1\nlast: 2\n"
    found = [
        (b.heading_path, source[b.start : b.end].strip().split("\n")[0])
        for b in yaml_blocks(source)
    ]
    assert found[0] == ((), "kind: Pod")
    assert (("spec", "first", "list"), LINE.strip()) in found
    assert (("spec",), "second:") in found
    assert found[-1] == ((), "last: 2")


def test_text_in_a_block_scalar_has_no_keys():
    source = "script: |\n" + "  key: value that is long enough to matter\n" * 40 + "end: 1\n"
    assert {b.heading_path for b in yaml_blocks(source)} == {("script",), ()}


def test_documents_of_a_stream_are_set_apart():
    body = f"spec:\n  list:\n{LINE * 30}"
    source = f"{body}---\n{body}"
    marks = [source[b.start : b.end].split("\n", maxsplit=1)[0] for b in yaml_blocks(source)]
    assert "---" in [mark.strip() for mark in marks]
