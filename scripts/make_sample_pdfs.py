"""Convert the HTML files of scripts/sample_pdfs to the PDF files of the sample library.

Run it by hand when an HTML file changes. The PDF files are in the repository, so that other
computers need not have the fonts: QT_QPA_PLATFORM=offscreen python scripts/make_sample_pdfs.py
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from PySide6.QtCore import QMarginsF, QSizeF
from PySide6.QtGui import QFont, QGuiApplication, QPageLayout, QPageSize, QPdfWriter, QTextDocument

_SOURCES = Path(__file__).parent / "sample_pdfs"
_FOLDERS = {"loan-agreement-2025-17": "Contracts"}
_LIBRARY = Path(__file__).parent.parent / "resources" / "sample_library"
_POINTS_PER_INCH = 72
_STYLE = "h1 { font-size: 16pt } h2 { font-size: 11pt } p { line-height: 130% }"


def main() -> int:
    """Write all PDF files."""
    application = QGuiApplication(sys.argv)
    application.setFont(QFont("DejaVu Serif", 11))
    for source in sorted(_SOURCES.glob("*.html")):
        target = _LIBRARY / _FOLDERS.get(source.stem, "Papers") / f"{source.stem}.pdf"
        print_pdf(source.read_text(encoding="utf-8"), target)
    return 0


def print_pdf(html: str, target: Path) -> None:
    """Lay out the text on B5 pages and write it to `target`."""
    writer = QPdfWriter(str(target))
    writer.setResolution(_POINTS_PER_INCH)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.B5))
    writer.setPageMargins(QMarginsF(16, 16, 16, 16), QPageLayout.Unit.Millimeter)
    title = re.search(r"<title>(.*?)</title>", html)
    writer.setTitle(title[1] if title else target.stem)
    writer.setCreator("Twofold sample library")
    document = QTextDocument()
    document.setDefaultStyleSheet(_STYLE)
    document.setDefaultFont(QFont("DejaVu Serif", 9))
    document.setHtml(html)
    document.setPageSize(QSizeF(writer.pageLayout().paintRectPixels(_POINTS_PER_INCH).size()))
    document.print_(writer)


if __name__ == "__main__":
    sys.exit(main())
