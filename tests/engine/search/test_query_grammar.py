"""Queries generated from the grammar in docs/internals/query-grammar.md."""

import re
from pathlib import Path
from random import Random

import pytest

from tests.engine.stores.passages import passage
from twofold.engine.model.filters import SearchFilters
from twofold.engine.search.query_language import parse
from twofold.engine.stores.lexical.index import LexicalIndex

DOCUMENT = Path(__file__).parents[3] / "docs" / "internals" / "query-grammar.md"
TOKEN = re.compile(r"\"([^\"]*)\"|'([^']*)'|(\w+)|([\[\]{}()|=;,])|\s+")
TEXTS = (
    "notice of termination within the grace period",
    "termination: the transporter of Größe v2.10.3, COVID-19 and retryCount",
    "women config",
)
QUERIES = 150


class Grammar:
    """A grammar in EBNF, without the comma for concatenation."""

    def __init__(self, text: str) -> None:
        self.rules: dict[str, list] = {}
        self._tokens = [found for found in TOKEN.finditer(text) if not found[0].isspace()]
        self._next = 0
        while self._next < len(self._tokens):
            name = self._take()[0]
            assert self._take()[0] == "="
            self.rules[name] = self._alternatives()
            assert self._take()[0] == ";"

    def _take(self):
        self._next += 1
        return self._tokens[self._next - 1]

    def _alternatives(self) -> list:
        alternatives = [[]]
        while (token := self._tokens[self._next])[0] not in {";", "]", "}"}:
            self._next += 1
            if token[0] == "|":
                alternatives.append([])
            elif token[0] in {"[", "{"}:
                alternatives[-1].append((token[0], self._alternatives()))
                self._next += 1
            elif token[3]:
                alternatives[-1].append(("rule", token[3]))
            else:
                alternatives[-1].append(("text", token[1] if token[1] is not None else token[2]))
        return alternatives

    def written(self, alternatives: list, random: Random) -> str:
        """Return a random text that follows the grammar."""
        parts = []
        for kind, value in random.choice(alternatives):
            if kind == "text":
                parts.append(value)
            elif kind == "rule":
                parts.append(self.written(self.rules[value], random))
            else:
                times = random.randrange(2 if kind == "[" else 3)
                parts += [self.written(value, random) for _ in range(times)]
        return "".join(parts)


@pytest.fixture(scope="module")
def grammar():
    [text] = re.findall(r"```ebnf\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    return Grammar(text)


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    opened = LexicalIndex.open(tmp_path_factory.mktemp("grammar"))
    opened.apply([passage(number, text) for number, text in enumerate(TEXTS, start=1)], [], 1)
    yield opened
    opened.close()


def test_every_query_of_the_grammar_is_parsed_answered_and_highlighted(grammar, index):
    random = Random(39)
    for _ in range(QUERIES):
        text = grammar.written(grammar.rules["query"], random)
        query = parse(text)
        assert query.understood_as in {"", LIMIT}, text
        assert query.clauses or not query.filters.is_empty, text
        assert parse(text.replace(" ", "   ") if '"' not in text else text) == query
        assert not re.search(r"\b(?:OR|AND|NOT|NEAR|AROUND|w/)", query.free_text), text
        index.search(query, 5, SearchFilters())
        for shown in TEXTS:
            index.highlighter(query).highlight(shown, "en")


LIMIT = "Only the first 8 words with *, ? or ~ are expanded."


def test_every_rule_and_every_word_of_the_grammar_is_used(grammar):
    used = {value for name in grammar.rules for value in rules_in(grammar.rules[name])}
    assert used | {"query"} == set(grammar.rules)


def rules_in(alternatives):
    for sequence in alternatives:
        for kind, value in sequence:
            if kind == "rule":
                yield value
            elif kind != "text":
                yield from rules_in(value)
