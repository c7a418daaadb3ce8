"""The search pipeline, from a request to explained hits."""
