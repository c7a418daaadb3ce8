from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.reader_in_thread import documents_read_in_threads
from tests.support.shared_weights import weights_loaded_once
from twofold.app.__main__ import main
from twofold.app.paths import HOME_VARIABLE


@pytest.fixture(scope="package", autouse=True)
def _weights_loaded_once():
    """Each command opens the library again, but model weights are loaded only once."""
    with weights_loaded_once():
        yield


@dataclass(frozen=True)
class CommandResult:
    """The exit code and output of a command."""

    code: int
    out: str
    err: str


Command = Callable[..., CommandResult]


@pytest.fixture
def twofold(home, capsys) -> Command:
    """Return a function that runs commands in an empty home folder."""

    def run(*words: str) -> CommandResult:
        capsys.readouterr()
        code = main(list(words))
        captured = capsys.readouterr()
        return CommandResult(code, captured.out, captured.err)

    return run


DOCUMENTS = {
    "cluster.md": "---\ntitle: Memory limits\ntags: [ops]\nlang: en\ndate: 2022-12-19\n---\n\n"
    "# Memory limits\n\nA pod may not use more memory than its limit.\n",
    "speicher.md": "---\ntitle: Obergrenzen\ntags: [ops]\nlang: de\ndate: 2021-12-19\n---\n\n"
    "# Obergrenzen\n\nKein Dienst darf beliebig viel Arbeitsspeicher belegen.\n",
    "garden.txt": "The tomatoes want water in the morning.\n\nError E-4471 is no garden matter.\n",
    "half.pdf": "%PDF-1.7\n1 0 obj\n<< /Type /Cat",
}


@pytest.fixture(scope="package")
def indexed_home(tmp_path_factory, models):
    """A home folder whose library contains DOCUMENTS, with vectors of the real default model."""
    folder = tmp_path_factory.mktemp("cli")
    for name, text in DOCUMENTS.items():
        path = folder / "Notes" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (folder / "home").mkdir()
    (folder / "home" / "models").symlink_to(models)
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv(HOME_VARIABLE, str(folder / "home"))
        assert main(["folder", "add", str(folder / "Notes")]) == 0
    return folder


@pytest.fixture
def indexed(indexed_home: Path, twofold: Command, monkeypatch: pytest.MonkeyPatch) -> Command:
    """Return a function that runs commands on the indexed library."""
    monkeypatch.setenv(HOME_VARIABLE, str(indexed_home / "home"))
    return twofold


@pytest.fixture
def notes(twofold: Command, tmp_path: Path, write_file) -> Path:
    """The folder of a library with two notes, indexed for keywords only."""
    write_file(
        "Notes/a b/limits #1.md", "# Limits\n\nA pod may use no more memory than its limit.\n"
    )
    write_file("Notes/garden.txt", "The tomatoes want water in the morning.\n")
    assert twofold("folder", "add", str(tmp_path / "Notes"), "--no-vectors").code == 0
    return tmp_path / "Notes"


@pytest.fixture(scope="package", autouse=True)
def _documents_read_in_threads():
    with documents_read_in_threads():
        yield
