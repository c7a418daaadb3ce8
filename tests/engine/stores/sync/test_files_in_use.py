"""Files that another process has open or mapped, which Windows neither replaces nor removes."""

import os
from contextlib import closing
from dataclasses import replace
from pathlib import Path, PurePosixPath, PureWindowsPath

import numpy as np
import pytest

from tests.engine.stores.library import fill, opened
from twofold.engine.durable_files import replace_file
from twofold.engine.stores import library_files
from twofold.engine.stores.catalog.connections import uri_of
from twofold.engine.stores.lexical.index import LexicalIndex
from twofold.engine.stores.vectors.files import Sidecar, VectorFiles
from twofold.engine.stores.vectors.graph import HnswGraph, write_graph


def test_a_file_that_is_being_read_is_replaced_a_moment_later(tmp_path, monkeypatch):
    (tmp_path / "state").write_bytes(b"old")
    replace_path, rests = Path.replace, []

    def refuse(path, target):  # the first times, as Windows does while it is read
        if len(rests) < 3:
            raise PermissionError(13, "The process cannot access the file", str(path))
        return replace_path(path, target)

    monkeypatch.setattr(Path, "replace", refuse)
    monkeypatch.setattr(library_files.time, "sleep", rests.append)
    replace_file(tmp_path / "state", b"new")
    assert (tmp_path / "state").read_bytes() == b"new"
    monkeypatch.setattr(library_files.time, "sleep", lambda _: rests.clear())
    rests.clear()
    with pytest.raises(PermissionError):
        replace_file(tmp_path / "state", b"newer")


def test_vectors_are_added_while_their_file_can_neither_be_cut_nor_removed(tmp_path, monkeypatch):
    files = VectorFiles.open(tmp_path, "model", 4, read_only=False)
    rows = np.eye(4, dtype=np.float16)
    files.append(rows[:2], np.array([[1, 1], [2, 1]]), 1)
    with files.vectors_path.open("ab") as file:
        file.write(b"left by a crash")
    (tmp_path / "vectors-7.f16").write_bytes(b"of another epoch")

    def refuse(*_arguments, **_options):
        raise PermissionError(13, "a user-mapped section is open")

    monkeypatch.setattr(os, "truncate", refuse)
    monkeypatch.setattr(Path, "unlink", refuse)
    again = VectorFiles.open(tmp_path, "model", 4, read_only=False)
    again.append(rows[2:3], np.array([[3, 1]]), 2)
    last = VectorFiles.open(tmp_path, "model", 4, read_only=True)
    assert last.matrix().tolist() == rows[:3].tolist()


def test_an_index_is_read_through_copies_where_no_links_may_be_made(tmp_path, monkeypatch):
    with opened(tmp_path) as library:
        fill(library, 5)

    def refuse(*_arguments, **_options):
        raise OSError(1314, "A required privilege is not held by the client")

    monkeypatch.setattr(Path, "symlink_to", refuse)
    monkeypatch.setattr(os, "access", lambda *_: False)
    with closing(LexicalIndex.open(tmp_path / "lexical", read_only=True)) as read:
        assert read.size == 15


@pytest.mark.parametrize("name", ["plain", "Jürgen Müller 日本"])
def test_a_graph_is_kept_in_a_folder_of_any_name(tmp_path, name):
    folder = tmp_path / name
    folder.mkdir()
    rows = np.random.default_rng(1).standard_normal((200, 8)).astype(np.float16)
    vectors = replace(Sidecar.empty("model", 8), rows=200)
    write_graph(folder, rows, np.arange(200), vectors)
    graph = HnswGraph.open(folder, vectors)
    assert graph is not None
    assert graph.nearest(rows[17], 1).tolist() == [17]


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        (PurePosixPath("/home/ada/a b?.sqlite"), "file:///home/ada/a%20b%3F.sqlite"),
        (PureWindowsPath(r"C:\Users\Ada\c#1.sqlite"), "file:///C:/Users/Ada/c%231.sqlite"),
        (PureWindowsPath(r"\\server\share\x.sqlite"), "file:////server/share/x.sqlite"),
    ],
)
def test_sqlite_is_given_drives_and_shares_as_it_names_them(path, uri):
    assert uri_of(path) == uri
