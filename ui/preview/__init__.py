"""The preview of the selected passage in its document."""
