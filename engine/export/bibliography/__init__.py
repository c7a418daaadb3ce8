"""References to documents, and bibliographies in a citation style."""
