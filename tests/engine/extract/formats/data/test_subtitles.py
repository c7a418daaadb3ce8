from twofold.engine.extract.formats.data.subtitles import extract
from twofold.engine.indexing.chunker import chunk
from twofold.engine.model.citation import Locator
from twofold.engine.model.document import LocatorKind

SUB_RIP = """\
1
00:00:01,000 --> 00:00:03,500
<i>Hello</i> there.

2
00:00:04,000 --> 00:00:06,000 X1:10 X2:20
{\\an8}Two
lines

3
01:00:00,000 --> 01:00:02,000
Later.
"""
WEB_VTT = """\
WEBVTT
Language: fr

NOTE a note
of two lines

STYLE
::cue { color: red }

intro
00:01.000 --> 00:02.000
<v Anna>Bonjour &amp; bienvenue</v>

00:02.000 --> 00:03.000
<v Anna>Bonjour &amp; bienvenue</v>
Encore.
"""


def test_cues_are_ordered_text_and_their_times_are_places():
    extracted = extract("\n\n".join(reversed(SUB_RIP.split("\n\n"))).encode())
    assert extracted.text == "Hello there.\nTwo\nlines\nLater.\n"
    assert extracted.place_kind is LocatorKind.TIME
    assert extracted.place_numbers == (1000, 4000, 3_600_000)
    assert extracted.place_ends == (3500, 6000, 3_602_000)
    assert extract(b"no times at all\n").place_kind is LocatorKind.LINE


def test_passage_of_several_cues_is_cited_from_first_to_last():
    (passage,) = chunk(extract(SUB_RIP.encode()))
    place = Locator(passage.place_kind, passage.place_start, passage.place_end)
    assert place.fragment == "t=00:00:01.000,01:00:02.000"


def test_web_vtt_keeps_voices_and_drops_notes_styles_and_repeated_lines():
    extracted = extract(WEB_VTT.encode(), "vtt")
    assert extracted.text == "Anna: Bonjour & bienvenue\nEncore.\n"
    assert extracted.metadata.lang == "fr"
