"""The options of a search: from words on the command line to a request."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from engine.api import (
    FILTERS,
    FUSION_PARAMETERS,
    SETTINGS,
    BadRequestError,
    ExportFormat,
    FilterValueError,
    LimitFilter,
    SearchFilters,
    SearchMode,
    SearchRequest,
    Settings,
    ValuesFilter,
)

_SETTING_OPTIONS = {
    "k": "search.k",
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
        collapse_duplicates=effective.flag("search.fold_copies") and not arguments.all_copies,
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
    for known in FILTERS:
        is_values = isinstance(known, ValuesFilter)
        group.add_argument(
            known.option,
            dest=known.fields[0],
            metavar=known.metavar,
            help=known.help,
            action="append" if is_values else "store",
            default=[] if is_values else None,
            type=str if isinstance(known, ValuesFilter) else _limit_of(known),
        )


def _limit_of(known: LimitFilter) -> Callable[[str], object]:
    def limit(text: str) -> object:
        try:
            return known.given(text)
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
        raise BadRequestError(f"--mode is '{word}', but must be one of {known}.") from error
