r"""LaTeX: sections, environments, and the metadata of the preamble.

The text is the decoded file, including commands, so that lines stay exact. Comment lines, the
preamble and the lines after \end{document} belong to no block.
"""

from __future__ import annotations

import re

from twofold.engine.extract.encoding import decode
from twofold.engine.extract.formats.markup.block_reader import BlockReader
from twofold.engine.extract.latex_text import braced, tex_words
from twofold.engine.extract.lines import verbatim_text
from twofold.engine.extract.metadata import iso_day, tag_list
from twofold.engine.model.document import Block, BlockKind, DocumentMetadata, ExtractedText

_LEVELS = {
    "part": 1, "chapter": 2, "section": 3, "subsection": 4, "subsubsection": 5, "paragraph": 6,
    "subparagraph": 7, "frametitle": 6, "addchap": 2, "addsec": 3,
}  # fmt: skip
_SECTION = re.compile(rf"[ \t]*\\({'|'.join(_LEVELS)})\*?[ \t]*(?:\[[^\[\]]{{0,500}}\])?[ \t]*\{{")
_FRAME = re.compile(r"[ \t]*\\begin\{frame\}(?:<[^>]*>)?(?:\[[^\]]*\])?(?=\{)")
_BEGIN = re.compile(r"[ \t]*\\begin\{([A-Za-z]+)\*?\}")
_COMMENT = re.compile(r"[ \t]*%")
_DOCUMENT = re.compile(r"^[^%\r\n]*?\\begin\{document\}", re.MULTILINE)
_END = re.compile(r"[ \t]*\\end\{document\}")
_KINDS = {
    "verbatim": BlockKind.CODE, "lstlisting": BlockKind.CODE, "minted": BlockKind.CODE,
    "Verbatim": BlockKind.CODE, "alltt": BlockKind.CODE, "tabular": BlockKind.TABLE,
    "tabularx": BlockKind.TABLE, "longtable": BlockKind.TABLE, "table": BlockKind.TABLE,
    "comment": None, "filecontents": None,
}  # fmt: skip
_ITEM = re.compile(r"[ \t]*\\item\b")
_ALONE = re.compile(r"[ \t]*\\(?:begin|end)\{[^{}]*\}(?:\[[^\]]*\])?[ \t]*\Z")
_ARGUMENT_OF = r"\\{name}[ \t]*(?:\[[^\[\]]*\])?[ \t]*\{{"
_HYPERSETUP = re.compile(r"pdf(title|author|keywords)[ \t]*=[ \t]*\{")
_PACKAGE_LANGUAGE = re.compile(
    r"\\usepackage\[([^\]]*)\]\{(?:babel|polyglossia)\}|\\set(?:main|default)language(?:\[[^\]]*\])?\{(\w+)\}"
)
_LANGUAGES = {
    "english": "en", "british": "en", "american": "en", "ngerman": "de", "german": "de",
    "french": "fr", "francais": "fr", "spanish": "es", "italian": "it", "portuguese": "pt",
    "brazil": "pt", "brazilian": "pt", "dutch": "nl", "russian": "ru", "polish": "pl",
    "czech": "cs", "swedish": "sv", "danish": "da", "norsk": "no", "finnish": "fi",
    "hungarian": "hu", "turkish": "tr", "greek": "el", "ukrainian": "uk", "romanian": "ro",
}  # fmt: skip
_MAX_HEAD_LENGTH = 65_536


def extract(data: bytes, file_type: str = "tex") -> ExtractedText:
    """Read a LaTeX file; raise DocumentError if it is not text."""
    decoded = decode(data)
    text = decoded.text
    opening = _DOCUMENT.search(text)
    begin = _next_line(text, opening.end()) if opening else 0
    blocks = tuple(_Reader(text, begin).blocks())
    head = text[: max(begin, _MAX_HEAD_LENGTH)]
    return verbatim_text(decoded, blocks, file_type, _metadata(head))


def _next_line(text: str, offset: int) -> int:
    found = re.compile(r"\r\n|\r|\n").search(text, offset)
    return found.end() if found and not text[offset : found.start()].strip() else offset


class _Reader(BlockReader):
    def next_block(self) -> Block | None:
        line = self.line(self.at)
        if _END.match(line):
            self.skip(len(self.spans))
            return None
        if (
            not line.strip()
            or _COMMENT.match(line)
            or (_ALONE.match(line) and not _BEGIN.match(line))
        ):
            self.skip(self.at + 1)
            return None
        if section := _SECTION.match(line):
            return self._section(_LEVELS[section[1]], section.end() - 1)
        if frame := _FRAME.match(line):
            return self._section(_LEVELS["frametitle"], frame.end())
        if begin := _BEGIN.match(line):
            return self._environment(begin[1], line)
        kind = BlockKind.LIST if _ITEM.match(line) else BlockKind.PARAGRAPH
        return self.take(kind, self.paragraph_end(_interrupts))

    def _section(self, level: int, brace: int) -> Block | None:
        start = self.spans[self.at][0] + brace
        source, end_offset = braced(self.text, start)
        end = self.at + 1
        while end < len(self.spans) and self.spans[end][0] < end_offset:
            end += 1
        return self.heading(level, tex_words(source), end)

    def _environment(self, name: str, line: str) -> Block | None:
        kind = _KINDS.get(name, BlockKind.PARAGRAPH)
        if kind is BlockKind.PARAGRAPH:
            # The content of lists, figures and theorems is read next.
            if _ALONE.match(line):
                self.skip(self.at + 1)
                return None
            return self.take(kind, self.paragraph_end(_interrupts))
        end = self._closing(name)
        if kind is None:
            self.skip(end)
            return None
        return self.take(kind, end)

    def _closing(self, name: str) -> int:
        mark = f"\\end{{{name}"
        for index in range(self.at, len(self.spans)):
            if mark in self.line(index):
                return index + 1
        return self.blank_after(self.at)


def _interrupts(line: str) -> bool:
    patterns = (_SECTION, _FRAME, _BEGIN, _COMMENT, _ITEM, _END, _ALONE)
    return line.lstrip()[:1] in "\\%" and any(pattern.match(line) for pattern in patterns)


def _metadata(head: str) -> DocumentMetadata:
    head = re.sub(r"(?m)(?<!\\)%.*$", "", head)
    described = {
        found[1]: tex_words(braced(head, found.end() - 1)[0])
        for found in _HYPERSETUP.finditer(head)
    }
    author = _command(head, "author")
    names = (
        tex_words(name)
        for name in re.split(r"\\and\b|\\AND\b|\\\\", re.sub(r"\\thanks\{[^{}]*\}", "", author))
    )
    return DocumentMetadata(
        title=(tex_words(_command(head, "title")) or described.get("title", ""))[:500],
        author="; ".join(name for name in names if name)[:500] or described.get("author", ""),
        tags=tag_list([_command(head, "keywords"), described.get("keywords", "")]),
        lang=_language(head),
        created=iso_day(tex_words(_command(head, "date"))),
    )


def _command(head: str, name: str) -> str:
    found = re.search(_ARGUMENT_OF.format(name=name), head)
    return braced(head, found.end() - 1)[0] if found else ""


def _language(head: str) -> str:
    """Return the language of the document: babel's last option."""
    found = _PACKAGE_LANGUAGE.search(head)
    names = re.split(r"[,\s]+", (found[1] or found[2] or "")) if found else []
    known = [_LANGUAGES[name] for name in names if name in _LANGUAGES]
    return known[-1] if known else ""
