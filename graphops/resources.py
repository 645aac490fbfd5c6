"""Stub."""

from typing import Any


class Variables:
    store: Any


class ResourceStore:
    def __init__(self) -> None:
        self.variables = Variables()
        self.variables.store = self
