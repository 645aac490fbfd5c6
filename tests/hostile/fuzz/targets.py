"""All targets: importing this module registers them."""

from __future__ import annotations

from tests.hostile.fuzz import files, graphs, media, pages, string_ops, texts
from tests.hostile.fuzz.target import TARGETS

__all__ = ["TARGETS", "files", "graphs", "media", "pages", "string_ops", "texts"]
