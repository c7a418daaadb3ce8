"""Parts that several packages of the window use."""
