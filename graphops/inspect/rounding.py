"""How far rounding alone may take a result from the exact one."""

from __future__ import annotations

from typing import Final

# Largest error relative to the largest magnitude (docs/explanation/numbers.md).
RELATIVE: Final = {
    "float64": 1e-12, "float32": 1e-5, "float16": 6e-4, "bfloat16": 5e-3, "complex64": 1e-5, "complex128": 1e-12,
}  # fmt: skip
