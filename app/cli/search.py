"""`twofold search`: its options, and the answer on the terminal."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from twofold.app.cli.arguments import required
from twofold.app.cli.context import DONE, Commands, Context
from twofold.app.cli.output import bold, count, print_export, say, say_json, tell
from twofold.app.compose import search_once
from twofold.engine.model.citation import FOUND_BY_NAME
from twofold.engine.model.errors import BadRequestError
from twofold.engine.model.export_format import ExportFormat
from twofold.engine.model.filters import (
    FILTERS,
    FilterValueError,
    LimitFilter,
    SearchFilters,
    ValuesFilter,
)
from twofold.engine.model.fusion import FUSION_PARAMETERS
from twofold.engine.model.hit import Hit, Outcome, SearchResponse
from twofold.engine.model.message import Message
from twofold.engine.model.search_request import SearchMode, SearchRequest
from twofold.engine.model.settings import SETTINGS, Settings
from twofold.engine.model.wire import response_as_json

if TYPE_CHECKING:
    from twofold.engine.model.status import LibraryStatus

_SETTING_OPTIONS = {
    "limit": "search.limit",
    "fusion": "search.fusion",
    **{parameter.name: f"search.{parameter.name}" for parameter in FUSION_PARAMETERS},
    "hide_weak": "search.hide_weak",
    "rerank": "search.rerank",
}
_OTHER_NAMES = {"vector_weight": ("--semantic-weight",)}


def add_search_options(parser: argparse.ArgumentParser, *, with_output: bool = True) -> None:
    """Add what, how and within which documents to search, and how to print the answer."""
    parser.add_argument(
        "query",
        metavar="QUERY",
        nargs="?",
        help="what to look for; filters alone, in it or as options, list documents",
    )
    _add_ranking_options(parser)
    _add_list_options(parser)
    group = parser.add_argument_group("filters (a repeated option allows each of its values)")
    for known in FILTERS:
        is_values = isinstance(known, ValuesFilter)
        group.add_argument(
            known.option,
            dest=known.fields[0],
            metavar=known.metavar,
            help=known.help,
            action="append" if is_values else "store",
            default=[] if is_values else None,
            type=required if isinstance(known, ValuesFilter) else _limit_of(known),
        )
    if with_output:
        parser.add_argument("--explain", action="store_true", help="show how each ranking voted")
        parser.add_argument("--json", action="store_true", help="as search_response.v1")
        formats = [known.value for known in ExportFormat]
        parser.add_argument("--export", choices=formats, help="print cited results in this format")


def build_request(arguments: argparse.Namespace, settings: Settings) -> SearchRequest:
    """Return the request; options win over settings. Raises BadRequestError for a bad value."""
    filters = _filters(arguments)
    if arguments.query is None and not arguments.like and filters.is_empty:
        raise BadRequestError(
            Message("There is nothing to look for."),
            Message("Give a QUERY, a filter, or --like a passage."),
        )
    effective = settings.replaced(**_chosen_settings(arguments))
    given = {one.name: getattr(arguments, one.name) for one in FUSION_PARAMETERS}
    changed = {name: value for name, value in given.items() if value is not None}
    return SearchRequest(
        query=arguments.query or "",
        mode=_mode(arguments.mode or effective.text("search.mode")),
        limit=effective.whole("search.limit"),
        filters=filters,
        fusion=replace(effective.fusion, **changed),
        snippet_chars=effective.whole("search.snippet_chars"),
        collapse_duplicates=effective.flag("search.collapse_duplicates")
        and not arguments.all_copies,
        group_by_document=arguments.group_by_document,
        hide_weak=effective.flag("search.hide_weak"),
        rerank=effective.flag("search.rerank"),
        like=arguments.like or "",
    )


def _add_ranking_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("ranking (the defaults are in the settings file)")
    modes = ", ".join(mode.value for mode in SearchMode)
    group.add_argument("--mode", metavar="M", help=f"{modes} (also keyword, semantic)")
    group.add_argument("--limit", metavar="N", type=int, help=_allowed("search.limit"))
    group.add_argument("--fusion", metavar="F", help=_allowed("search.fusion"))
    for parameter in FUSION_PARAMETERS:
        group.add_argument(
            f"--{parameter.name.replace('_', '-')}",
            *_OTHER_NAMES.get(parameter.name, ()),
            metavar="N" if isinstance(parameter.default, int) else "X",
            type=type(parameter.default),
            help=_allowed(f"search.{parameter.name}"),
        )


def _add_list_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("the list")
    group.add_argument(
        "--like",
        metavar="CHUNK_ID",
        type=required,
        help="passages like this one; of a QUERY beside it only filters count",
    )
    group.add_argument(
        "--group-by-document", action="store_true", help="the best passage of each document"
    )
    group.add_argument(
        "--all-copies", action="store_true", help="show passages of the same text one by one"
    )
    group.add_argument(
        "--hide-weak",
        action=argparse.BooleanOptionalAction,
        help=_allowed("search.hide_weak"),
    )
    group.add_argument(
        "--rerank", action=argparse.BooleanOptionalAction, help=_allowed("search.rerank")
    )


def _limit_of(known: LimitFilter) -> Callable[[str], object]:
    def limit(text: str) -> object:
        try:
            return known.given(required(text))
        except FilterValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from error

    return limit


def _allowed(key: str) -> str:
    setting = next(setting for setting in SETTINGS if setting.key == key)
    return f"{setting.description} {setting.allowed}".replace("%", "%%")


def _chosen_settings(arguments: argparse.Namespace) -> dict[str, object]:
    chosen = {key: getattr(arguments, option) for option, key in _SETTING_OPTIONS.items()}
    return {key.replace(".", "__"): value for key, value in chosen.items() if value is not None}


def _filters(arguments: argparse.Namespace) -> SearchFilters:
    fields: dict[str, Any] = {}
    for known in FILTERS:
        given = getattr(arguments, known.fields[0])
        is_values = isinstance(known, ValuesFilter)
        fields[known.fields[0]] = tuple(map(known.written, given)) if is_values else given
    return SearchFilters(**fields)


def _mode(word: str) -> SearchMode:
    try:
        return SearchMode.parse(word)
    except ValueError as error:
        known = ", ".join(mode.value for mode in SearchMode)
        raise BadRequestError(
            Message(f"--mode is '{word}', but must be one of {known}.")
        ) from error


_LISTED_COPIES = 3


def add_commands(commands: Commands) -> None:
    """Add `search` to the command line."""
    parser = commands.add_parser("search", help="answer a query")
    add_search_options(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Search once and print the answer in the requested form."""
    settings = context.settings()
    request = build_request(arguments, settings)
    if not arguments.export:
        found = search_once(context.paths.library, settings, request)
        if found is not None:
            _say_response(found, arguments)
            return DONE
    return _ask_engine(request, arguments, context)


