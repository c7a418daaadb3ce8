"""`twofold collection`: passages put aside, with notes and in an order of one's own."""

from __future__ import annotations

import argparse

from twofold.app.cli.arguments import required
from twofold.app.cli.cite import as_json as check_as_json
from twofold.app.cli.context import DONE, FAILED, Commands, Context
from twofold.app.cli.export import add_export_options, export_options, write_export
from twofold.app.cli.output import bold, count, say, say_json
from twofold.engine.api import (
    ChangeCollected,
    CheckCollection,
    CheckedCitation,
    CitationState,
    CollectedPassage,
    CollectionListed,
    CollectPassages,
    ExportCollection,
    ListCollection,
    RequestDone,
    place_in_words,
)


def add_commands(commands: Commands) -> None:
    """Add `collection` to the command line."""
    parser = commands.add_parser("collection", help="passages put aside, with notes")
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)
    listed = actions.add_parser("list", help="show the passages in their order")
    listed.add_argument("--check", action="store_true", help="compare each with its file")
    listed.add_argument("--json", action="store_true", help="as a JSON list")
    listed.set_defaults(run=_list)
    added = actions.add_parser("add", help="put passages aside")
    added.add_argument(
        "passages",
        metavar="PASSAGE",
        nargs="+",
        type=required,
        help="a citation URI or chunk id",
    )
    added.add_argument("--note", metavar="TEXT", default="", help="a note to each of them")
    added.set_defaults(
        change=lambda given: CollectPassages(
            tuple(word for word in given.passages if "#" not in word),
            tuple(word for word in given.passages if "#" in word),
            given.note,
        )
    )
    noted = actions.add_parser("note", help="write a note to a passage")
    moved = actions.add_parser("move", help="give a passage another place in the order")
    removed = actions.add_parser("remove", help="take a passage out")
    for parser in (noted, moved, removed):
        parser.add_argument(
            "passage", metavar="PASSAGE", type=required, help="its number or its id"
        )
    noted.add_argument("text", metavar="TEXT", help="the note; '' takes it away")
    noted.set_defaults(change=lambda given: ChangeCollected(given.passage, note=given.text))
    moved.add_argument("position", metavar="N", type=int, help="its new number")
    moved.set_defaults(change=lambda given: ChangeCollected(given.passage, position=given.position))
    removed.set_defaults(change=lambda given: ChangeCollected(given.passage, remove=True))
    for parser in (added, noted, moved, removed):
        parser.set_defaults(run=_change)
    exported = actions.add_parser("export", help="write the collection to a file")
    add_export_options(exported)
    exported.set_defaults(run=_export)


def _list(arguments: argparse.Namespace, context: Context) -> int:
    with context.open_client(loads_model=False) as client:
        question = CheckCollection() if arguments.check else ListCollection()
        answer = client.ask(question, CollectionListed)
    checks = answer.checks or (None,) * len(answer.passages)
    both = list(zip(answer.passages, checks, strict=True))
    if arguments.json:
        say_json([_as_json(number, *pair) for number, pair in enumerate(both, start=1)])
    else:
        for number, pair in enumerate(both, start=1):
            _say(number, *pair)
        say(f"{count(len(both), 'passage')} in the collection")
    return DONE if all(check.state.holds for check in answer.checks) else FAILED


def _change(arguments: argparse.Namespace, context: Context) -> int:
    with context.open_client(maintain=True, loads_model=False) as client:
        say(client.ask(arguments.change(arguments), RequestDone).message)
    return DONE


def _export(arguments: argparse.Namespace, context: Context) -> int:
    form, how = export_options(arguments, context)
    with context.open_client(loads_model=False) as client:
        request = ExportCollection(form, **how)
        return write_export(client, request, "The collection was", arguments.output)


def _say(number: int, passage: CollectedPassage, check: CheckedCitation | None) -> None:
    where = f"{passage.folder}/{passage.path}, {place_in_words(passage.place, passage.label)}"
    say(f"{number:>3}. {bold(passage.title)}  {where}")
    say(f"     {' '.join(passage.text.split())[:300]}")
    if passage.note:
        say(f"     Note: {' '.join(passage.note.split())}")
    if check is not None and check.state is not CitationState.EXACT:
        say(f"     {check.sentence}")
    say()


def _as_json(
    number: int, passage: CollectedPassage, check: CheckedCitation | None
) -> dict[str, object]:
    described: dict[str, object] = {
        "schema_version": "collected_passage.v1",
        "number": number,
        "id": passage.id,
        "title": passage.title,
        "folder": passage.folder,
        "path": passage.path,
        "uri": passage.citation.uri,
        "text": passage.text,
        "note": passage.note,
        "added_at": passage.added_at,
    }
    return described | ({"check": check_as_json(check)} if check else {})
