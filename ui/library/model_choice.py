"""The models a person can choose, as the window asks for them."""

from __future__ import annotations

from collections.abc import Callable

from engine.api import ModelListing

ListModels = Callable[[], tuple[ModelListing, ...]]
