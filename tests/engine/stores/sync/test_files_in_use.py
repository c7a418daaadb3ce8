"""Files opened or mapped by another process, which Windows can neither replace nor delete."""

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


def test_file_in_use_is_replaced_a_moment_later(tmp_path, monkeypatch):
    (tmp_path / "state").write_bytes(b"old")
    replace_path, rests = Path.replace, []

    def refuse(path, target):  # the first attempts fail, as on Windows while the file is read
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


def test_vectors_are_added_while_their_file_is_in_use(tmp_path, monkeypatch):
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


def test_index_is_read_through_copies_if_links_are_not_permitted(tmp_path, monkeypatch):
    with opened(tmp_path) as library:
        fill(library, 5)

    def refuse(*_arguments, **_options):
        raise OSError(1314, "A required privilege is not held by the client")

    monkeypatch.setattr(Path, "symlink_to", refuse)
    monkeypatch.setattr(os, "access", lambda *_: False)
    with closing(LexicalIndex.open(tmp_path / "lexical", read_only=True)) as read:
        assert read.size == 15


@pytest.mark.parametrize("name", ["plain", "Jürgen Müller 日本"])
def test_graph_is_stored_in_a_folder_with_any_name(tmp_path, name):
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
def test_sqlite_receives_valid_uris_for_drives_and_shares(path, uri):
    assert uri_of(path) == uri
