from engine.extract.formats.markup.org import extract
from engine.model.document import BlockKind

DOCUMENT = """\
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


def blocks():
    found = extract(DOCUMENT.encode())
    return [(b.kind, found.text[b.start : b.end], b.heading_path) for b in found.blocks]


def test_headlines_lose_their_keywords_and_tags():
    headings = [path for kind, _, path in blocks() if kind is BlockKind.HEADING]
    assert headings == [("Plans for May",), ("Plans for May", "Details"), ("Last",)]
    metadata = extract(DOCUMENT.encode()).metadata
    assert (metadata.title, metadata.author) == ("Field Notes", "Ann Lee")
    assert (metadata.created, metadata.tags) == ("2024-05-06", ("work", "pods", "urgent"))


def test_drawers_comments_and_commented_trees_are_no_text():
    text = "\n".join(text for _, text, _ in blocks())
    unseen = ("12-34", "SCHEDULED", "secret", "toc:nil", "a comment")
    assert not any(word in text for word in unseen)
    assert [text for kind, text, _ in blocks() if kind is BlockKind.CODE] == [
        "#+BEGIN_SRC python\n* not a headline\n#+END_SRC"
    ]
