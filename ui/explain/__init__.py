"""The explanation of a hit: why it was found and how it was ranked."""
