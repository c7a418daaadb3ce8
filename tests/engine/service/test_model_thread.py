import threading
from types import SimpleNamespace

from engine.service.model_slot import ModelLoader
from tests.support.running_engine import PATIENCE


def test_a_model_is_not_taken_before_its_status_is_told():
    embedder = SimpleNamespace(dimension=3, fingerprint="tiny@1")
    happened, takers = [], []

    def on_change(status):
        if status.ready:
            takers.append(threading.Thread(target=lambda: happened.append(thread.take())))
            takers[0].start()
            takers[0].join(0.05)  # time enough to come first
            happened.append("told")

    thread = ModelLoader(lambda _name, _progress: embedder, on_change)
    thread.start("all-minilm-l6-v2")
    thread.join()
    takers[0].join()
    assert happened == ["told", embedder]


def test_a_model_that_nobody_took_is_closed_when_the_next_one_comes():
    closed = []

    def load(name, _progress):
        return SimpleNamespace(
            dimension=3, fingerprint=f"{name}@1", close=lambda: closed.append(name)
        )

    thread = ModelLoader(load, lambda _status: None)
    for name in ("all-minilm-l6-v2", "multilingual-e5-small"):
        thread.start(name)
    thread.join()
    assert closed == ["all-minilm-l6-v2"]
    assert thread.take().fingerprint == "multilingual-e5-small@1"
    assert closed == ["all-minilm-l6-v2"]


def test_asking_for_a_model_waits_for_none_that_is_being_made_and_they_come_in_order():
    made, loaded = threading.Event(), []

    def load(name, _progress):
        assert made.wait(PATIENCE)
        loaded.append(name)
        return SimpleNamespace(dimension=3, fingerprint=f"{name}@1", close=lambda: None)

    thread = ModelLoader(load, lambda _status: None)
    thread.start("all-minilm-l6-v2")
    thread.start("multilingual-e5-small")
    assert not loaded
    made.set()
    thread.join()
    assert loaded == ["all-minilm-l6-v2", "multilingual-e5-small"]
    thread.start("all-minilm-l6-v2")
    thread.join()
    assert thread.take().fingerprint == "all-minilm-l6-v2@1"


def test_at_the_end_no_model_is_loaded_that_waited_or_comes_later():
    begun, made, loaded = threading.Event(), threading.Event(), []

    def load(name, _progress):
        begun.set()
        assert made.wait(PATIENCE)
        loaded.append(name)
        return SimpleNamespace(dimension=3, fingerprint=f"{name}@1", close=lambda: None)

    thread = ModelLoader(load, lambda _status: None)
    thread.start("all-minilm-l6-v2")
    assert begun.wait(PATIENCE)
    thread.start("multilingual-e5-small")
    thread.end()
    thread.start("bge-m3")
    made.set()
    thread.join()
    assert loaded == ["all-minilm-l6-v2"]


def test_a_state_that_cannot_be_told_keeps_no_later_model_from_being_loaded(expected_log):
    def load(name, _progress):
        return SimpleNamespace(dimension=3, fingerprint=f"{name}@1", close=lambda: None)

    def on_change(status):
        if status.name == "all-minilm-l6-v2":
            raise RuntimeError

    thread = ModelLoader(load, on_change)
    expected_log += ["cannot be told", "cannot be loaded"]
    thread.start("all-minilm-l6-v2")
    thread.start("multilingual-e5-small")
    thread.join()
    assert thread.take().fingerprint == "multilingual-e5-small@1"
