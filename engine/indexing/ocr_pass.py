"""Running OCR on scanned documents while nothing else is to be indexed.

  a document waiting for OCR -> its pages -> OCR of each -> read it with their text -> commit

Each page is saved as soon as it is done, so closing the program loses one page at most. A document
is added to the indexes once all its pages are done.
"""

from __future__ import annotations

import logging
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from twofold.engine.indexing.chunker import cut
from twofold.engine.model.document import (
    CHUNKER_VERSION,
    CutText,
    ExtractedText,
    FileState,
    OcrLine,
    OcrText,
    date_time_now,
)
from twofold.engine.model.errors import DocumentError, EngineError
from twofold.engine.model.failure import WAITING_FOR_OCR, FailureReason
from twofold.engine.model.localized import joined
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.catalog.change import DocumentRecord
from twofold.engine.stores.catalog.rows import WaitingScan
from twofold.engine.stores.ocr_cache import OcrCache
from twofold.engine.stores.sync.indexes import Indexes

logger = logging.getLogger(__name__)

_SECONDS_PER_STEP = 0.2
_MAX_AHEAD = 200


class PagesForOcr(Protocol):
    """The pages of a document that are pictures; `digest` identifies its content, in hex."""

    @property
    def digest(self) -> str: ...  # noqa: D102
    @property
    def scanned(self) -> tuple[int, ...]: ...  # noqa: D102


class OcrReader(Protocol):
    """Reads pages; implemented by engine.extract.process.reader.DocumentReader."""

    def scanned_pages(self, path: Path, member: str = "") -> PagesForOcr:
        """Return which pages are pictures."""

    def recognise(self, path: Path, page: int, member: str = "") -> tuple[OcrLine, ...]:
        """Run OCR on a page and return its lines."""

    def read_with_ocr_text(
        self, path: Path, member: str, recognised: OcrText
    ) -> ExtractedText | CutText:
        """Return the document with the text of its pages."""


@dataclass(slots=True)
class _Document:
    """The current document: its content, the remaining pages and the finished pages."""

    scan: WaitingScan
    digest: bytes = b""
    left: list[int] = field(default_factory=list)
    pages: dict[int, tuple[OcrLine, ...]] = field(default_factory=dict)


