"""`twofold model try`: compare a model with the one in use, before switching to it."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from twofold.app.cli.arguments import required, whole_number
from twofold.app.cli.context import Context
from twofold.app.cli.exit_codes import DONE
from twofold.app.cli.output import bold, count, fit, say, say_json
from twofold.app.cli.parser import Commands, add_command, suggestion
from twofold.app.cli.progress import ProgressLine, percent
from twofold.app.compose import compare_with_used_model
from twofold.app.models import describe_file, list_models
from twofold.app.paths import expanded
from twofold.engine.api import ModelComparison, ModelListing, ModelMeasures, ModelVerdict
from twofold.engine.model.errors import BadRequestError
from twofold.engine.model.localized import Message

_PASSAGES, _MIN_PASSAGES, _MAX_PASSAGES = 200, 10, 5000
_NAME_COLUMNS = 32
_MEGABYTE = 1e6


def add_try(actions: Commands) -> argparse.ArgumentParser:
    """Add `model try` to the command line; the options of a file are added elsewhere."""
    trial = add_command(
        actions,
        "try",
        summary="compare a model with the one in use",
        about="Compare a model with the one in use on passages of your own library: take a "
        "sentence out of each passage and count how often the model finds the rest. Also measure "
        "speed, memory and the time to embed the library again. For a reranking model, compare "
        "the order of the first ten passages. Nothing is changed.",
        synopsis="NAME | FILE.gguf",
        examples=(
            ("twofold model try bge-m3", "Compare a model that is on this computer."),
            ("twofold model try my.gguf --query-prompt 'query: '", "Compare a file."),
        ),
    )
    trial.add_argument(
        "name", metavar="NAME", type=required, help="its name, or the path of a GGUF file"
    )
    trial.add_argument(
        "--passages",
        metavar="N",
        type=whole_number(_MIN_PASSAGES, _MAX_PASSAGES),
        default=_PASSAGES,
        help=f"number of passages to compare on (default: {_PASSAGES}); more give a surer result",
    )
    trial.add_argument("--json", action="store_true", help="print a JSON object")
    trial.set_defaults(run=run_try)
    return trial


def run_try(arguments: argparse.Namespace, context: Context) -> int:
    """Measure both models and print the measures and a verdict."""
    paths, line = context.own_library, ProgressLine()
    names = {model.name for model in list_models(paths.models)}
    is_file = arguments.name not in names and arguments.name.lower().endswith(".gguf")
    if not is_file:
        known_model(arguments.name, context)

    def show(done: int, of: int) -> None:
        line.line(f"{percent(done / of)} of {count(of, 'passage')}", done / of)

    try:
        comparison = compare_with_used_model(
            paths,
            context.settings(),
            expanded(Path(arguments.name)) if is_file else arguments.name,
            describe_file(**file_options(arguments)),
            passages=arguments.passages,
            on_progress=show,
        )
    finally:
        line.finish()
    if arguments.json:
        say_json(asdict(comparison))
    else:
        for text in _lines(comparison, is_file=is_file):
            say(text)
    return DONE


def file_options(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the options of a command that describe a file, as `describe_file` takes them."""
    return {
        "name": arguments.called,
        "query_prompt": arguments.query_prompt,
        "passage_prompt": arguments.passage_prompt,
        "pooling": arguments.pooling,
        "dimension": arguments.dimension,
    }


def known_model(name: str, context: Context) -> ModelListing:
    """Return the model of this name. Raise BadRequestError if there is none."""
    models = {model.name: model for model in list_models(context.paths.library.models)}
    if name not in models:
        raise BadRequestError(
            Message(f"There is no model '{name}'."),
            Message(suggestion(name, list(models), lists=True).strip()),
        )
    return models[name]


def _lines(comparison: ModelComparison, *, is_file: bool) -> Iterator[str]:
    tried, used = comparison.tried, comparison.used
    ranks = not tried.dimension
    queries, passages = count(comparison.queries, "sentence"), count(comparison.passages, "passage")
    yield bold(f"{queries} to find in {passages} of this library")
    heads = ("first", "in ten", "score", "passages/s", "ms/query", "MB memory", "MB file")
    yield f"{'':<{_NAME_COLUMNS}}{''.join(f'{head:>11}' for head in heads)}"
    for model in (used, tried):
        if model is not None:
            yield _row(model, is_used=model is used)
    yield ""
    yield bold(_verdict(comparison))
    if ranks:
        yield f"Reranking ten passages takes {tried.query_ms / 1000:.1f} s."
    else:
        yield (
            f"Embedding the {count(comparison.library_passages, 'passage')} of this library takes "
            f"about {_duration(tried.library_seconds)}; the vectors need "
            f"{tried.library_bytes / _MEGABYTE:.1f} MB ({tried.dimension} dimensions)."
        )
    if used is not None and comparison.verdict is not ModelVerdict.WORSE:
        if is_file:
            yield f"To add it: twofold model add FILE.gguf --name {tried.name}"
        yield f"To switch: twofold model use {tried.name}"


def _row(model: ModelMeasures, *, is_used: bool) -> str:
    name = f"{model.name} (in use)" if is_used else model.name
    memory = f"{model.memory_bytes / _MEGABYTE:.0f}" if model.memory_bytes else "-"
    cells = (
        f"{100 * model.found_first:.0f} %",
        f"{100 * model.found_in_ten:.0f} %",
        f"{model.score:.3f}",
        f"{model.passages_per_second:.1f}",
        f"{model.query_ms:.1f}",
        memory,
        f"{model.file_bytes / _MEGABYTE:.0f}",
    )
    return f"{fit(name, _NAME_COLUMNS)}{''.join(f'{cell:>11}' for cell in cells)}"


def _verdict(comparison: ModelComparison) -> str:
    tried, better, worse = comparison.tried.name, comparison.better, comparison.worse
    counts = f"nearer to the top for {better}, further away for {worse} (p = {comparison.p:.2g})"
    match comparison.verdict:
        case ModelVerdict.BETTER:
            return f"{tried} finds more: {counts}."
        case ModelVerdict.WORSE:
            return f"{tried} finds less: {counts}."
        case ModelVerdict.SIMILAR:
            return f"No clear difference: {counts}."
        case ModelVerdict.ALONE:
            return f"{tried} was measured alone."


def _duration(seconds: float) -> str:
    minutes = seconds / 60
    if minutes < 1:
        return f"{max(1, round(seconds))} s"
    return f"{minutes:.0f} min" if minutes < 120 else f"{minutes / 60:.1f} hours"
