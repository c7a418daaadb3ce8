"""The models dialog with the real registry and a fake of the hub."""

import json
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from threading import Event
from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QMessageBox, QWidget

from tests.fakes.library_samples import sample_status
from tests.support.hub_server import serving
from tests.support.patience import PATIENCE
from tests.support.tiny_gguf import tiny_model, tiny_reranker
from tests.ui.window_case import open_window
from twofold.engine.api import (
    ModelComparison,
    ModelError,
    ModelFetchFailed,
    ModelMeasures,
    ModelVerdict,
    UpcomingModel,
)
from twofold.engine.embedding.models.fetching import BackgroundModelRegistry
from twofold.engine.embedding.models.registry import KnownModels
from twofold.ui.i18n.formatting import file_size
from twofold.ui.library.models import ModelManager
from twofold.ui.library.models_dialog import ModelsDialog


@pytest.fixture(scope="session")
def tiny(tmp_path_factory):
    return tiny_model(tmp_path_factory.mktemp("tiny"))


@pytest.fixture
def hub(tiny, monkeypatch):
    with serving(tiny[0].read_bytes()) as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.endpoint)
        monkeypatch.setenv("NO_PROXY", "127.0.0.1")
        monkeypatch.setenv("no_proxy", "127.0.0.1")  # the one that is requested first
        monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)
        yield hub


@pytest.fixture
def manager(qtbot, tmp_path, tiny, hub):
    """A registry with an empty folder and a catalogue that names the server's file."""
    fetched = replace(tiny[1], name="far", title="Far away", license="MIT", download=hub.download())
    values = {key: value for key, value in asdict(fetched).items() if value}
    (tmp_path / "catalogue.json").write_text(json.dumps([values]))
    known = KnownModels(tmp_path / "models", tmp_path / "catalogue.json")
    manager = ModelManager(partial(BackgroundModelRegistry, known))
    yield manager
    manager.close()


