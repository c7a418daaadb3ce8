"""What people, other programs and folders of others hand to the program, damaged.

Messages on the instance socket, settings files, ignore files, citation URIs and documents.
"""

from __future__ import annotations

import json
import os
import random
import tempfile
import zipfile
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from io import BytesIO
from pathlib import Path, PurePath

from PySide6.QtCore import QCoreApplication
from PySide6.QtNetwork import QLocalSocket

from app.cli.cite import as_json
from app.instance_message import MOST_BYTES, InstanceMessage
from app.settings_file import change_settings, load_settings
from app.single_instance import SingleInstance
from engine.api import SETTINGS, SettingError, Settings, SettingValue, as_json_text
from engine.citations.citation_checker import CitationChecker
from engine.extract.extraction import open_document
from engine.extract.process.answers import pack_text, unpack_text
from engine.indexing.chunker import chunk
from engine.indexing.ignore_rules import GIT_FILE, DirectoryRules, IgnoreRules
from engine.model.citation import CheckCitation, format_uri, parse_uri
from engine.model.document import ExtractedText
from engine.model.errors import DocumentError, EngineError
from engine.model.request import FolderRules
from engine.model.sentences import place_in_words
from engine.stores.catalog.catalog import Catalog
from tests.engine.extract.process.test_answers import DOCUMENT
from tests.engine.stores.library import put
from tests.support.archives import zip_of
from tests.support.paragraph_files import sample_files


@cache
def _folder() -> Path:
    """Return an empty folder that is there until the process ends."""
    _folder.kept = tempfile.TemporaryDirectory(prefix="twofold-fuzz-")  # type: ignore[attr-defined]
    return Path(_folder.kept.name)  # type: ignore[attr-defined]


