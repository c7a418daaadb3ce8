from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.api import Snippet, TextSpan
from tests.ui.samples import make_hit
from ui.results.snippet_text import LINE_SEPARATOR, display_text


def shown(text, *matches, is_code=False, passage=None, max_lines=3):
    spans = tuple(TextSpan(start, start + len(word)) for start, word in matches)
    snippet = Snippet(text, spans, is_code)
    hit = replace(make_hit(), snippet=snippet, text=text if passage is None else passage)
    return display_text(hit, max_lines)


def words(display):
    return [display.text[start:end] for start, end in display.matches]


def test_white_space_of_prose_becomes_one_space_and_matches_move_along():
    text = "  one\n\n  two\tthree  "
    display = shown(text, (text.index("two"), "two"), (text.index("three"), "three"))
    assert display.text == "one two three"
    assert words(display) == ["two", "three"]


def test_an_ellipsis_stands_apart_from_the_words():
    display = shown("…The middle part.…", (5, "middle"))
    assert display.text == "… The middle part. …"
    assert words(display) == ["middle"]


def test_a_whole_passage_has_no_ellipsis():
    assert shown("All of it.").text == "All of it."


def test_code_keeps_its_lines_and_loses_its_common_indent():
    text = "\n    if found:\n\treturn None\n    end\n"
    display = shown(text, (text.index("found"), "found"), is_code=True)
    assert display.text.split(LINE_SEPARATOR)[0].strip() == "if found:"
    assert words(display) == ["found"]


def test_indented_code_moves_to_the_left_together():
    text = "    if found:\n        stop()\n"
    display = shown(text, (text.index("stop"), "stop"), is_code=True)
    assert display.text == f"if found:{LINE_SEPARATOR}    stop()"
    assert words(display) == ["stop"]


def test_tabs_in_code_take_four_columns():
    display = shown("a:\n\tfinalizer", (4, "finalizer"), is_code=True)
    assert display.text == f"a:{LINE_SEPARATOR}    finalizer"
    assert words(display) == ["finalizer"]


def test_code_starts_at_the_first_match_when_it_lies_deep():
    text = "\n".join(f"line{number}" for number in range(10))
    display = shown(text, (text.index("line7"), "line7"), is_code=True)
    assert display.text.split(LINE_SEPARATOR) == ["line7", "line8", "line9"]
    assert words(display) == ["line7"]


def test_code_starts_where_more_of_the_words_are_seen():
    lines = [f"tide_{number}(day)" for number in range(9)]
    lines[6] = "# spring tide floods the quay"
    text = "\n".join(lines)
    spans = [(text.index(word, text.index("#")), word) for word in ("spring", "tide", "floods")]
    tides = [(text.index(f"tide_{n}"), "tide") for n in range(9) if n != 6]
    display = shown(text, *sorted(spans + tides), is_code=True)
    assert "# spring tide floods the quay" in display.text
    assert words(display).count("floods") == 1


def test_the_last_lines_of_code_are_as_many_as_any():
    text = "\n".join([*(f"line{number}" for number in range(9)), "# spring tide"])
    found = [(text.index(word), word) for word in ("line0", "spring", "tide")]
    display = shown(text, *found, is_code=True)
    assert display.text.split(LINE_SEPARATOR) == ["line7", "line8", "# spring tide"]
    assert words(display) == ["spring", "tide"]


def test_code_does_not_start_with_an_empty_line():
    text = "one\ntwo\nthree\n\na pod has a memory request\nand a limit"
    found = [(text.index(word), word) for word in ("pod", "memory", "limit")]
    display = shown(text, *found, is_code=True)
    assert display.text == f"a pod has a memory request{LINE_SEPARATOR}and a limit"
    assert [display.text[start:end] for start, end in display.matches] == ["pod", "memory", "limit"]


def test_windows_line_ends_in_code_are_one_line_end():
    assert shown("a\r\nb", is_code=True).text == f"a{LINE_SEPARATOR}b"


def test_cutting_keeps_only_what_is_left_of_a_match():
    display = shown("one finalizer two", (4, "finalizer")).cut(8)
    assert display.text == "one fina …"
    assert words(display) == ["fina"]


def test_an_empty_snippet_stays_empty():
    assert shown("").text == ""
    assert shown(" \n ", is_code=True).text == ""


def test_signs_of_headings_are_left_out_of_markdown():
    text = "the tyres. ## June Side shoots come off. C# and #tags stay"
    hit = make_hit(text=text, file_type="md", title="Diary", section="")
    assert display_text(hit, 3).text == "the tyres. June Side shoots come off. C# and #tags stay"
    cut = make_hit(text="is waiting. ##…", file_type="md", title="Diary", section="")
    assert display_text(cut, 3).text == "is waiting. …"
    plain = make_hit(text=text, file_type="txt", title="Diary", section="")
    assert display_text(plain, 3).text == text


def test_the_title_is_not_said_again_unless_it_is_what_was_found():
    text = "# Diary of a year ## June The finalizer stays"
    hit = make_hit(text=text, file_type="md", title="Diary of a year", section="June")
    shown = display_text(hit, 3)
    assert shown.text == "The finalizer stays"
    assert [shown.text[start:end] for start, end in shown.matches] == ["finalizer"]

    found = make_hit(
        text="# The finalizer Words", file_type="md", title="The finalizer", section=""
    )
    assert display_text(found, 3).text == "The finalizer Words"


@given(st.lists(st.sampled_from(["#", "##", "word", "…", " ", "\n", "\t", "\x1c", "\u3000"])))
def test_a_match_holds_the_same_letters_however_white_space_is_squeezed(pieces):
    text = "".join([*pieces, "found", *pieces])
    display = shown(text, (len("".join(pieces)), "found"))
    assert words(display) == ["found"]
    assert "  " not in display.text
    assert display.text == display.text.strip()


@pytest.mark.parametrize("sign", ["#", "######"])
def test_markdown_loses_its_heading_signs_and_matches_move_along(sign):
    text = f"{sign} Limits\n\nA pod.\n\n{sign} Quotas of a pod"
    hit = replace(
        make_hit(),
        file_type="md",
        title="",
        section_label="",
        text=text,
        snippet=Snippet(text, (TextSpan(text.rindex("pod"), len(text)),)),
    )
    display = display_text(hit, 3)
    assert display.text == "Limits A pod. Quotas of a pod"
    assert words(display) == ["pod"]


def test_signs_of_code_stay_where_they_are_no_markdown():
    text = "nothing clears `spec.finalizers`"
    assert display_text(make_hit(text=text, file_type="txt"), 3).text == text
    assert "`" not in display_text(make_hit(text=text, file_type="md"), 3).text
