"""Dialogs that check drafts against the library, and explain why a file is not found."""
