"""``cupy.ElementwiseKernel``: an expression in CUDA C for each element, compiled and run by the host."""

from __future__ import annotations

import re
from typing import Any, Final

import numpy as np

from cupy.arrays import ndarray
from cupy.functions import CudaModule
from cupy.raw_module import RawModule

_C_TYPES: Final = {"float32": "float", "float64": "double", "int32": "int", "int64": "long long", "bool": "bool"}
_BLOCK: Final = 128
_functions = CudaModule()


class ElementwiseKernel:
    """Called with arrays, which are broadcast together, and numbers for the inputs; gives a new array.

    A parameter's type is a dtype's name, or a letter, which means the dtype of the arrays that are passed for it.
    """

    def __init__(self, in_params: str, out_params: str, operation: str, name: str = "kernel", **options: Any) -> None:
        if options:
            raise NotImplementedError(f"the emulator's ElementwiseKernel takes no {', '.join(options)}")
        self.name = name
        self.operation = operation
        self._inputs = _parameters(in_params)
        self._outputs = _parameters(out_params)
        if len(self._outputs) != 1:
            raise NotImplementedError("the emulator's ElementwiseKernel has one output")

    def __call__(self, *args: Any) -> ndarray:
        if len(args) != len(self._inputs):
            raise TypeError(f"Wrong number of arguments for {self.name!r}")
        arrays = [arg for arg in args if isinstance(arg, ndarray)]
        if not arrays:
            raise NotImplementedError("the emulator's ElementwiseKernel must be given an array")
        types: dict[str, np.dtype[Any]] = {}
        for (kind, what), arg in zip(self._inputs, args, strict=True):
            if isinstance(arg, np.ndarray):
                raise TypeError(f"Unsupported type {type(arg)}")
            if isinstance(arg, ndarray):
                wanted = types.setdefault(kind, arg.dtype) if len(kind) == 1 else np.dtype(kind)
                if wanted != arg.dtype:
                    raise TypeError(f"Type is mismatched. {what} {arg.dtype} {wanted}")
        ((kind, _),) = self._outputs
        shape = np.broadcast_shapes(*(array.shape for array in arrays))
        out = _functions.empty(shape, types.get(kind) or np.dtype(kind))
        if out.size:
            self._launch(types, args, out)
        return out

    def _launch(self, types: dict[str, np.dtype[Any]], args: tuple[Any, ...], out: ndarray) -> None:
        def c_type(kind: str) -> str:
            dtype = types.get(kind) or np.dtype(kind)
            if dtype.name not in _C_TYPES:
                raise NotImplementedError(f"the emulator's ElementwiseKernel takes no {dtype}")
            return _C_TYPES[dtype.name]

        parameters, before, values = [], [], []
        for (kind, name), arg in zip(self._inputs, args, strict=True):
            if isinstance(arg, ndarray):
                parameters.append(f"const {c_type(kind)}* in_{name}")
                before.append(f"const {c_type(kind)} {name} = in_{name}[i];")
                values.append(_functions.ascontiguousarray(_functions.broadcast_to(arg, out.shape)))
            else:
                parameters.append(f"{c_type(kind)} {name}")
                values.append((types.get(kind) or np.dtype(kind)).type(arg))
        named = [f"using {letter} = {c_type(letter)};" for letter in types]
        ((kind, name),) = self._outputs
        parameters += [f"{c_type(kind)}* out_{name}", "long long n"]
        code = (
            f'extern "C" __global__ void {self.name}({", ".join(parameters)}) {{\n'
            "    const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;\n"
            f"    if (i >= n) return;\n    {' '.join([*named, *before])}\n    {c_type(kind)} {name};\n"
            f"    {self.operation};\n    out_{name}[i] = {name};\n}}\n"
        )
        module = RawModule(code=code, options=("--std=c++17",), name_expressions=(self.name,))
        blocks = -(-out.size // _BLOCK)
        module.get_function(self.name)((blocks,), (_BLOCK,), (*values, out, np.int64(out.size)))


def _parameters(text: str) -> list[tuple[str, str]]:
    """Type and name of each: ``T x, float32 scale``."""
    found = []
    for part in text.split(","):
        match = re.fullmatch(r"\s*([A-Za-z]\w*)\s+([A-Za-z_]\w*)\s*", part)
        if match is None or match.group(1) == "raw" or match.group(2) in ("i", "n"):
            raise NotImplementedError(f"the emulator's ElementwiseKernel takes no parameter {part!r}")
        found.append((match.group(1), match.group(2)))
    return found
