from engine.stores.sync.opening import disk_size


def test_everything_a_library_keeps_counts_and_nothing_beside_it(tmp_path):
    catalog = tmp_path / "catalog.sqlite"
    catalog.write_bytes(b"c" * 100)
    (tmp_path / "catalog.sqlite-wal").write_bytes(b"w" * 20)
    (tmp_path / "searches.json").write_bytes(b"s" * 1_000)
    lexical, vectors = tmp_path / "lexical", tmp_path / "vectors"
    (vectors / "model").mkdir(parents=True)
    (vectors / "model" / "graph").write_bytes(b"g" * 5)
    lexical.mkdir()
    (lexical / "one.term").write_bytes(b"t" * 3)
    assert disk_size(catalog, (lexical, vectors)) == 128


def test_what_is_not_there_yet_counts_nothing(tmp_path):
    assert disk_size(tmp_path / "none" / "catalog.sqlite", (tmp_path / "lexical",)) == 0
