"""All numbers in the window agree while the library grows, with a real engine."""

import random
import re
from collections import Counter
from contextlib import contextmanager

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QAbstractButton, QLabel

from tests.support.real_window import real_window
from twofold.engine.api import (
    RANKED,
    FoundBy,
    IndexingPhase,
    PauseEmbedding,
    RetrieverKind,
    SearchMode,
)
from twofold.ui.export.export_dialog import ExportDialog
from twofold.ui.filters.model import CountRole, ValueRole
from twofold.ui.filters.selection import FilterAction, Section
from twofold.ui.results.presented import HitOrder
from twofold.ui.results.result_model import HitRole, document_link_text
from twofold.ui.search.pages import HITS_SHOWN
from twofold.ui.search.search_field import AtRest

QUERY = "battery limit"
# A section is a separate passage if it has at least this many words.
WORDS = 70
_AT_REST = {IndexingPhase.IDLE, IndexingPhase.PAUSED}
TOPICS = {
    "battery": "battery limit charge cell winter power restrict range cold automobile",
    "health": "doctor physician knee ankle sleep winter vitamin battery hound walk",
    "garden": "soil seed tulip spade compost rain fence pear cherry hedge",
    "nonsense": "qwzx vbrk plomf zzyt grunk wibble frotz xyzzy plugh quux",
}


def text_of(topic, seed):
    chosen = random.Random(f"{topic} {seed}")
    return " ".join(chosen.choice(TOPICS[topic].split()) for _ in range(WORDS))


def note(topic, number, sections=1, lang="en", day="", name=""):
    title = name or f"{topic} {number}".title()
    head = f"---\ntitle: {title}\ntags: [{topic}]\nlang: {lang}\n"
    head += f"date: {day}\n---\n" if day else "---\n"
    parts = (f"## Part {one}\n\n{text_of(topic, (number, one))}\n" for one in range(sections))
    return f"{head}\n# {title}\n\n" + "\n".join(parts)


FIRST = {
    "cells/a.md": note("battery", 1, 2, day="2026-02-01"),
    "cells/b.md": note("battery", 2, 1, "de"),
    "knee.md": note("health", 1, 2, day="2025-11-30"),
    "pears.txt": text_of("garden", 1),
    "noise.md": note("nonsense", 1),
}
# Exact duplicates in other documents, and enough other passages to detect weak hits.
SECOND = {
    "again.md": note("battery", 1, 2, day="2024-07-01", name="Again"),
    "deep/again.md": note("battery", 2, 1, "fr", name="Once more"),
    "garden.md": note("garden", 2, 24),
    "noise.md": note("nonsense", 2, 12, "de"),
    "health.txt": text_of("health", 9),
}
# More passages than the first page of a list.
LONG = {
    "cells/long.md": note("battery", 3, 90, day="2026-03-01"),
    "cells/longer.md": note("health", 3, 60, "de"),
}


NUMBER = r"\d+(?:,\d{3})*"
PLACE = re.compile(rf"({NUMBER})(?:st|nd|rd|th) of ({NUMBER})")


def write(folder, files):
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def numbers_in(text):
    return [int(number.replace(",", "")) for number in re.findall(NUMBER, text)]


