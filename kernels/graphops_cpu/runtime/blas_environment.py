"""Sets how long idle threads of NumPy's BLAS spin before they sleep. ``graphops`` imports this before NumPy.

After a large product OpenBLAS's threads spin for about a tenth of a second, in which OpenMP's threads, oneDNN's and
Numba's, share the remaining cores: on two cores a convolution after a matrix product took twice its time.
``OPENBLAS_THREAD_TIMEOUT=16`` (2**16 ticks of the clock, some 20 microseconds) avoids this; products that directly
follow each other are as fast as before.  OpenBLAS reads the variable once, when NumPy is loaded.
"""

from __future__ import annotations

import os
import sys
from typing import Final

NAME: Final = "OPENBLAS_THREAD_TIMEOUT"
TIMEOUT: Final = "16"  # an exponent of 2; OpenBLAS's default is 26 or 28

_state = ""


def prepare() -> None:
    """Choose the time, unless the user did or NumPy is there already. Does it once."""
    global _state
    if _state:
        return
    if NAME in os.environ:
        _state = f"{NAME}={os.environ[NAME]}, as set by the user"
    elif "numpy" in sys.modules:
        _state = (
            f"too late to set {NAME}={TIMEOUT}: NumPy had been imported before graphops; set it in the environment, or "
            "those of NumPy's BLAS spin after each large product"
        )
    else:
        os.environ[NAME] = TIMEOUT
        _state = f"{NAME}={TIMEOUT}, set when graphops was imported"


def state() -> str:
    """How the threads wait and who decided, in one line for people."""
    return _state or "not decided: graphops was not imported"


prepare()
