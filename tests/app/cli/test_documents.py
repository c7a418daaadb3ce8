"""What the documents tell people to type works, and what they link to is there."""

import re
import shlex
import shutil
from pathlib import Path

from twofold.app.paths import sample_library

ROOT = Path(__file__).parents[3]
DOCS = ROOT / "docs"
# They need a file of the person's own.
NOT_RUN = ("twofold model add", "twofold model use")


def commands_of(page: str) -> list[str]:
    """Return the commands that a page shows on lines of their own, in their order."""
    text = (DOCS / page).read_text(encoding="utf-8")
    shown = re.findall(r"^ {4}(twofold .*)$", text, re.MULTILINE)
    return [command for command in shown if not command.startswith(NOT_RUN)]


def test_every_command_of_the_tour_and_of_the_recipes_works(twofold, tmp_path, monkeypatch):
    museum = tmp_path / "Documents" / "Museum"
    shutil.copytree(sample_library(), museum)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    commands = [*commands_of("how-to.md"), *commands_of("tour.md")]
    assert len(commands) > 30

    for command in commands:
        words = [word.replace("~", str(tmp_path)) for word in shlex.split(command)[1:]]
        ended = twofold(*words, *(["--no-vectors"] if "index" in words else []))
        assert ended.code == 0, (command, ended)


def test_every_link_in_the_documentation_is_valid():
    broken = []
    for page in [*DOCS.glob("*.md"), *ROOT.glob("*.md")]:
        for target in re.findall(r"\]\((?!\w+:)([^)\s]+)\)", page.read_text(encoding="utf-8")):
            name, _, heading = target.partition("#")
            found = page.parent / name if name else page
            if not found.exists() or (heading and heading not in headings_of(found)):
                broken.append(f"{page.name}: {target}")
    assert broken == []


def headings_of(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub and MyST make them."""
    titles = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}