class Screen:
    """Reads numbers from the widgets of a window."""

    def __init__(self, opened):
        self.opened = opened
        self.search = opened.window.search
        self.pane, self.panel = self.search.pane, self.search.filters.panel
        self.rows = self.pane.results.hit_model

    @property
    def header(self):
        return self.pane.count_line.plain_text.split(" · ")

    @property
    def listed_and_matches(self):
        """The two numbers in the header, as in 'Best 100 of 812'.

        A single number is used for both.
        """
        numbers = numbers_in(self.header[0]) or [self.in_header("weak shown")]
        return numbers[0], numbers[-1]

    def in_header(self, word):
        return sum(numbers_in(part)[0] for part in self.header[1:] if word in part)

    @property
    def passages(self):
        """The number of matching passages, even if each row is a document."""
        return self.in_header("passage") if self.is_grouped else self.listed_and_matches[1]

    @property
    def is_grouped(self):
        return self.pane.tools.group.isChecked()

    @property
    def is_of_documents(self):
        return self.is_grouped or not self.search.session.request.query

    @property
    def has_more(self):
        return self.rows.canFetchMore(self.rows.index(-1))

    @property
    def spoken(self):
        rows = map(self.rows.index, range(self.rows.rowCount()))
        return [row.data(Qt.ItemDataRole.AccessibleTextRole) for row in rows]

    @property
    def hits(self):
        rows = map(self.rows.index, range(self.rows.rowCount()))
        return [row.data(HitRole.HIT) for row in rows]

    def counts(self, section):
        """The counts of a section's rows, without rows that are included in others."""
        model = self.panel.model(section)
        rows = [model.index(row, 0) for row in range(model.rowCount())]
        return {row.data(ValueRole): row.data(CountRole) for row in rows}

    @property
    def position(self):
        labels = self.search.details.findChildren(QLabel)
        return next(one.text() for one in labels if re.match(r"Hit \d", one.text()))

    @property
    def exported(self):
        """The number of hits offered by the export dialog, as in 'All 42'."""
        window = self.opened.window
        window.show_export()
        self.opened.wait_until(lambda: window.findChild(ExportDialog))
        dialog = window.findChild(ExportDialog)
        words = [button.text() for button in dialog.findChildren(QAbstractButton)]
        dialog.reject()
        self.opened.wait_until(lambda: window.findChild(ExportDialog) is None)
        return next(numbers_in(word)[0] for word in words if word.startswith("All "))

    # Waiting

    @property
    def is_settled(self):
        """Whether the answer is current, counted and shown in all widgets."""
        session, status = self.search.session, self.opened.status
        answer = session.answer
        is_at_rest = status.phase in _AT_REST and not status.documents_pending
        if not (is_at_rest and session.is_answered and answer is not None):
            return False
        searchable = {
            RetrieverKind.LEXICAL: status.chunks,
            RetrieverKind.VECTOR: status.vectors_ready,
        }
        timers = (timer for one in self.search.findChildren(AtRest) for timer in one.children())
        return (
            all(one.searchable == searchable[one.kind] for one in answer.trace.retrievers)
            and len(answer.hits) >= min(answer.found, HITS_SHOWN)
            and not any(isinstance(one, QTimer) and one.isActive() for one in timers)
            and not any(model.is_stale for model in self.panel.models())
        )

    def settle(self):
        self.opened.wait_until(lambda: self.is_settled)

    def wait_for_documents(self, number, *, with_vectors=True):
        """Wait until this many documents have been indexed and all of their passages embedded."""

        def are_read():
            status = self.opened.status
            is_read = status.documents_indexed == number and not status.documents_pending
            return is_read and not (with_vectors and status.vectors_pending)

        self.opened.wait_until(are_read)

    # What a user does

    def ask(self, query):
        self.pane.field.set_query(query)

    def scroll_to_end(self):
        """Scroll until no more rows are added."""
        bar = self.pane.results.verticalScrollBar()

        def is_at_end():
            bar.setValue(bar.maximum())
            return bar.value() == bar.maximum() and not self.has_more

        self.opened.wait_until(is_at_end)

    @contextmanager
    def chosen(self, section, value):
        self.panel.action_requested.emit(section, value, FilterAction.ONLY)
        self.settle()
        yield
        self.panel.action_requested.emit(section, value, FilterAction.ONLY)
        self.settle()

    @contextmanager
    def grouped(self):
        self.pane.tools.group.click()
        self.settle()
        yield
        self.pane.tools.group.click()
        self.settle()

    @contextmanager
    def weak_shown(self):
        self.pane.weak_line.button.click()
        self.settle()
        yield
        self.pane.weak_line.button.click()
        self.settle()


def assert_numbers_agree(screen):
    """Compare all numbers on the screen that count the same things or parts of them."""
    screen.settle()
    hits, header = screen.hits, " · ".join(screen.header)
    weak = screen.in_header("weak")
    line, is_weak_listed = screen.pane.weak_line, "weak shown" in header
    assert line.isVisible() is (bool(weak) and screen.pane.shows_hits), header
    assert f"{weak} weak match" in line.findChild(QLabel).text() or not weak, header
    if screen.pane.shows_hits:
        assert_rows_agree(screen, hits, header)
        assert_filters_agree(screen, hits, header)
        assert sum(hit.weak for hit in hits) == (weak if is_weak_listed else 0) or screen.has_more
    else:
        assert numbers_in(screen.header[0]) in ([], [0]), header
        left = screen.search.selection.kinds or RANKED
        assert sum(screen.counts(Section.FOUND_BY)[kind.value] for kind in left) == 0


def assert_rows_agree(screen, hits, header):
    listed, matches = screen.listed_and_matches
    assert len(hits) == listed or (screen.has_more and len(hits) < listed), header
    in_tip = screen.pane.count_line.toolTip().splitlines()[:-1]  # the last line is the time
    assert set(numbers_in(header)) <= set(numbers_in("\n".join(in_tip))), in_tip
    if not (screen.is_of_documents or "Best" in header):
        duplicates = sum(len(hit.duplicates) for hit in hits)
        assert screen.has_more or screen.in_header("duplicate") == duplicates, header
        assert matches == listed + screen.in_header("duplicate"), header
    for number, words in enumerate(screen.spoken, 1):
        assert PLACE.search(words).groups() == (f"{number:,}", f"{listed:,}")
    number = screen.pane.results.currentIndex().row() + 1
    assert numbers_in(screen.position) == [number, listed]
    place, of = PLACE.findall(screen.search.details.explain.sentence)[-1]
    assert int(of.replace(",", "")) == listed, header
    if screen.pane.tools.order is HitOrder.BEST:
        assert int(place.replace(",", "")) == number