@pytest.fixture
def window(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    return window


@pytest.fixture
def used():
    """The names of the models that were requested."""
    return []


@pytest.fixture
def dialog(window, theme, manager, used):
    dialog = ModelsDialog(manager, used.append, theme, sample_status(), window)
    dialog.show()
    return dialog


def wait_for_end(qtbot, dialog):
    qtbot.waitUntil(lambda: not dialog.holds_work)


def row_of(dialog, name):
    row = next(n for n, model in enumerate(dialog._models) if model.name == name)
    return [dialog.table.item(row, column).text() for column in range(5)]


def click(qtbot, button):
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_a_model_is_downloaded_verified_and_can_be_used(qtbot, dialog, used):
    dialog.choose("far")
    click(qtbot, dialog.fetch)
    assert dialog.bar.isVisible()
    assert dialog.fetch.text() == "Cancel"
    assert not dialog.add.isEnabled()
    wait_for_end(qtbot, dialog)
    assert "was added and verified" in dialog.messages.text
    assert row_of(dialog, "far")[4] == "ready"
    assert not dialog.bar.isVisible()
    assert not dialog.fetch.isVisible()
    click(qtbot, dialog.use)
    assert used == ["far"]


def test_a_missing_network_is_reported_in_one_sentence(qtbot, dialog, monkeypatch):
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    dialog.choose("far")
    click(qtbot, dialog.fetch)
    wait_for_end(qtbot, dialog)
    assert dialog.messages.text.startswith("127.0.0.1 cannot be reached.")


def test_the_library_page_opens_the_dialog_and_uses_the_selected_model(qtbot, theme, manager):
    case = open_window(qtbot, theme, models=manager)
    window = case.window
    window.show_library()
    click(qtbot, window.library_page.models.more)
    dialog = next(d for d in window.findChildren(QDialog) if isinstance(d, ModelsDialog))
    dialog.choose("all-minilm-l6-v2")
    click(qtbot, dialog.use)
    assert window.live.settings.text("embedding.model") == "all-minilm-l6-v2"
    dialog.reject()


def test_keeping_the_current_model_cancels_one_being_prepared(qtbot, dialog, used):
    present = sample_status().model.name
    coming = UpcomingModel("all-minilm-l6-v2", "all-MiniLM-L6-v2", 10, 30)
    dialog.show_status(replace(sample_status(), upcoming=coming))
    assert row_of(dialog, "all-minilm-l6-v2")[4] == "being prepared"
    dialog.choose("all-minilm-l6-v2")
    assert not dialog.use.isEnabled()
    assert dialog.words.text().startswith("This model is being prepared")
    dialog.choose(present)
    assert dialog.use.text() == "Keep this model"
    click(qtbot, dialog.use)
    assert used == [present]
    dialog.show_status(sample_status())
    assert not dialog.use.isEnabled()


def test_it_shows_the_current_model_and_the_cost_of_others(dialog, hub, tiny):
    size = file_size(tiny[0].stat().st_size)
    assert row_of(dialog, sample_status().model.name)[4] == "in use"
    assert not dialog.use.isEnabled()
    dialog.choose("far")
    assert row_of(dialog, "far") == ["Far away", "all", "MIT", size, "not downloaded"]
    assert f"downloaded from 127.0.0.1 ({size}, license: MIT)" in dialog.words.text()
    assert "48,210 passages" in dialog.words.text()
    assert "about 33 min" in dialog.words.text()
    assert not dialog.use.isEnabled()
    assert hub.asked == [], "nothing is asked before the person clicks"


@pytest.mark.parametrize("how", ["cancelled", "closed"])
def test_a_stopped_download_keeps_the_received_part(qtbot, dialog, manager, hub, tmp_path, how):
    hub.hold_after = len(hub.content) // 2
    dialog.choose("far")
    click(qtbot, dialog.fetch)
    qtbot.waitUntil(lambda: dialog.bar.value() > 0)
    events = []
    manager.event_received.connect(lambda event: events.append(type(event)))
    if how == "cancelled":
        click(qtbot, dialog.fetch)
    else:
        dialog.reject()
    qtbot.waitUntil(lambda: ModelFetchFailed in events)
    assert (tmp_path / "models" / ".far.gguf.part").stat().st_size > 0
    if how == "cancelled":
        assert "Download stopped" in dialog.messages.text
        assert row_of(dialog, "far")[4] == "not downloaded"


@pytest.fixture
def own_model(qtbot, dialog, tiny, tmp_path):
    """The file of a user's model after it was added."""
    dialog.add_file(tiny[0])
    wait_for_end(qtbot, dialog)
    return tmp_path / "models" / "tiny.gguf"


def answer(qtbot, dialog, words):
    click(qtbot, dialog.delete)
    box = dialog.findChild(QMessageBox)
    click(qtbot, next(button for button in box.buttons() if button.text() == words))
    qtbot.waitUntil(lambda: dialog.findChild(QMessageBox) is None)


def test_a_user_file_is_a_model_until_it_is_deleted(qtbot, dialog, own_model):
    assert row_of(dialog, "tiny")[4] == "ready"
    assert dialog.chosen.name == "tiny"
    assert dialog.use.isEnabled()
    answer(qtbot, dialog, "Cancel")
    assert own_model.is_file()
    answer(qtbot, dialog, "Delete")
    assert list(own_model.parent.iterdir()) == []
    assert "was deleted" in dialog.messages.text
    assert "tiny" not in [model.name for model in dialog._models]
    assert dialog.focusWidget() is dialog.table


def test_a_failed_deletion_is_reported(qtbot, dialog, own_model):
    own_model.unlink()
    own_model.mkdir()
    answer(qtbot, dialog, "Delete")
    assert "tiny.gguf cannot be deleted" in dialog.messages.text


def test_a_model_in_use_or_being_prepared_cannot_be_deleted(dialog, own_model):
    status = sample_status()
    used = replace(status, model=replace(status.model, name="tiny"))
    coming = replace(status, upcoming=UpcomingModel("tiny", "Tiny", 1, 2))
    for now, is_kept in ((used, True), (status, False), (coming, True)):
        dialog.show_status(now)
        dialog.choose("tiny")
        dialog._show_chosen()
        assert dialog.delete.isEnabled() is not is_kept
    dialog.choose("far")
    assert not dialog.delete.isEnabled(), "it is not here"


@pytest.fixture
def catalogue(tmp_path):
    """The dialog's registry with the catalogue of the program."""
    resources = Path(__file__).resolve().parents[3] / "resources"
    known = KnownModels(tmp_path / "models", resources / "models.json")
    manager = ModelManager(partial(BackgroundModelRegistry, known))
    yield manager
    manager.close()


def test_a_reranking_model_is_added_used_and_no_longer_used(
    qtbot, window, theme, catalogue, tmp_path
):
    chosen, name = [], "mmarco-mminilmv2-l12-h384-v1"
    dialog = ModelsDialog(
        catalogue, chosen.append, theme, sample_status(), window, use_reranker=chosen.append
    )
    dialog.show()
    dialog.choose(name)
    assert row_of(dialog, name)[4] == "file needed"
    assert "Get a GGUF file from https://huggingface.co/cross-encoder/" in dialog.words.text()
    assert not dialog.use.isEnabled()
    assert dialog.add.text() == "Add its file…"
    dialog.add_file(tiny_reranker(tmp_path))
    wait_for_end(qtbot, dialog)
    assert row_of(dialog, name)[4] == "ready"
    click(qtbot, dialog.use)
    assert row_of(dialog, name)[4] == "in use"
    assert not dialog.delete.isEnabled()
    click(qtbot, dialog.use)
    assert row_of(dialog, name)[4] == "ready"
    assert chosen == [name, ""]


def test_a_model_that_cannot_run_is_neither_downloaded_nor_used(window, theme, catalogue):
    dialog = ModelsDialog(catalogue, print, theme, sample_status(), window)
    dialog.show()
    dialog.choose("embeddinggemma-2")
    assert row_of(dialog, "embeddinggemma-2")[4] == "not supported yet"
    assert not dialog.fetch.isVisible()
    assert not dialog.use.isEnabled()
    assert "58.6 (HAKARI-Bench)" in dialog.words.text()
    dialog.choose("embeddinggemma-300m")
    assert "The Gemma Terms of Use forbid some uses" in dialog.words.text()


@pytest.fixture
def tried():
    """What the registry compares: a comparison that waits, then reports or fails."""
    return SimpleNamespace(
        asked=[], go_on=Event(), result=COMPARISON, steps=[(1, 4), (2, 4), (3, 4), (4, 4)]
    )


COMPARISON = ModelComparison(
    passages=200,
    queries=150,
    library_passages=5000,
    tried=ModelMeasures("far", "Far", 1, 0.5, 0.9, 0.6, 20.0, 9.0, dimension=64,
                        library_seconds=250.0),
    used=ModelMeasures("tiny", "Tiny", 1, 0.4, 0.8, 0.5, 20.0, 9.0, dimension=64),
    better=31,
    worse=12,
    p=0.005,
    verdict=ModelVerdict.BETTER,
)  # fmt: skip


@pytest.fixture
def comparing(tmp_path, tried):
    def compare(name, on_progress):
        tried.asked.append(name)
        for step in tried.steps:
            on_progress(*step)
        tried.go_on.wait(PATIENCE)
        on_progress(*tried.steps[-1])
        if isinstance(tried.result, Exception):
            raise tried.result
        return tried.result

    known = KnownModels(tmp_path / "models")
    tiny_model(tmp_path)
    (tmp_path / "models").mkdir()
    (tmp_path / "tiny.gguf").rename(tmp_path / "models" / "all-minilm-l6-v2.gguf")
    manager = ModelManager(partial(BackgroundModelRegistry, known, compare=compare))
    yield manager
    tried.go_on.set()
    manager.close()


def test_a_model_is_compared_with_the_one_in_use(qtbot, window, theme, comparing, tried, used):
    dialog = ModelsDialog(comparing, used.append, theme, sample_status(), window)
    dialog.show()
    dialog.choose("all-minilm-l6-v2")
    click(qtbot, dialog.trial)
    assert dialog.bar.isVisible()
    assert dialog.progress.text() == "Comparing with the model in use"
    assert dialog.fetch.text() == "Cancel"
    assert not dialog.trial.isEnabled()
    tried.go_on.set()
    wait_for_end(qtbot, dialog)
    assert "finds more than the model in use: nearer to the top 31 times" in dialog.words.text()
    assert "Embedding the library takes about 5 min." in dialog.words.text()
    qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)
    assert (tried.asked, used) == (["all-minilm-l6-v2"], []), "Enter does not switch"
    dialog.choose("multilingual-e5-small")
    assert "finds more" not in dialog.words.text()


def test_a_comparison_is_cancelled_and_a_failed_one_is_reported(
    qtbot, window, theme, comparing, tried
):
    dialog = ModelsDialog(comparing, print, theme, sample_status(), window)
    dialog.show()
    dialog.choose("all-minilm-l6-v2")
    click(qtbot, dialog.trial)
    click(qtbot, dialog.fetch)
    tried.go_on.set()
    wait_for_end(qtbot, dialog)
    assert "Comparison stopped." in dialog.messages.text
    tried.result = ModelError("The library has too few passages to compare models.")
    click(qtbot, dialog.trial)
    wait_for_end(qtbot, dialog)
    assert "too few passages" in dialog.messages.text
