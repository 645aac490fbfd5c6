"""Numbers that compiled loops and those who call them agree on; they are read without Numba being imported."""

from __future__ import annotations

from typing import Final

BLOCK: Final = 4096  # elements of a row of work of a conversion
BAND: Final = 4  # squares of a row of work of a transposition
