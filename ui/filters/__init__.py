"""The left column: filter values with their counts."""
