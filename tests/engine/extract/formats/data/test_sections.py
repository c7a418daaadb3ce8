from engine.extract.formats.data.sections import section_blocks

LINE = "key = 'some value that is rather long to fill the passage'\n"


def test_large_sections_stand_under_their_names():
    source = f"top = 1\n[tool.ruff]\n{LINE * 30}\n[[items]] # first\n{LINE * 30}"
    assert {b.heading_path for b in section_blocks(source)} == {(), ("tool.ruff",), ("items",)}


def test_a_bracket_in_a_long_string_opens_no_section():
    source = f'[a]\ntext = """\n[b]\n"""\n{LINE * 30}'
    assert {b.heading_path for b in section_blocks(source)} == {("a",)}


def test_small_sections_share_a_passage():
    source = "[a]\nx=1\n\n[b]\ny=2\n"
    assert [(b.start, b.end) for b in section_blocks(source)] == [(0, len(source) - 1)]
