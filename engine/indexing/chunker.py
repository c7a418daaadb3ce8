"""Passages: what is found, embedded and cited.

A chunk is an exact slice of its document's text. Chunks follow the document's structure: a
section makes one or more chunks of about TARGET characters, small neighbouring sections under
one parent share a chunk, a heading stays with what follows it, and no chunk crosses a page.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise

from engine.core.document import BlockKind, Chunk, ExtractedText, PlaceKind
from engine.extract.lines import LINE_BREAK
from engine.indexing.atoms import Atom, atoms_of
from engine.indexing.split_points import weight

CHUNKER_VERSION = "1"

# In Latin characters (see split_points.weight). TARGET is about 250 tokens of prose and 400 of
# code, so that title, headings and passage together fit the 512 tokens of common models.
TARGET = 1000.0
LARGEST = 1200.0
SMALLEST = 350.0
# Text outside blocks (a comment) heavier than this is not drawn into a chunk to fill it.
WIDEST_GAP = 80.0

_Group = list[Atom]


def chunk(extracted: ExtractedText) -> tuple[Chunk, ...]:
    """Return the chunks of a document, in order, without overlap."""
    text = extracted.text
    groups: list[_Group] = []
    for section in _sections(list(atoms_of(extracted, LARGEST)), text):
        groups.extend(_packed(section, text))
    merged = _merged(_with_headings_joined(groups, text), text)
    return tuple(_chunk(extracted, group, position) for position, group in enumerate(merged))


# -- sections ------------------------------------------------------------------------------------


def _sections(atoms: Sequence[Atom], text: str) -> list[_Group]:
    """Group atoms between headings; headings directly above each other open one section."""
    sections: list[_Group] = []
    for atom in atoms:
        last = sections[-1] if sections else None
        if last is None or last[-1].page != atom.page or _begins_section(last, atom, text):
            sections.append([atom])
        else:
            last.append(atom)
    return sections


def _begins_section(section: _Group, atom: Atom, text: str) -> bool:
    """Say whether `atom` opens a section of its own after `section`."""
    previous = section[-1]
    if previous.kind is BlockKind.HEADING:
        is_deeper = atom.heading_path[: len(previous.heading_path)] == previous.heading_path
        return atom.kind is BlockKind.HEADING and not is_deeper
    if atom.kind is BlockKind.HEADING or atom.heading_path != previous.heading_path:
        return True
    return _gap(text, previous, atom) > WIDEST_GAP


def _gap(text: str, before: Atom, after: Atom) -> float:
    return weight(text[before.end : after.start].strip())


def _span_size(text: str, group: _Group) -> float:
    """Weigh a group as the slice it becomes, comments between its atoms included."""
    between = sum(weight(text[a.end : b.start].strip()) for a, b in pairwise(group))
    return between + sum(atom.size + 2 for atom in group)


# -- packing and merging -------------------------------------------------------------------------


def _packed(section: _Group, text: str) -> list[_Group]:
    """Divide one section into groups of about equal size, none much larger than LARGEST."""
    total = _span_size(text, section)
    if total <= LARGEST:
        return [section]
    goal = total / -(-total // TARGET)
    groups: list[_Group] = [[section[0]]]
    for atom in section[1:]:
        group = groups[-1]
        if _is_full(group, atom, goal, text):
            groups.append([atom])
        else:
            group.append(atom)
    if len(groups) > 1 and _fits(groups[-2], groups[-1], text, LARGEST):
        groups[-2:] = [groups[-2] + groups[-1]]
    return groups


def _is_full(group: _Group, atom: Atom, goal: float, text: str) -> bool:
    with_atom = _span_size(text, [*group, atom])
    if _only_headings(group):
        return with_atom > 2 * LARGEST
    # What ends with a colon introduces what follows; they are read together.
    if with_atom > LARGEST or text[group[-1].end - 1] in ":：":
        return with_atom > LARGEST
    return with_atom > goal and with_atom - goal > goal - _span_size(text, group)


def _only_headings(group: _Group) -> bool:
    return all(atom.kind is BlockKind.HEADING for atom in group)


def _with_headings_joined(groups: Sequence[_Group], text: str) -> list[_Group]:
    """Give headings that stand alone to what follows them, or, at the end, to what they end."""
    joined: list[_Group] = []
    for group in groups:
        before = joined[-1] if joined else None
        if before and _only_headings(before) and _may_join(before, group, text, 2 * LARGEST):
            joined[-1] = before + group
        else:
            joined.append(group)
    whole: list[_Group] = []
    for group in joined:
        if whole and _only_headings(group) and _may_join(whole[-1], group, text, LARGEST):
            whole[-1] = whole[-1] + group
        else:
            whole.append(group)
    return whole


def _merged(groups: Sequence[_Group], text: str) -> list[_Group]:
    """Join small neighbours: parts of one section, a section and its children, or siblings."""
    merged: list[_Group] = []
    for group in groups:
        if merged and _belong_together(merged[-1], group, text):
            merged[-1] = merged[-1] + group
        else:
            merged.append(group)
    return merged


def _belong_together(before: _Group, after: _Group, text: str) -> bool:
    ours, theirs = _section_path(before), _section_path(after)
    is_related = theirs[: len(ours)] == ours or theirs[:-1] == ours[:-1]
    is_near = _gap(text, before[-1], after[0]) <= WIDEST_GAP
    return is_related and is_near and _fits(before, after, text, TARGET)


def _fits(before: _Group, after: _Group, text: str, most: float) -> bool:
    """Say whether one of two groups is too small for itself and both together not too large."""
    smaller = min(_span_size(text, before), _span_size(text, after))
    return smaller < SMALLEST and _may_join(before, after, text, most)


def _may_join(before: _Group, after: _Group, text: str, most: float) -> bool:
    is_one_page = before[-1].page == after[0].page
    return is_one_page and _span_size(text, before + after) <= most


def _common_path(group: Sequence[Atom]) -> tuple[str, ...]:
    """Return the headings all atoms of a group stand under."""
    path = group[-1].heading_path
    for atom in group:
        length = 0
        for ours, theirs in zip(path, atom.heading_path, strict=False):
            if ours != theirs:
                break
            length += 1
        path = path[:length]
    return path


# -- chunks --------------------------------------------------------------------------------------


def _chunk(extracted: ExtractedText, group: _Group, position: int) -> Chunk:
    start, end = group[0].start, group[-1].end
    first = bisect_right(extracted.place_starts, start) - 1
    last = bisect_right(extracted.place_starts, end - 1) - 1
    columns = _columns(extracted, start, end, (first, last))
    code = sum(atom.size for atom in group if atom.kind is BlockKind.CODE)
    return Chunk(
        position=position,
        text=extracted.text[start:end],
        start=start,
        end=end,
        place_kind=extracted.place_kind,
        place_start=extracted.place_numbers[first],
        place_end=extracted.place_numbers[last],
        start_column=columns[0],
        end_column=columns[1],
        heading_path=_section_path(group),
        lang=extracted.metadata.lang,
        is_code=code * 2 > sum(atom.size for atom in group),
    )


def _section_path(group: _Group) -> tuple[str, ...]:
    """Return the path of the section a chunk is about: its text's, not that of its headings."""
    content = [atom for atom in group if atom.kind is not BlockKind.HEADING]
    return _common_path(content or group)


def _columns(
    extracted: ExtractedText, start: int, end: int, places: tuple[int, int]
) -> tuple[int | None, int | None]:
    """Return the columns where the passage begins and ends inside a line of the file."""
    if extracted.place_kind is not PlaceKind.LINE or not extracted.is_verbatim:
        return None, None
    line_start = extracted.place_starts[places[0]]
    last_line_start = extracted.place_starts[places[1]]
    begins_inside = start > line_start
    ends_inside = end < len(extracted.text) and not LINE_BREAK.match(extracted.text, end)
    return (
        start - line_start + 1 if begins_inside else None,
        end - last_line_start + 1 if ends_inside else None,
    )
