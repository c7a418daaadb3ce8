"""The engine's threads: what runs where, and how requests become events."""

from engine.background_engine.engine import BackgroundEngine
from engine.background_engine.open_library import ChildCommands, LibraryOpener, LibraryPlaces

__all__ = ["BackgroundEngine", "ChildCommands", "LibraryOpener", "LibraryPlaces"]
