"""Running one given GPU kernel of a convolution, even if another one has a higher priority."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from graphops.build.binding import bind
from graphops.plan.choose.kernel_choice import Choice, NodeKernels
from graphops.plan.contexts import EagerContext
from graphops.plugins.packages import load_kernels
from graphops_registry.device_def import device_type
from graphops_registry.kernel_def import DEFAULT_MODE, KernelDef, Mode, kernels_of
from graphops_registry.op_def import lookup_op
from tests.ops.conv_matrix import Configuration, Sizes, call
from tests.reference.bounds import assert_answer, assert_close_to_largest, assert_equal
from tests.reference.call import answers

Array = np.ndarray[Any, Any]
FLOATS = ("half", "bfloat16", "float", "double")


def kernel_named(op: str, part: str) -> KernelDef:
    """The only GPU kernel of ``op`` whose name contains ``part``."""
    load_kernels()
    (found,) = [definition for definition in kernels_of(op, "GPU") if part in definition.name]
    return found


class Run:
    """One kernel, prepared for one call; NotFoundError if it refuses it.

    Attributes:
        inputs: what it is given, on the device but for sizes.
        choice: the kernel, prepared.
    """

    def __init__(
        self, definition: KernelDef, inputs: Mapping[str, Any], attrs: Mapping[str, Any], mode: Mode = DEFAULT_MODE
    ) -> None:
        op = lookup_op(definition.op)
        bound = bind(op.op_def, {**inputs, **attrs})
        kernels = NodeKernels(op, bound.attrs, "GPU", definitions=[definition], mode=mode)
        self.device = device_type("GPU")
        self.inputs = [
            x if index in kernels.host_inputs else self.device.copy_in(np.asarray(x))
            for index, x in enumerate(bound.inputs)
        ]
        self.device.synchronize()  # also for kernels that look at none of them
        self.choice: Choice = kernels.choose(self.inputs, (True,) * len(kernels.output_dtypes))

    def __call__(self, out: Any = None, inputs: list[Any] | None = None) -> Array:
        """The first output, on the host."""
        return self.device.copy_out(self.on_device(out, inputs))

    def on_device(self, out: Any = None, inputs: list[Any] | None = None) -> Any:
        """The first output."""
        context = EagerContext(self.device)
        return self.choice.run(context, inputs or self.inputs, None if out is None else [out])[0]


def check(definition: KernelDef, c: Configuration, s: Sizes, mode: Mode = DEFAULT_MODE) -> list[str]:
    """Everything that is wrong with one configuration, on small integers and on numbers in [-1, 1)."""
    wrong = []
    for integers in (True, False):
        inputs, attrs = call(c, s, integers=integers)
        (answer,) = answers(c.op, inputs, attrs)
        dtype = next(a.dtype for name, a in inputs.items() if not name.endswith("_sizes"))
        try:
            actual = Run(definition, inputs, attrs, mode)()
            if integers:
                assert_equal(actual, answer.value, dtype)
            else:
                assert_answer(actual, answer, dtype)
                assert_close_to_largest(actual, answer.value, dtype)
        except Exception as fault:
            wrong.append(f"{c} {s} {'integers' if integers else 'reals'}: {type(fault).__name__}: {fault}")
    return wrong
