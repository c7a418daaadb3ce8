"""The list of hits."""