def assert_filters_agree(screen, hits, header):
    total, found_by = screen.passages, screen.counts(Section.FOUND_BY)
    kinds = screen.search.selection.kinds or RANKED
    is_by_words = bool(screen.search.session.request.query)
    assert sum(found_by[kind.value] for kind in kinds) == (total if is_by_words else 0), header
    for kind, number in Counter(hit.found_by.value for hit in hits).items():
        assert not is_by_words or number <= found_by[kind], (kind, header)
    for section, value_of in VALUES.items():
        counted, listed = screen.counts(section), Counter(map(value_of, hits))
        chosen = screen.search.selection.values(section)
        if chosen:
            assert sum(counted[value] for value in chosen) == total, (section, header)
        elif section is not Section.TAGS:  # a document may have several, or none
            assert sum(counted.values()) == total, (section, header)
        assert all(number <= counted[value] for value, number in listed.items() if value), section
    if not screen.search.selection.days:
        assert sum(bar.count for bar in screen.panel.dates.range.bars) <= total
    if screen.is_grouped and is_by_words:
        in_documents = sum(max(1, *numbers_in(document_link_text(hit) or "1")) for hit in hits)
        assert in_documents <= total, header


VALUES = {
    Section.FOLDERS: lambda hit: hit.folder,
    Section.TAGS: lambda hit: next(iter(hit.tags), ""),
    Section.LANGUAGES: lambda hit: hit.lang,
    Section.TYPES: lambda hit: hit.file_type,
}


# Views of the window. Each starts and ends with only a query.


def as_it_is(screen):
    assert_numbers_agree(screen)
    if screen.pane.shows_hits:
        assert screen.exported == screen.listed_and_matches[0] == len(screen.hits)


def weak_too(screen):
    if screen.in_header("weak hidden"):
        with screen.weak_shown():
            as_it_is(screen)
            with screen.grouped():
                assert_numbers_agree(screen)


def by_document(screen):
    with screen.grouped():
        assert_numbers_agree(screen)
        with screen.chosen(Section.FOUND_BY, FoundBy.KEYWORDS.value):
            assert_numbers_agree(screen)


def by_name_and_date(screen):
    for order in (HitOrder.NEWEST, HitOrder.NAME, HitOrder.BEST):
        screen.pane.tools.choose_order(order)
        assert_numbers_agree(screen)


def filtered(screen):
    """A filter finds the number of passages shown in its row."""
    for section in (Section.FOUND_BY, *VALUES):
        for value, promised in [*screen.counts(section).items()][-2:]:
            with screen.chosen(section, value):
                assert_numbers_agree(screen)
                assert (screen.passages if screen.pane.shows_hits else 0) == promised, value
                assert screen.counts(section)[value] == promised, value


def to_the_end(screen):
    screen.scroll_to_end()
    assert_numbers_agree(screen)


def by_one_ranking(screen):
    for mode in (SearchMode.LEXICAL, SearchMode.VECTOR, SearchMode.HYBRID):
        screen.pane.mode_switch.choose(mode)
        assert_numbers_agree(screen)


def of_filters_alone(screen):
    with screen.chosen(Section.TAGS, "battery"):
        screen.ask("")
        assert_numbers_agree(screen)
        screen.ask(QUERY)


FIRST_LOOKS = (as_it_is, weak_too, by_document)
OTHER_LOOKS = (by_name_and_date, filtered, by_one_ranking, of_filters_alone, to_the_end)


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch):
    monkeypatch.setattr("twofold.ui.filters.match_counts.PAUSE_MS", 0)
    monkeypatch.setattr("twofold.ui.search.session.REST_PAUSE_MS", 0)


@pytest.fixture
def screen(qtbot, theme, tmp_path):
    with real_window(qtbot, theme, tmp_path, {"indexing.watch": False}) as opened:
        opened.window.resize(1440, 900)
        yield Screen(opened)


@pytest.mark.slow
def test_all_numbers_agree_while_the_library_grows(screen, tmp_path):
    work, home = tmp_path / "work", tmp_path / "home"
    library = screen.opened.window.library
    screen.opened.client.submit(PauseEmbedding(paused=True))
    write(work, FIRST)
    library.add_folders([work])
    screen.wait_for_documents(len(FIRST), with_vectors=False)
    look_at_all(screen)  # before any passage is embedded
    screen.opened.client.submit(PauseEmbedding(paused=False))
    screen.wait_for_documents(len(FIRST))
    look_at_all(screen, looks=())
    write(home, SECOND)
    library.add_folders([home])
    screen.wait_for_documents(len(FIRST) + len(SECOND))
    screen.ask("frotz plugh")
    as_it_is(screen)
    look_at_all(screen, looks=())
    write(work, LONG)
    library.scan_silently()
    screen.wait_for_documents(len(FIRST) + len(SECOND) + len(LONG))
    look_at_all(screen)


def look_at_all(screen, looks=OTHER_LOOKS):
    for query in ("winter", QUERY):
        screen.ask(query)
        screen.settle()
        for look in FIRST_LOOKS:
            look(screen)
    for look in looks:
        look(screen)
