"""Tests for authors of ops and kernels. The built-in ops are tested with the same functions.

* :func:`opcheck` runs one call in every way (each kernel, each device, eager and Session) and compares the results.
* :func:`gradcheck` compares gradients with differences, to any order.
* :func:`cases` makes calls from an OpDef: all dtypes and attr values that it allows.
* :func:`assert_close` knows how far rounding may take a result (:mod:`~graphops.testing.tolerances`).
* :mod:`graphops.testing.strategies` has hypothesis strategies of calls that an OpDef allows, and of malformed ones.
* :func:`register_checks` declares calls of an op once; :func:`check_package` makes them, for all ops of a package.
* :func:`benchmark` times an op, each of its kernels and other functions, in turns.
* :mod:`standin` is a device without hardware, under an array module as strict as CuPy.

A whole test of an op on one page::

    from graphops.testing import cases, gradcheck, opcheck

    def test_scale():
        for case in cases("Vendor>Scale", {"x": (2, 3), "factor": ()}):
            opcheck(case.op, case.inputs, case.attrs, reference=lambda x, factor: x * factor)
        assert gradcheck("Vendor>Scale", {"x": np.array([1.0, -2.0]), "factor": np.array(3.0)}, order=2)

Everything here may import all of graphops except ``apps``.  Each function above is in the module of its name.
``call_checks`` has the checks of one call, ``made_calls`` generates calls, ``strict`` has the arrays of the stand-in.
Begin with :mod:`graphops.testing.opcheck`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from graphops.graph.slots import BENCHMARKS
from graphops.testing import standin, tolerances
from graphops.testing.cases import OpCase, cases, random_array
from graphops.testing.checks import OpChecks, register_checks, registered_checks
from graphops.testing.gradcheck import gradcheck
from graphops.testing.opcheck import OpCheckError, OpReport, opcheck
from graphops.testing.package_check import CheckRow, PackageReport, check_package
from graphops.testing.slopes import GradCheckError
from graphops.testing.tolerances import assert_close, difference

if TYPE_CHECKING:
    benchmark: Any

__all__ = [
    "CheckRow",
    "GradCheckError",
    "OpCase",
    "OpCheckError",
    "OpChecks",
    "OpReport",
    "PackageReport",
    "assert_close",
    "benchmark",
    "cases",
    "check_package",
    "difference",
    "gradcheck",
    "opcheck",
    "random_array",
    "register_checks",
    "registered_checks",
    "standin",
    "tolerances",
]


def __getattr__(name: str) -> Any:
    """Import on first use what takes long to import or needs more packages: hypothesis, for the strategies."""
    if name == "benchmark":
        return BENCHMARKS.benchmark
    if name == "strategies":
        return import_module("graphops.testing.strategies")
    raise AttributeError(f"module 'graphops.testing' has no attribute '{name}'")
