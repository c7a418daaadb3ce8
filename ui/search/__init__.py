"""Asking: the search field, the mode, the chips, and what stands when there are no hits."""
