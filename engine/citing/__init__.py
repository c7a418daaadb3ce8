"""From a citation back to its passage: exact, moved, changed or gone; and passages put aside."""