class OcrPass:
    """Runs OCR on the scanned documents of a library, one page at a time. Indexing thread only.

    A page takes seconds, so OCR runs on a second thread, which the indexing thread polls.
    """

    def __init__(
        self, catalog: Catalog, indexes: Indexes, reader: OcrReader, recognised: OcrCache
    ) -> None:
        self._catalog = catalog
        self._indexes = indexes
        self._reader = reader
        self._recognised = recognised
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="ocr")
        self._running: Future[None] | None = None
        self._document: _Document | None = None
        self._queue: list[WaitingScan] = []  # the next one is last
        self._skipped: set[int] = set()  # unreadable since the library was opened
        self._is_tidy = False
        self._pending = 0

    def close(self) -> None:
        """End the OCR thread; the reader must be closed first."""
        self._executor.shutdown(wait=True, cancel_futures=True)

    @property
    def pending(self) -> int:
        """The number of documents left, as far as known."""
        return self._pending

    @property
    def current(self) -> WaitingScan | None:
        """The document that is read now."""
        return self._document.scan if self._document else None

    def step(self) -> bool:
        """Continue for a moment; return whether there is more to do.

        Raise EngineError if nothing can be written or no worker can be started.
        """
        if self._running is not None:
            return self._poll(self._running)
        self._document = self._document or self._next_document()
        if self._document is None:
            if not self._is_tidy:
                self._recognised.forget_others(self._catalog.files.known_digests)
                self._is_tidy = True
            return False
        self._is_tidy = False
        self._running = self._executor.submit(self._continue_reading, self._document)
        return True

    def _poll(self, running: Future[None]) -> bool:
        try:
            running.result(_SECONDS_PER_STEP)
        except TimeoutError:
            if not running.done():
                return True
        except DocumentError as error:
            self._running = None
            self._give_up(error)
            return True
        except EngineError:
            self._running = self._document = None
            raise
        self._running = None
        if self._document is not None and self._document.digest and not self._document.left:
            self._finish(self._document)
        return True

    def _next_document(self) -> _Document | None:
        while scan := self._next_scan():
            if self._is_still_listed(scan):
                return _Document(scan)
            self._skipped.add(scan.number)  # the next scan of its folder reads it again
        return None

    def _next_scan(self) -> WaitingScan | None:
        if not self._queue:
            scans = self._catalog.failures.waiting_scans(_MAX_AHEAD, without=self._skipped)
            self._queue = list(reversed(scans))
        left = max(len(self._queue), self._catalog.failures.count_scans() - len(self._skipped))
        self._pending = left if self._queue else 0
        return self._queue.pop() if self._queue else None

    def _is_still_listed(self, scan: WaitingScan) -> bool:
        """Return whether the file has not changed since it was listed and is still included."""
        listed = self._catalog.failures.waiting_scans(1, only=scan.number)
        return _is_as_listed(scan) and listed == (scan,)

    # --- On the OCR thread ---

    def _continue_reading(self, document: _Document) -> None:
        """Find out which pages are pictures, or run OCR on one of them."""
        path, member = document.scan.absolute_path, document.scan.member
        if not document.digest:
            found = self._reader.scanned_pages(path, member)
            document.digest = bytes.fromhex(found.digest)
            document.pages = self._recognised.pages(document.digest)
            document.left = [page for page in found.scanned if page not in document.pages]
            return
        page = document.left[0]
        lines: tuple[OcrLine, ...] = ()
        try:
            lines = self._reader.recognise(path, page, member)
        except DocumentError as error:
            if error.reason.is_of_access or error.reason is FailureReason.VANISHED:
                raise
            logger.info("OCR of a page failed: %s", error.reason)
        self._recognised.put_page(document.digest, page, lines)
        document.pages[page] = lines
        document.left.pop(0)

    # --- Saving a document ---

    def _finish(self, document: _Document) -> None:
        scan = document.scan
        self._document = None
        recognised = OcrText(document.digest, document.pages)
        file = scan.state.digest if scan.file_path else document.digest
        self._recognised.note_document(file, scan.member, document.digest)
        try:
            if scan.is_of_pages and not any(document.pages.values()):
                with self._catalog.change() as change:
                    change.forget_failure(scan.folder, scan.failure_path)
                return
            read = self._reader.read_with_ocr_text(scan.absolute_path, scan.member, recognised)
        except DocumentError as error:
            self._document = document
            self._give_up(error)
            return
        if not self._is_still_listed(scan):
            self._skipped.add(scan.number)
            return
        self._commit(scan, read, document.digest)

    def _commit(self, scan: WaitingScan, read: ExtractedText | CutText, digest: bytes) -> None:
        text = cut(read)
        state = scan.state if scan.file_path else replace(scan.state, digest=digest)
        with self._catalog.change() as change:
            change.put_document(
                DocumentRecord(
                    scan.folder,
                    scan.path,
                    state,
                    text.metadata,
                    text.file_type,
                    text.chunks,
                    CHUNKER_VERSION,
                    date_time_now(),
                    scan.file_path,
                    text.signature,
                )
            )
            if scan.is_of_pages:
                change.forget_failure(scan.folder, scan.failure_path)
        self._indexes.synchronise()

    def _give_up(self, error: DocumentError) -> None:
        """Record why the document cannot be read, unless it is only unavailable for now."""
        document, self._document = self._document, None
        if document is None:
            return
        scan, reason = document.scan, error.reason
        is_away = reason.is_of_access or reason is FailureReason.VANISHED
        if is_away or reason in WAITING_FOR_OCR:
            self._skipped.add(scan.number)
            return
        with self._catalog.change() as change:
            change.put_failure(
                scan.folder,
                scan.failure_path,
                scan.state,
                reason,
                joined(error.message, error.hint),
                date_time_now(),
                scan.container,
            )


def _is_as_listed(scan: WaitingScan) -> bool:
    """Return whether the file exists and has not changed since it was listed."""
    try:
        return FileState.of(scan.absolute_path.stat()).looks_like(scan.state)
    except OSError:
        return False
