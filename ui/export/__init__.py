"""The export of passages with their citations."""
