"""Storage of the library: the catalog (SQLite, the primary data) and two derived indexes."""
