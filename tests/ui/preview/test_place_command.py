import pytest

from engine.api import Place, PlaceKind, Settings
from ui.preview.place_command import OpenWith, words_of

LINES = Place(PlaceKind.LINE, 12, 34)
PAGE = Place(PlaceKind.PAGE, 3, 3)
BOTH = OpenWith("code -g '{path}:{line}'", "evince -i {page} {path}")


@pytest.mark.parametrize(
    ("place", "words"),
    [
        (LINES, ["code", "-g", "/a b/{line}.md:12"]),
        (PAGE, ["evince", "-i", "3", "/a b/{line}.md"]),
        (Place(PlaceKind.TIME, 1, 2), []),
        (None, []),
    ],
)
def test_the_place_and_the_name_are_filled_in(place, words):
    assert BOTH.command("/a b/{line}.md", place) == words


def test_a_command_without_the_path_gets_it_at_its_end():
    assert OpenWith("vim +{line}").command("/a.md", LINES) == ["vim", "+12", "/a.md"]


@pytest.mark.parametrize("template", ["", "   ", "code 'unclosed"])
def test_without_a_usable_command_the_usual_program_is_used(template):
    assert OpenWith(template).command("/a.md", LINES) == []


def test_a_name_is_one_argument_whatever_it_holds():
    name = "/a; rm -rf $HOME `x` \"q\" 'r'.md"
    assert BOTH.command(name, PAGE) == ["evince", "-i", "3", name]


def test_the_settings_say_which_command():
    settings = Settings.from_mapping({"open.pages_with": "okular -p {page} {path}"})
    assert OpenWith.of(settings) == OpenWith("", "okular -p {page} {path}")


@pytest.mark.parametrize(
    ("template", "words"),
    [
        (r"C:\Tools\reader.exe -page {page}", [r"C:\Tools\reader.exe", "-page", "{page}"]),
        (r'"C:\Program Files\R\r.exe" "{path}"', [r"C:\Program Files\R\r.exe", "{path}"]),
    ],
)
def test_folders_of_windows_keep_their_separators(template, words):
    assert words_of(template, "\\") == words
    assert words_of("a\\ b '#c'", "/") == ["a b", "#c"]
