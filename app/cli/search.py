"""`twofold search`: its options, and the results on the terminal."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from twofold.app.cli.arguments import required, setting_help, setting_value
from twofold.app.cli.context import Context
from twofold.app.cli.exit_codes import DONE, FAILED
from twofold.app.cli.output import (
    bold,
    count,
    dim,
    is_terminal,
    print_export,
    say,
    say_json,
    warn,
    width,
    yellow,
)
from twofold.app.cli.parser import Commands, add_command
from twofold.app.compose import search_once
from twofold.engine.model.citation import FOUND_BY_NAME
from twofold.engine.model.errors import BadRequestError
from twofold.engine.model.export_format import ExportFormat, FormatGroup
from twofold.engine.model.filters import (
    FILTERS,
    FilterValueError,
    LimitFilter,
    SearchFilters,
    TrustLevel,
    ValuesFilter,
)
from twofold.engine.model.fusion import FUSION_PARAMETERS, FusionRule
from twofold.engine.model.hit import Hit, Outcome, SearchResponse
from twofold.engine.model.localized import Message
from twofold.engine.model.search_request import MODE_ALIASES, SearchMode, SearchRequest
from twofold.engine.model.settings import Settings
from twofold.engine.model.wire import response_as_json

if TYPE_CHECKING:
    from twofold.app.blocking_client import BlockingClient
    from twofold.engine.model.status import LibraryStatus

_SETTING_OPTIONS = {
    "limit": "search.limit",
    "fusion": "search.fusion",
    **{parameter.name: f"search.{parameter.name}" for parameter in FUSION_PARAMETERS},
    "collapse_duplicates": "search.collapse_duplicates",
    "hide_weak": "search.hide_weak",
    "rerank": "search.rerank",
}
_OTHER_NAMES = {"vector_weight": ("--semantic-weight",)}
_CHOICES = {"--trust-min": [level.value for level in TrustLevel]}


def add_search_options(
    parser: argparse.ArgumentParser, *, with_query: bool = True, with_output: bool = True
) -> None:
    """Add the query, and the options for ranking, filters and output."""
    if with_query:
        parser.add_argument(
            "words",
            metavar="QUERY",
            nargs="*",
            help="words to search for; '-' reads them from standard input. With filters alone, "
            "documents are listed, newest first",
        )
    _add_ranking_options(parser)
    _add_list_options(parser)
    group = parser.add_argument_group("filters (repeat an option to allow several values)")
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
            choices=_CHOICES.get(known.option),
        )
    if with_output:
        group = parser.add_argument_group("output")
        group.add_argument(
            "--explain", action="store_true", help="also show scores, filters and times"
        )
        form = group.add_mutually_exclusive_group()
        form.add_argument(
            "-l", "--files", action="store_true", help="print only the paths of matching files"
        )
        form.add_argument("--json", action="store_true", help="print search_response.v1")
        formats = [known.value for known in ExportFormat]
        form.add_argument(
            "--export",
            metavar="FORMAT",
            choices=formats,
            help=f"print results with their citations: {', '.join(formats)}",
        )


def build_request(arguments: argparse.Namespace, settings: Settings) -> SearchRequest:
    """Return the request; options override settings. Raise BadRequestError for a bad value."""
    filters = _filters(arguments)
    query = " ".join(arguments.words)
    if arguments.words == ["-"]:
        query = sys.stdin.read().strip()
    elif not arguments.words and not arguments.like and filters.is_empty:
        raise BadRequestError(
            Message("There is nothing to search for."),
            Message("Give a QUERY, a filter, or a passage with --like."),
        )
    effective = settings.replaced(**_chosen_settings(arguments))
    given = {one.name: getattr(arguments, one.name) for one in FUSION_PARAMETERS}
    changed = {name: value for name, value in given.items() if value is not None}
    return SearchRequest(
        query=query,
        mode=SearchMode.parse(arguments.mode or effective.text("search.mode")),
        limit=effective.whole("search.limit"),
        filters=filters,
        fusion=replace(effective.fusion, **changed),
        snippet_chars=effective.whole("search.snippet_chars"),
        collapse_duplicates=effective.flag("search.collapse_duplicates"),
        group_by_document=arguments.group_by_document,
        hide_weak=effective.flag("search.hide_weak"),
        rerank=effective.flag("search.rerank"),
        like=arguments.like or "",
    )


def _add_ranking_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("ranking (defaults are in the settings file)")
    modes = [mode.value for mode in SearchMode]
    group.add_argument(
        "--mode",
        metavar="M",
        choices=[*modes, *MODE_ALIASES],
        help=f"{', '.join(modes)}; keyword is lexical, semantic is vector",
    )
    group.add_argument(
        "-n",
        "--limit",
        metavar="N",
        type=setting_value("search.limit"),
        help=setting_help("search.limit", "number of passages"),
    )
    # The usual name in papers, for scripts.
    group.add_argument(
        "--k", dest="limit", type=setting_value("search.limit"), help=argparse.SUPPRESS
    )
    rules = [rule.value for rule in FusionRule]
    group.add_argument(
        "--fusion",
        metavar="F",
        choices=rules,
        help=f"how keyword and vector results are combined: {', '.join(rules)}",
    )
    for parameter in FUSION_PARAMETERS:
        group.add_argument(
            f"--{parameter.name.replace('_', '-')}",
            *_OTHER_NAMES.get(parameter.name, ()),
            metavar="N" if isinstance(parameter.default, int) else "X",
            type=setting_value(f"search.{parameter.name}"),
            help=setting_help(f"search.{parameter.name}"),
        )


def _add_list_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("results")
    group.add_argument(
        "--like",
        metavar="CHUNK_ID",
        type=required,
        help="find passages similar to this one; of a QUERY, only filters are used",
    )
    group.add_argument(
        "--group-by-document", action="store_true", help="print the best passage of each document"
    )
    group.add_argument(
        "--collapse-duplicates",
        action=argparse.BooleanOptionalAction,
        help=setting_help("search.collapse_duplicates"),
    )
    group.add_argument(
        "--hide-weak",
        action=argparse.BooleanOptionalAction,
        help="omit weak matches (default, but not in JSON and other data)",
    )
    group.add_argument(
        "--rerank",
        action=argparse.BooleanOptionalAction,
        help="compare the best passages with the query word by word and reorder them",
    )


def _limit_of(known: LimitFilter) -> Callable[[str], object]:
    def limit(text: str) -> object:
        try:
            return known.given(required(text))
        except FilterValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from error

    return limit


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


_MAX_DUPLICATES = 3
_INDENT = 5
_MIN_COLUMNS = 40


def add_commands(commands: Commands) -> None:
    """Add `search` to the command line."""
    parser = add_command(
        commands,
        "search",
        summary="search your documents",
        about="Search by keywords and by meaning, and print the best passages with their "
        "citations. A query may contain phrases, exclusions, alternatives and filters: '\"burst "
        "pipe\" -cellar tag:insurance'. Write a query that begins with a minus sign after '--'. "
        "Repeat a filter option to allow several values. The exit code is 1 if nothing was found.",
        synopsis="[QUERY ...]",
        examples=(
            ("twofold search wet books after a burst pipe", "Search by keywords and meaning."),
            ("twofold search -n 5 --lang de --tag contract notice", "Print 5 German contracts."),
        ),
        extra_hint="Write options before or after all words of the query.",
    )
    add_search_options(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Search once and print the results in the requested form."""
    settings = context.settings()
    request = as_printed(build_request(arguments, settings), arguments)
    if not arguments.export:
        found = search_once(context.paths.library, settings, request)
        if found is not None:
            if _may_have_unknown_values(found):
                _warn_of_unknown_values(found, context)
            return _say_response(found, arguments)
    return _ask_engine(request, arguments, context)


