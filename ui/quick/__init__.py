"""Quick search: a small window that a global shortcut opens."""
