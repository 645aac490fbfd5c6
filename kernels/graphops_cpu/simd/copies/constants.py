"""Constants that compiled loops and their callers share, in a module that does not import Numba."""

from __future__ import annotations

from typing import Final

BLOCK: Final = 4096  # elements of a row of work of a conversion
BAND: Final = 4  # squares of a row of work of a transposition
