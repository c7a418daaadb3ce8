"""Taking passages out of the window with their citations."""
