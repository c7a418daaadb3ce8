"""`twofold collection`: collected passages, with notes and in the user's order."""

from __future__ import annotations

import argparse
from textwrap import shorten

from twofold.app.blocking_client import BlockingClient
from twofold.app.cli.arguments import required, whole_number
from twofold.app.cli.check import as_json as check_as_json
from twofold.app.cli.context import Context
from twofold.app.cli.exit_codes import DONE, FAILED
from twofold.app.cli.export import add_export_options, export_options, write_export
from twofold.app.cli.output import bold, count, dim, say, say_json, yellow
from twofold.app.cli.parser import Commands, Parser, add_command, add_group
from twofold.engine.api import (
    BadRequestError,
    ChangeCollected,
    CheckCollection,
    CheckedCitation,
    CitationState,
    CollectedPassage,
    CollectionListed,
    CollectPassages,
    ExportCollection,
    ListCollection,
    Message,
    RequestDone,
    format_locator,
)

_MAX_PASSAGES = 1_000_000
_MAX_SHOWN = 300


def add_commands(commands: Commands) -> None:
    """Add `collection` to the command line."""
    actions = add_group(
        commands,
        "collection",
        summary="collect passages, with notes",
        about="Collect passages with notes, in your own order. Their text is stored with the "
        "library, so it remains even if the files change. A PASSAGE is its number in the list, "
        "or its id.",
        examples=(
            ("twofold collection add 'notes/a.md#L9-L30' --note 'deadline'", "Add a passage."),
            ("twofold collection export -o quotes.docx", "Write all passages to a file."),
        ),
    )
    listed = add_command(
        actions,
        "list",
        summary="list the passages",
        about="List the passages in their order. With --check, each is compared with its file, and "
        "the exit code is 1 if one has changed or is gone.",
        examples=(
            ("twofold collection list", "List the passages."),
            ("twofold collection list --check", "Also check whether they still hold."),
        ),
    )
    listed.add_argument("--check", action="store_true", help="compare each with its file")
    listed.add_argument("--json", action="store_true", help="print a JSON list")
    listed.set_defaults(run=_list)
    _add_changes(actions)
    exported = add_command(
        actions,
        "export",
        summary="write the passages with their citations to a file",
        about="Write the passages with their citations and notes to a file or to standard output. "
        "Each passage is compared with its file, and the export states what has changed.",
        examples=(
            ("twofold collection export -o quotes.docx", "Write a Word document."),
            ("twofold collection export --format markdown", "Print Markdown."),
        ),
    )
    add_export_options(exported)
    exported.set_defaults(run=_export)


def _add_changes(actions: Commands) -> None:
    added = _add_adding(actions)
    noted = add_command(
        actions,
        "note",
        summary="set the note of a passage",
        about="Set the note of a passage. An empty note removes it.",
        synopsis="PASSAGE TEXT",
        examples=(
            ("twofold collection note 2 'compare with the lease'", "Set the note of number 2."),
            ("twofold collection note 2 ''", "Remove it."),
        ),
    )
    moved = add_command(
        actions,
        "move",
        summary="move a passage to another number",
        about="Move a passage to another number in the list.",
        synopsis="PASSAGE N",
        examples=(
            ("twofold collection move 5 1", "Move number 5 to the top."),
            ("twofold collection move 1 3", "Move the first passage down."),
        ),
    )
    removed = add_command(
        actions,
        "remove",
        summary="remove a passage",
        about="Remove a passage from the collection. Its file is not touched.",
        synopsis="PASSAGE",
        examples=(
            ("twofold collection remove 2", "Remove number 2 of the list."),
            ("twofold collection list", "List the numbers first."),
        ),
    )
    for parser in (noted, moved, removed):
        parser.add_argument(
            "passage", metavar="PASSAGE", type=required, help="its number or its id"
        )
    noted.add_argument("text", metavar="TEXT", help="the note")
    noted.set_defaults(change=lambda given: ChangeCollected(given.passage, note=given.text))
    moved.add_argument(
        "position", metavar="N", type=whole_number(1, _MAX_PASSAGES), help="its new number"
    )
    moved.set_defaults(change=lambda given: ChangeCollected(given.passage, position=given.position))
    removed.set_defaults(change=lambda given: ChangeCollected(given.passage, remove=True))
    for parser in (added, noted, moved, removed):
        parser.set_defaults(run=_change, position=None)


def _add_adding(actions: Commands) -> Parser:
    added = add_command(
        actions,
        "add",
        summary="add passages",
        about="Add passages to the end of the collection.",
        synopsis="CITATION ...",
        examples=(
            ("twofold collection add 'notes/a.md#L9-L30'", "Add a passage by its citation."),
            ("twofold collection add 'a.pdf#page=3' --note 'compare'", "Add it with a note."),
        ),
    )
    added.add_argument(
        "passages",
        metavar="CITATION",
        nargs="+",
        type=required,
        help="a citation, or the chunk id of a hit",
    )
    added.add_argument("--note", metavar="TEXT", default="", help="a note for each of them")
    added.set_defaults(
        change=lambda given: CollectPassages(
            tuple(word for word in given.passages if "#" not in word),
            tuple(word for word in given.passages if "#" in word),
            given.note,
        )
    )
    return added


def _list(arguments: argparse.Namespace, context: Context) -> int:
    with context.open_client(loads_model=False) as client:
        request = CheckCollection() if arguments.check else ListCollection()
        answer = client.ask(request, CollectionListed)
    checks = answer.checks or (None,) * len(answer.passages)
    both = list(zip(answer.passages, checks, strict=True))
    if arguments.json:
        say_json([_as_json(number, *pair) for number, pair in enumerate(both, start=1)])
    else:
        for number, pair in enumerate(both, start=1):
            _say(number, *pair)
        changed = sum(not check.state.holds for check in answer.checks)
        state = f", {changed:,} changed or gone" if changed else ", all as cited"
        say(f"{count(len(both), 'passage')} in the collection{state if answer.checks else ''}")
    return DONE if all(check.state.holds for check in answer.checks) else FAILED


def _change(arguments: argparse.Namespace, context: Context) -> int:
    with context.open_client(maintain=True, loads_model=False) as client:
        if arguments.position is not None:
            _check_position(arguments.position, client)
        say(client.ask(arguments.change(arguments), RequestDone).message)
    return DONE


def _check_position(position: int, client: BlockingClient) -> None:
    """Raise BadRequestError for a number that is not in the list."""
    size = len(client.ask(ListCollection(), CollectionListed).passages)
    if position > size:
        raise BadRequestError(
            Message(f"There is no number {position:,} in the collection."),
            Message(f"It has {count(size, 'passage')}."),
        )


def _export(arguments: argparse.Namespace, context: Context) -> int:
    form, how = export_options(arguments, context)
    with context.open_client(loads_model=False) as client:
        request = ExportCollection(form, **how)
        return write_export(client, request, "The collection was", arguments.output)


def _say(number: int, passage: CollectedPassage, check: CheckedCitation | None) -> None:
    where = f"{passage.folder}/{passage.path}, {format_locator(passage.place, passage.label)}"
    say(f"{number:>3}. {bold(passage.title)}  {dim(where)}")
    say(f"     {shorten(passage.text, _MAX_SHOWN, placeholder=' …')}")
    if passage.note:
        say(f"     Note: {' '.join(passage.note.split())}")
    if check is not None and check.state is not CitationState.EXACT:
        say(f"     {yellow(check.sentence)}")
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
