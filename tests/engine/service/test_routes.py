"""Every request type has a route, and every route has a handler."""

from typing import get_args

from twofold.engine.api import Request
from twofold.engine.service.answers import answer
from twofold.engine.service.library_host import LibraryHost
from twofold.engine.service.routes import FOR_INDEXER, ROUTES, Lane
from twofold.engine.service.writer import Writer

REQUESTS = set(get_args(Request))


def handled(*dispatchers):
    """Return the request types that have a registered handler."""
    return {kind for each in dispatchers for kind in each.registry} & REQUESTS


def test_each_request_has_a_route_and_one_handler():
    changes = {kind for kind, route in ROUTES.items() if route.changes_library}
    by_host, by_writer = (
        handled(vars(part)["change"].dispatcher) for part in (LibraryHost, Writer)
    )
    assert set(ROUTES) == REQUESTS
    assert handled(answer) == REQUESTS - changes
    assert by_host | by_writer == changes
    assert not by_host & by_writer


def test_only_the_indexer_changes_a_library_and_queries_are_not_blocked():
    for kind, route in ROUTES.items():
        assert not route.changes_library or route.process in FOR_INDEXER, kind
        assert not route.is_kept or route.changes_library, kind
        assert not route.is_short or route.lane is Lane.INDEXING, kind
        assert route.outdated_by is None or ROUTES[route.outdated_by].is_newest_only, kind
