"""`twofold collection`: collections of passages, with notes and in the user's order."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from textwrap import shorten
from typing import Any

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
    CollectionsListed,
    CollectionSummary,
    CollectPassages,
    CreateCollection,
    DeleteCollection,
    ExportCollection,
    ListCollection,
    ListCollections,
    Message,
    RenameCollection,
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
        about="Collect passages with notes, in your own order, in one or more named collections. "
        "Their text is stored with the library and remains even if the files change.",
        examples=(
            ("twofold collection add 'notes/a.md#L9-L30' --note 'deadline'", "Add a passage."),
            ("twofold collection export -o quotes.docx", "Write all passages to a file."),
        ),
    )
    _add_questions(actions)
    _add_changes(actions)
    _add_naming(actions)
    exported = add_command(
        actions,
        "export",
        summary="write the passages with their citations to a file",
        about="Write the passages with their citations and notes to a file or to standard output. "
        "Each passage is compared with its file, and changes are stated.",
        examples=(
            ("twofold collection export -o quotes.docx", "Write a Word document."),
            ("twofold collection export --format markdown", "Print Markdown."),
        ),
    )
    _add_collection(exported)
    exported.add_argument(
        "--memo", action="store_true", help="write each note as a paragraph before its quotation"
    )
    add_export_options(exported)
    exported.set_defaults(run=_export)


def _add_questions(actions: Commands) -> None:
    listed = add_command(
        actions,
        "list",
        summary="list the collections",
        about="List the collections with their numbers of passages and notes.",
        examples=(
            ("twofold collection list", "List the collections."),
            ("twofold collection list --json", "Print them as JSON."),
        ),
    )
    listed.set_defaults(run=_list)
    shown = add_command(
        actions,
        "show",
        summary="show the passages of a collection",
        about="Show the passages of a collection in their order.",
        examples=(
            ("twofold collection show", "Show the passages of the default collection."),
            ("twofold collection show --collection Lease", "Show those of another one."),
        ),
    )
    checked = add_command(
        actions,
        "check",
        summary="compare the passages of a collection with their files",
        about="Compare the passages of a collection with their files. The exit code is 1 if one "
        "has changed or is gone.",
        examples=(
            ("twofold collection check", "Check the default collection."),
            ("twofold collection check --collection Lease", "Check another one."),
        ),
    )
    for parser, request in ((shown, ListCollection), (checked, CheckCollection)):
        _add_collection(parser)
        parser.set_defaults(run=_show, request=request)
    for parser in (listed, shown, checked):
        parser.add_argument("--json", action="store_true", help="print a JSON list")


def _add_collection(parser: Parser) -> None:
    parser.add_argument(
        "--collection",
        metavar="NAME",
        default="",
        help="the collection (default: the default collection)",
    )


def _add_naming(actions: Commands) -> None:
    created = add_command(
        actions,
        "create",
        summary="create a collection",
        about="Create an empty collection.",
        synopsis="NAME",
        examples=(
            ("twofold collection create Lease", "Create a collection."),
            ("twofold collection add 'a.pdf#page=3' --collection Lease", "Add a passage to it."),
        ),
    )
    renamed = add_command(
        actions,
        "rename",
        summary="rename a collection",
        about="Rename a collection. The default collection keeps its name.",
        synopsis="NAME NEW",
        examples=(
            ("twofold collection rename Lease 'Lease 2026'", "Rename a collection."),
            ("twofold collection list", "List the names first."),
        ),
    )
    deleted = add_command(
        actions,
        "delete",
        summary="delete a collection with its passages and notes",
        about="Delete a collection with its passages and notes. Files are not touched. If it is "
        "not empty, --force is needed.",
        synopsis="NAME",
        examples=(
            ("twofold collection delete Lease", "Delete an empty collection."),
            ("twofold collection delete Lease --force", "Also delete its passages and notes."),
        ),
    )
    deleted.add_argument("--force", action="store_true", help="also delete passages and notes")
    for parser in (created, renamed, deleted):
        parser.add_argument("name", metavar="NAME", type=required, help="its name")
        parser.set_defaults(run=_change, position=None)
    renamed.add_argument("new_name", metavar="NEW", type=required, help="its new name")
    created.set_defaults(change=lambda given: CreateCollection(given.name))
    renamed.set_defaults(change=lambda given: RenameCollection(given.name, given.new_name))
    deleted.set_defaults(run=_delete)


def _add_changes(actions: Commands) -> None:
    added, noted = _add_adding(actions), _add_note(actions)
    moved, removed = _add_move(actions), _add_removal(actions)
    for parser in (noted, moved, removed):
        parser.add_argument(
            "passage", metavar="PASSAGE", type=required, help="its number or its id"
        )
        _add_collection(parser)
    noted.add_argument("text", metavar="TEXT", help="the note")
    moved.add_argument(
        "position",
        metavar="N",
        nargs="?",
        type=whole_number(1, _MAX_PASSAGES),
        help="its new number",
    )
    moved.add_argument("--to", metavar="NAME", help="another collection; '' is the default one")
    for parser in (added, noted, moved, removed):
        parser.set_defaults(run=_change)
    for parser in (added, noted, removed):
        parser.set_defaults(position=None)


def _add_note(actions: Commands) -> Parser:
    parser = add_command(
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
    parser.set_defaults(change=partial(_change_of, note=lambda given: given.text))
    return parser


def _add_move(actions: Commands) -> Parser:
    parser = add_command(
        actions,
        "move",
        summary="move a passage to another number or collection",
        about="Move a passage to another number, or with --to to the end of another collection.",
        synopsis="PASSAGE [N]",
        examples=(
            ("twofold collection move 5 1", "Move number 5 to the top."),
            ("twofold collection move 5 --to Lease", "Move it to another collection."),
        ),
    )
    parser.set_defaults(
        change=partial(
            _change_of, position=lambda given: given.position, move_to=lambda given: given.to
        )
    )
    return parser


def _add_removal(actions: Commands) -> Parser:
    parser = add_command(
        actions,
        "remove",
        summary="remove a passage",
        about="Remove a passage from the collection. Its file is not touched.",
        synopsis="PASSAGE",
        examples=(
            ("twofold collection remove 2", "Remove number 2 of the list."),
            ("twofold collection show", "Show the numbers first."),
        ),
    )
    parser.set_defaults(change=partial(_change_of, remove=lambda _given: True))
    return parser


def _change_of(
    given: argparse.Namespace, **values: Callable[[argparse.Namespace], Any]
) -> ChangeCollected:
    fields = {name: value(given) for name, value in values.items()}
    return ChangeCollected(given.passage, collection=given.collection, **fields)


def _add_adding(actions: Commands) -> Parser:
    added = add_command(
        actions,
        "add",
        summary="add passages",
        about="Add passages to the end of a collection.",
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
    _add_collection(added)
    added.set_defaults(
        change=lambda given: CollectPassages(
            tuple(word for word in given.passages if "#" not in word),
            tuple(word for word in given.passages if "#" in word),
            given.note,
            given.collection,
        )
    )
    return added


def _list(arguments: argparse.Namespace, context: Context) -> int:
    with context.open_client(loads_model=False) as client:
        collections = client.ask(ListCollections(), CollectionsListed).collections
    if arguments.json:
        say_json([_summary_as_json(one) for one in collections])
        return DONE
    for one in collections:
        notes = f", {count(one.notes, 'note')}" if one.notes else ""
        name = bold(one.name) if one.name else dim("default collection")
        say(f"{name}  {count(one.passages, 'passage')}{notes}")
    return DONE


def _summary_as_json(summary: CollectionSummary) -> dict[str, object]:
    return {
        "schema_version": "collection.v1",
        "name": summary.name,
        "passages": summary.passages,
        "notes": summary.notes,
    }


def _show(arguments: argparse.Namespace, context: Context) -> int:
    with context.open_client(loads_model=False) as client:
        answer = client.ask(arguments.request(arguments.collection), CollectionListed)
    checks = answer.checks or (None,) * len(answer.passages)
    both = list(zip(answer.passages, checks, strict=True))
    if arguments.json:
        say_json([_as_json(number, *pair) for number, pair in enumerate(both, start=1)])
    else:
        for number, pair in enumerate(both, start=1):
            _say(number, *pair)
        changed = sum(not check.state.holds for check in answer.checks)
        state = f", {changed:,} changed or gone" if changed else ", all as cited"
        where = f"'{answer.collection}'" if answer.collection else "the collection"
        say(f"{count(len(both), 'passage')} in {where}{state if answer.checks else ''}")
    return DONE if all(check.state.holds for check in answer.checks) else FAILED


def _change(arguments: argparse.Namespace, context: Context) -> int:
    with context.open_client(maintain=True, loads_model=False) as client:
        if arguments.position is not None:
            _check_position(arguments.position, arguments.collection, client)
        elif "to" in arguments and arguments.to is None:
            raise BadRequestError(
                Message("The command does not say where to move the passage."),
                Message("Enter its new number, or another collection with --to."),
            )
        say(client.ask(arguments.change(arguments), RequestDone).message)
    return DONE


def _delete(arguments: argparse.Namespace, context: Context) -> int:
    with context.open_client(maintain=True, loads_model=False) as client:
        listed = client.ask(ListCollection(arguments.name), CollectionListed)
        if listed.passages and not arguments.force:
            notes = sum(bool(passage.note) for passage in listed.passages)
            lost = f"{count(len(listed.passages), 'passage')} and {count(notes, 'note')}"
            raise BadRequestError(
                Message(f"The collection '{arguments.name}' has {lost}."),
                Message("To delete them too, add --force."),
            )
        say(client.ask(DeleteCollection(arguments.name), RequestDone).message)
    return DONE


def _check_position(position: int, collection: str, client: BlockingClient) -> None:
    """Raise BadRequestError for a number that is not in the collection."""
    size = len(client.ask(ListCollection(collection), CollectionListed).passages)
    if position > size:
        raise BadRequestError(
            Message(f"There is no number {position:,} in the collection."),
            Message(f"It has {count(size, 'passage')}."),
        )


def _export(arguments: argparse.Namespace, context: Context) -> int:
    form, how = export_options(arguments, context)
    with context.open_client(loads_model=False) as client:
        request = ExportCollection(form, arguments.collection, memo=arguments.memo, **how)
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
