"""Data files: workbooks, rows of values, keyed data, notebooks, subtitles."""

from __future__ import annotations

import json
import re

from twofold.engine.extract.file_format import Format, lazy_opener, lazy_reader
from twofold.engine.model.document import ExtractedText

_JSON = ("json", "jsonl", "ndjson", "json5", "jsonc", "geojson")
# Larger files are JSON only if their extension says so.
_MAX_JSON_TRIED_SIZE = 2_000_000
_NOTEBOOK_EXTENSIONS = frozenset({"ipynb", "json", ""})
_WEB_VTT = re.compile(rb"(?:\xef\xbb\xbf)?WEBVTT(?:[ \t\r\n]|\Z)")
_SUB_RIP = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*\d{1,6}[ \t]*\r?\n\d{1,3}:\d\d:\d\d[,.]\d{1,3} *--> *\d{1,3}:\d\d:\d\d"
)
_OPEN_DOCUMENT = b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet"
_COMPOUND_FILE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

# Workbooks of Excel 2, 3, 4 and 5 outside of a compound file.
_OLD_WORKBOOKS = (
    b"\x09\x00\x04\x00", b"\x09\x00\x06\x00", b"\x09\x02\x06\x00", b"\x09\x04\x06\x00",
    b"\x09\x08\x08\x00\x00\x05",
)  # fmt: skip
_MAY_BE_ENCRYPTED = frozenset({"xlsx", "xlsm", "xlsb", "xltx", "xltm", "xls"})
_SPREADSHEET_XML = re.compile(
    rb"<(?:\w+:)?Workbook\s[^>]*urn:schemas-microsoft-com:office:spreadsheet"
)

_extract_subtitles = lazy_reader("twofold.engine.extract.formats.data.subtitles")


def _is_json(head: bytes, whole: bytes, extension: str) -> bool:
    """Return whether a file is JSON, by its name or, if it is small, by its content."""
    if extension in _JSON:
        return True
    if head.lstrip()[:1] not in {b"{", b"["} or len(whole) > _MAX_JSON_TRIED_SIZE:
        return False
    try:
        return isinstance(json.loads(whole), dict | list)
    except (ValueError, RecursionError):
        return False


def _is_notebook(head: bytes, whole: bytes, extension: str) -> bool:
    """Return whether a file is JSON that contains cells and names the notebook format."""
    if extension not in _NOTEBOOK_EXTENSIONS or head.lstrip()[:1] != b"{":
        return False
    return b'"nbformat"' in whole and (b'"cells"' in whole or b'"worksheets"' in whole)


def _is_subtitles(head: bytes, _whole: bytes, extension: str) -> bool:
    return extension in {"srt", "vtt"} or bool(_WEB_VTT.match(head) or _SUB_RIP.match(head))


def _subtitles(data: bytes, file_type: str) -> ExtractedText:
    return _extract_subtitles(data, "vtt" if _WEB_VTT.match(data) else file_type)


def _is_workbook(head: bytes, whole: bytes, extension: str) -> bool:
    """Return whether a file is a workbook, by the names of its parts."""
    if head.startswith(_COMPOUND_FILE):
        from twofold.engine.extract.formats.legacy_office import compound_file  # noqa: PLC0415

        is_named_xls = extension in {"xls", "xlt"}
        if extension in _MAY_BE_ENCRYPTED and compound_file.has_stream(
            whole, "encryptedpackage", otherwise=False
        ):
            return True
        return compound_file.has_stream(whole, "workbook", "book", otherwise=is_named_xls)
    if not head.startswith(b"PK\x03\x04"):
        return head.startswith(_OLD_WORKBOOKS) or _is_spreadsheet_xml(head)
    return _OPEN_DOCUMENT in head or (b"xl/workbook" in whole and _is_excel(whole))


def _is_spreadsheet_xml(head: bytes) -> bool:
    """Return whether a file is XML of Excel 2002 or 2003."""
    if head[1:2] == b"\0" or head.startswith((b"\xff\xfe", b"\xfe\xff", b"\0<")):
        head = head.replace(b"\0", b"")
    start = head.lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")
    return start.startswith(b"<") and _SPREADSHEET_XML.search(head) is not None


def _is_excel(whole: bytes) -> bool:
    from twofold.engine.extract.formats.archives.zip import directory_of  # noqa: PLC0415

    names = (info.filename.lower() for info in directory_of(whole))
    return any(name.startswith("xl/workbook.") for name in names)


FORMATS = (
    Format(
        "Workbook",
        ("xlsx", "xlsm", "xlsb", "xls", "ods"),
        _is_workbook,
        is_binary=True,
        open_container=lazy_opener("twofold.engine.extract.formats.data.workbook", "open_workbook"),
        extensions=frozenset({"xlt", "xltx", "xltm", "xlr", "xlw", "ots"}),
        # Office asks before it runs macros. The extensions of older files (.xls, .doc, .ppt) do not
        # show whether there are macros.
        active=frozenset({"xlsm", "xlsb"}),
    ),
    Format(
        "Jupyter notebook",
        ("ipynb",),
        _is_notebook,
        lazy_reader("twofold.engine.extract.formats.data.notebook"),
        priority=5,
        needs_all=True,
    ),
    Format("Subtitles", ("srt", "vtt"), _is_subtitles, _subtitles, priority=5),
    Format(
        "Separated values",
        ("csv", "tsv", "tab", "psv"),
        None,
        lazy_reader("twofold.engine.extract.formats.data.separated_rows"),
        priority=40,
    ),
    Format(
        "Settings",
        ("toml", "ini", "cfg", "conf", "properties"),
        None,
        lazy_reader("twofold.engine.extract.formats.data.keyed_data", "extract_sections"),
        priority=40,
    ),
    Format(
        "YAML",
        ("yaml", "yml"),
        None,
        lazy_reader("twofold.engine.extract.formats.data.keyed_data", "extract_yaml"),
        priority=40,
    ),
    Format(
        "JSON",
        _JSON,
        _is_json,
        lazy_reader("twofold.engine.extract.formats.data.keyed_data", "extract_json"),
        priority=60,
    ),
)
