"""A part of a library is published: nothing of the rest is told, and the part stays the part."""

from contextlib import closing

import pytest

from tests.engine.sharing.milvus import needs_milvus, server_of
from tests.engine.sharing.test_sharing import own_library, published_texts, put
from tests.engine.stores.library import embed_all
from twofold.engine.model.errors import BadRequestError
from twofold.engine.model.filters import SearchFilters
from twofold.engine.search.query_language import parse
from twofold.engine.sharing.publishing import Publishing
from twofold.engine.sharing.rows import publishers_of
from twofold.engine.sharing.selection import Selections
from twofold.engine.sharing.share import share, withdraw
from twofold.engine.sharing.terms import Terms

pytestmark = needs_milvus

TEXTS = {
    "open.md": ["The harbour opens at nine."],
    "both.md": ["Tariffs of the harbour, quokka edition."],
    "closed/layoffs.md": ["Forty people of the shipyard, axolotl plan.", "More axolotl."],
}
PUBLIC = parse("tag:public -tag:secret").filters


@pytest.fixture
def server(lite_server):
    with closing(server_of(lite_server.uri)) as connected:
        yield connected


@pytest.fixture
def library(tmp_path):
    with own_library(tmp_path / "a", {}) as (catalog, indexes):
        with catalog.change() as change:
            put(change, "open.md", TEXTS["open.md"], tags=("public",))
            put(change, "both.md", TEXTS["both.md"], tags=("public", "secret"))
            put(change, "closed/layoffs.md", TEXTS["closed/layoffs.md"], tags=("secret",))
        embed_all(catalog)
        indexes.synchronise()
        yield catalog, indexes


def publish(library, server, filters):
    return share(library[0], library[1].lexical, server, "anna", filters=filters)


def all_that_is_there(server):
    """Return every value of every row of both collections; statistics as the terms they are."""
    name = server.address.collection
    both = ((name, "id >= 0"), (publishers_of(name), 'key != ""'))
    rows = [row for one, known in both for row in server.every(one, known, ["*"])]
    packed = [row for row in rows if row.get("kind") == "terms"]
    terms = [Terms.unpacked([row["value"]]).counts for row in packed]
    assert all(len(row["value"]) < 60_000 for row in packed)  # each is a whole one
    return repr((rows, terms)).lower(), len(packed)


SECRETS = ("secret", "axolotl", "quokka", "layoff", "shipyard", "tariff", "closed")


def test_nothing_of_what_the_filters_leave_out_is_anywhere_in_the_collection(library, server):
    done = publish(library, server, PUBLIC)
    assert (done.documents, done.passages) == (1, 1)
    there, _ = all_that_is_there(server)
    assert "harbour" in there
    assert not [word for word in SECRETS if word in there]


def test_what_passes_no_longer_is_deleted_with_its_words(library, server):
    publish(library, server, None)  # all of it
    assert "axolotl" in all_that_is_there(server)[0]
    done = publish(library, server, PUBLIC)
    assert (done.written, done.deleted, done.documents) == (0, 2, 1)
    there, packed = all_that_is_there(server)
    assert not [word for word in SECRETS if word in there]
    assert packed == 1
    catalog, indexes = library
    with catalog.change() as change:
        put(change, "open.md", TEXTS["open.md"], tags=("other",))
    indexes.synchronise()
    assert publish(library, server, PUBLIC).deleted == 1
    assert published_texts(server) == []
    assert "harbour" not in all_that_is_there(server)[0]


def test_a_part_does_not_become_the_whole_unless_that_is_said(library, server):
    publish(library, server, PUBLIC)
    with pytest.raises(BadRequestError, match="Only a part of the library is published there"):
        publish(library, server, None)
    assert publish(library, server, SearchFilters()).documents == 3
    assert publish(library, server, None).documents == 3
    publish(library, server, PUBLIC)
    withdraw(library[0], server)
    assert publish(library, server, None).documents == 3


class EndedError(Exception):
    pass


def test_a_run_that_was_ended_leaves_no_words_behind(library, server, monkeypatch):
    publish(library, server, PUBLIC)
    put_publisher = Publishing._put

    def ending(self, publisher):
        if publisher.is_complete:  # the statistics are there, but what names them is not
            raise EndedError
        put_publisher(self, publisher)

    with monkeypatch.context() as patch:
        patch.setattr(Publishing, "_put", ending)
        with pytest.raises(EndedError):
            publish(library, server, SearchFilters())
    assert "axolotl" in all_that_is_there(server)[0]
    with pytest.raises(BadRequestError, match="Only a part"):
        publish(library, server, None)
    withdraw(library[0], server)
    assert "harbour" not in all_that_is_there(server)[0]
    assert "axolotl" not in all_that_is_there(server)[0]


def test_a_document_that_becomes_secret_while_it_is_published_is_not_sent(library, server):
    catalog, indexes = library
    resolve = catalog.resolve

    def and_then_it_changes(filters):
        allowed = resolve(filters)
        with catalog.change() as change:
            put(change, "open.md", ["Now about the axolotl."], tags=("public", "secret"))
        embed_all(catalog)
        indexes.synchronise()
        return allowed

    catalog.resolve = and_then_it_changes
    assert publish(library, server, PUBLIC).documents == 0


def test_filters_that_leave_nothing_make_nothing(library, server):
    assert publish(library, server, parse("tag:pubilc").filters).passages == 0
    assert not server.has(server.address.collection)


def test_the_filters_are_kept_beside_the_library_and_a_damaged_file_is_refused(tmp_path):
    kept = Selections(tmp_path)
    assert kept.of("milvus://host/a") is None
    kept.keep("milvus://host/a", "tag:public")
    kept.keep("milvus://host/b", "tag:größe")
    assert Selections(tmp_path).of("milvus://host/b") == "tag:größe"
    kept.keep("milvus://host/a", "")
    assert kept.of("milvus://host/a") is None
    kept.keep("milvus://host/b", "")
    assert not [*tmp_path.iterdir()]
    for text in ("{", "[]", '{"a": 1}'):
        (tmp_path / "published.json").write_text(text)
        with pytest.raises(BadRequestError, match="cannot be read"):
            kept.of("milvus://host/a")


def test_what_passes_no_longer_goes_also_when_a_source_could_not_be_read_whole(server, library):
    catalog, indexes = library
    publish(library, server, SearchFilters())
    about = {"filters": PUBLIC, "keeps_others": True}
    share(catalog, indexes.lexical, server, "anna", **about)
    assert [path for path, *_ in published_texts(server)] == ["open.md"]
