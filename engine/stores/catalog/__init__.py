"""The catalog: one SQLite file that holds everything; the indexes are derived from it."""
