"""Answers of a server are hostile input, and its address may be mistyped."""

import base64
import json
import threading
import zlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from tests.engine.stores.passages import passage
from twofold.engine.model.errors import BadRequestError, IndexUnavailableError
from twofold.engine.model.filters import SearchFilters
from twofold.engine.sharing.address import Address
from twofold.engine.sharing.collection import SharedCollection
from twofold.engine.sharing.columns import (
    COLUMN_NAMES,
    column_of,
    expression_of,
    filters_not_applied,
)
from twofold.engine.sharing.rows import (
    Facts,
    Passage,
    Passages,
    row_of,
    stored_of,
    vector_in,
)
from twofold.engine.sharing.server import Server
from twofold.engine.sharing.terms import Publisher, Terms

FACTS = Facts("model-a", 2, "4", (100.0, 5.0, 5.0))
VECTOR = np.array([1, 0], dtype="<f2").tobytes()


def row(**changes):
    return row_of(Passage(passage(7, "alpha"), VECTOR, b"h"), "p", "v", FACTS) | changes


def test_row_equals_the_published_passage():
    stored = stored_of(row(), "milvus://host/c")
    assert (stored.chunk.text, stored.document.path) == ("alpha", "notes/a.md")
    # never a path on this disk
    assert stored.document.absolute_path == "milvus://host/c/notes/a.md"


def test_unknown_fields_of_a_later_version_are_ignored():
    known = stored_of(row(), "milvus://host/c")
    later = row(about=about(publisher_of_the_book="X"), place=place(mood="sad"), series=["a"])
    assert stored_of(later, "milvus://host/c") == known
    value = json.loads(Publisher("p", "anna", 1, 1, 1, (), "2026-11-21").value()) | {"new": 1}
    assert Publisher.read({"value": json.dumps(value)}).name == "anna"


def about(**changes):
    return json.dumps(json.loads(row()["about"]) | changes)


def place(**changes):
    return json.dumps(json.loads(row()["place"]) | changes)


@pytest.mark.parametrize(
    "changes",
    [
        {"id": "7"},
        {"id": True},
        {"id": 1 << 63},
        {"text": None},
        {"text": "a" * 70_000},
        {"about": "{"},
        {"about": "[]"},
        {"about": "[" * 60_000},
        {"about": about(path="/etc/passwd")},
        {"about": about(path="a/../../b")},
        {"about": about(path="a\\..\\b")},
        {"about": about(title=None)},
        {"about": about(trust="absolute")},
        {"place": place(place_kind="moon")},
        {"place": place(start=-1)},
        {"place": place(start=9, end=1)},
        {"place": place(heading_path=[1])},
        {"place": place(place_end=10**30)},
        {"place": place(position=-1)},
        {"place": place(start_column=1 << 40)},
        {"place": place(region=[0.0, float("nan"), 1.0, 1.0])},
        {"place": place(region=[0.0, 10**400, 1.0, 1.0])},
        {"about": about(path="a\0b")},
        {"about": about(state={"size": 1 << 63, "mtime_ns": 0})},
        {"about": about(state={"size": 0, "mtime_ns": -(10**30)})},
    ],
)
def test_invalid_row_is_rejected(changes):
    with pytest.raises(IndexUnavailableError, match="contains invalid data"):
        stored_of(row(**changes), "milvus://host/c")


@pytest.mark.parametrize("vector", [None, "x", [1.0], [1.0, float("nan")], [b"abc"], [[1], [2]]])
def test_invalid_vector_is_rejected(vector):
    with pytest.raises(IndexUnavailableError):
        vector_in({"meaning": vector}, 2)


def test_statistics_survive_packing_and_invalid_ones_are_rejected():
    terms = Terms({"body": {"alpha": 2, "größe": 1}, "stem": {}})
    assert Terms.unpacked(terms.packed()).of("body") == terms.of("body")
    bomb = base64.b85encode(zlib.compress(bytes(100_000_000))).decode()
    fields = base64.b85encode(zlib.compress(b"[a]\n[b]\n[c]\n[d]\n[e]\n[f]")).decode()
    for packed in (
        ["§"],
        ["abc"],
        [bomb],
        [fields],
        [base64.b85encode(zlib.compress(b"x\ty")).decode()],
    ):
        with pytest.raises(IndexUnavailableError):
            Terms.unpacked(packed)
    much = base64.b85encode(zlib.compress(b"[body]\nalpha\t" + b"9" * 4000)).decode()
    assert Terms.unpacked([much]).of("body") == {"alpha": 10**12}  # a float holds it
    known = Publisher("p", "anna", 1, 1, 1, (), "2026-11-21")
    huge = (replace(known, passages=10**30).value(), replace(known, generation=-1).value())
    for value in ("{}", "[]", '{"id": 1}', "x", *huge):
        with pytest.raises(IndexUnavailableError):
            Publisher.read({"value": value})


def test_statistics_of_many_publishers_use_bounded_memory(monkeypatch):
    monkeypatch.setattr("twofold.engine.sharing.collection.MAX_TERMS", 5)
    known = Publisher("p", "anna", 1, 1, 1, (), "2026-11-21")
    packed = Terms({"body": {"alpha": 1, "beta": 3, "gamma": 2}, "stem": {"a": 1}}).packed()
    rows = [[{"key": key, "value": packed[0]}] for key in "ab"]
    collection = SharedCollection(server_with(*rows))
    read = collection._read_all_terms([replace(known, statistics=(key,)) for key in "ab"])
    assert [terms.counts for terms in read.values()] == [
        {"stem": {"a": 1}, "body": {"beta": 3}}
    ] * 2


