"""Citations are checked for the window while the collection is exported, on another thread."""

import re

from engine.citations import documents
from engine.citations.documents import NormalisedText
from engine.model.hit import TextSpan


def test_a_text_that_another_thread_is_still_normalising_tells_the_right_places(monkeypatch):
    text = "one \n two   three \t four"
    normalised, seen = NormalisedText(text), []

    class Pieces:
        """Lets somebody else ask after the second piece."""

        def finditer(self, original):
            for number, piece in enumerate(re.finditer(r"\S+", original)):
                yield piece
                if number == 1 and not seen:
                    seen.append(None)
                    seen[0] = normalised.span(14, 18)

    monkeypatch.setattr(documents, "_WORD", Pieces())
    four = TextSpan(text.index("four"), len(text))
    assert normalised.text[14:18] == "four"
    assert normalised.span(14, 18) == four
    assert seen == [four]
