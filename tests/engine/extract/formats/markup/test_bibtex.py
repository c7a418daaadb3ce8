from engine.extract.formats.markup.bibtex import extract

DATABASE = b"""% mine
@string{ieee = {IEEE}}
@article{lee2024,
  author = {Lee, Ann},
  title = {On {Pods} and N\\"odes},
}
stray words
@book(ek2020, title = "The \\"{U}bung", year = 2020)
@misc{key1, note = {x}}
"""


def test_every_entry_is_a_block_under_its_title_or_key():
    found = extract(DATABASE)
    assert [b.heading_path for b in found.blocks] == [
        ("On Pods and Nödes",),
        ("The Übung",),
        ("key1",),
    ]
    assert found.text[found.blocks[0].start :].startswith("@article")


def test_a_file_without_entries_is_read_as_text():
    found = extract(b"just words\n")
    assert len(found.blocks) == 1
