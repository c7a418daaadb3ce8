"""A sample library with documents and failures, for tests of the window and for screenshots."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QImage, QPainter

from tests.fakes.fake_engine import Answer
from tests.ui.samples import WORDS, empty_response, sample_ranking, sample_response
from twofold.engine.api import (
    CountMatches,
    DocumentFailure,
    Event,
    ExportHits,
    ExportRendered,
    FacetCount,
    Facets,
    FailureReason,
    FailuresListed,
    FolderStatus,
    IndexingPhase,
    KindCounts,
    LibraryStatus,
    ListFailures,
    LocatorKind,
    MatchCounts,
    MatchesCounted,
    ModelStatus,
    PageImage,
    PixelBox,
    Preview,
    PreviewReady,
    PreviewRequest,
    ReportStatus,
    Request,
    RequestDone,
    SearchFinished,
    SearchRequest,
    StatusChanged,
    TextSpan,
)
from twofold.engine.service.routes import ROUTES, Process


def _counts(**counts: int) -> tuple[FacetCount, ...]:
    return tuple(FacetCount(value, count) for value, count in counts.items())


_FOLDERS = {
    "Research": 18, "Research/Papers": 11, "Research/Notes": 5, "Research/Reading": 2,
    "Runbooks": 9, "Mail": 8, "Code": 7,
}  # fmt: skip
FACETS = Facets(
    folders=_counts(**_FOLDERS),
    tags=_counts(kubernetes=16, runbook=9, **{"to-cite": 6}, draft=5),
    langs=_counts(en=24, de=9, ja=6, ko=3),
    file_types=_counts(pdf=15, markdown=12, html=8, code=5),
)
_KINDS = Counter(chunk.found_by.value for chunk in sample_ranking())
COUNTS = MatchCounts(42, 17, KindCounts(**_KINDS), FACETS)


def sample_status() -> LibraryStatus:
    """Return a status: all keywords indexed, 63 % embedded, seven failures, one drive missing."""
    return LibraryStatus(
        folders=(
            FolderStatus("Papers", "/home/ada/Documents/Research/Papers", 402, 3, 0, 20_000, 8_200),
            FolderStatus("Notes", "/home/ada/Notes", 618, 0, 0, 9_000, 9_000),
            FolderStatus("Mail", "/home/ada/Mail", 227, 4, 0, 12_210, 8_900),
            FolderStatus("Shared", "/mnt/team/reports", 37, 0, 0, 7_000, 7_000, available=False),
        ),
        documents_indexed=1_284,
        documents_failed=7,
        chunks=48_210,
        vectors_ready=30_372,
        vectors_pending=17_838,
        model=ModelStatus("multilingual-e5-small", "multilingual, runs here", 384, "x", ready=True),
        index_version="1",
        size_bytes=412_000_000,
        phase=IndexingPhase.EMBEDDING,
        embedding_rate=25.0,
        seconds_left=713.0,
    )


def sample_failures() -> tuple[DocumentFailure, ...]:
    """Return a failed file for most reasons."""
    since = "2026-11-21T08:00:00Z"
    return tuple(
        DocumentFailure(path, reason, detail, since)
        for path, reason, detail in (
            ("Papers/okafor-1998-scan.pdf", FailureReason.NO_TEXT, ""),
            ("Papers/finance/budget.pdf", FailureReason.PASSWORD, ""),
            ("Papers/thesis-final.pdf", FailureReason.TIMED_OUT, "Reading took longer than 60 s."),
            ("Mail/traces.log", FailureReason.TOO_LARGE, "The file has 812 MB."),
            ("Mail/lease.pdf", FailureReason.NO_PERMISSION, ""),
        )
    )


def text_preview(chunk_id: str = f"{1:016x}") -> Preview:
    """Return a Markdown note of sixty lines with a passage in lines 30 to 33."""
    lines = [f"Line {number} says little about the namespace." for number in range(1, 61)]
    lines[29:33] = [
        "## Cleanup 🧹",
        "The namespace stays in Terminating because one finalizer is never removed:",
        "the controller that owned it is gone, so nothing clears spec.finalizers,",
        "and the API server refuses the final deletion.",
    ]
    text = "\n".join(lines)
    start = text.index("## Cleanup")
    end = text.index("final deletion.") + len("final deletion.")
    matches = re.finditer("|".join(WORDS), text)
    return Preview(
        chunk_id,
        "Namespace stuck in Terminating",
        "/home/ada/Notes/Runbooks/cleanup.md",
        "markdown",
        LocatorKind.LINE,
        text,
        TextSpan(start, end),
        tuple(TextSpan(match.start(), match.end()) for match in matches),
        tuple(range(1, 61)),
    )


def page_preview(chunk_id: str = f"{3:016x}", page: int = 3, width: int = 500) -> Preview:
    """Return page 3 of 14 as an image, with a passage box and three matches."""
    scale = width / 500
    image = QImage(width, round(700 * scale), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    font = QFont("Inter")
    font.setPixelSize(max(6, round(11 * scale)))
    painter.setFont(font)
    for row in range(28):
        area = QRectF(50 * scale, (50 + 22 * row) * scale, 400 * scale, 20 * scale)
        painter.drawText(area, f"Row {row}: a finalizer is a key on the object that names a party.")
    painter.end()
    boxes = tuple(
        PixelBox(50 * scale, (225 + 22 * n) * scale, 380 * scale, 22 * scale) for n in range(4)
    )
    matches = tuple(
        PixelBox(100 * scale, y * scale, 48 * scale, 16 * scale)
        for y in (118.0, 228.0, 250.0, 470.0)
    )
    return Preview(
        chunk_id,
        "Graceful Deletion in Declarative Control Planes",
        "/home/ada/Papers/graceful-deletion.pdf",
        "pdf",
        LocatorKind.PAGE,
        "A finalizer is a key.",
        None,
        page=page,
        pages=14,
        image=PageImage(
            bytes(image.constBits()),
            image.width(),
            image.height(),
            image.bytesPerLine(),
            boxes,
            matches,
        ),
    )


def answering(*, empty_library: bool = False, nothing: bool = False, pdf: bool = False) -> Answer:
    """Return a function that answers requests immediately with these samples."""

    def answer(request_id: int, request: Request) -> Event | None:
        if isinstance(request, SearchRequest):
            return SearchFinished(request_id, _response(request, nothing=nothing))
        if isinstance(request, PreviewRequest):
            return PreviewReady(request_id, _preview(request, pdf=pdf))
        if isinstance(request, CountMatches):
            return MatchesCounted(request_id, MatchCounts() if nothing else COUNTS)
        if isinstance(request, ReportStatus):
            return StatusChanged(LibraryStatus() if empty_library else sample_status())
        if isinstance(request, ListFailures):
            return FailuresListed(request_id, sample_failures())
        if isinstance(request, ExportHits):
            text = f"# {request.response.request.query}\n\n1. ‘one finalizer’\n"
            return ExportRendered(request_id, text * 12, request.target)
        # Other queries stay pending. Requests that change the library succeed.
        route = ROUTES[type(request)]
        is_done = route.changes_library or route.process is Process.SUPERVISOR
        return RequestDone(request_id) if is_done else None

    return answer


def _response(request: SearchRequest, *, nothing: bool):
    is_empty = nothing or not request.query.strip()
    response = empty_response(request.query) if is_empty else sample_response(request.query)
    return replace(response, request=request)


def _preview(request: PreviewRequest, *, pdf: bool) -> Preview:
    if pdf:
        return page_preview(request.chunk_id, request.page or 3, request.width)
    return text_preview(request.chunk_id)
