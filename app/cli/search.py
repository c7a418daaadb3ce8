"""`twofold search`: answer one query on the terminal."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from app.cli.command import DONE, FAILED, Context
from app.cli.explain_table import say_explanation
from app.cli.export import print_export
from app.cli.output import bold, count, say, say_json, tell
from app.cli.search_options import add_search_options, build_request
from app.cli.session import Session
from engine.api import (
    ExportFormat,
    ExportHits,
    ExportRendered,
    Hit,
    LibraryStatus,
    RetrieverKind,
    SearchFinished,
    SearchMode,
    SearchResponse,
    response_as_json,
)

if TYPE_CHECKING:
    from app.cli.command import Commands

_FOUND_BY = {
    (RetrieverKind.LEXICAL,): "keywords",
    (RetrieverKind.VECTOR,): "meaning",
    (RetrieverKind.LEXICAL, RetrieverKind.VECTOR): "both",
}

_LISTED_COPIES = 3


def add_command(commands: Commands) -> None:
    """Add `search` to the command line."""
    parser = commands.add_parser("search", help="answer a query")
    add_search_options(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Search once and print the answer in the form that was asked for."""
    request = build_request(arguments, context.settings())
    with Session(context) as session:
        answer = session.ask(request)
        if not isinstance(answer, SearchFinished):
            return FAILED
        if not answer.response.hits:
            _tell_what_is_missing(session.present_status())
        if arguments.export:
            return _export(session, answer.response, ExportFormat(arguments.export))
    _say_response(answer.response, arguments)
    return DONE


def _tell_what_is_missing(status: LibraryStatus) -> None:
    """Say what to type where nothing can be found because nothing has been read."""
    if not status.folders:
        tell("There is no folder in the library: type 'twofold index FOLDER' to add one.")
    elif not status.chunks:
        tell("No document of the library has been read: type 'twofold index' to read its folders.")


def _export(session: Session, response: SearchResponse, form: ExportFormat) -> int:
    _tell_warnings(response)
    rendered = session.ask(ExportHits(form, response))
    if not isinstance(rendered, ExportRendered):
        return FAILED
    print_export(form, rendered)
    return DONE


def _say_response(response: SearchResponse, arguments: argparse.Namespace) -> None:
    if arguments.json:
        say_json(response_as_json(response, explain=arguments.explain))
        return
    _tell_warnings(response)
    if arguments.explain:
        say_explanation(response)
    for hit in response.hits:
        _say_hit(hit)
    say(_closing_line(response))


def _closing_line(response: SearchResponse) -> str:
    if response.trace.filters_only:
        return _closing_line_of_documents(response)
    hidden = response.trace.hidden
    if not response.hits:
        looked = response.trace.retrievers or response.trace.mode is SearchMode.SUBSTRING
        if hidden:
            return f"Nothing relevant was found; {_weak_matches(hidden)} left out (--no-hide-weak)."
        return "Nothing was found." if looked else "The query holds no words to look for."
    documents = count(response.documents, "document")
    noun = "document" if response.request.group_by_document else "passage"
    shown = f"{count(len(response.hits), noun)} shown of {len(response.ranking)} in {documents}"
    if all(hit.weak for hit in response.hits):
        return f"Nothing relevant was found; {_weak_matches(len(response.hits))} shown."
    return f"{shown}; {_weak_matches(hidden)} left out" if hidden else shown


def _closing_line_of_documents(response: SearchResponse) -> str:
    shown, found = len(response.hits), count(response.documents, "document")
    if not shown:
        return "The filters leave no document."
    return f"{shown:,} shown of {found} that the filters leave, the newest first"


def _weak_matches(number: int) -> str:
    return f"{number:,} weak {'match is' if number == 1 else 'matches are'}"


def _tell_warnings(response: SearchResponse) -> None:
    for warning in response.warnings:
        tell(warning)


def _say_hit(hit: Hit) -> None:
    say(f"{hit.rank:>3}. {bold(hit.title)}  [{_why_here(hit)}]")
    folder = f"{hit.folder}/" if hit.folder else ""
    section = f"  {' > '.join(hit.heading_path)}" if hit.heading_path else ""
    changed = "  (changed since it was indexed)" if hit.stale else ""
    place = f"{hit.doc_path}#{hit.citation.place.fragment}"
    say(f"     {folder}{place}{section}{changed}")
    say(f"     {_marked_snippet(hit)}")
    if hit.duplicates:
        say(f"     {_copies_in_words(hit)}")
    if hit.document is not None and hit.document.passages > 1:
        say(f"     {hit.document.passages:,} passages of this document were found")
    say()


def _why_here(hit: Hit) -> str:
    """Say what found a passage, and how high it scores; of a listed document its day."""
    if hit.filters_only:
        return hit.date or "no date"
    found_by = _FOUND_BY.get(tuple(sorted(hit.retrieval.sources)), hit.retrieval.method.value)
    weak = ", weak" if hit.weak else ""
    return f"{found_by}, {hit.score:.3f}{weak}"


def _copies_in_words(hit: Hit) -> str:
    """Say where else the text stands: in other documents, or elsewhere in this one."""
    elsewhere = {copy.doc_id for copy in hit.duplicates} - {hit.doc_id}
    if elsewhere:
        where = f"in {count(len(elsewhere), 'other document')}"
    else:
        where = f"at {count(len(hit.duplicates), 'other place')} of this document"
    places = [f"{c.doc_path}#{c.citation.place.fragment}" for c in hit.duplicates[:_LISTED_COPIES]]
    more = ", ..." if len(hit.duplicates) > _LISTED_COPIES else ""
    return f"also {where}: {', '.join(places)}{more}"


def _marked_snippet(hit: Hit) -> str:
    text, marked, position = hit.snippet.text, "", 0
    for match in hit.snippet.matches:
        marked += text[position : match.start] + bold(text[match.start : match.end])
        position = match.end
    return " ".join((marked + text[position:]).split())
