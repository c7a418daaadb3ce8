"""The main window with its menu, status bar, tray icon, dialogs and stored state."""
