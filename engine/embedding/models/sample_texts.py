"""Texts in many scripts, to compare the results of two forms of a model."""

from __future__ import annotations

SAMPLE_TEXTS = (
    "",
    "a",
    "The quick brown fox.",
    "Größe 大きさ 크기 ёлка \U0001f600",
    "word " * 400,
    "Ça coûte 1\u202f234,50 € à l'Œuvre naïve; Zażółć gęślą jaźń; Ærøskøbing; İstanbul'da çiğ",
    "Договор аренды заканчивается; Українська їжачок; Ελληνικά: ἀρχὴ σοφίας; Հայերեն; ქართული",
    "ينتهي عقد الإيجار، ١٢٣؛ פרק א׳: שָׁלוֹם עוֹלָם; हिन्दी में क्षत्रिय; தமிழ் மொழி; ภาษาไทยไม่มีช่องว่าง",
    "成人は１日に体重1キログラム、中文没有空格的句子。 한국어 문장입니다. ភាសាខ្មែរ မြန်မာဘာသာ ትግርኛ",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467 \U0001f1e9\U0001f1ea \u2764\ufe0f",
    "\U0001d54f\U0001d7d8 \U00020000 \ue000 \U0010ffff",
    "e\u0301 a\u030a\u0323 x\u0300\u0301\u0302 \ufb01 \u2460 \u00bd \u1e9e \u0130 \u2028",
    "\u2581x\u2581\u2581y x\u2581 \u2581",
    "def f(x: list[int]) -> str:\n\treturn '\\n'.join(map(str, x))  # </s> <unk> [CLS]",
    "https://example.org/a/b.html?q=1&r=%20#frag user@example.org C:\\Users\\x 192.168.0.1 0xBEEF",
    "3.14159 1,000,000 -5e-10 2026-11-28T07:00:00Z +49 (0)30 12345 §12 №7 ±3 °C µm ™ © ½",
    "\x00\x07 bell \ud800 alone \x7f\x85 tab\tline\r\n  two  spaces \ufeff\ufffd\u00ad ",
    "Donaudampfschifffahrtsgesellschaftskapitän" * 20,
    "\u4e00\u9fff" * 300,
    "\U0001f9ff\ue001\u0378" * 50,
)
