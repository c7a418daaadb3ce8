"""The program itself, started as a person starts it."""

import os
import subprocess
import sys

from app.settings_file import change_settings


def test_the_window_opens_and_paints_in_another_language(tmp_path):
    change_settings(tmp_path / "settings.yaml", {"window.language": "de"})
    ended = subprocess.run(
        [sys.executable, "-m", "app", "--quit-after-first-paint"],
        env=os.environ | {"TWOFOLD_HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert "Unexpected error" not in ended.stderr
