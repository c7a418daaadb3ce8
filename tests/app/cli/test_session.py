"""What a command says while it opens a library."""

from engine.stores.library_files import LibraryLock


def test_a_library_that_another_writes_to_is_refused_once(twofold, home, write_file):
    folder = write_file("notes/a.md", "# A\n\nThe vehicle.\n").parent
    assert twofold("index", "--no-vectors", str(folder)).code == 0
    with LibraryLock.acquire(home / "library" / "library.lock"):
        printed = twofold("index", "--no-vectors")

    assert printed.code == 1
    assert printed.err.count("Another Twofold is writing") == 1
    assert printed.err.count("Close it to index here") == 1


def test_what_was_repaired_is_said_by_the_command_that_repaired_it(
    twofold, home, write_file, expected_log
):
    expected_log.append("")
    folder = write_file("notes/a.md", "# A\n\nThe vehicle.\n").parent
    assert twofold("index", "--no-vectors", str(folder)).code == 0
    (home / "library" / "catalog.sqlite").write_bytes(b"no database " * 2000)

    printed = twofold("index", "--no-vectors")

    assert printed.code == 0
    assert printed.err.count("The library file was damaged") == 1
    assert "1 document" in printed.out


def test_a_search_that_repaired_the_library_says_what_to_type(
    twofold, home, write_file, expected_log
):
    expected_log.append("")
    folder = write_file("notes/a.md", "# A\n\nThe vehicle.\n").parent
    search = ("search", "--mode", "keyword", "vehicle")
    assert twofold("index", "--no-vectors", str(folder)).code == 0
    (home / "library" / "catalog.sqlite").write_bytes(b"no database " * 2000)

    printed = twofold(*search)

    assert "The documents are to be read again." in printed.err
    assert printed.err.count("type 'twofold index'") == 1
    assert printed.out == "Nothing was found.\n"
    assert "type 'twofold index'" in twofold(*search, "--json").err  # also later, until it is done
    assert twofold("index", "--no-vectors").code == 0
    assert "1 passage shown" in twofold(*search).out
    assert twofold("search", "--mode", "keyword", "zebra").err == ""


def test_a_search_without_folders_says_how_to_add_one(twofold, write_file):
    folder = write_file("notes/a.md", "# A\n\nThe vehicle.\n").parent
    assert twofold("index", "--no-vectors", str(folder)).code == 0
    assert twofold("index", "--remove", str(folder)).code == 0

    assert "twofold index FOLDER" in twofold("search", "--mode", "keyword", "vehicle").err
