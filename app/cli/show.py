"""`twofold show`: print a document, or the passage of a citation."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from twofold.app.blocking_client import BlockingClient
from twofold.app.cli.arguments import required, whole_number
from twofold.app.cli.context import Context, as_citation, as_place
from twofold.app.cli.exit_codes import DONE, FAILED
from twofold.app.cli.output import say, say_text, tell, warn
from twofold.app.cli.parser import Commands, add_command
from twofold.app.document_finder import find_document
from twofold.engine.api import (
    BadRequestError,
    CheckCitation,
    CitationChecked,
    CitationState,
    Message,
    Preview,
    PreviewReady,
    PreviewRequest,
)

# A preview always contains an image of the page; only its text is used here.
_MIN_WIDTH = 16
_MAX_PAGE = 1_000_000


def add_commands(commands: Commands) -> None:
    """Add `show` to the command line."""
    parser = add_command(
        commands,
        "show",
        summary="print a document or a cited passage",
        about="Print the text of a document of the library, as Twofold reads it, or the passage of "
        "a citation as it is in the file now. If the passage was changed or has moved, a line on "
        "stderr reports it; if it is gone, the exit code is 1.",
        synopsis="FILE | CITATION",
        examples=(
            ("twofold show 'notes/a.md#L12-L34'", "Print a passage that a search found."),
            ("twofold show report.pdf --page 3", "Print the text of page 3."),
        ),
    )
    parser.add_argument(
        "what",
        metavar="FILE",
        type=required,
        help="a path, a path as search prints it, or a citation",
    )
    parser.add_argument(
        "--page",
        metavar="N",
        type=whole_number(1, _MAX_PAGE),
        help="print only this page of a PDF (default: all pages)",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Print a document or a passage."""
    with context.open_client(loads_model=False) as client:
        if "#" in arguments.what and not Path(as_place(arguments.what)).exists():
            return _show_passage(arguments.what, client)
        hit = find_document(as_place(arguments.what), client)
        if hit.not_read:
            warn(hit.not_read)
            return FAILED
        for number, preview in enumerate(_pages(hit.chunk_id, arguments.page, client)):
            if number:
                say()
            if preview.notice:
                tell(preview.notice)
            say_text(preview.text.removesuffix("\n"))
    return DONE


def _show_passage(uri: str, client: BlockingClient) -> int:
    citation = client.ask(CheckCitation(as_citation(uri)), CitationChecked).citation
    if citation.state is not CitationState.EXACT:
        tell(citation.sentence)
    if not citation.text:
        return FAILED
    say_text(citation.text.removesuffix("\n"))
    return DONE


def _pages(chunk_id: str, page: int | None, client: BlockingClient) -> Iterator[Preview]:
    """Yield the previews of a document: one, or one per page if it has pages.

    With `page`, yield only this page; raise BadRequestError if it does not exist.
    """
    first = _preview(chunk_id, page or 1, client)
    if page is not None and page > max(first.pages, 1):
        pages = f"It has {first.pages:,} pages." if first.pages else "It has no pages."
        raise BadRequestError(Message(f"--page: there is no page {page:,}."), Message(pages))
    yield first
    if page is None:
        for number in range(2, first.pages + 1):
            yield _preview(chunk_id, number, client)


def _preview(chunk_id: str, page: int, client: BlockingClient) -> Preview:
    request = PreviewRequest(chunk_id, page=page, width=_MIN_WIDTH)
    return client.ask(request, PreviewReady).preview
