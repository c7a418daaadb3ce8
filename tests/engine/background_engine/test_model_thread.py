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