def test_publisher_with_too_many_terms_is_rejected(monkeypatch):
    every = Terms({"body": {f"word{n}": n for n in range(9)}, "stem": {"a": 1}})
    much = every.packed()
    monkeypatch.setattr("twofold.engine.sharing.terms.MAX_TERMS", 3)
    monkeypatch.setattr("twofold.engine.sharing.terms._MAX_FIELDS", 2)
    kept = Terms.unpacked(every.packed())
    assert kept.counts == {"stem": {"a": 1}, "body": {"word8": 8, "word7": 7}}
    with pytest.raises(IndexUnavailableError, match="contains invalid data") as failure:
        Terms.unpacked(much)
    assert "too many terms" in failure.value.hint


def test_filter_missing_in_an_older_collection_is_reported_as_not_applied():
    filters = SearchFilters(tags_any=("a",), langs_none=("de",))
    older = tuple(name for name in COLUMN_NAMES if name != column_of("tag"))
    assert filters_not_applied(filters, COLUMN_NAMES) == ()
    assert filters_not_applied(filters, older) == ("tag",)
    left = expression_of(filters, columns=older)
    assert left == 'not (array_contains_any(filter_lang, ["de"]))'


def test_values_in_a_filter_expression_are_escaped():
    filters = SearchFilters(tags_any=('a"] or id >= 0 or tag in ["',), path_glob='x"%_*.md')
    tags = '(array_contains_any(filter_tag, ["a\\"] or id >= 0 or tag in [\\""]))'
    assert expression_of(filters) == f'{tags} and path like "x%.md"'


@pytest.mark.parametrize(
    ("text", "uri", "collection"),
    [
        ("milvus://host/notes", "http://host:19530", "notes"),
        ("milvuss://host:7/team_1", "https://host:7", "team_1"),
    ],
)
def test_addresses(text, uri, collection):
    address = Address.parse(text)
    assert (address.uri, address.collection) == (uri, collection)


@pytest.mark.parametrize(
    "text",
    ["milvus://", "milvus://host", "http://host/c", "milvus://host:x/c", "milvus://host/a/b",
     "milvus://host/c?x=1", "milvus://host/1c", "milvus://[::1]:7/c", "milvus://anna:secret@host/c"],
)  # fmt: skip
def test_invalid_address_is_reported_without_the_password(text):
    with pytest.raises(BadRequestError) as error:
        Address.parse(text)
    assert "secret" not in error.value.message


class _Client:
    """A client whose server returns the given answers, one per call."""

    def __init__(self, *answers):
        self.answers, self.calls = list(answers), 0

    def query(self, *_arguments, **_options):
        self.calls += 1
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


class _MilvusError(Exception):
    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


AWAY = _MilvusError(2, "Fail connecting to server on host:19530")


def server_with(*answers, seconds=0.0):
    server = Server(Address.parse("milvus://host/c"), "anna:secret", seconds=seconds)
    server._client = _Client(*answers)
    return server


def test_call_is_repeated_while_the_server_is_unavailable(monkeypatch):
    waited = []
    monkeypatch.setattr("twofold.engine.sharing.server.time.sleep", waited.append)
    server = server_with(AWAY, AWAY, [{"id": 1}], seconds=60.0)
    assert server.query("c", "", ["id"]) == [{"id": 1}]
    assert len(waited) == 2
    assert 0 < waited[0] < waited[1]


def test_failure_pauses_requests_for_a_while():
    server = server_with(AWAY, [{"id": 1}])
    for _ in range(3):
        with pytest.raises(IndexUnavailableError, match="host:19530 does not respond"):
            server.query("c", "", ["id"])
    assert server._client.calls == 1
    server._closed_until = 0.0
    assert server.query("c", "", ["id"])


def test_simultaneous_failures_count_once_and_an_answer_ends_the_pause():
    server = server_with(AWAY, AWAY, AWAY, [{"id": 1}])
    together = threading.Barrier(3)
    query = server._client.query

    def at_once(*arguments, **options):
        together.wait()
        return query(*arguments, **options)

    server._client.query = at_once
    with ThreadPoolExecutor(3) as pool:
        done = [pool.submit(server.query, "c", "", ["id"]) for _ in range(3)]
    assert all(isinstance(one.exception(), IndexUnavailableError) for one in done)
    assert server._pause == 2.0
    server._client.query, server._closed_until = query, 0.0
    assert server.query("c", "", ["id"])
    assert (server._pause, server._closed_until) == (0.0, 0.0)


def test_a_server_that_was_closed_is_not_connected_to_again():
    server = server_with()
    server._client.close = lambda: None
    server.close()
    with pytest.raises(IndexUnavailableError, match="is closed"):
        server.query("c", "", ["id"])


@pytest.mark.parametrize(
    ("error", "reported"),
    [
        (
            _MilvusError(5, "bad expression: text like '%connect to the authors, timeout%'"),
            r"returned an error \(5\)",
        ),
        (_MilvusError(65535, "auth check failure, anna:secret"), "rejected your login"),
        (_MilvusError(5, "the query was 'private words'"), r"returned an error \(5\)"),
    ],
)
def test_error_messages_quote_nothing_from_the_server(error, reported, caplog):
    with pytest.raises(IndexUnavailableError, match=reported) as raised:
        server_with(error).query("c", "", ["id"])
    for text in (raised.value.message, raised.value.hint, caplog.text):
        assert "secret" not in text
        assert "private" not in text


@pytest.mark.parametrize("answer", [[1], ["x"], [None]])
def test_answers_without_rows_are_rejected(answer):
    with pytest.raises(IndexUnavailableError, match="contains invalid data"):
        server_with(answer).query("c", "", ["id"])


def test_passages_requested_twice_are_read_once():
    server = server_with([row(id=7)])
    passages = Passages(server)
    assert [*passages.of([7])] == [*passages.of([7])] == [7]
    assert server._client.calls == 1
