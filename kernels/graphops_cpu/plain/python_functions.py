"""Plain kernels that call Python functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from graphops_cpu.lib.python_values import array_of, python_error, value_of
from graphops_registry.errors import InvalidTypeError, must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.python_objects import find


class _CallsPython(PlainKernel):
    op: ClassVar[str] = ""

    def compute(self, *inputs: Array) -> Sequence[Array]:
        function = find(self.attrs["token"], self.op).function
        try:
            found = function(*map(value_of, inputs))
        except Exception as reason:
            raise python_error(reason, f"the function of op '{self.op}'") from reason
        types = self.attrs["Tout"]
        values = list(found) if isinstance(found, (list, tuple)) else ([] if found is None else [found])
        if len(values) != len(types):
            raise must("token", self.op, f"name a function that returns {len(types)} values", len(values))
        arrays = []
        for index, (value, dtype) in enumerate(zip(values, types, strict=True)):
            array = array_of(value, f"value {index} of the function of op '{self.op}'")
            if array.dtype != dtype.numpy_dtype:
                rule = f"name a function whose value {index} has dtype {dtype.name}"
                raise must("token", self.op, rule, array.dtype.name, kind=InvalidTypeError)
            arrays.append(array)
        return arrays


@register_kernel("PyFunc", "CPU", host_inputs=["input"], host_outputs=["output"])
class PyFunc(_CallsPython):
    op = "PyFunc"


@register_kernel("PyFuncStateless", "CPU", host_inputs=["input"], host_outputs=["output"])
class PyFuncStateless(_CallsPython):
    op = "PyFuncStateless"
