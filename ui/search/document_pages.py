"""The pages of the document in the preview: their matches, and small images of them."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, QTimer

from twofold.engine.api import (
    FindInDocument,
    FoundInDocument,
    Preview,
    PreviewReady,
    PreviewRequest,
)
from twofold.ui.client import EngineClient
from twofold.ui.preview.match_strip import THUMBNAIL_WIDTH
from twofold.ui.preview.preview_panel import PreviewPanel

_PAUSE_MS = 300
# Requests of different callers do not replace one another.
_FIND, _MATCHES, _IMAGES = "find in document", "matches in document", "images of pages"


class DocumentPages(QObject):
    """Requests what the preview shows about the pages that it does not show.

    The preview itself is requested first, and images of pages one at a time, so that these never
    delay it for long.
    """

    def __init__(self, client: EngineClient, preview: PreviewPanel, parent: QObject) -> None:
        super().__init__(parent)
        self._client, self._preview = client, preview
        self._wanted: PreviewRequest | None = None
        self._shown: tuple[str, str, str, str] | None = None  # document and query of the strip
        self._finding = QObject(self)  # the owner of the requests for `finder`
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self._ask_for_matches)
        preview.find_requested.connect(self._find)
        preview.strip.image_requested.connect(self._ask_for_image)

    def use(self, wanted: PreviewRequest | None) -> None:
        """Use the passage and the query of the preview that was requested."""
        self._wanted = wanted

    def show(self, preview: Preview) -> None:
        """Show the pages with matches of the document that the preview shows now."""
        wanted, strip = self._wanted, self._preview.strip
        if wanted is None or preview.pages <= 1:
            self._forget()
            return
        shown = (preview.absolute_path, preview.member, wanted.query, wanted.like)
        if shown != self._shown:
            self._forget()
            self._shown = shown
            if wanted.query or wanted.like:
                self._pause.start()
        strip.show_page(preview.page)

    def _forget(self) -> None:
        """Show no pages, and drop the requests for the previous document."""
        self._shown = None
        self._pause.stop()
        self._client.forget(self)
        self._preview.show_match_pages(())

    def _ask_for_matches(self) -> None:
        wanted = self._wanted
        if wanted is not None:
            request = FindInDocument(wanted.chunk_id, query=wanted.query, like=wanted.like)
            self._client.request(request, self, self._show, newest=True, caller=_MATCHES)

    def _show(self, reply: FoundInDocument) -> None:
        self._preview.show_match_pages(reply.pages)

    def _ask_for_image(self, page: int) -> None:
        if self._wanted is None:
            return
        width = round(THUMBNAIL_WIDTH * self._preview.devicePixelRatioF())
        request = replace(self._wanted, page=page, width=width, nearest=False, words=())
        strip = self._preview.strip

        def use(reply: PreviewReady) -> None:
            strip.use_image(page, reply.preview.image)

        self._client.request(
            request, self, use, lambda _: strip.use_image(page, None), newest=True, caller=_IMAGES
        )

    def _find(self, text: str) -> None:
        """Count a text on all pages of the document."""
        finder = self._preview.finder
        if self._wanted is None:
            return

        def use(reply: FoundInDocument) -> None:
            finder.use_pages(text, reply.pages)

        request = FindInDocument(self._wanted.chunk_id, text)
        self._client.request(
            request,
            self._finding,
            use,
            lambda _: finder.use_pages(text, ()),
            newest=True,
            caller=_FIND,
        )
