"""From a request to explained hits."""
