"""The engine's threads and processes: what runs where, and how requests become events."""

from engine.background_engine.engine import BackgroundEngine
from engine.background_engine.keeper_service import KeeperService
from engine.background_engine.open_library import ChildCommands, LibraryOpener, LibraryPlaces
from engine.background_engine.two_process_engine import TwoProcessEngine

__all__ = [
    "BackgroundEngine",
    "ChildCommands",
    "KeeperService",
    "LibraryOpener",
    "LibraryPlaces",
    "TwoProcessEngine",
]
