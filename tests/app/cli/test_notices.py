"""Messages that a command prints while it opens a library."""

from twofold.engine.stores.library_files import LibraryLock


def test_a_library_that_another_process_writes_is_reported_once(twofold, home, notes):
    with LibraryLock.acquire(home / "library" / "library.lock"):
        printed = twofold("index", "--no-vectors")
    assert printed.code == 1
    assert printed.err.count("Another Twofold process is writing") == 1
    assert printed.err.count("Close it to index here") == 1


def test_a_repair_is_reported_with_what_to_do(twofold, home, notes, expected_log):
    expected_log.append("")
    search = ("search", "--mode", "keyword", "tomatoes")
    for words in (search, ("index", "--no-vectors")):
        (home / "library" / "catalog.sqlite").write_bytes(b"no database " * 2000)
        printed = twofold(*words)
        assert printed.err.count("The library file was damaged") == 1
        if words == search:
            assert "The documents must be read again." in printed.err
            assert printed.err.count("To index the folders: twofold index") == 1
            assert printed.out == "Nothing was found.\n"
            assert (
                "To index the folders: twofold index" in twofold(*search, "--json").err
            )  # until it is done
    assert "2 documents" in printed.out
    assert "1 passage of 1 found" in twofold(*search).out
    assert twofold("search", "--mode", "keyword", "zebra").err == ""


def test_a_search_without_folders_explains_how_to_add_one(twofold, notes):
    assert twofold("folder", "remove", str(notes)).code == 0
    assert "twofold folder add PATH" in twofold("search", "--mode", "keyword", "tomatoes").err
