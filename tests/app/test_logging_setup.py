import logging
import os

from twofold.app.logging_setup import set_up_logging


def test_records_reach_the_file_with_any_file_name_in_them(tmp_path):
    set_up_logging(tmp_path / "logs")
    logging.getLogger("twofold.engine.test").info("read %s", "caf\udce9.md")
    text = (tmp_path / "logs" / "twofold.log").read_text(encoding="utf-8")
    assert "twofold.engine.test: read caf\\udce9.md" in text


def test_without_a_log_folder_the_program_runs_without_a_log_file(tmp_path, capsys, expected_log):
    expected_log.append("goes nowhere")
    (tmp_path / "file").write_text("")
    set_up_logging(tmp_path / "file" / "logs")
    logging.getLogger("twofold.engine.test").warning("goes nowhere")
    assert "no log is written" in capsys.readouterr().err


def test_a_full_disk_drops_log_records_silently(tmp_path, capsys, monkeypatch):
    set_up_logging(tmp_path / "logs")
    handler = logging.getLogger().handlers[-1]

    def full(_record):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(handler, "format", full)
    logging.getLogger("twofold.engine.test").info("lost")
    assert capsys.readouterr().err == ""


def test_a_log_that_another_process_has_open_is_continued(tmp_path, monkeypatch):
    def refuse(*_paths):
        raise PermissionError(32, "The process cannot access the file")

    set_up_logging(tmp_path / "logs")
    logging.getLogger().handlers[-1].maxBytes = 10
    monkeypatch.setattr(os, "rename", refuse)
    logging.getLogger("twofold.engine.test").info("the first")
    logging.getLogger("twofold.engine.test").info("the second")
    text = (tmp_path / "logs" / "twofold.log").read_text(encoding="utf-8")
    assert "the first" in text
    assert "the second" in text