def as_printed(request: SearchRequest, arguments: argparse.Namespace) -> SearchRequest:
    """Return the request for the chosen output: text omits weak matches if no option keeps them."""
    if arguments.export:
        return as_exported(request, ExportFormat(arguments.export), arguments)
    is_hiding = not arguments.json and arguments.hide_weak is None
    return replace(request, hide_weak=True) if is_hiding else request


def as_exported(
    request: SearchRequest, form: ExportFormat, arguments: argparse.Namespace
) -> SearchRequest:
    """Return the request for an export: only data contains weak matches if no option keeps them."""
    is_hiding = form.group is not FormatGroup.DATA and arguments.hide_weak is None
    return replace(request, hide_weak=True) if is_hiding else request


def _ask_engine(request: SearchRequest, arguments: argparse.Namespace, context: Context) -> int:
    """Search with a complete engine, whose import takes most of a second."""
    from twofold.engine.api import ExportHits, ExportRendered, SearchFinished  # noqa: PLC0415 (as above)

    with context.open_client() as client:
        response = client.ask(request, SearchFinished).response
        if not response.hits:
            _tell_what_is_missing(client.present_status())
        if _may_have_unknown_values(response):
            warn_of_unknown_values(response, client)
        if arguments.export:
            _tell_warnings(response)
            form = ExportFormat(arguments.export)
            print_export(form, client.ask(ExportHits(form, response), ExportRendered))
            return DONE if response.hits else FAILED
    return _say_response(response, arguments)


def _may_have_unknown_values(response: SearchResponse) -> bool:
    """Return whether a filter may be misspelt: nothing was found, or it has several values."""
    filters = response.trace.filters
    values = [getattr(filters, one.included) for one in FILTERS if isinstance(one, ValuesFilter)]
    return any(values) and (not response.hits or any(len(one) > 1 for one in values))


def _warn_of_unknown_values(response: SearchResponse, context: Context) -> None:
    with context.open_client(loads_model=False) as client:
        warn_of_unknown_values(response, client)


def warn_of_unknown_values(response: SearchResponse, client: BlockingClient) -> None:
    """Name the values of filters that no document has, with the nearest known value."""
    from twofold.app.cli.known_values import unknown_values  # noqa: PLC0415 (seldom needed)

    for sentence in unknown_values(response.trace.filters, client):
        warn(sentence)


