"""The program on a desktop: its window, one per library, and the desktop's own search."""
