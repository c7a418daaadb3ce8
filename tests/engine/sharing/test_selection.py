"""Publishing a part of a library: nothing about the rest is published."""

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


def all_published_values(server):
    """Return all values of both collections, and the number of packed rows of statistics."""
    name = server.address.collection
    both = ((name, "id >= 0"), (publishers_of(name), 'key != ""'))
    rows = [row for one, known in both for row in server.every(one, known, ["*"])]
    packed = [row for row in rows if row.get("kind") == "terms"]
    terms = [Terms.unpacked([row["value"]]).counts for row in packed]
    assert all(len(row["value"]) < 60_000 for row in packed)  # each fits into one row
    return repr((rows, terms)).lower(), len(packed)


SECRETS = ("secret", "axolotl", "quokka", "layoff", "shipyard", "tariff", "closed")


def test_collection_contains_nothing_that_the_filters_exclude(library, server):
    done = publish(library, server, PUBLIC)
    assert (done.documents, done.passages) == (1, 1)
    there, _ = all_published_values(server)
    assert "harbour" in there
    assert not [word for word in SECRETS if word in there]


def test_documents_no_longer_selected_are_deleted_with_their_terms(library, server):
    publish(library, server, None)  # all of it
    assert "axolotl" in all_published_values(server)[0]
    done = publish(library, server, PUBLIC)
    assert (done.written, done.deleted, done.documents) == (0, 2, 1)
    there, packed = all_published_values(server)
    assert not [word for word in SECRETS if word in there]
    assert packed == 1
    catalog, indexes = library
    with catalog.change() as change:
        put(change, "open.md", TEXTS["open.md"], tags=("other",))
    indexes.synchronise()
    assert publish(library, server, PUBLIC).deleted == 1
    assert published_texts(server) == []
    assert "harbour" not in all_published_values(server)[0]


def test_partial_publication_becomes_complete_only_on_request(library, server):
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


def test_interrupted_run_leaves_no_terms(library, server, monkeypatch):
    publish(library, server, PUBLIC)
    put_publisher = Publishing._put

    def ending(self, publisher):
        if publisher.is_complete:  # the statistics exist, but the row that refers to them does not
            raise EndedError
        put_publisher(self, publisher)

    with monkeypatch.context() as patch:
        patch.setattr(Publishing, "_put", ending)
        with pytest.raises(EndedError):
            publish(library, server, SearchFilters())
    assert "axolotl" in all_published_values(server)[0]
    with pytest.raises(BadRequestError, match="Only a part"):
        publish(library, server, None)
    withdraw(library[0], server)
    assert "harbour" not in all_published_values(server)[0]
    assert "axolotl" not in all_published_values(server)[0]


def test_document_excluded_while_publishing_is_not_sent(library, server):
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


def test_filters_that_exclude_everything_create_no_collection(library, server):
    assert publish(library, server, parse("tag:pubilc").filters).passages == 0
    assert not server.has(server.address.collection)


def test_filters_are_stored_with_the_library_and_a_damaged_file_is_rejected(tmp_path):
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


def test_documents_no_longer_selected_are_deleted_even_if_a_source_is_incomplete(server, library):
    catalog, indexes = library
    publish(library, server, SearchFilters())
    about = {"filters": PUBLIC, "keeps_others": True}
    share(catalog, indexes.lexical, server, "anna", **about)
    assert [path for path, *_ in published_texts(server)] == ["open.md"]
