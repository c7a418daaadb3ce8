"""Documents with bytes changed, lost and doubled: read, or refused in a sentence."""

import random
import zipfile
from io import BytesIO
from pathlib import PurePath

import pytest

from engine.extract.extraction import open_document
from engine.extract.process.answers import pack_text, unpack_text
from engine.indexing.chunker import chunk
from engine.model.errors import DocumentError
from tests.support.archives import zip_of
from tests.support.paragraph_files import sample_files

FORMATS = (
    "Word", "PowerPoint", "OpenDocument text", "OpenDocument presentation", "RTF",
    "Word 97-2003", "PowerPoint 97-2003", "Outlook message",
)  # fmt: skip
PIECES = (
    b"<w:p>", b"</w:p>", b"<w:tr><w:tc>", b"<a:p>", b"<text:p>", b"</text:h>", b"<table:table-row>",
    b"{", b"}", b"\\par ", b"\\cell ", b"\\row ", b"\\u-9 ", b"{\\footnote ", b"\\'", b"\\*",
    b"\\bin9 ",
)  # fmt: skip


def damaged(data, chance):
    changed = bytearray(data)
    for _ in range(chance.choice((1, 3, 10, 40))):
        at = chance.randrange(len(changed) + 1)
        kind = chance.randrange(3)
        if kind == 0:
            changed[at : at + 1] = bytes([chance.randrange(256)])
        elif kind == 1:
            del changed[at : at + chance.randrange(60)]
        else:
            changed[at:at] = chance.choice(PIECES)
    return bytes(changed)


def damaged_part(data, chance):
    """Damage one part of a ZIP file, so that it is unpacked well and then makes no sense."""
    with zipfile.ZipFile(BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    name = chance.choice([name for name in sorted(parts) if name.endswith((".xml", ".rels"))])
    return zip_of(parts | {name: damaged(parts[name], chance)})


@pytest.mark.parametrize("name", FORMATS)
def test_a_damaged_document_is_read_as_far_as_it_goes_or_refused(name):
    file, data = sample_files()[name]
    chance = random.Random(name)
    for _ in range(40):
        is_packed = data.startswith(b"PK") and chance.random() < 0.8
        changed = damaged_part(data, chance) if is_packed else damaged(data, chance)
        try:
            found = open_document(changed, PurePath(file))
            entries = [entry.read(10_000) for entry in found.entries]
        except DocumentError as error:
            assert error.message.endswith(".")  # noqa: PT017  either way is right
        else:
            assert all(isinstance(entry, bytes) for entry in entries)
            if found.text is not None:
                assert_sound(found.text)


def assert_sound(extracted):
    header, tail = pack_text(extracted)
    unpack_text({key: as_json(value) for key, value in header.items()}, tail)
    for passage in chunk(extracted):
        assert extracted.text[passage.start : passage.end] == passage.text


def as_json(value):
    return [as_json(item) for item in value] if isinstance(value, tuple | list) else value
