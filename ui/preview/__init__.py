"""The document of the chosen passage, opened at the passage."""
