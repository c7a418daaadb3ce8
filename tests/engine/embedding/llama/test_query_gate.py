from __future__ import annotations

import threading

from engine.embedding.llama.threads import QueryGate


def test_bulk_work_passes_while_no_query_runs():
    gate = QueryGate()

    with gate.query():
        pass

    gate.wait()


def test_bulk_work_waits_until_the_last_query_is_done():
    gate = QueryGate()
    passed = threading.Event()
    bulk = threading.Thread(target=lambda: (gate.wait(), passed.set()))

    with gate.query():
        with gate.query():
            bulk.start()
        assert not passed.wait(0.05)
    bulk.join(5)

    assert passed.is_set()


def test_failed_query_does_not_hold_bulk_work_back():
    gate = QueryGate()

    try:
        with gate.query():
            raise ValueError
    except ValueError:
        gate.wait()
