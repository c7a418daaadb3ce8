"""In every text format, the citation of a passage refers to exactly its text in the file."""

import random
from pathlib import PurePath

import pytest

from tests.support.cited_text import is_at_its_lines
from twofold.engine.extract.registry import find_format
from twofold.engine.indexing.chunker import chunk
from twofold.engine.model.document import LocatorKind

WORDS = "pods and nodes; ünïcode 量子 '''mixed''' \"quotes\" {braces} [brackets] # : , | <b> * ="
NAMES = (
    "a.txt", "a.md", "a.rst", "a.org", "a.tex", "a.adoc", "a.bib", "a.json", "a.jsonl", "a.yaml",
    "a.toml", "a.csv", "a.tsv", "a.py", "a.rs", "a.c", "a.cpp", "a.ts", "a.go", "a.java", "a.rb",
    "a.hs", "a.sql", "a.sh", "a.lisp", "a.php", "a.kt", "a.swift",
)  # fmt: skip
STARTS = (
    "# ", "== ", "* ", "- ", "\\section{", "def f(a):", "fn f() {", "}", "  }", "class A {", "{",
    "]", '{"key": "', '"', "'", "key: ", "  key:", "[table]", "@article{a, title={", "~~~~", "::",
    "====", ".. note::", "%", "//", "/*", "*/", "|a|b|", "    ", "\t", "```", "#+begin_src", ":x:",
    "end",
)  # fmt: skip


def read(data, name):
    return find_format(data, PurePath(name)).open(data, PurePath(name)).text


def random_source(seed: int) -> str:
    """Return a random text with some markup of every format."""
    chance = random.Random(seed)
    words = WORDS.split()
    lines = []
    for _ in range(chance.randrange(1, 120)):
        start = chance.choice(STARTS) if chance.random() < 0.6 else ""
        body = " ".join(chance.choices(words, k=chance.choice((0, 0, 1, 5, 12, 200))))
        lines.append(start + body + chance.choice(("\n", "\n", "\r\n", "\r", "\n\n")))
    return "x" + "".join(lines)


@pytest.mark.parametrize("name", NAMES)
def test_passage_is_the_text_at_its_citation(name):
    for seed in range(12):
        source = random_source(seed)
        extracted = read(source.encode(), name)
        assert extracted.text == source
        assert extracted.is_verbatim
        end = 0
        for block in extracted.blocks:
            assert end <= block.start < block.end <= len(source)
            assert source[block.start : block.end].strip()
            end = block.end
        for passage in chunk(extracted):
            assert is_at_its_lines(extracted, passage, source), (seed, passage)


@pytest.mark.parametrize("name", ["a.xml", "a.svg"])
def test_xml_passage_is_in_the_lines_of_its_citation(name):
    rows = "".join(
        f"<item n='{n}'>\n  <title>Item {n}</title>\n  word{n} end{n}\n</item>\n"
        for n in range(200)
    )
    source = f"<?xml version='1.0'?>\n<list>\n{rows}</list>"
    extracted = read(source.encode(), name)
    lines = source.split("\n")
    for passage in chunk(extracted):
        assert passage.place_kind is LocatorKind.LINE
        named = "\n".join(lines[passage.place_start - 1 : passage.place_end])
        assert all(word in named for word in passage.text.split())