def _ask_engine(request: SearchRequest, arguments: argparse.Namespace, context: Context) -> int:
    """Search with a whole engine, whose import takes most of a second."""
    from twofold.engine.api import ExportHits, ExportRendered, SearchFinished  # noqa: PLC0415 (as above)

    with context.open_client() as client:
        response = client.ask(request, SearchFinished).response
        if not response.hits:
            _tell_what_is_missing(client.present_status())
        if arguments.export:
            _tell_warnings(response)
            form = ExportFormat(arguments.export)
            print_export(form, client.ask(ExportHits(form, response), ExportRendered))
            return DONE
    _say_response(response, arguments)
    return DONE


def _tell_what_is_missing(status: LibraryStatus) -> None:
    """Print how to add folders if nothing has been read."""
    if not status.is_searchable:
        tell("There is no folder in the library: type 'twofold index FOLDER' to add one.")
    elif not status.chunks and not status.shared:
        tell("No document of the library has been read: type 'twofold index' to read its folders.")


def _say_response(response: SearchResponse, arguments: argparse.Namespace) -> None:
    if arguments.json:
        say_json(response_as_json(response, explain=arguments.explain))
        return
    _tell_warnings(response)
    if arguments.explain:
        from twofold.app.cli.explain_table import explanation_lines  # noqa: PLC0415 (seldom needed)

        for line in explanation_lines(response):
            say(line)
    for hit in response.hits:
        _say_hit(hit)
    say(_closing_line(response))


