"""The answers of a fake engine to the library page, and gestures on the page."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from tests.fakes.library_samples import answering
from twofold.engine.api import (
    ChangeTags,
    DescribePath,
    ExplainFile,
    FileExplained,
    FileVerdict,
    ModelListing,
    PathDescribed,
    RequestDone,
)


class Models:
    """A registry of two models."""

    def listings(self):
        return (
            ModelListing("multilingual-e5-small", "E5", "100 languages", is_ready=True),
            ModelListing("all-minilm-l6-v2", "all-MiniLM-L6-v2", "English", is_ready=False),
        )


def answer(number, request):
    if isinstance(request, ExplainFile):
        wanted = "_scratch" not in str(request.path)
        why = "It will be indexed." if wanted else "It is excluded: the rule _scratch/ fits."
        verdict = FileVerdict(str(request.path), indexed=False, wanted=wanted, why=why)
        return FileExplained(number, verdict)
    if isinstance(request, DescribePath):
        return PathDescribed(number, request.place, ("draft",), ("draft",), None)
    if isinstance(request, ChangeTags):
        return RequestDone(number, "1 document changed.")
    return answering()(number, request)


def refuse(engine, failed, *kinds):
    """Make an engine refuse requests of these kinds."""
    usual = engine.answer
    engine.answer = lambda number, request: (
        replace(failed, request_id=number) if isinstance(request, kinds) else usual(number, request)
    )


def click(qtbot, button):
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def words_in(part):
    return [label.text() for label in part.findChildren(QLabel) if label.isVisible()]