def damaged(good: bytes, nasty: Sequence[bytes], generator: random.Random) -> bytes:
    """Replace, remove, double and insert spans at random places, some of them nasty ones."""
    data = good
    for _ in range(generator.choice((0, 1, 1, 2, 4, 12))):
        start = generator.randrange(len(data) + 1)
        end = min(len(data), start + generator.choice((0, 0, 1, 2, 8, 40)))
        kind = generator.random()
        if kind < 0.5:
            put_in = generator.choice(nasty)
        elif kind < 0.65:
            put_in = data[start:end] * generator.choice((0, 2, 3, 30))
        elif kind < 0.8:
            other = generator.randrange(len(data) + 1)
            put_in = data[other : other + generator.choice((1, 5, 30))]
        elif kind < 0.95:
            put_in = generator.randbytes(generator.choice((1, 1, 2, 6)))
        else:
            one = generator.choice(nasty)
            put_in = one * min(generator.choice((10, 300, 3000)), 100_000 // len(one) + 1)
        data = data[:start] + put_in + data[end:]
    return data


# The instance socket

_MESSAGES = (
    b'{"query": "what the s\xc3\xbcd wind carried", "quick": false, "token": "press-7"}\n',
    b'{"query": "", "quick": true, "token": ""}\n',
    json.dumps({"query": "\U0001f600 tag:work", "quick": False, "token": "x"}).encode() + b"\n",
)
_NASTY_JSON = (
    b"\n", b"\r", b"\0", b'"', b"\\", b"{", b"[", b"]}", b"null", b"true", b"-1", b"1e999", b"NaN",
    b"9" * 5000, b"\\ud800", b"\\udc80", b"\\u0000", b"\xed\xa0\x80", b"\xff\xfe", b"\xef\xbb\xbf",
    b'"query":', b'"quick": 1,', b'"token": "\\u0000"', b'"token": "=\xc3\xa9",', b" " * 2000,
    b"[" * 70_000, b'{"query":' * 10_000, b'"' + b"a" * 66_000,
)  # fmt: skip


def make_message(generator: random.Random) -> tuple[bytes, ...]:
    """Return the bytes of a connection, in the chunks in which they arrive."""
    wire = damaged(generator.choice(_MESSAGES), _NASTY_JSON, generator)[: MOST_BYTES + 10]
    count = min(len(wire), generator.choice((0, 0, 1, 3, 20)))
    cuts = sorted(generator.sample(range(len(wire)), count))
    return tuple(wire[a:b] for a, b in zip([0, *cuts], [*cuts, len(wire)], strict=True))


class _Window:
    """A window that listens, and what it heard."""

    def __init__(self) -> None:
        self._application = QCoreApplication.instance() or QCoreApplication([])
        self.heard: list[str | None] = []
        self.instance = SingleInstance(_folder() / f"{os.getpid()}")
        assert self.instance.claim()
        self.instance.asked.connect(self.heard.append)
        self.instance.quick_asked.connect(lambda: self.heard.append(None))
        self.name = self.instance._name

    def say(self, chunks: Sequence[bytes]) -> None:
        """Connect, send the chunks one after the other, and hang up."""
        self.heard.clear()
        socket = QLocalSocket()
        socket.connectToServer(self.name)
        QCoreApplication.processEvents()
        for piece in chunks:
            socket.write(piece)
            socket.flush()
            QCoreApplication.processEvents()
        socket.disconnectFromServer()
        for _ in range(100):
            QCoreApplication.processEvents()
            if not self.instance._read:
                break


_window = cache(_Window)


def read_message(chunks: tuple[bytes, ...]) -> None:
    """Send the chunks to a window, which hears what the line alone says, or nothing."""
    window, token = _window(), os.environ.pop("XDG_ACTIVATION_TOKEN", None)
    wire = b"".join(chunks)
    line, end, _ = wire.partition(b"\n")
    complete = end or len(line) >= MOST_BYTES
    message = InstanceMessage.from_line(line[:MOST_BYTES]) if complete else None
    expected = [] if message is None else [None if message.quick else message.query]
    try:
        window.say(chunks)
        for query in window.heard:
            (query or "").encode()
        assert window.heard == expected, (window.heard, expected)
        assert not window.instance._read, "a connection is left"
    finally:
        window.instance._read.clear()
        os.environ.pop("XDG_ACTIVATION_TOKEN", None)
        if token is not None:
            os.environ["XDG_ACTIVATION_TOKEN"] = token


# The settings file

_SETTINGS = (
    b"""# mine
search:
  # How many
  k: 20  # as many as fit
  mode: hybrid

window:
  theme: dark
  size_percent: 110
open:
  lines_with: 'code -g {path}:{line} #1'
""",
    b"search.k: 25\nsearch.lexical_weight: 0.5\nembedding.model: a\n",
    b"{search: {k: 7, fold_copies: true}, window: {language: de}}\n",
    b"\xef\xbb\xbfsearch:\r\n  k: 9\r\n  hide_weak: no\r\n",
    b'open:\n  pages_with: "evince -i {page} \\\n    {path}"\n  lines_with: |\n    code\n',
)
_NASTY_YAML = (
    b"\n", b"\n  ", b" ", b"\t", b"\r", b"\0", b"\x85", b"\xe2\x80\xa8", b"\xff", b"'", b'"', b":",
    b": ", b"#", b"- ", b"? ", b"[", b"{", b"]", b"}", b"&a ", b"*a", b"<<: *a\n", b"<<: [*a, *a]",
    b"!!int ''", b"!!float ''", b"!!bool x", b"!!timestamp x", b"!!binary x", b"!!omap [1]",
    b"!!set {1, 2}", b"!!python/name:os.system", b"!", b"!!", b"%YAML 9.9\n---\n", b"---\n",
    b"...\n", b"|", b">-", b"@", b"`", b"0x" + b"f" * 5000, b"1" + b":59" * 2000, b"1:60.5",
    b"2001-99-99", b"0001-01-01 00:00:00 +23:59", b".nan", b"-.inf", b"1e999", b"~", b"yes", b"\\x",
    b'"\\ud800"', b'"\\U0010ffff"', b'"\\0"', b"search:\n", b"  k: 5\n", b"window:\n",
    b"  lines_with: x\n", b"open:\n", b"search", b"k", b" " * 5000, b"[" * 500, b"{a: " * 400,
    b"- " * 500, b"1, " * 2000, b"k: 1\n" * 2000, b"a: &a [x, x]\n", b"&b [*a, *a, *a]\n",
    b"x\n  " * 500, b"''" * 500,
)  # fmt: skip
_LAUGHS = b"".join(
    b"l%d: &l%d [%s]\n" % (n + 1, n + 1, b", ".join([b"*l%d" % n] * 9)) for n in range(12)
)
_MERGES = b"".join(
    b"m%d: &m%d {<<: [%s]}\n" % (n + 1, n + 1, b", ".join([b"*m%d" % n] * 9)) for n in range(12)
)
_BOMBS = (
    b"l0: &l0 [a]\n" + _LAUGHS + b"search: {k: *l9}\n",
    b"m0: &m0 {a: 1}\n" + _MERGES + b"search: {k: *m9}\n",
    b"search:\n  k: &a [*a]\n", b"&a {search: *a}\n", b"search: &a\n  <<: *a\n",
    b"search:\n  k:" + b" " * 60_000 + b"5\n", b"search:\n" * 8000, b"#\n" * 30_000,
    b"open:\n  lines_with: " + b"'a'" * 20_000, b"open:\n  lines_with: " + b"a #" * 20_000,
    b"open:\n" + b"  x:\n" * 12_000, b"open:\n  lines_with:" + b" #" * 30_000 + b"x",
    b"[1,1]," * 10_000, b"? " * 30_000, b"a: 1\n" * 200_000,
)  # fmt: skip
_TEXTS = (
    "", "a b " * 300, "a\nb", "a\r\nb", "'", '"', "#", " x ", "\0", "\x85", "\u2028", "\ud800",
    "\U0001f600", "- a", "a: b", "a #b", "&a", "!x", "null", "5", "{path}", "\ufeff", "x" * 5000,
    "[" * 900, "\\1\\g<0>", "...\n",
)  # fmt: skip

DamagedSettings = tuple[bytes, dict[str, SettingValue]]


def make_settings(generator: random.Random) -> DamagedSettings:
    """Return a settings file, and values to set in it; none most times, as that takes long."""
    if generator.random() < 0.01:
        text = generator.choice(_BOMBS)
    elif generator.random() < 0.05:
        text = generator.randbytes(generator.choice((1, 10, 100)))
    else:
        text = damaged(generator.choice(_SETTINGS), _NASTY_YAML, generator)
    values: dict[str, SettingValue] = {}
    if generator.random() < 0.7:
        return text, values
    values["search.k"] = generator.randrange(1, 1000)
    for setting in generator.choices(SETTINGS, k=generator.choice((0, 1, 3))):
        value = setting.default
        if setting.choices:
            value = generator.choice(setting.choices)
        elif isinstance(value, str):
            value = generator.choice(_TEXTS) + generator.choice(("", generator.choice(_TEXTS)))
        values[setting.key] = value
    return text, values


def read_settings(given: DamagedSettings) -> None:
    """Load the file, change values of it and load it again, as the program does."""
    text, values = given
    path = _folder() / "settings.yaml"
    path.write_bytes(text)
    refused: SettingError | None = None
    try:
        before = dict(load_settings(path).values)
        changed = change_settings(path, values) if values else load_settings(path)
    except SettingError as error:
        refused = error
    if refused:
        assert "\n" not in f"{refused.message} {refused.hint}", "no sentence"
        assert len(refused.message) < 1000, "no sentence"
        assert path.read_bytes() == text, "the file of the person was changed"
        return
    now, wanted = load_settings(path), Settings.from_mapping(before | values)
    for key in (setting.key for setting in SETTINGS):
        assert now.value(key) == changed.value(key) == wanted.value(key), key


# Ignore files

_IGNORED = (
    b"# logs\n*.log\n!keep.log\nbuild/\n/dist\n**/cache/**\nsrc/**/gen/*.py\n\\#odd\n[a-c]?.tmp\n",
    b"\xef\xbb\xbfnode_modules\r\n*.t[mn]p\r\n!important/\r\n",
    b"a/**/b/**/c\n*a*b\nfoo\\ \ndocs/*.md\n",
)
_NASTY_PATTERNS = (
    b"\n", b"\r", b"\0", b"\x85", b"\xe2\x80\xa8", b"\xff", b" ", b"\\ ", b"\\", b"\\\\", b"!",
    b"!!", b"#", b"/", b"//", b"**", b"**/", b"/**/", b"/**", b"*", b"***", b"?", b"??", b"[", b"]",
    b"[[[[", b"[]", b"[!]", b"[^]", b"[z-a]", b"[a", b"[[:alpha:]]", b"[\\]", b"[]-a]", b"[--/]",
    b"[a&&b]", b"[a||b~~c]", b"[!a]", b"[^/]", b"{", b"{a,{b,{c", b"}", b"(", b"(?:.+/)?", b"$",
    b"|", b".", b"..", b"../", b"*a*a*a*a*b", b"*a*a*b", b"*a" * 30 + b"b", b"?a*" * 20,
    b"**/a/" * 10 + b"b", b"**/*a*/" * 8, b"**/**/**/", b"a/**/a/**/a/**/b", b"*/" * 30, b"?" * 300,
    b"[!b]*" * 40, b"[a-z]" * 100, b"(a+)+", b"a" * 600, b"a\n" * 500, b"*.a\n" * 500,
)  # fmt: skip
_MANY = (
    b"\n".join(b"*.x%d" % n for n in range(40_000)),
    b"\n".join(b"**/a%d/**/b*" % n for n in range(20_000)),
    b"\n".join(b"!/%d" % n for n in range(40_000)),
    b"a" * 300_000, b"*" + b"a" * 300_000, b"?" * 300_000, b"[" * 300_000, b"\\a" * 150_000,
    b"\n" * 300_000, b"#\n" * 150_000, b"*a*a*a*b\n" * 30_000, b"[a-z]" * 60_000, b"[!b]*" * 60_000,
    b"\n".join(b"*a*a*%d*b" % n for n in range(10_000)), b"**/a/" * 90 + b"b", b"a/**/" * 90 + b"b",
    b"\n".join(b"[a-z]?*%d" % n + b"?[b]" * 40 for n in range(1000)),
    b"\n".join(b"**/a%d/" % n + b"**/?a/" * 90 for n in range(40)),
)  # fmt: skip
_PATHS = (
    "a.log", "build", "src/a/gen/b.py", "a/x/b/y/c", "a" * 255, ("a" * 255 + "/") * 15 + "a" * 200,
    "a/" * 2000 + "c", "ab/" * 60 + "end", "a\nb/c\0d", "\udc80/\udcff", "\u00e9/e\u0301", "//",
    "aab" * 85, "x/" + "[a" * 100, "#odd", "foo ", "b/" * 100 + "a" * 250,
)  # fmt: skip

DamagedRules = tuple[bytes, tuple[str, ...]]


def make_rules(generator: random.Random) -> DamagedRules:
    """Return an ignore file, and paths of which it is asked."""
    if generator.random() < 0.002:
        text = generator.choice(_MANY)
    elif generator.random() < 0.2:
        text = b"".join(generator.choices(_NASTY_PATTERNS, k=generator.choice((1, 3, 8))))
    else:
        text = damaged(generator.choice(_IGNORED), _NASTY_PATTERNS, generator)
    return text, tuple(generator.choices(_PATHS, k=2))


def read_rules(given: DamagedRules) -> None:
    """Judge the paths by the file, which is also the list of a folder where that is short."""
    text, paths = given
    folder = _folder() / "ignoring"
    folder.mkdir(exist_ok=True)
    (folder / GIT_FILE).write_bytes(text)
    lists = FolderRules()
    if len(text) < 1000:
        lists = FolderRules(exclude=tuple(text.decode("utf-8", "surrogateescape").split("\n")))
    rules = DirectoryRules.of_folder(folder, IgnoreRules(hidden_files=True), lists)
    for path in paths:
        verdict = rules.verdict(path, is_directory=path.endswith("/"))
        assert verdict.wanted != bool(verdict.why)


# Citations

_CITATIONS = (
    b"notes/a.md#L12-L34", b"paper%20one.pdf#page=3", b"a.srt#t=00:01:02.500,00:01:09.000",
    b"scan.png#xywh=10,20.5,300,40", b"Notes/2026/plan.md#L1", b"s%C3%BCd/%23%25.txt#L2-L3",
    b"%ED%A0%80%FF/x#L1",
)  # fmt: skip
_NASTY_URI = (
    b"#", b"##", b"%", b"%%", b"%0", b"%00", b"\0", b"%2F", b"%2e%2e/", b"../", b"/", b"//", b"\n",
    b"%0A", b"%ZZ", b"%ff", b"%ED%A0%80", b"%ED%B2%80", b"%F0%9F%98%80", b"\xff", b"\xed\xa0\x80",
    b"L", b"L0", b"L-1", b"L1-", b"-L", b"L" + b"9" * 12, b"L" + b"9" * 13, b"9" * 5000,
    b"\xd9\xa3", b"page=", b"page=0", b"t=", b"9999999", b":", b".", b",",
    b"t=999999999:59:59.999,",
    b"xywh=", b"-1", b"1e9", b"0.0000001", b"999999999.999999", b"NaN", b"?", b"&", b"file://",
    b"C:\\", b"~", b"Notes/", b"Notes", b"a" * 3000, b"a/" * 3000, b"%41" * 3000, b"%FF" * 3000,
    b"\xf0\x9f\x98\x80" * 500, b"\xc2\xad", b"e\xcc\x81",
)  # fmt: skip


class _Reader:
    """Reads the same text whatever is asked for."""

    def read(self, *_: object) -> ExtractedText:
        return DOCUMENT


@cache
def _checker() -> CitationChecker:
    root = _folder() / "cited" / "Notes"
    root.mkdir(parents=True)
    (root / "there.md").write_text("there")
    catalog = Catalog.open(_folder() / "catalog.sqlite")
    catalog.add_folder(root)
    with catalog.change() as change:
        put(change, "notes/a.md", [f"passage {number}" for number in range(5)])
        put(change, "2026/plan.md", ["a plan"])
    return CitationChecker(catalog, _Reader())  # type: ignore[arg-type]


def make_citation(generator: random.Random) -> tuple[str, str]:
    """Return a citation and a quotation, as a command line has them."""
    uri = damaged(generator.choice(_CITATIONS), _NASTY_URI, generator)
    if generator.random() < 0.05:
        uri = generator.randbytes(generator.choice((1, 10, 300)))
    codec = generator.choice(("surrogateescape", "surrogateescape", "surrogatepass", "replace"))
    with suppress(UnicodeDecodeError):
        text = uri.decode("utf-8", codec)
        return text, generator.choice(("", "", text, "passage 1", "\0", "\udc80"))
    return uri.decode("latin-1"), ""


def read_citation(given: tuple[str, str]) -> None:
    """Parse a citation, write it again, and check it as `twofold cite` does."""
    uri, quotation = given
    with suppress(EngineError):
        path, place = parse_uri(uri)
        assert parse_uri(format_uri(path, place)) == (path, place), "it does not come back"
        place_in_words(place)
        answer = _checker().check(CheckCitation(uri, quotation))
        as_json_text(as_json(answer)).encode()


# Documents of office programs

_OFFICE = (
    "Word", "PowerPoint", "OpenDocument text", "OpenDocument presentation", "RTF",
    "Word 97-2003", "PowerPoint 97-2003", "Outlook message",
)  # fmt: skip
_NASTY_MARKS = (
    b"<w:p>", b"</w:p>", b"<w:tr><w:tc>", b"<a:p>", b"<text:p>", b"</text:h>", b"<table:table-row>",
    b"{", b"}", b"\\par ", b"\\cell ", b"\\row ", b"\\u-9 ", b"{\\footnote ", b"\\'", b"\\*",
    b"\\bin9 ",
)  # fmt: skip
_samples = cache(sample_files)


def make_document(generator: random.Random) -> tuple[str, bytes]:
    """Return a document, most times with one part that is unpacked well and makes no sense."""
    name, data = _samples()[generator.choice(_OFFICE)]
    if not data.startswith(b"PK") or generator.random() < 0.2:
        return name, damaged(data, _NASTY_MARKS, generator)
    with zipfile.ZipFile(BytesIO(data)) as archive:
        parts = {part: archive.read(part) for part in archive.namelist()}
    part = generator.choice([one for one in sorted(parts) if one.endswith((".xml", ".rels"))])
    return name, zip_of(parts | {part: damaged(parts[part], _NASTY_MARKS, generator)})


def read_document(given: tuple[str, bytes]) -> None:
    """Read a document as far as it goes, and cut what is read into passages; or refuse it."""
    name, data = given
    with suppress(DocumentError):
        found = open_document(data, PurePath(name))
        for entry in found.entries:
            entry.read(10_000)
        if found.text is not None:
            header, tail = pack_text(found.text)
            unpack_text(json.loads(json.dumps(header)), tail)
            for passage in chunk(found.text):
                assert found.text.text[passage.start : passage.end] == passage.text
