"""Running one given kernel, even if another one has a higher priority."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from graphops.build.binding import bind
from graphops.plan.choose.kernel_choice import Choice, NodeKernels
from graphops.plan.contexts import EagerContext
from graphops.plugins.packages import load_kernels
from graphops_registry.device_def import device_type
from graphops_registry.kernel_def import KernelDef, kernels_of
from graphops_registry.op_def import lookup_op
from tests.ops.conv_matrix import Configuration, Sizes, call
from tests.reference.bounds import assert_answer, assert_close_to_largest, assert_equal
from tests.reference.call import answers

Array = np.ndarray[Any, Any]


def kernel_named(op: str, part: str) -> KernelDef:
    """The only CPU kernel of ``op`` whose name contains ``part``."""
    load_kernels()
    (found,) = [definition for definition in kernels_of(op, "CPU") if part in definition.name]
    return found


class Run:
    """One kernel, prepared for one call; NotFoundError if it refuses it."""

    def __init__(self, definition: KernelDef, inputs: Mapping[str, Any], attrs: Mapping[str, Any]) -> None:
        op = lookup_op(definition.op)
        bound = bind(op.op_def, {**inputs, **attrs})
        kernels = NodeKernels(op, bound.attrs, "CPU", definitions=[definition])
        self.inputs = bound.inputs
        self.choice: Choice = kernels.choose(self.inputs, (True,) * len(kernels.output_dtypes))

    def __call__(self, out: Array | None = None, inputs: list[Array] | None = None) -> Array:
        """The first output."""
        context = EagerContext(device_type("CPU"))
        result: Array = self.choice.run(context, inputs or self.inputs, None if out is None else [out])[0]
        return result


def run(definition: KernelDef, inputs: Mapping[str, Any], attrs: Mapping[str, Any]) -> Array:
    """The first output of a call."""
    return Run(definition, inputs, attrs)()


def check(definition: KernelDef, c: Configuration, s: Sizes) -> list[str]:
    """Everything that is wrong with one configuration, on small integers and on numbers in [-1, 1)."""
    wrong = []
    for integers in (True, False):
        inputs, attrs = call(c, s, integers=integers)
        (answer,) = answers(c.op, inputs, attrs)
        actual = run(definition, inputs, attrs)
        dtype = next(a.dtype for name, a in inputs.items() if not name.endswith("_sizes"))
        try:
            if integers:
                assert_equal(actual, answer.value, dtype)
            else:
                assert_answer(actual, answer, dtype)
                assert_close_to_largest(actual, answer.value, dtype)
        except AssertionError as fault:
            wrong.append(f"{c} {s} {'integers' if integers else 'reals'}: {fault}")
    return wrong
