"""The filter column: found by, folders, tags, languages and types, each with counts."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from engine.api import FacetCount, Facets, SearchResponse
from ui.filters.filter_model import FilterModel, Naming
from ui.filters.filter_section import FilterSection
from ui.filters.filter_selection import FilterChoice, FilterSelection, FoundBy, Section
from ui.filters.found_by import count_found_by
from ui.theme import Theme
from ui.value_names import file_type_icon, file_type_name, language_name


class FilterPanel(QScrollArea):
    """Shows what an answer can be narrowed by.

    Signals:
        gestured: the Section, the value and the Gesture of a click on a row.
    """

    gestured = Signal(object, str, object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._query = ""
        self.setObjectName("filter_panel")
        self.setAccessibleName(self.tr("Filters"))
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._models: dict[Section, FilterModel] = {}
        self.sections = {section: self._make_section(section) for section in Section}
        self.setWidget(self._stack_sections())

    def _make_section(self, section: Section) -> FilterSection:
        model = FilterModel(section, self._naming(section), _icons(section), self)
        self._models[section] = model
        widget = FilterSection(self.title(section), model, self._theme, self)
        widget.gestured.connect(
            lambda value, gesture, section=section: self.gestured.emit(section, value, gesture)
        )
        if section is Section.FOUND_BY:
            model.set_counts([FacetCount(kind.value, 0) for kind in FoundBy], reorder=False)
        return widget

    def _stack_sections(self) -> QWidget:
        inner = QWidget(self)
        inner.setObjectName("filter_sections")
        layout = QVBoxLayout(inner)
        layout.setContentsMargins(0, 8, 0, 16)
        layout.setSpacing(8)
        for widget in self.sections.values():
            layout.addWidget(widget)
        layout.addStretch(1)
        return inner

    def title(self, section: Section) -> str:
        """Return the heading of a section."""
        return {
            Section.FOUND_BY: self.tr("Found by"),
            Section.FOLDERS: self.tr("Folders"),
            Section.TAGS: self.tr("Tags"),
            Section.LANGUAGES: self.tr("Languages"),
            Section.TYPES: self.tr("Types"),
        }[section]

    def _naming(self, section: Section) -> Naming:
        if section is Section.FOUND_BY:
            return self.found_by_name
        if section is Section.FOLDERS:
            return lambda value: value.rpartition("/")[2]
        if section is Section.LANGUAGES:
            return language_name
        return file_type_name if section is Section.TYPES else str

    def found_by_name(self, value: str) -> str:
        """Return the words for a way of being found."""
        return {
            FoundBy.BOTH.value: self.tr("Both"),
            FoundBy.KEYWORDS.value: self.tr("Keywords only"),
            FoundBy.MEANING.value: self.tr("Meaning only"),
        }[value]

    def choice_name(self, choice: FilterChoice) -> str:
        """Return what the chip of a filter says."""
        if choice.section is Section.TAGS:
            return f"#{choice.value}"
        if choice.section is Section.FOLDERS:
            return choice.value
        return self._naming(choice.section)(choice.value)

    @property
    def last_stop(self) -> QWidget:
        """Where Tab stops last in this column."""
        return self.sections[Section.TYPES].last_stop

    def model(self, section: Section) -> FilterModel:
        """Return the rows of one section."""
        return self._models[section]

    def show_response(self, response: SearchResponse) -> None:
        """Show the counts of an answer; another query brings its own values to the top."""
        other_query = response.request.query != self._query
        self._query = response.request.query
        calm = self.underMouse()  # no row may move under the pointer
        counts = _counts(response.facets) | {Section.FOUND_BY: count_found_by(response)}
        for section, facets in counts.items():
            self.model(section).set_counts(facets, reorder=other_query and not calm)
            self.sections[section].tree.refresh_rows()

    def set_selection(self, selection: FilterSelection) -> None:
        """Show which values are chosen."""
        for section in Section:
            self.model(section).set_selection(selection)
            self.sections[section].tree.refresh_rows()

    def set_stale(self) -> None:
        """Say that the counts are being computed anew."""
        for section in Section:
            self.model(section).set_stale()


def _counts(facets: Facets) -> dict[Section, tuple[FacetCount, ...]]:
    return {
        Section.FOLDERS: facets.folders,
        Section.TAGS: facets.tags,
        Section.LANGUAGES: facets.langs,
        Section.TYPES: facets.file_types,
    }


def _icons(section: Section) -> Naming:
    if section is Section.TYPES:
        return file_type_icon
    fixed = {Section.FOLDERS: "folder", Section.TAGS: "hash"}.get(section, "")
    return lambda _value: fixed
