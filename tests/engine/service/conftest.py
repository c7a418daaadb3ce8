from pathlib import Path

import pytest


@pytest.fixture
def notes(tmp_path, write_file) -> Path:
    write_file("notes/garage.md", "# Garage\n\nThe automobile needs new tyres before winter.\n")
    write_file("notes/health.md", "---\ntags: [body]\n---\n# Health\n\nSee the physician in May.\n")
    write_file("notes/deep/plan.txt", "Buy bread and call the bank about the loan.\n")
    return tmp_path / "notes"
