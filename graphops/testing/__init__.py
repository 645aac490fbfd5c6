"""What authors of ops and kernels check their work with; every built-in op is tested by the same.

* :func:`opcheck` runs one call in every way there is - each kernel, each device, eager and Session - and compares.
* :func:`gradcheck` compares gradients with differences, to any order.
* :func:`cases` makes calls from an OpDef: all dtypes and attr values that it allows.
* :func:`assert_close` knows how far rounding may take a result (:mod:`~graphops.testing.tolerances`).
* :mod:`standin` is a device without hardware, under an array module as strict as CuPy.

A whole test of an op on one page::

    from graphops.testing import cases, gradcheck, opcheck

    def test_scale():
        for case in cases("Vendor>Scale", {"x": (2, 3), "factor": ()}):
            opcheck(case.op, case.inputs, case.attrs, reference=lambda x, factor: x * factor)
        assert gradcheck("Vendor>Scale", {"x": np.array([1.0, -2.0]), "factor": np.array(3.0)}, order=2)
"""

from __future__ import annotations

from graphops.testing import standin, tolerances
from graphops.testing.cases import OpCase, cases, random_array
from graphops.testing.gradcheck import gradcheck
from graphops.testing.opcheck import OpCheckError, OpReport, opcheck
from graphops.testing.slopes import GradCheckError
from graphops.testing.tolerances import assert_close, difference

__all__ = [
    "GradCheckError",
    "OpCase",
    "OpCheckError",
    "OpReport",
    "assert_close",
    "cases",
    "difference",
    "gradcheck",
    "opcheck",
    "random_array",
    "standin",
    "tolerances",
]
