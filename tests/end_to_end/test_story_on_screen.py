"""From the first start to an exported citation on a real screen, by keyboard or mouse alone."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path, PurePath
from urllib.parse import unquote

import pytest

from tests.end_to_end.screen import ROOT, ProgramOnScreen, Screen, missing_programs
from twofold.app.paths import sample_library

pytestmark = [
    pytest.mark.slow,
    pytest.mark.real_model,
    pytest.mark.no_cover,
    pytest.mark.skipif(
        bool(missing_programs()),
        reason=f"not installed: {', '.join(missing_programs())} (see CONTRIBUTING.md)",
    ),
]

_QUERY = "why does a finalizer block namespace deletion"
_ALL_READ = ["Meaning 100 %", "Up to date"]
_CITED = re.compile(r"\(`([^`]+#(?:L\d+[^`]*|page=\d+))`")


@pytest.fixture
def screen(tmp_path) -> Iterator[Screen]:
    """An X server with a window manager."""
    shown = Screen(tmp_path)
    yield shown
    shown.close()


@pytest.fixture
def home(tmp_path, models) -> Path:
    """The home folder of a new user, with only the model."""
    (tmp_path / "Documents").mkdir()
    own = tmp_path / "twofold"
    own.mkdir()
    (own / "models").symlink_to(models, target_is_directory=True)
    return tmp_path


@pytest.fixture
def program(screen, home) -> Iterator[ProgramOnScreen]:
    """Twofold at its first start."""
    with ProgramOnScreen(screen, home, {"TWOFOLD_HOME": str(home / "twofold")}) as started:
        yield started


def test_the_whole_story_by_keyboard_alone(screen, program, home):
    papers = _copy_some(home / "Papers of the museum")
    # The first start: another folder is chosen in the dialog.
    program.see(role="Button", named="Start searching", states=["focused"])
    program.tab_to(role="CheckBox", name="Documents")
    screen.press("space")
    program.see(role="CheckBox", named="Documents", without=["checked"])
    program.tab_to(role="Button", name="Add another folder…")
    screen.press("space")
    program.see(role="EditableText", states=["focused"])
    screen.type(str(papers))
    program.see(role="EditableText", value=str(papers), states=["focused"])
    screen.press("Return")
    program.see(role="CheckBox", named=papers.name, states=["checked"])
    program.tab_to(role="Button", name="Start searching")
    screen.press("space")
    # A query typed before indexing is complete.
    program.see(role="EditableText", named="Search", states=["focused"])
    screen.type(_QUERY)
    program.see(role="ListItem", name=" of ")
    program.see(role="StaticText", name=_ALL_READ)
    program.see(role="ListItem", name="Both, 1st of", at_rest=True)
    # A hit, and why it is there.
    screen.press("Down")
    program.see(role="List", named="Passages found", states=["focused"])
    screen.press("Home", "Down")
    program.see(role="ListItem", name="2nd of", states=["selected"])
    program.see(name="Combined: 2nd of")
    # Narrowed by a tag.
    screen.press("ctrl+3")
    program.see(role="Tree", named="Tags", states=["focused"])
    screen.press("Home", "space")
    chosen = program.see(role="TreeItem", name=", selected", states=["focused"])
    tag = chosen["name"].partition(",")[0]
    program.see(name=f"#{tag}", at_rest=True)
    # The preview, and the next match in it.
    screen.press("ctrl+k", "Down")
    program.see(role="List", named="Passages found", states=["focused"])
    match = _match_number(program)
    screen.press("n")
    program.see(role="StaticText", name=f"Match {match + 1} of")
    # Two hits, exported.
    screen.press("Home", "shift+Down")
    screen.press("ctrl+e")
    program.see(role="CheckBox", name="Selected 2", states=["checked"])
    program.see(role="Button", named="Save", states=["focused"])
    program.tab_to(role="EditableText", name="Save as")
    screen.press("ctrl+a")
    screen.type("by-keys.md")
    screen.press("Return")
    program.see(name="Saved as")
    screen.press("ctrl+q")
    assert program.wait_for_end() == 0
    assert "Traceback" not in program.errors
    _assert_two_passages_are_exported(home, home / "Documents" / "by-keys.md")


def test_the_whole_story_by_mouse_alone(program, home):
    # The first start: the sample library, and a query. With keywords alone, the order of the
    # hits is final as soon as all files are indexed, even if embedding takes longer.
    program.click(role="Button", named="Try the sample library")
    program.see(name="Examples from the sample library")
    program.see(role="StaticText", name=f" in {_sample_files()} files")
    program.click(role="CheckBox", named="Keywords")
    program.see(role="CheckBox", named="Keywords", states=["checked"])
    program.click(role="Button", named="Search", description=_QUERY)
    # A hit, and why it is there.
    program.see(role="ListItem", name="Keywords, 1st of")
    program.click(role="ListItem", name="2nd of")
    program.see(role="ListItem", name="2nd of", states=["selected"])
    program.see(name="2nd by keywords because of")
    # Narrowed by a tag, once the folders above have been counted: they move the tags down.
    program.see(role="TreeItem", name="Mail, ")
    program.click(role="TreeItem", name="kubernetes, ")
    program.see(role="TreeItem", name=", selected")
    program.see(name="#kubernetes")
    # The preview, and the next match in it.
    program.click(role="ListItem", name="1st of")
    match = _match_number(program)
    program.click(role="Button", name="Next match")
    program.see(role="StaticText", name=f"Match {match + 1} of")
    # Two hits, exported.
    program.click(role="ListItem", name="2nd of", held="ctrl")
    program.see(role="ListItem", name="2nd of", states=["selected"])
    program.click(role="Button", named="Export passages", without=["disabled"])
    program.see(role="CheckBox", name="Selected 2", states=["checked"])
    program.click(role="Button", named="Save")
    program.see(name="Saved as")
    program.click(role="ButtonMenu", named="Menu")
    program.click(role="MenuItem", name="Quit")
    assert program.wait_for_end() == 0
    assert "Traceback" not in program.errors
    (written,) = (home / "Documents").iterdir()
    _assert_two_passages_are_exported(home, written)


def _sample_files() -> int:
    source = sample_library()
    assert source is not None
    return sum(path.is_file() for path in source.rglob("*"))


def _match_number(program: ProgramOnScreen) -> int:
    """Wait for the preview, and return the number of the current match."""
    shown = program.see(role="StaticText", name="Match ", at_rest=True)
    return int(shown["name"].split()[1])


def _copy_some(target: Path) -> Path:
    """Copy a part of the sample library that is indexed within seconds."""
    source = sample_library()
    assert source is not None
    for name in ("Runbooks", "Mail"):
        shutil.copytree(source / name, target / name)
    shutil.copy(source / "Papers" / "graceful-deletion.pdf", target)
    return target


def _assert_two_passages_are_exported(home: Path, written: Path) -> None:
    """Assert that two passages were exported, and that their citations lead to the quoted text."""
    text = written.read_text(encoding="utf-8")
    assert _QUERY in text
    references = text.partition("## References")[2]
    cited = _CITED.findall(references)
    assert len(cited) == len(set(cited)) == 2
    for uri in cited:
        place = _cite(home, uri)
        assert place["state"] == "exact"
        assert PurePath(place["path"]).name == unquote(uri.partition("#")[0])
        assert _words(place["text"]) in _words(text)


def _words(text: str) -> str:
    """Return only letters and digits, without Markdown markup and line breaks."""
    return "".join(filter(str.isalnum, text))


def _cite(home: Path, uri: str) -> dict:
    command = [sys.executable, "-m", "twofold", "check", uri, "--json"]
    environment = {"TWOFOLD_HOME": str(home / "twofold"), "HOME": str(home), "PATH": ""}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)
