"""The search page: field, filter chips, list of hits, details and state pages."""
