"""Plain text formats with markup: sections, block kinds, and markup that is not text."""

import pytest

from tests.engine.extract.formats.blocks import blocks
from twofold.engine.extract.formats.markup import asciidoc, bibtex, latex, org, restructured_text
from twofold.engine.extract.formats.markup.restructured_text import plain_title
from twofold.engine.extract.latex_text import tex_words
from twofold.engine.model.document import BlockKind

ASCIIDOC = """\
= Field *Notes*
Ann Lee <ann@example.org>; Bo Ek
v1.2, 2024-05-06
:keywords: pods, nodes
:lang: de

Intro.

== Setup
// a comment
////
a long comment
////
[source,bash]
----
== not a title
----

|===
|a |b
|===

* one
* two

=== Windows ===
text

Usage
-----
end
"""
ORG = """\
#+TITLE: Field Notes
#+AUTHOR: Ann Lee
#+DATE: <2024-05-06 Mon>
#+FILETAGS: :work:pods:
#+OPTIONS: toc:nil
# a comment
Intro.

* TODO [#A] Plans for /May/ :urgent:
:PROPERTIES:
:ID: 12-34
:END:
SCHEDULED: <2024-05-07 Tue>
First [[https://x.org][link]].
** Details
#+BEGIN_SRC python
* not a headline
#+END_SRC
| a | b |
- item
* COMMENT hidden
secret
* Last
end
"""
LATEX = r"""\documentclass{article}
\usepackage[ngerman,english]{babel}
% \title{Old}
\title{On \emph{Pods} and N\"odes\thanks{Nobody}}
\author{Ann Lee\and Bo \O{}k}
\date{6 May 2024}
\begin{document}
\maketitle
% a comment
\section[Short]{Setup of {\LaTeX}}
Text % keep
more.
\subsection*{A title
of two lines}
\begin{verbatim}
\section{not one}
\end{verbatim}
\begin{itemize}
\item one
\item two
\end{itemize}
\section{Use}
\end{document}
after the end
"""
RST = """\
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
CODE, LIST, TABLE = BlockKind.CODE, BlockKind.LIST, BlockKind.TABLE
# For each format: heading paths, metadata, beginnings of blocks, and source that is not text.
CASES = {
    "asciidoc": (
        asciidoc.extract(ASCIIDOC.encode()),
        ["Field Notes", "Field Notes/Setup", "Field Notes/Setup/Windows", "Field Notes/Usage"],
        {"title": "Field Notes", "author": "Ann Lee; Bo Ek", "created": "2024-05-06", "lang": "de",
         "tags": ("pods", "nodes")},
        [(CODE, "----\n== not a title"), (TABLE, "|==="), (LIST, "* one\n* two")],
        ("comment",),
    ),
    "org": (
        org.extract(ORG.encode()),
        ["Plans for May", "Plans for May/Details", "Last"],
        {"title": "Field Notes", "author": "Ann Lee", "created": "2024-05-06",
         "tags": ("work", "pods", "urgent")},
        [(CODE, "#+BEGIN_SRC python\n* not a headline\n#+END_SRC")],
        ("12-34", "SCHEDULED", "secret", "toc:nil", "a comment"),
    ),
    "latex": (
        latex.extract(LATEX.encode()),
        ["Setup of LaTeX", "Setup of LaTeX/A title of two lines", "Use"],
        {"title": "On Pods and Nödes", "author": "Ann Lee; Bo Øk", "created": "2024-05-06",
         "lang": "en"},
        [(CODE, "\\begin{verbatim}\n\\section{not one}\n"), (LIST, r"\item one"),
         (LIST, r"\item two"), (BlockKind.PARAGRAPH, "Text % keep\nmore.")],
        ("usepackage", "a comment", "after the end", "Old"),
    ),
    "restructured text": (
        restructured_text.extract(RST.encode()),
        ["The Guide", "The Guide/Setup", "The Guide/Setup/Windows", "The Guide/Usage"],
        {"title": "The Guide", "author": "Ann Lee", "created": "2024-05-06",
         "tags": ("pods", "nodes")},
        [(CODE, "    make all\n\n    # Setup\n    # ====="), (CODE, ".. code-block:: bash"),
         (LIST, "- one"), (TABLE, "+---+")],
        ("comment",),
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_sections_blocks_and_metadata(case):
    extracted, headings, said, begin, unseen = CASES[case]
    found = blocks(extracted)
    assert ["/".join(path) for kind, _, path in found if kind is BlockKind.HEADING] == headings
    assert {name: getattr(extracted.metadata, name) for name in said} == said
    for kind, start in begin:
        assert any(one is kind and text.startswith(start) for one, text, _ in found), start
    assert not any(word in text for word in unseen for _, text, _ in found)


def test_line_of_punctuation_between_paragraphs_is_not_a_heading():
    found = blocks(restructured_text.extract(b"text\n\n-----\n\nmore\n"))
    assert [kind for kind, _, _ in found] == [BlockKind.PARAGRAPH] * 2


BIBTEX = r"""% mine
@string{ieee = {IEEE}}
@article{lee2024,
  author = {Lee, Ann},
  title = {On {Pods} and N\"odes},
}
stray words
@book(ek2020, title = "The \"{U}bung", year = 2020)
@misc{key1, note = {x}}
"""


def test_every_bibliography_entry_is_a_block_under_its_title_or_key():
    found = blocks(bibtex.extract(BIBTEX.encode()))
    titles = [("On Pods and Nödes",), ("The Übung",), ("key1",)]
    assert [path for _, _, path in found] == titles
    assert found[0][1].startswith("@article")
    assert len(bibtex.extract(b"just words\n").blocks) == 1


@pytest.mark.parametrize(
    ("plain", "source", "words"),
    [
        (tex_words, r"G\"odel, \'{E}mile \v{C}ech \c{c}a", "Gödel, Émile Čech ça"),
        (tex_words, r"{\bf Bold} and \textit{it}", "Bold and it"),
        (tex_words, r"50\% of R\&D~now --- \{x\}", "50% of R&D now — {x}"),
        (tex_words, r"Stra{\ss}e\footnote{no}", "Straße"),
        (plain_title, "The :class:`Pod <api.Pod>` and ``ls`` *now*", "The Pod and ls now"),
    ],
)
def test_titles_lose_their_marks(plain, source, words):
    assert plain(source) == words
