"""The main window and its menu, status bar, tray, dialogs and remembered state."""
