"""References to documents, and formatted bibliographies."""
