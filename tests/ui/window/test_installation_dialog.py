"""The findings about the installation, and the report."""

import zipfile
from functools import partial

from PySide6.QtGui import QGuiApplication

from twofold.app.installation import examine, write_report
from twofold.app.paths import AppPaths, LibraryPaths
from twofold.engine.api import CheckLibrary, LibraryChecked, message
from twofold.ui.window.installation_dialog import Installation, InstallationDialog


def _opened(qtbot, case, paths) -> InstallationDialog:
    report = partial(write_report, paths=paths)
    installation = Installation(partial(examine, paths), report, "1.2.3")
    status = case.window.library.status
    dialog = InstallationDialog(installation, case.client, case.window._theme, status, case.window)
    qtbot.addWidget(dialog)
    dialog.open()
    qtbot.waitUntil(lambda: any(one.name == "privacy" for one in dialog.findings))
    return dialog


def test_findings_appear_and_can_be_copied_and_saved(qtbot, case, tmp_path):
    library = LibraryPaths(tmp_path / "library", tmp_path / "models")
    paths = AppPaths(library, tmp_path / "settings.yaml", tmp_path / "logs")
    paths.logs.mkdir()
    (paths.logs / "twofold.log").write_text("a line\n", encoding="utf-8")
    damaged = message("The keyword index is damaged.")
    case.engine.answer = lambda number, request: (
        LibraryChecked(number, (damaged,)) if isinstance(request, CheckLibrary) else None
    )
    dialog = _opened(qtbot, case, paths)
    qtbot.waitUntil(lambda: any(one.name == "library" for one in dialog.findings))

    mark, words = (dialog.layout().itemAt(0).itemAt(column) for column in (0, 1))
    assert not mark.widget().pixmap().isNull()
    texts = [words.itemAt(row).widget().text() for row in range(words.count())]
    assert texts == ["Twofold", "Version 1.2.3 · Apache License 2.0"]
    assert dialog.findings[0].name == "Twofold"

    dialog.copy.click()
    copied = QGuiApplication.clipboard().text()
    assert "FAIL\tlibrary\tThe keyword index is damaged." in copied
    assert "ok\ttantivy\t" in copied

    dialog.save_report(tmp_path / "report.zip")
    with zipfile.ZipFile(tmp_path / "report.zip") as report:
        assert "twofold.log" in report.namelist()
        assert "The keyword index is damaged." in report.read("findings.json").decode()

    dialog.save_report(tmp_path / "nowhere" / "report.zip")
    qtbot.waitUntil(lambda: "cannot be written" in dialog.messages.text)
    dialog.close()
