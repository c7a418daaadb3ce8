import pytest
import yaml

from twofold.app import settings_file
from twofold.app.settings_file import change_settings, load_settings
from twofold.engine.api import SETTINGS, SettingError, Settings


@pytest.fixture
def path(tmp_path):
    return tmp_path / "config" / "settings.yaml"


def test_first_start_writes_every_key_with_its_default_and_what_is_allowed(path):
    settings = load_settings(path)
    text = path.read_text(encoding="utf-8")
    loaded = yaml.safe_load(text)
    for setting in SETTINGS:
        section, key = setting.key.split(".", 1)
        assert loaded[section][key] == setting.default
    unwrapped = " ".join(text.replace("#", " ").split())
    assert all(setting.description in unwrapped for setting in SETTINGS)
    assert all(setting.allowed[1:] in unwrapped for setting in SETTINGS)
    assert settings.whole("search.limit") == Settings().whole("search.limit")
    path.write_text(text.replace("rrf_k: 60", "rrf_k: 20"))
    assert load_settings(path).whole("search.rrf_k") == 20


@pytest.mark.parametrize("text", ["", "search:\n", "search.limit: 25\n", "search:\n  limit: 25\n"])
def test_missing_keys_have_their_defaults_and_dotted_keys_are_understood(path, text):
    path.parent.mkdir()
    path.write_text(text)
    assert load_settings(path).whole("search.limit") == (25 if "25" in text else 20)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("search:\n  limit: 0\n", ["search.limit", "'0'", "a whole number from 1 to 1000"]),
        ("search:\n  mode: best\n", ["search.mode", "'best'", "hybrid, lexical, vector"]),
        ("search:\n  limit: [1]\n", ["search.limit", "'[1]'"]),
        ("serach:\n  limit: 3\n", ["serach.limit"]),
        ("- a\n- b\n", ["no keys"]),
        ("search: {limit: 3\n", ["not YAML at line"]),
        ("search: !!python/object/apply:os.system [ls]\n", ["Line 1", "not a valid setting"]),
    ],
)
def test_a_bad_file_is_named_in_one_sentence(path, text, named):
    path.parent.mkdir()
    path.write_text(text)
    with pytest.raises(SettingError) as caught:
        load_settings(path)
    sentence = f"{caught.value.message} {caught.value.hint}"
    assert all(part in sentence for part in [*named, str(path)])
    assert "\n" not in sentence


@pytest.mark.parametrize("damage", [b"\x93", b"\x00", b"\x1f"])
def test_a_damaged_file_is_renamed_and_replaced(path, damage, expected_log):
    load_settings(path)
    whole = path.read_bytes()
    path.write_bytes(whole[:500] + damage + whole[501:])
    expected_log.append("the settings file is damaged")
    reported = []
    for _ in range(2):
        settings = load_settings(path, reported.append)
        assert settings.text("reading.sandbox") == "required"
        assert settings.value("search.limit") == Settings().value("search.limit")
    kept = path.with_name("settings.yaml.unreadable-1")
    assert [str(kept) in sentence for sentence in reported] == [True]
    assert kept.read_bytes() == whole[:500] + damage + whole[501:]


def test_an_unreadable_or_unwritable_file_is_reported(tmp_path, path):
    path.mkdir(parents=True)
    with pytest.raises(SettingError, match="cannot be read"):
        load_settings(path)
    path.rmdir()
    path.write_bytes(b"\xff\xfe\x00\x81")
    with pytest.raises(SettingError, match="not UTF-8"):
        load_settings(path)
    none = tmp_path / "file" / "settings.yaml"
    none.parent.write_text("not a folder")
    assert load_settings(none) == Settings()
    with pytest.raises(SettingError, match="cannot be written"):
        change_settings(none, {"search.limit": 5})


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("search:\n  limit: 10  # as many as fit\n", "search:\n  limit: 20  # as many as fit\n"),
        ("{search: {limit: 7}} # mine\n", "{search: {limit: 20}} # mine\n"),
        ("search.limit: 7\n# mine\n", "search.limit: 20\n# mine\n"),
        (
            "search: # a\n    # b\n    rrf_k: 9\n",
            "search: # a\n    limit: 20\n    # b\n    rrf_k: 9\n",
        ),
        ("search: {rrf_k: 9}\n", "search: {limit: 20, rrf_k: 9}\n"),
        ("# mine\nsearch:\n", "# mine\nsearch:\n  limit: 20\n"),
        ("window:\n  theme: dark\n", "window:\n  theme: dark\n\nsearch:\n  limit: 20\n"),
        ("search:\n  limit: 7\n# mine\n  limit: 8\n", "search:\n  limit: 7\n# mine\n  limit: 20\n"),
        (f"search:\n  limit: 5{' ' * 60_000}\n", f"search:\n  limit: 20{' ' * 60_000}\n"),
        ("", "search:\n  limit: 20\n"),
    ],
    ids=[
        "with a comment", "in braces", "dotted", "a new key", "a new key in braces",
        "an empty section", "a new section", "twice", "with thousands of blanks", "an empty file",
    ],
)  # fmt: skip
def test_changing_a_value_keeps_the_rest_of_the_file(path, before, after):
    path.parent.mkdir()
    path.write_text(before)
    change_settings(path, {"search.limit": 20})
    assert load_settings(path).whole("search.limit") == 20
    assert path.read_text() == after


