"""Compound files ([MS-CFB]): Office documents of 1993 to 2003, Outlook messages."""

from __future__ import annotations

from twofold.engine.extract.file_format import Format, LooksLike, lazy_opener, lazy_reader
from twofold.engine.model.document import ExtractedText

_SIGNATURE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_WORD, _POWERPOINT, _OUTLOOK = ("doc", "dot"), ("ppt", "pps", "pot"), ("msg", "oft")
_WORD_XML_ROOT = b"<w:wordDocument"
_HEAD_BYTES = 4096

_TNEF = b"\x78\x9f\x3e\x22"
_extract_word = lazy_reader("twofold.engine.extract.formats.legacy_office.word")
_extract_word_xml = lazy_reader("twofold.engine.extract.formats.office.word", "extract_xml")
_extract_powerpoint = lazy_reader("twofold.engine.extract.formats.legacy_office.powerpoint")


def _has_root_name(extensions: tuple[str, ...], *names: str) -> LooksLike:
    """Return a check for compound files with one of these names (in lower case) at the root."""

    def looks_like(head: bytes, whole: bytes, extension: str) -> bool:
        if not head.startswith(_SIGNATURE):
            return False
        # Imported lazily: most files are not compound files.
        from twofold.engine.extract.formats.legacy_office import compound_file  # noqa: PLC0415

        return compound_file.has_stream(whole, *names, otherwise=extension in extensions)

    return looks_like


_is_word_compound_file = _has_root_name(_WORD, "worddocument")


def _is_word_xml(head: bytes) -> bool:
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    return start.startswith((b"<?xml", _WORD_XML_ROOT)) and _WORD_XML_ROOT in head


def _is_word(head: bytes, whole: bytes, extension: str) -> bool:
    return _is_word_xml(head) or _is_word_compound_file(head, whole, extension)


def _word(data: bytes, file_type: str) -> ExtractedText:
    """Read a Word document: a compound file, or XML of Word 2003."""
    extract = _extract_word_xml if _is_word_xml(data[:_HEAD_BYTES]) else _extract_word
    return extract(data, file_type)


def _is_store(head: bytes, _whole: bytes, _extension: str) -> bool:
    return head.startswith(b"!BDN")


def _is_tnef(head: bytes, _whole: bytes, _extension: str) -> bool:
    return head.startswith(_TNEF)


FORMATS = (
    Format(
        "Outlook mailbox",
        ("pst", "ost"),
        _is_store,
        priority=5,
        is_binary=True,
        open_container=lazy_opener(
            "twofold.engine.extract.formats.legacy_office.outlook_store", "open_store"
        ),
    ),
    Format(
        "Outlook attachment",
        ("tnef",),
        _is_tnef,
        priority=6,
        is_binary=True,
        open_container=lazy_opener(
            "twofold.engine.extract.formats.legacy_office.tnef", "open_tnef"
        ),
    ),
    Format("Word 97-2003", _WORD, _is_word, _word, priority=5, is_binary=True),
    Format(
        "PowerPoint 97-2003",
        _POWERPOINT,
        _has_root_name(_POWERPOINT, "powerpoint document", "pp97_dualstorage", "pp40"),
        _extract_powerpoint,
        priority=5,
        is_binary=True,
    ),
    Format(
        "Outlook message",
        _OUTLOOK,
        _has_root_name(_OUTLOOK, "__properties_version1.0"),
        priority=5,
        is_binary=True,
        open_container=lazy_opener(
            "twofold.engine.extract.formats.legacy_office.outlook", "open_message"
        ),
    ),
)
