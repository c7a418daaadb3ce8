"""Decoding bytes, and splitting text into lines and paragraphs."""

import pytest

from tests.engine.extract.refusals import reason_of
from twofold.engine.extract import text_building
from twofold.engine.extract.encoding import declared_encoding, decode
from twofold.engine.extract.formats.text import extract
from twofold.engine.extract.lines import line_spans, line_starts

KOREAN = "쿠버네티스는 컨테이너화된 애플리케이션을 자동으로 배포하고 관리한다. " * 4
JAPANESE = "コンテナのメモリ使用量を制限する方法について説明します。" * 4
FRENCH = "Le garçon a mangé des crêpes à l'été, près de la forêt où naît l'eau. " * 4


def test_declared_codec_is_used_if_the_bytes_are_not_utf8():
    data = "Ą ę ł ó".encode("iso-8859-2")
    assert decode(data, "iso-8859-2").text == "Ą ę ł ó"
    assert decode("naïve".encode(), "iso-8859-1").text == "naïve"
    source = "<?xml version='1.0' encoding='iso-8859-5'?><a>Обзор</a>"
    assert decode(source.encode("iso-8859-5")).text == source


def test_a_few_bad_bytes_are_replaced_with_a_warning():
    decoded = decode("schön und gut, ganz normaler Text ".encode() * 20 + b"\xc3")
    assert decoded.text.endswith("\ufffd")
    assert decoded.warnings


# Bytes left by a crash in a log, and by a memory error in a page.
CRASHED_LOG = ("Gerät bereit, Prüfung läuft.\n" * 90).encode()
DAMAGED_PAGE = b"<HTML><BODY><DIV>Hi, Luis, good morning.</DIV></BODY></HTML>\r\n" * 20


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (CRASHED_LOG[:1800] + bytes(40) + CRASHED_LOG[1800:], "Prüfung läuft"),
        (DAMAGED_PAGE + b"p\xc0l\7\0\2\0\0\0\2\0\0\x80\xc2l\7" * 3 + DAMAGED_PAGE, "good morning"),
    ],
)
def test_text_with_a_few_nuls_is_read(data, words):
    text = decode(data).text
    assert words in text
    assert "\0" not in text


@pytest.mark.parametrize(
    "data",
    [
        b"\x00\x01\x02\x03" * 500,
        b"abc" + bytes(2000),
        b"\0" + (b"NAME      CITY      " + bytes(12)) * 80,
        b"\0" + b"name\0" * 400,
        b"\0#!/bin/sh\n" + b"exec cat <<END\n" * 600 + bytes(range(256)) * 40,
    ],
)
def test_binary_data_is_refused_even_with_words_in_it(data):
    assert reason_of(decode, data) == "binary"


RUSSIAN = "В этом году мы снова поедем на море: детям там очень понравилось строить замки. " * 6
GREEK = "Η θάλασσα ήταν ήρεμη και ο ουρανός καθαρός, όταν ξεκινήσαμε το πρωί για το νησί. " * 6
TAIWANESE = "今年我們會再去海邊，因為孩子們非常喜歡游泳和堆沙堡，而且天氣也很好。" * 6


@pytest.mark.parametrize(
    ("text", "codec"),
    [
        (RUSSIAN, "koi8-r"),
        (RUSSIAN, "cp1251"),
        (GREEK, "iso-8859-7"),
        (TAIWANESE, "big5"),
        (FRENCH, "cp1252"),
        (KOREAN, "utf-8-sig"),
        (KOREAN, "utf-16"),
        (KOREAN, "utf-16-le"),
        (KOREAN, "utf-32"),
        (KOREAN, "euc-kr"),
        (JAPANESE, "shift_jis"),
        (JAPANESE, "iso-2022-jp"),
    ],
)
def test_encoding_of_prose_is_detected(text, codec):
    assert decode(text.encode(codec)).text == text


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (b"<?xml version='1.0' encoding='KOI8-R'?><a/>", "koi8-r"),
        (b'<html><head><meta charset="windows-1251">', "windows-1251"),
        (b"#!/usr/bin/python\n# -*- coding: latin-1 -*-\n", "latin-1"),
        (b"\\documentclass{a}\n\\usepackage[latin2]{inputenc}", "iso-8859-2"),
        (b"a\nb\nthe coding: latin1 of this file", ""),
        (b"plain", ""),
    ],
)
def test_file_may_name_its_encoding(data, encoding):
    assert declared_encoding(data) == encoding


def test_lines_end_at_lf_crlf_and_cr():
    assert line_starts("a\nb\r\nc\rd") == (0, 2, 5, 7)
    assert line_spans("ab\r\n\ncd\n") == [(0, 2), (4, 4), (5, 7)]
    assert (line_starts("a\n\n"), line_starts("")) == ((0, 2), (0,))


def test_exotic_separators_do_not_end_lines():
    text = "form\x0cfeed vt\x0b nel\x85 ls\u2028 ps\u2029 fs\x1c end\nsecond"
    assert len(text.splitlines()) == 8
    assert line_starts(text) == (0, text.index("second"))


def test_paragraphs_are_between_blank_lines():
    found = extract(b"one\ntwo\n \t\n\n  three\r\n")
    assert [found.text[b.start : b.end] for b in found.blocks] == ["one\ntwo", "  three"]
    assert found.place_starts == (0, 4, 8, 11, 12)


def test_document_with_too_much_text_is_refused(monkeypatch):
    monkeypatch.setattr(text_building, "_MAX_CHARACTERS", 10)
    text = text_building.LineText()
    text.add("12345")
    assert reason_of(text.add, "12345") == "too-large"
