from engine.extract.formats.markup.restructured_text import extract, plain_title
from engine.model.document import BlockKind

DOCUMENT = """\
=========
The Guide
=========
:Author: Ann Lee
:Date: 2024-05-06
:Keywords: pods, nodes

.. a comment
   of two lines

Setup
=====
Run it::

    make all

    # Setup
    # =====

Done.

Windows
-------
.. code-block:: bash

   setup.exe

- one
- two

+---+---+
| a | b |
+---+---+

Usage
=====
.. note:: Read :ref:`this <that>`.
"""


def blocks(source=DOCUMENT):
    found = extract(source.encode())
    return [(b.kind, found.text[b.start : b.end], b.heading_path) for b in found.blocks]


def test_adornments_make_sections_in_the_order_they_are_met():
    headings = [path for kind, _, path in blocks() if kind is BlockKind.HEADING]
    assert headings == [
        ("The Guide",),
        ("The Guide", "Setup"),
        ("The Guide", "Setup", "Windows"),
        ("The Guide", "Usage"),
    ]
    metadata = extract(DOCUMENT.encode()).metadata
    assert (metadata.title, metadata.author) == ("The Guide", "Ann Lee")
    assert (metadata.created, metadata.tags) == ("2024-05-06", ("pods", "nodes"))
    assert (
        plain_title("The :class:`Pod <api.Pod>` and ``kubectl`` *now*") == "The Pod and kubectl now"
    )


def test_blocks_are_told_from_each_other():
    code = [text for kind, text, _ in blocks() if kind is BlockKind.CODE]
    assert code[0].startswith("    make all")
    assert code[0].endswith("# =====")
    assert "setup.exe" in code[1]
    assert not any("comment" in text for _, text, _ in blocks())
    kinds = {kind for kind, _, path in blocks() if path[-1:] == ("Windows",)}
    assert kinds == {BlockKind.HEADING, BlockKind.CODE, BlockKind.LIST, BlockKind.TABLE}
    assert [kind for kind, _, _ in blocks("text\n\n-----\n\nmore\n")] == [BlockKind.PARAGRAPH] * 2
