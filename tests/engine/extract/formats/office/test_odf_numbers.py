import pytest

from tests.engine.extract.formats.blocks import check_places, texts
from tests.support.office_files import make_odf
from twofold.engine.extract.formats.office.open_document import extract_slides, extract_text

LEVELS = (
    '<text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/>'
    '<text:list-level-style-number text:level="2" style:num-format="a" style:num-prefix="("'
    ' style:num-suffix=")" text:display-levels="2" text:start-value="2"/>'
    '<text:list-level-style-bullet text:level="3" text:bullet-char="o"/>'
)
LIST = f'<text:list-style style:name="L1">{LEVELS}</text:list-style>'
OUTLINE = (
    '<text:outline-style style:name="Outline"><text:outline-level-style text:level="1" '
    'style:num-format="I" style:num-suffix="."/><text:outline-level-style text:level="2" '
    'style:num-format="1" text:display-levels="2"/></text:outline-style>'
)


def item(*inside, start=""):
    return f"<text:list-item {start}>{''.join(inside)}</text:list-item>"


def p(text, style=""):
    return f'<text:p text:style-name="{style}">{text}</text:p>'


def h(text, level, more=""):
    return f'<text:h text:outline-level="{level}" {more}>{text}</text:h>'


def of(*items, name="L1", more=""):
    return f'<text:list text:style-name="{name}" {more}>{"".join(items)}</text:list>'


def inner(*items):
    return f"<text:list>{''.join(items)}</text:list>"


def read(body, **parts):
    extracted = extract_text(make_odf("text", body, **{"automatic": LIST} | parts), "odt")
    check_places(extracted)
    return extracted


def test_items_begin_with_their_numbers():
    body = of(
        item(p("one"), inner(item(p("two")), item(p("three"), inner(item(p("four")))))),
        item(p("five"), p("more")),
        "<text:list-header><text:p>head</text:p></text:list-header>",
        item(p("six"), start='text:start-value="9"'),
    )
    assert texts(read(body)) == [
        "1. one", "(1.b) two", "(1.c) three", "four", "2. five", "more", "head", "9. six",
    ]  # fmt: skip


def test_list_may_continue_another():
    first = of(item(p("a")), more='xml:id="one"')
    rest = of(item(p("b")), more='text:continue-numbering="true"') + of(item(p("c")))
    last = of(item(inner(item(p("d")))), item(p("e")), more='text:continue-list="one"')
    assert texts(read(first + rest + last)) == ["1. a", "2. b", "1. c", "(2.b) d", "3. e"]


def test_heading_number_is_in_its_path():
    body = h("Scope", 1) + h("Terms", 2) + h("Rent", 2, 'text:start-value="7"')
    body += h("Plain", 2, 'text:is-list-header="true"') + h("End", 1)
    extracted = read(body, styles=OUTLINE)
    assert texts(extracted) == ["I. Scope", "I.1 Terms", "I.2 Rent", "Plain", "II. End"]
    assert extracted.blocks[1].heading_path == ("I. Scope", "I.1 Terms")


def test_style_without_a_list_has_no_numbers():
    style = '<style:style style:name="Preface" style:list-style-name=""/>'
    assert texts(read(h("Preface", 1, 'text:style-name="Preface"'), styles=OUTLINE + style)) == [
        "Preface"
    ]


def test_paragraph_style_may_name_the_list():
    style = '<style:style style:name="Item" style:list-style-name="L1"/>'
    assert texts(read(of(item(p("a", "Item")), name=""), automatic=LIST + style)) == ["1. a"]


def test_item_may_have_its_own_list_style():
    other = LIST.replace('"L1"', '"L2"').replace('style:num-format="1"', 'style:num-format="i"')
    body = of(item(p("a")), item(p("b"), start='text:style-override="L2"'))
    assert texts(read(body, automatic=LIST + other)) == ["1. a", "ii. b"]


def test_stored_number_is_used():
    body = of(item("<text:number>§ 4</text:number>", p("a")))
    heading = h("<text:number>A.</text:number>Scope", 1)
    assert texts(read(body + heading)) == ["§ 4 a", "A. Scope"]


def test_raised_marks_are_separated_from_words():
    styles = "".join(
        f'<style:style style:name="{name}"><style:text-properties style:text-position="{where}"/>'
        "</style:style>"
        for name, where in (("T1", "super 58%"), ("T2", "-33% 58%"), ("T3", "0% 100%"))
    )

    def span(text, name):
        return f'<text:span text:style-name="{name}">{text}</text:span>'

    body = p(f"The {span('Rent', 'T3')}{span('3', 'T1')} of H{span('2', 'T2')}O")
    assert texts(read(body, automatic=styles)) == ["The Rent 3 of H2O"]


def test_pictures_are_read_by_their_descriptions():
    frame = (
        "<draw:frame><svg:title>a.png</svg:title><svg:desc>A lock of brass</svg:desc></draw:frame>"
    )
    assert texts(read(p(f"See {frame}here"))) == ["See here", "A lock of brass"]


@pytest.mark.parametrize(
    "broken", ['text:level="99"', 'text:level="x"', 'text:display-levels="-4"']
)
def test_invalid_levels_lose_no_text(broken):
    style = f'<text:list-style style:name="L1"><text:list-level-style-number {broken} '
    extracted = read(of(item(p("a"))), automatic=f'{style}style:num-format="1"/></text:list-style>')
    assert texts(extracted)[0].endswith("a")


def test_slide_lists_have_their_numbers():
    box = (
        f"<draw:frame><draw:text-box>{of(item(p('a')), item(p('b')))}</draw:text-box></draw:frame>"
    )
    data = make_odf("presentation", f"<draw:page>{box}</draw:page>", automatic=LIST)
    assert texts(extract_slides(data, "odp")) == ["1. a", "2. b"]
