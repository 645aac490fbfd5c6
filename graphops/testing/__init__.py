"""What authors of ops and kernels check their work with; every built-in op is tested by the same.

* :func:`opcheck` runs one call in every way there is - each kernel, each device, eager and Session - and compares.
* :func:`gradcheck` compares gradients with differences, to any order.
* :func:`cases` makes calls from an OpDef: all dtypes and attr values that it allows.
* :mod:`standin` is a device without hardware, under an array module as strict as CuPy.
"""

from __future__ import annotations

from graphops.testing import standin
from graphops.testing.cases import OpCase, cases, random_array
from graphops.testing.gradcheck import GradCheckError, gradcheck
from graphops.testing.opcheck import OpCheckError, opcheck
from graphops.testing.tolerances import assert_close, difference

__all__ = [
    "GradCheckError",
    "OpCase",
    "OpCheckError",
    "assert_close",
    "cases",
    "difference",
    "gradcheck",
    "opcheck",
    "random_array",
    "standin",
]