def _closing_line(response: SearchResponse) -> str:
    shown, hidden = len(response.hits), response.trace.hidden
    documents = count(response.documents, "document")
    match response.outcome:
        case Outcome.FILTERS_ONLY:
            line = f"{shown:,} shown of {documents} that the filters leave, the newest first"
            line = line if shown else "The filters leave no document."
        case Outcome.NO_WORDS:
            line = "The query holds no words to look for."
        case Outcome.NOTHING_FOUND:
            line = "Nothing was found."
        case Outcome.NOTHING_RELEVANT:
            line = f"Nothing relevant was found; {_weak_matches(hidden)} left out (--no-hide-weak)."
        case Outcome.ONLY_WEAK:
            line = f"Nothing relevant was found; {_weak_matches(shown)} shown."
        case _:
            noun = "document" if response.request.group_by_document else "passage"
            line = f"{count(shown, noun)} shown of {len(response.ranking)} in {documents}"
            line += f"; {_weak_matches(hidden)} left out" if hidden else ""
    return line


def _weak_matches(number: int) -> str:
    return f"{number:,} weak {'match is' if number == 1 else 'matches are'}"


def _tell_warnings(response: SearchResponse) -> None:
    for warning in (*response.warnings, *response.notes):
        tell(warning)


def _say_hit(hit: Hit) -> None:
    if hit.filters_only:
        why = hit.date or "no date"
    else:
        why = f"{hit.found_by.value}, {hit.score:.3f}{', weak' if hit.weak else ''}"
    say(f"{hit.rank:>3}. {bold(hit.title)}  [{why}]")
    folder = f"{hit.folder}/" if hit.folder else ""
    section = f"  {' > '.join(hit.heading_path)}" if hit.heading_path else ""
    changed = "  (changed since it was indexed)" if hit.stale else ""
    if hit.not_read:
        place = f"{hit.doc_path}  ({FOUND_BY_NAME})"
    else:
        place = f"{hit.doc_path}#{hit.citation.place.fragment}"
    library = f"{hit.library}  " if hit.library else ""
    say(f"     {library}{folder}{place}{section}{changed}")
    text, marked, position = hit.snippet.text, "", 0
    for match in hit.snippet.matches:
        marked += text[position : match.start] + bold(text[match.start : match.end])
        position = match.end
    say(f"     {' '.join((marked + text[position:]).split())}")
    if hit.duplicates:
        say(f"     {_copies_in_words(hit)}")
    if hit.document is not None and hit.document.passages > 1:
        say(f"     {hit.document.passages:,} passages of this document were found")
    say()


def _copies_in_words(hit: Hit) -> str:
    """Return where else the text is: in other documents, or elsewhere in this one."""
    elsewhere = {copy.doc_id for copy in hit.duplicates} - {hit.doc_id}
    if elsewhere:
        where = f"in {count(len(elsewhere), 'other document')}"
    else:
        where = f"at {count(len(hit.duplicates), 'other place')} of this document"
    places = [f"{c.doc_path}#{c.citation.place.fragment}" for c in hit.duplicates[:_LISTED_COPIES]]
    more = ", ..." if len(hit.duplicates) > _LISTED_COPIES else ""
    return f"also {where}: {', '.join(places)}{more}"
