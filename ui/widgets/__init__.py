"""Small widgets and helpers that several parts of the window share."""
