"""Going back from a citation to its file; the collection of saved passages."""
