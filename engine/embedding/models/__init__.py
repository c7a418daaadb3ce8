"""Which models there are, and getting, converting and checking their files."""
