"""Keeping the derived indexes in step with the catalog, and one writer for each library."""
