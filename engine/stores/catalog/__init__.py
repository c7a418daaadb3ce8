"""The catalog: a single SQLite file with all data. The indexes are derived from it."""
