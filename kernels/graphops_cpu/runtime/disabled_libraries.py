"""Libraries that the user has disabled (``GRAPHOPS_WITHOUT``)."""

from __future__ import annotations

import os
from typing import Final

VARIABLE: Final = "GRAPHOPS_WITHOUT"


def why_disabled(library: str) -> str | None:
    """The reason not to use ``library`` (``onednn``, ``numba``, ``openvino``): ``GRAPHOPS_WITHOUT`` names it."""
    named = {name.strip().lower() for name in os.environ.get(VARIABLE, "").split(",")}
    return f"{VARIABLE} names {library}" if library in named else None
