"""Exports of sample hits, at a fixed time."""

from tests.support.readable_folders import readable_folders
from tests.support.responses import make_response
from twofold.engine.export.exporter import Exporter
from twofold.engine.extract.process.reader import DocumentReader
from twofold.engine.model.export_format import ExportFormat
from twofold.engine.model.hit import Hit
from twofold.engine.model.requests import ExportHits

EXPORTED_AT = "2026-11-21T09:30:00+00:00"
# It starts no process, because there are no bibliographies next to sample documents.
READER = DocumentReader(folders=readable_folders)
EXPORTER = Exporter(READER, "Twofold 0.1.0", lambda: EXPORTED_AT)


def export_bytes(form: ExportFormat, *hits: Hit, **request: object) -> bytes:
    """Return the bytes of an export with everything that the format can contain."""
    options = {"paths": True, "method_note": True} | request
    return EXPORTER.export(ExportHits(form, make_response(*hits), **options)).data


def export_text(form: ExportFormat, *hits: Hit, **request: object) -> str:
    """Return the text of an export."""
    return export_bytes(form, *hits, **request).decode("utf-8")
