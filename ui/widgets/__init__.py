"""Widgets shared by several packages of the window."""
