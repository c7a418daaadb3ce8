"""Reports about background work that is not an update."""

from __future__ import annotations

from twofold.engine.api import EventCallback, IndexingPhase, Notice
from twofold.engine.extract.ocr import is_installed as is_ocr_installed
from twofold.engine.indexing.scan import ReadingProgress
from twofold.engine.model.installed import how_to_add
from twofold.engine.model.localized import message
from twofold.engine.service.open_library import OpenLibrary
from twofold.engine.service.status import Activity, Pauses, StatusReport

_NO_OCR = message("Scans are not read because text recognition is not installed.")

NOWHERE = ReadingProgress("", 0, "")


class BackgroundActivity:
    """Reports that the library is being embedded, reading scans, paused, or idle.

    Indexing thread only. `stopped_at` is the progress that an update had made when everything was
    paused. `scans_may_wait` is False if no scanned page is left to read.
    """

    def __init__(
        self, library: OpenLibrary, report: StatusReport, pauses: Pauses, on_event: EventCallback
    ) -> None:
        self._library = library
        self._report = report
        self._pauses = pauses
        self._on_event = on_event
        self._lacks_ocr = False  # whether the user was told that OCR is not installed
        self.stopped_at = NOWHERE
        self.scans_may_wait = True

    def show(self, phase: IndexingPhase | None, embedding_rate: float) -> None:
        """Report a phase in which no files are read; None means that there is nothing to do."""
        is_paused = self._pauses.everything
        scans = None if is_paused else self._reading_of_scans()
        if scans is not None and phase in {None, IndexingPhase.PAUSED}:
            self._report.set_activity(scans)
            return
        self._report.set_activity(
            Activity(
                IndexingPhase.PAUSED if is_paused else phase or IndexingPhase.IDLE,
                pending=self.stopped_at.pending or (scans.pending if scans else 0),
                pending_folder=self.stopped_at.folder,
                later=self.stopped_at.later,
                embedding_rate=embedding_rate,
            )
        )

    @property
    def can_read_scans(self) -> bool:
        """Whether OCR is enabled and installed. A missing OCR installation is reported once."""
        if not self._library.wants_scans:
            return False
        if not is_ocr_installed():
            if not self._lacks_ocr:
                self._on_event(Notice(_NO_OCR, how_to_add("ocr"), is_warning=True))
            self._lacks_ocr = True
            return False
        return True

    def _reading_of_scans(self) -> Activity | None:
        """Return the current or next OCR work as an activity; None if no pages are waiting."""
        if not (self.scans_may_wait and self.can_read_scans):
            return None
        scans = self._library.scans
        if (scan := scans.current) is not None:
            return Activity(IndexingPhase.READING, scan.path, max(scans.pending, 1), scan.folder)
        waiting = self._library.catalog.failures.count_scans()
        return Activity(IndexingPhase.READING, pending=waiting) if waiting else None
