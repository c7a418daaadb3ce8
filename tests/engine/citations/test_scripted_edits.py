"""Two hundred cited files are edited in known ways; every citation is classified right."""

import random
import re

import pytest

from engine.api import CitationState

WORDS = re.findall(
    r"\w+",
    """
harbour ledger lantern granite orchard pendulum varnish copper thistle bellows quarry parchment
furnace meadow anchor sextant kiln pepper saddle window copper willow hammer ribbon tallow brass
counts keeps weighs measures carries mends sells stores paints greets warns closes opens buries
under above before after beside without against toward the a every no some old new third last
""",
)
FILES = 200


def sentence(dice):
    return " ".join(dice.choices(WORDS, k=dice.randint(8, 16))).capitalize() + "."


def paragraph(dice):
    return " ".join(sentence(dice) for _ in range(dice.randint(7, 11)))


def insert_above(dice, path, text, quoted):
    path.write_text(f"{paragraph(dice)}\n\n" * dice.randint(1, 3) + text)


def edit_inside(dice, path, text, quoted):
    words = quoted.split(" ")
    for place in dice.sample(range(len(words)), max(1, len(words) // 12)):
        words[place] = f"edited{place}"
    path.write_text(text.replace(quoted, " ".join(words)))


def cut_inside(dice, path, text, quoted):
    start = quoted.index(". ", len(quoted) // 3) + 2
    path.write_text(text.replace(quoted, quoted[:start] + quoted[quoted.index(". ", start) + 2 :]))


def append_below(dice, path, text, quoted):
    path.write_text(f"{text}\n\n{paragraph(dice)}\n")


def wrap(dice, path, text, quoted):
    words = quoted.split(" ")
    path.write_text(
        text.replace(
            quoted, "\n".join(" ".join(words[at : at + 9]) for at in range(0, len(words), 9))
        )
    )


def delete(dice, path, text, quoted):
    path.write_text(text.replace(quoted, ""))


def replace(dice, path, text, quoted):
    path.write_text("\n\n".join(paragraph(dice) for _ in range(5)))


def rename(dice, path, text, quoted):
    path.rename(path.with_name(f"renamed {path.name}"))


def remove(dice, path, text, quoted):
    path.unlink()


def leave(dice, path, text, quoted):
    pass


EDITS = {
    insert_above: CitationState.MOVED,
    edit_inside: CitationState.CHANGED,
    cut_inside: CitationState.CHANGED,
    append_below: CitationState.EXACT,
    wrap: CitationState.EXACT,
    delete: CitationState.GONE,
    replace: CitationState.GONE,
    rename: CitationState.MOVED,
    remove: CitationState.GONE,
    leave: CitationState.EXACT,
}


@pytest.mark.parametrize("with_quotation", [False, True], ids=["by uri", "with its quotation"])
def test_every_citation_is_classified_right_after_an_edit(library, with_quotation):
    dice = random.Random(6)
    cases = []
    for number in range(FILES):
        paragraphs = [paragraph(dice) for _ in range(5)]
        path = library.write(f"{number:03}.txt", "\n\n".join(paragraphs))
        cited = dice.randrange(1, 4)
        cases.append((path, paragraphs[cited], 1 + 2 * cited))
    library.index()
    edits = list(EDITS)
    wrong = []
    for number, (path, quoted, line) in enumerate(cases):
        edit = edits[number % len(edits)]
        edit(dice, path, path.read_text(), quoted)
        uri = f"{path.name}#L{line}"
        checked = library.check(uri, quoted if with_quotation else "")
        right = checked.state is EDITS[edit]
        if checked.state.holds:
            right = right and checked.text.split() == quoted.split()
        if not right:
            wrong.append((edit.__name__, checked.state.value, checked.sentence))
    assert wrong == []
