"""The options of a search: from words on the command line to a request."""

from __future__ import annotations

import argparse
from datetime import date

from engine.api import (
    SETTINGS,
    BadRequestError,
    ExportFormat,
    SearchFilters,
    SearchMode,
    SearchRequest,
    Settings,
    TrustLevel,
    language_code,
)

_SETTING_OPTIONS = {
    "k": "search.k",
    "fusion": "search.fusion",
    "rrf_k": "search.rrf_k",
    "lexical_weight": "search.lexical_weight",
    "vector_weight": "search.vector_weight",
    "hide_weak": "search.hide_weak",
    "rerank": "search.rerank",
}


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
    _add_filter_options(parser)
    if with_output:
        _add_output_options(parser)


def _add_output_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--explain", action="store_true", help="show how each ranking voted")
    parser.add_argument("--json", action="store_true", help="as search_response.v1")
    formats = [known.value for known in ExportFormat]
    parser.add_argument("--export", choices=formats, help="print cited results in this format")


def build_request(arguments: argparse.Namespace, settings: Settings) -> SearchRequest:
    """Return the request; options win over settings. Raises BadRequestError for a bad value."""
    filters = _filters(arguments)
    if arguments.query is None and not arguments.like and filters.is_empty:
        raise BadRequestError(
            "There is nothing to look for.", "Give a QUERY, a filter, or --like a passage."
        )
    effective = settings.replaced(**_chosen_settings(arguments))
    return SearchRequest(
        query=arguments.query or "",
        mode=_mode(arguments.mode or effective.text("search.mode")),
        k=effective.whole("search.k"),
        filters=filters,
        fusion=effective.fusion,
        snippet_chars=effective.whole("search.snippet_chars"),
        fold_copies=effective.flag("search.fold_copies") and not arguments.all_copies,
        group_by_document=arguments.group_by_document,
        hide_weak=effective.flag("search.hide_weak"),
        rerank=effective.flag("search.rerank"),
        like=arguments.like,
    )


def _add_ranking_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("ranking (the defaults are in the settings file)")
    modes = ", ".join(mode.value for mode in SearchMode)
    group.add_argument("--mode", metavar="M", help=f"{modes} (also keyword, semantic)")
    group.add_argument("--k", metavar="N", type=int, help=_allowed("search.k"))
    group.add_argument("--fusion", metavar="F", help=_allowed("search.fusion"))
    group.add_argument("--rrf-k", metavar="N", type=int, help=_allowed("search.rrf_k"))
    group.add_argument(
        "--lexical-weight", metavar="X", type=float, help=_allowed("search.lexical_weight")
    )
    group.add_argument(
        "--vector-weight",
        "--semantic-weight",
        metavar="X",
        type=float,
        help=_allowed("search.vector_weight"),
    )


def _add_list_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("the list")
    group.add_argument(
        "--like",
        metavar="CHUNK_ID",
        default="",
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


def _add_filter_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("filters (a repeated option allows each of its values)")
    group.add_argument("--tag", metavar="T", action="append", default=[], help="with this tag")
    group.add_argument("--lang", metavar="L", action="append", default=[], help="en, de, none ...")
    group.add_argument("--folder", metavar="NAME", action="append", default=[], help="NAME/sub/dir")
    group.add_argument("--path", metavar="GLOB", help="'notes/*.md'; ** crosses folders")
    group.add_argument("--type", metavar="EXT", action="append", default=[], help="md, pdf ...")
    group.add_argument("--trust-min", metavar="L", choices=[level.value for level in TrustLevel])
    group.add_argument("--after", metavar="DATE", type=_day, help="dated on or after 2026-11-21")
    group.add_argument("--before", metavar="DATE", type=_day, help="dated on or before 2026-11-21")


def _allowed(key: str) -> str:
    setting = next(setting for setting in SETTINGS if setting.key == key)
    return f"{setting.description} {setting.allowed}".replace("%", "%%")


def _chosen_settings(arguments: argparse.Namespace) -> dict[str, object]:
    chosen = {key: getattr(arguments, option) for option, key in _SETTING_OPTIONS.items()}
    return {key.replace(".", "__"): value for key, value in chosen.items() if value is not None}


def _filters(arguments: argparse.Namespace) -> SearchFilters:
    return SearchFilters(
        tags_any=tuple(tag.removeprefix("#") for tag in arguments.tag),
        langs=tuple(map(language_code, arguments.lang)),
        folders=tuple(arguments.folder),
        file_types=tuple(extension.removeprefix(".").lower() for extension in arguments.type),
        path_glob=arguments.path,
        trust_min=TrustLevel(arguments.trust_min) if arguments.trust_min else None,
        after=arguments.after,
        before=arguments.before,
    )


def _mode(word: str) -> SearchMode:
    try:
        return SearchMode.parse(word)
    except ValueError as error:
        known = ", ".join(mode.value for mode in SearchMode)
        raise BadRequestError(f"--mode is '{word}', but must be one of {known}.") from error


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"'{text}' is not a day like 2026-11-21") from error
