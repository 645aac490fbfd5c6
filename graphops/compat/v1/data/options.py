"""``tf.data.Options``: accepted, without effect."""

from __future__ import annotations

from typing import Any


class Options:
    """Options of a data set. You can set any of them, nested ones too; they have no effect."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(f"Options have no '{name}'", name=name)
        made = Options()
        self.__dict__[name] = made
        return made

    def merge(self, options: Options) -> Options:
        """These options and others."""
        merged = Options()
        merged.__dict__.update(self.__dict__ | options.__dict__)
        return merged