def _tell_what_is_missing(status: LibraryStatus) -> None:
    """Print how to add folders if nothing has been indexed."""
    if not status.is_searchable:
        warn("The library has no folder yet. To add one: twofold folder add PATH")
    elif not status.chunks and not status.shared:
        warn("No document has been indexed yet. To index the folders: twofold index")


def _say_response(response: SearchResponse, arguments: argparse.Namespace) -> int:
    """Print the results; return the exit code."""
    code = DONE if response.hits else FAILED
    if arguments.json:
        say_json(response_as_json(response, explain=arguments.explain))
        return code
    _tell_warnings(response)
    if arguments.files:
        for path in dict.fromkeys(hit.absolute_path or hit.doc_path for hit in response.hits):
            say(path)
        return code
    if arguments.explain:
        from twofold.app.cli.explain_table import explanation_lines  # noqa: PLC0415 (seldom needed)

        for line in explanation_lines(response):
            say(line)
    for hit in response.hits:
        _say_hit(hit)
    say(_closing_line(response))
    return code


def _closing_line(response: SearchResponse) -> str:
    shown, hidden = len(response.hits), response.trace.hidden
    documents = count(response.documents, "document")
    match response.outcome:
        case Outcome.FILTERS_ONLY:
            line = f"{shown:,} of {documents} that match the filters, newest first"
            line = line if shown else "No document matches the filters."
        case Outcome.NO_WORDS:
            line = "The query contains no words to search for."
        case Outcome.NOTHING_FOUND:
            line = "Nothing was found."
        case Outcome.NOTHING_RELEVANT:
            line = f"Nothing relevant was found; {_weak_matches(hidden)} hidden (--no-hide-weak)."
        case Outcome.ONLY_WEAK:
            line = f"Nothing relevant was found; {_weak_matches(shown)} shown."
        case _:
            noun = "document" if response.request.group_by_document else "passage"
            line = f"{count(shown, noun)} of {len(response.ranking):,} found, in {documents}"
            line += f"; {_weak_matches(hidden)} hidden" if hidden else ""
    return line


def _weak_matches(number: int) -> str:
    return f"{number:,} weak {'match is' if number == 1 else 'matches are'}"


def _tell_warnings(response: SearchResponse) -> None:
    for warning in (*response.warnings, *response.notes):
        warn(warning)


def _say_hit(hit: Hit) -> None:
    if hit.filters_only:
        why = hit.date or "no date"
    else:
        # Scores are relative to the first hit, which may be weak.
        score = yellow("weak") if hit.weak else f"{hit.score:.3f}"
        why = f"{hit.found_by.value}, {score}"
    say(f"{hit.rank:>3}. {bold(hit.title)}  [{why}]")
    folder = f"{hit.folder}/" if hit.folder else ""
    section = f"  {' > '.join(hit.heading_path)}" if hit.heading_path else ""
    changed = "  (changed since it was indexed)" if hit.stale else ""
    if hit.not_read:
        place = f"{hit.doc_path}  ({FOUND_BY_NAME})"
    else:
        place = f"{hit.doc_path}#{hit.citation.place.fragment}"
    library = f"{hit.library}  " if hit.library else ""
    say(f"     {dim(f'{library}{folder}{place}{section}')}{yellow(changed) if changed else ''}")
    text, marked, position = hit.snippet.text, "", 0
    for match in hit.snippet.matches:
        marked += text[position : match.start] + bold(text[match.start : match.end])
        position = match.end
    _say_snippet(" ".join((marked + text[position:]).split()))
    if hit.version_count > 1:
        say(f"     {_versions_line(hit)}")
    if hit.duplicates:
        say(f"     {_duplicates_line(hit)}")
    if hit.document is not None and hit.document.passages > 1:
        say(f"     {hit.document.passages:,} passages found in this document")
    say()


def _say_snippet(text: str) -> None:
    """Print a snippet; on a terminal it is wrapped."""
    columns = shutil.get_terminal_size().columns - _INDENT
    if not is_terminal(sys.stdout) or columns < _MIN_COLUMNS:
        say(f"{' ' * _INDENT}{text}")
        return
    line = ""
    for word in text.split(" "):
        if line and width(line) + 1 + width(word) > columns:
            say(f"{' ' * _INDENT}{line}")
            line = word
        else:
            line = f"{line} {word}" if line else word
    say(f"{' ' * _INDENT}{line}")


def _versions_line(hit: Hit) -> str:
    if hit.version_place == 1:
        return f"newest of {hit.version_count} versions"
    return f"older version ({hit.version_place} of {hit.version_count})"


def _duplicates_line(hit: Hit) -> str:
    """Return where else the same text occurs: in other documents, or elsewhere in this one."""
    elsewhere = {copy.doc_id for copy in hit.duplicates} - {hit.doc_id}
    if elsewhere:
        where = f"in {count(len(elsewhere), 'other document')}"
    else:
        where = f"at {count(len(hit.duplicates), 'other place')} in this document"
    places = [f"{c.doc_path}#{c.citation.place.fragment}" for c in hit.duplicates[:_MAX_DUPLICATES]]
    more = ", ..." if len(hit.duplicates) > _MAX_DUPLICATES else ""
    return f"also {where}: {', '.join(places)}{more}"
