"""Requests that change the library, and what of the indexer answers each."""

from __future__ import annotations

from engine.api import (
    AddFolder,
    ChangeCollected,
    ChangeTags,
    CollectPassages,
    EventCallback,
    NoteOpened,
    RefreshLibrary,
    RemoveFolder,
    Request,
    RequestDone,
    RetryFailures,
    SetFolderRules,
    SetTrust,
    UseModel,
    UseSettings,
)
from engine.citations.collection import Collection
from engine.job_queue import Job, Work
from engine.service.indexing_service import IndexingService
from engine.service.paused_reading import Tell

# What a person did would be lost otherwise; what takes long of it goes on at the next start.
_KEPT = (
    AddFolder,
    RemoveFolder,
    SetFolderRules,
    ChangeTags,
    SetTrust,
    CollectPassages,
    ChangeCollected,
)
# Folders to be added are read one after another.
_SHORT = (RemoveFolder, SetFolderRules, ChangeTags, SetTrust, UseSettings, UseModel)


def job_of(request: Request, work: Work) -> Job:
    """Return the job of a request.

    What a person changes is carried out before the engine ends, and while folders are being read.
    """
    return Job(work, is_kept=isinstance(request, _KEPT), is_short=isinstance(request, _SHORT))


def is_of_collection(request: Request) -> bool:
    """Say whether a request changes the collection alone, for which no reading is waited."""
    return isinstance(request, CollectPassages | ChangeCollected)


def answered(
    service: IndexingService,
    collection: Collection,
    request_id: int,
    request: Request,
    on_event: EventCallback,
) -> RequestDone | None:
    """Change the library as asked; return what was done in words.

    When that gave way to another change there is no answer yet: `on_event` takes it at the end.
    """

    def tell(words: str) -> None:
        on_event(RequestDone(request_id, words))

    done: str | None
    if isinstance(request, CollectPassages):
        done = collection.collect(request)
    elif isinstance(request, ChangeCollected):
        done = collection.change(request)
    else:
        done = _carried_out_by(service, request, tell)
    return None if done is None else RequestDone(request_id, done)


def _carried_out_by(service: IndexingService, request: Request, tell: Tell) -> str | None:
    done: str | None = ""
    match request:
        case AddFolder():
            done = service.add_folder(request, tell)
        case RemoveFolder():
            done = service.remove_folder(request.name)
        case SetFolderRules():
            done = service.set_folder_rules(request.name, request.rules)
        case RefreshLibrary():
            done = service.refresh(tell)
        case RetryFailures():
            done = service.retry_failures(request.paths, tell)
        case ChangeTags():
            done = service.change_tags(request)
        case SetTrust():
            done = service.set_trust(request)
        case NoteOpened():
            service.note_opened(request.chunk_id)
    return done
