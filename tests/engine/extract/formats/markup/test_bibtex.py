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
    titles = [("On Pods and Nödes",), ("The Übung",), ("key1",)]
    assert [b.heading_path for b in found.blocks] == titles
    assert found.text[found.blocks[0].start :].startswith("@article")
    assert len(extract(b"just words\n").blocks) == 1
