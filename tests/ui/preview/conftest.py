import pytest

from twofold.ui.preview.preview_panel import PreviewPanel


@pytest.fixture
def panel(qtbot, theme):
    """A preview panel that is shown."""
    panel = PreviewPanel(theme)
    qtbot.addWidget(panel)
    panel.resize(540, 300)
    with qtbot.waitExposed(panel):
        panel.show()
    return panel


def marked(view):
    """Return the highlighted words, by whether they are filled."""
    return [
        (selection.cursor.selectedText(), selection.format.background().style().value != 0)
        for selection in view.extraSelections()
    ]
