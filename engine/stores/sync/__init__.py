"""Keep the derived indexes in sync with the catalog."""