def test_a_text_over_several_lines_is_replaced(path):
    path.parent.mkdir()
    path.write_text("open:\n  lines_with: 'vim\n    {path}'  # mine\n  pages_with: ''\n")
    change_settings(path, {"open.lines_with": "code -g {path}:{line}"})
    wanted = "open:\n  lines_with: code -g {path}:{line}  # mine\n  pages_with: ''\n"
    assert path.read_text() == wanted


def test_several_values_are_written_at_once(path, monkeypatch):
    load_settings(path)
    path.write_text(f"# mine\n{path.read_text()}")
    written, write = [], settings_file.replace_private_file
    monkeypatch.setattr(
        settings_file, "replace_private_file", lambda *file: written.append(1) or write(*file)
    )
    values = {"search.limit": 7, "window.theme": "dark", "open.lines_with": "a: #b"}
    settings = change_settings(path, values)
    assert {key: settings.value(key) for key in values} == values
    assert load_settings(path) == settings
    assert written == [1]
    assert path.read_text().startswith("# mine\n")


def test_one_invalid_value_of_several_changes_nothing(path):
    load_settings(path)
    before = path.read_bytes()
    with pytest.raises(SettingError, match=r"window\.theme"):
        change_settings(path, {"search.limit": 7, "window.theme": "pink"})
    with pytest.raises(SettingError, match="too long for the settings file"):
        change_settings(path, {"open.lines_with": "x" * 5000})
    assert path.read_bytes() == before


ALIASES = "".join(f"- &a{n + 1} [{', '.join([f'*a{n}'] * 9)}]\n" for n in range(9))
MERGES = "".join(f"a{n + 1}: &a{n + 1} {{<<: [{', '.join([f'*a{n}'] * 9)}]}}\n" for n in range(9))


@pytest.mark.parametrize(
    ("text", "named"),
    [
        pytest.param(f"search.limit:\n- &a0 [x]\n{ALIASES}", "Line 3", id="aliases"),
        pytest.param(f"a0: &a0 {{x: 1}}\n{MERGES}search: *a9\n", "Line 2", id="merged keys"),
        pytest.param("search:\n  limit: !!timestamp x\n", "Line 2", id="no time"),
        pytest.param(
            f"search: {{limit: 0x{'f' * 5000}}}\n", "Line 1", id="a number of 6000 digits"
        ),
        pytest.param(
            f"search: {{limit: 0x{'f' * 2900}}}\n", "search.limit", id="a number of 3500 digits"
        ),
        pytest.param("[" * 60_000, "Line 1", id="deep"),
        pytest.param("a: 1\n" * 12_000, "Line 250", id="many values"),
        pytest.param("a: 1\n" * 20_000, "larger than 64 KB", id="large"),
        pytest.param("search: {mode: 'a\n\n  b'}\n", "'a b'", id="a line break"),
        pytest.param(f"? {'a ' * 1000}\n: 1\n", "...", id="a long key"),
    ],
)
def test_a_file_that_needs_too_much_memory_is_refused(path, text, named):
    path.parent.mkdir()
    path.write_text(text)
    with pytest.raises(SettingError) as caught:
        load_settings(path)
    assert named in caught.value.message
    assert "\n" not in caught.value.message
    assert len(caught.value.message) < 500 + len(str(path))


@pytest.mark.parametrize(
    "command",
    ["a b " * 700, "a\r\nb\n", "\x85", "\ud800", "{x: #y}", "a#b", "it's #x", '"x" #y', ""],
)
def test_any_text_is_written_in_one_line_and_read_back(path, command):
    load_settings(path)
    path.write_text(f"# mine\n{path.read_text()}")
    lines = len(path.read_text().splitlines())
    change_settings(path, {"open.lines_with": command})
    assert load_settings(path).text("open.lines_with") == command
    assert len(path.read_text().splitlines()) == lines
    change_settings(path, {"open.lines_with": "other: #2"})
    assert load_settings(path).text("open.lines_with") == "other: #2"
    assert path.read_text().startswith("# mine\n")
