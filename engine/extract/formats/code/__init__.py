"""Source code: where its definitions stand."""
