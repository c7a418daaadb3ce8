import pytest

from engine.extract.formats.markup.latex import extract, tex_words
from engine.model.document import BlockKind

DOCUMENT = r"""\documentclass{article}
\usepackage[ngerman,english]{babel}
% \title{Old}
\title{On \emph{Pods} and N\"odes\thanks{Nobody}}
\author{Ann Lee\and Bo \O{}k}
\date{6 May 2024}
\begin{document}
\maketitle
% a comment
\section[Short]{Set\-up of {\LaTeX}}
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


def blocks():
    found = extract(DOCUMENT.encode())
    return [(b.kind, found.text[b.start : b.end], b.heading_path) for b in found.blocks]


def test_sections_are_headings_with_plain_titles():
    headings = [path for kind, _, path in blocks() if kind is BlockKind.HEADING]
    assert headings[1] == (headings[0][0], "A title of two lines")
    assert headings[0][0].endswith("LaTeX")
    assert headings[2] == ("Use",)
    metadata = extract(DOCUMENT.encode()).metadata
    assert (metadata.title, metadata.author) == ("On Pods and Nödes", "Ann Lee; Bo Øk")
    assert (metadata.created, metadata.lang) == ("2024-05-06", "en")
    text = "\n".join(text for _, text, _ in blocks())
    assert not any(word in text for word in ("usepackage", "a comment", "after the end", "Old"))
    assert "Text % keep\nmore." in text
    assert next(t for kind, t, _ in blocks() if kind is BlockKind.CODE).count("\n") == 2
    assert [t for kind, t, _ in blocks() if kind is BlockKind.LIST] == [r"\item one", r"\item two"]
    part = extract(b"\\section{A}\ntext\n")
    assert [block.heading_path for block in part.blocks] == [("A",), ("A",)]


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (r"G\"odel, \'{E}mile \v{C}ech \c{c}a", "Gödel, Émile Čech ça"),
        (r"{\bf Bold} and \textit{it}", "Bold and it"),
        (r"50\% of R\&D~now --- \{x\}", "50% of R&D now — {x}"),
        (r"Stra{\ss}e\footnote{no}", "Straße"),
    ],
)
def test_tex_becomes_words(source, words):
    assert tex_words(source) == words
