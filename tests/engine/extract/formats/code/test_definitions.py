from engine.extract.formats.code.definitions import INSIDE_STRING, masked


def test_strings_and_comments_are_blank_and_every_offset_stays():
    source = 'a = "x // {" // { \nb /* } \n */ c'
    found = masked(source, ("//", "/*", '"'))
    assert found == "a =             \nb      \n    c".replace(
        "a =             ", "a = " + " " * 14
    )
    assert len(found) == len(source)


def test_lifetimes_are_no_characters():
    assert masked("<'a>('{')", ("'c'",)) == "<'a>(   )"


def test_strings_of_many_lines_are_told_from_comments():
    found = masked('x = """\n# no\n"""', ('"""', "#"))
    assert found == f"x = {INSIDE_STRING * 3}\n{INSIDE_STRING * 4}\n{INSIDE_STRING * 3}"


def test_what_never_closes_reaches_to_the_end_of_its_line_or_of_the_file():
    assert masked('"a\nb', ('"',)) == "  \nb"
    assert masked("/*a\nb", ("/*",)) == "   \n "
