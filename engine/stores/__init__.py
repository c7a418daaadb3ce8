"""What the library keeps: the catalog (SQLite, the truth) and the two indexes derived from it."""
