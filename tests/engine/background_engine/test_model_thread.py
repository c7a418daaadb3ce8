import threading
from types import SimpleNamespace

from engine.background_engine.model_thread import ModelThread


def test_a_model_is_not_taken_before_its_status_is_told():
    embedder = SimpleNamespace(dimension=3, fingerprint="tiny@1")
    happened, takers = [], []

    def on_change(status):
        if status.ready:
            takers.append(threading.Thread(target=lambda: happened.append(thread.take())))
            takers[0].start()
            takers[0].join(0.05)  # time enough to come first
            happened.append("told")

    thread = ModelThread(lambda _name, _progress: embedder, on_change)
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

    thread = ModelThread(load, lambda _status: None)
    for name in ("all-minilm-l6-v2", "multilingual-e5-small"):
        thread.start(name)
    thread.join()
    assert closed == ["all-minilm-l6-v2"]
    assert thread.take().fingerprint == "multilingual-e5-small@1"
    assert closed == ["all-minilm-l6-v2"]
