"""Markdown documents: the text is the decoded file itself."""

from __future__ import annotations

from dataclasses import replace

from engine.extract.encoding import decode
from engine.extract.front_matter import FrontMatter, read_front_matter, tag_list
from engine.extract.lines import verbatim_text
from engine.extract.markdown_blocks import BlockScanner
from engine.extract.markdown_inline import inline_tags
from engine.model.document import Block, BlockKind, DocumentMetadata, ExtractedText

_TAGGED = {BlockKind.PARAGRAPH, BlockKind.LIST, BlockKind.TABLE}


def extract(data: bytes, file_type: str = "md") -> ExtractedText:
    """Read a Markdown file; raise DocumentError when it is not text."""
    decoded = decode(data)
    text = decoded.text
    front = read_front_matter(text)
    blocks = tuple(BlockScanner(text, front.body).blocks()) or _front_block(text, front)
    metadata = _with_tags(front.metadata, text, blocks)
    return verbatim_text(decoded, blocks, file_type, metadata, front.warnings)


def _front_block(text: str, front: FrontMatter) -> tuple[Block, ...]:
    """Let a document that is front matter only be found by it."""
    inside = text[front.start : front.end]
    if not inside.strip():
        return ()
    return (Block(front.start, front.start + len(inside.rstrip()), BlockKind.PARAGRAPH),)


def _with_tags(
    metadata: DocumentMetadata, text: str, blocks: tuple[Block, ...]
) -> DocumentMetadata:
    tags = list(metadata.tags)
    if "#" in text:
        for block in blocks:
            if block.kind in _TAGGED:
                tags.extend(inline_tags(text[block.start : block.end]))
    return replace(metadata, tags=tag_list(tags))
