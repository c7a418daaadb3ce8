import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.extract.process.members import MemberNames, safe_name


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("a/b.txt", "a/b.txt"),
        ("/etc/passwd", "etc/passwd"),
        ("../../a/./b/../c.txt", "a/b/c.txt"),
        ("C:\\Users\\ada\\x.txt", "Users/ada/x.txt"),
        ("\\\\server\\share\\x.txt", "server/share/x.txt"),
        ("a\0b\nc.txt", "a\ufffdb\ufffdc.txt"),
        ("\udcff.txt", "\ufffd.txt"),
        (" .. / . ", "unnamed"),
        ("한글/メモ.md", "한글/メモ.md"),
    ],
)
def test_a_name_never_leads_out_of_its_container(name, safe):
    assert safe_name(name) == safe


def test_a_long_name_keeps_its_ending():
    assert safe_name("x" * 5000 + ".pdf") == "x" * 196 + ".pdf"
    assert len(safe_name("a/" * 5000).split("/")) == 40


def test_no_name_is_a_folder_of_another():
    names = MemberNames()
    taken = [names.take(name) for name in ("x.zip", "x.zip/a", "x.zip/b", "y/c", "y", "y")]
    assert taken == ["x.zip", "x (2).zip/a", "x (2).zip/b", "y/c", "y (2)", "y (3)"]


@given(st.lists(st.text("ab./\\ (2)", max_size=8), max_size=12))
def test_names_are_unique_relative_and_the_same_each_time(wanted):
    def take_all():
        names = MemberNames()
        return [names.take(name) for name in wanted]

    taken = take_all()
    assert taken == take_all()
    assert len(set(taken)) == len(taken)
    for name in taken:
        assert not {"", ".", ".."} & set(name.split("/"))
        assert not any(other.startswith(f"{name}/") for other in taken)


def test_very_many_equal_names_are_told_apart():
    names = MemberNames()
    assert len({names.take("d/a.txt") for _ in range(50_000)}) == 50_000
