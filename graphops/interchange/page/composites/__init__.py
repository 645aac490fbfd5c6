"""Composites: page files of one sub-page each, a layer, a loss or an optimizer, which editors insert into pages.

``ui.composites`` of such a file describes its sub-page: what it is, which pins of blocks in it are its ports, and which
places in their attrs and inputs are its parameters.
"""

from __future__ import annotations

import json
from importlib import resources
from typing import Any


def composites() -> dict[str, dict[str, Any]]:
    """The pages of all composites as JSON has them, by the names of their files without ``.json``."""
    files = (file for file in resources.files(__name__).iterdir() if file.name.endswith(".json"))
    return {file.name.removesuffix(".json"): json.loads(file.read_text("utf-8")) for file in sorted(files, key=str)}
