"""``cudnn.pygraph``: one convolution, checked as the real one checks it, and beyond."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

import ml_dtypes
import numpy as np
from cuda_model import streams, work
from cuda_model.raw_views import extent, view

from cudnn import compute
from cudnn.constants import data_type, heur_mode, numerical_note
from cudnn.errors import MisuseError, cudnnGraphNotSupportedError
from cudnn.handle import Handle
from cudnn.plans import Plan, plans_for

_NUMPY = {
    data_type.FLOAT: np.dtype(np.float32), data_type.DOUBLE: np.dtype(np.float64), data_type.HALF: np.dtype(np.float16),
    data_type.BFLOAT16: np.dtype(ml_dtypes.bfloat16),
}  # fmt: skip
_ALIGNMENT = 16


class Tensor:
    """A tensor of a graph: dimensions and strides of (N, C, spatial...)."""

    def __init__(self, name: str, dim: list[int] | None = None, stride: list[int] | None = None) -> None:
        self.name = name
        self.dim = dim
        self.stride = stride
        self.is_output = False

    def set_output(self, value: bool) -> Tensor:
        self.is_output = value
        return self

    def set_dim(self, dim: list[int]) -> Tensor:
        self.dim = list(dim)
        return self

    def set_stride(self, stride: list[int]) -> Tensor:
        self.stride = list(stride)
        return self


def packed(dim: Sequence[int], *, channels_last: bool) -> list[int]:
    """Strides without gaps."""
    order = [0, *range(2, len(dim)), 1] if channels_last else list(range(len(dim)))
    strides, step = [0] * len(dim), 1
    for axis in reversed(order):
        strides[axis] = step
        step *= dim[axis]
    return strides


def _same_places(dim: Sequence[int], stride: Sequence[int], other: Sequence[int]) -> bool:
    return all(size == 1 or a == b for size, a, b in zip(dim, stride, other, strict=True))


class pygraph:
    """A graph of one convolution."""

    def __init__(
        self, *, io_data_type: data_type, intermediate_data_type: data_type, compute_data_type: data_type,
        handle: Handle,
    ) -> None:  # fmt: skip
        self._dtype, self._computed_in, self._handle = io_data_type, compute_data_type, handle
        self._tensors: list[Tensor] = []
        self._node: tuple[str, Tensor, Tensor, Tensor] | None = None  # the pass, and x, w, y
        self._bias: Tensor | None = None
        self._window: dict[str, list[int]] = {}
        self._plans: list[Plan] = []
        self._stage = 0
        self._limit = math.inf
        self._unwanted: set[numerical_note] = set()
        self._wanted: set[numerical_note] = set()
        self._chosen: int | None = None
        self._built: set[int] = set()

    # -- what it computes --------------------------------------------------------------------------------------------

    def tensor(self, *, name: str, dim: list[int], stride: list[int]) -> Tensor:
        found = Tensor(name, list(dim), list(stride))
        self._tensors.append(found)
        return found

    def _conv(self, pass_: str, x: Tensor, w: Tensor, y: Tensor, result: Tensor, window: dict[str, Any]) -> Tensor:
        if self._node is not None:
            raise NotImplementedError("the emulator has graphs of one node")
        if set(window) != {"pre_padding", "post_padding", "stride", "dilation"}:
            raise TypeError(f"a convolution must be given pads, strides and dilations, got {sorted(window)}")
        self._window = {name: list(values) for name, values in window.items()}
        self._node = pass_, x, w, y
        return result

    def conv_fprop(self, *, image: Tensor, weight: Tensor, **window: Any) -> Tensor:
        result = Tensor("Y")
        return self._conv("forward", image, weight, result, result, window)

    def conv_dgrad(self, *, loss: Tensor, filter: Tensor, **window: Any) -> Tensor:
        result = Tensor("DX")
        return self._conv("input_gradient", result, filter, loss, result, window)

    def conv_wgrad(self, *, image: Tensor, loss: Tensor, **window: Any) -> Tensor:
        result = Tensor("DW")
        return self._conv("filter_gradient", image, result, loss, result, window)

    def bias(self, *, name: str, input: Tensor, bias: Tensor) -> Tensor:
        """A number for each channel is added to what the convolution gives, in the dtype of the sums."""
        pass_, x, w, y = self._operands()
        if pass_ != "forward" or input is not y or y.is_output or y.dim is not None:
            raise NotImplementedError("the emulator adds a bias to a convolution only")
        result = Tensor("Z")
        self._bias = bias
        self._node = pass_, x, w, result
        return result

    def _operands(self) -> tuple[str, Tensor, Tensor, Tensor]:
        if self._node is None:
            raise RuntimeError("the graph is empty")
        return self._node

    def validate(self) -> None:
        pass_, x, w, y = self._operands()
        result = {"forward": y, "input_gradient": x, "filter_gradient": w}[pass_]
        if not result.is_output:
            raise RuntimeError("the graph has no output")
        for tensor in (x, w, y):
            if tensor.dim is None or tensor.stride is None:
                raise RuntimeError(f"the dimensions of {tensor.name} must be set")
            if any(size <= 0 for size in tensor.dim):
                raise ValueError(f"{tensor.name}: dimensions must be positive, got {tensor.dim}")
        if any(number < 0 for pads in ("pre_padding", "post_padding") for number in self._window[pads]):
            raise RuntimeError("CUDNN_STATUS_BAD_PARAM: negative padding")
        self._stage = 1

    def build_operation_graph(self) -> None:
        if self._stage != 1:
            raise RuntimeError("the graph must be validated first")
        _, x, w, y = self._operands()
        assert x.dim
        assert w.dim
        assert y.dim
        if x.dim[0] != y.dim[0] or w.dim[0] != y.dim[1] or x.dim[1] % w.dim[1]:
            raise RuntimeError(f"CUDNN_STATUS_BAD_PARAM: {x.dim}, {w.dim}, {y.dim}")
        if w.dim[0] % (x.dim[1] // w.dim[1]):
            raise RuntimeError("CUDNN_STATUS_BAD_PARAM: groups")
        for axis, (size, kernel, output) in enumerate(zip(x.dim[2:], w.dim[2:], y.dim[2:], strict=True)):
            pre, post, stride, dilation = (
                self._window[name][axis] for name in ("pre_padding", "post_padding", "stride", "dilation")
            )
            if output != (size + pre + post - ((kernel - 1) * dilation + 1)) // stride + 1:
                raise RuntimeError(f"CUDNN_STATUS_BAD_PARAM: output {output} of axis {axis}")
        layouts = [self._layouts(tensor) for tensor in (x, w, y)]
        if not set.intersection(*layouts):
            raise MisuseError(f"images and filters must be packed, and of one layout, got {layouts}")
        wide = data_type.DOUBLE if self._dtype is data_type.DOUBLE else data_type.FLOAT
        if self._computed_in is not wide:
            raise MisuseError(f"{self._dtype} must be summed in {wide}, got {self._computed_in}")
        if self._bias is not None:
            assert self._bias.dim
            assert self._bias.stride
            if self._bias.dim != [1, y.dim[1], *[1] * (len(y.dim) - 2)] or self._bias.stride[1] != 1:
                raise RuntimeError(f"CUDNN_STATUS_BAD_PARAM: bias {self._bias.dim}")
        self._stage = 2

    @staticmethod
    def _layouts(tensor: Tensor) -> set[str]:
        """Which of the two layouts its strides describe; both, if they are the same."""
        assert tensor.dim
        assert tensor.stride
        found = {
            name
            for name, last in (("channels last", True), ("channels first", False))
            if _same_places(tensor.dim, tensor.stride, packed(tensor.dim, channels_last=last))
        }
        if not found:
            raise MisuseError(f"{tensor.name}: strides {tensor.stride} of {tensor.dim} are no order that cuDNN reads")
        return found

    # -- plans -------------------------------------------------------------------------------------------------------

    def create_execution_plans(self, modes: list[heur_mode]) -> None:
        if self._stage != 2:
            raise RuntimeError("the operation graph must be built first")
        self._plans = [plan for mode in modes for plan in plans_for(self._dtype) if plan.mode is mode]
        self._stage = 3

    def _planned(self) -> None:
        if self._stage != 3:
            raise RuntimeError("plans must be created first")

    def deselect_workspace_greater_than(self, limit: int) -> None:
        self._planned()
        self._limit = limit

    def deselect_numeric_notes(self, notes: list[numerical_note]) -> None:
        self._planned()
        self._unwanted.update(notes)

    def _needs(self, index: int) -> int:
        plan = self._plans[index]
        size = max(math.prod(t.dim or ()) for t in self._operands()[1:]) * _NUMPY[self._dtype].itemsize  # type: ignore[union-attr]
        return plan.least + int(plan.workspace * size)

    def _is_barred(self, index: int) -> bool:
        return bool(self._plans[index].notes & self._unwanted) or self._needs(index) > self._limit

    def check_support(self) -> None:
        self._planned()
        if self._handle is None or self._handle.device != streams.current_device():
            raise RuntimeError("the handle must be one of the current device")
        if all(self._is_barred(index) for index in range(len(self._plans))):
            raise cudnnGraphNotSupportedError("No valid engine configs returned from heuristics.\nmore lines")

    def build_plans(self) -> None:
        self._planned()
        for index in range(len(self._plans)):
            if not self._is_barred(index):
                self._chosen = index
                self._built.add(index)
                return
        raise cudnnGraphNotSupportedError("no plan in the list could be built")

    def build_plan_at_index(self, index: int) -> None:
        self._planned()
        if self._is_barred(index):
            raise cudnnGraphNotSupportedError(f"plan {index} is deselected")
        self._built.add(index)

    def get_execution_plan_count(self) -> int:
        return len(self._plans)

    def get_plan_name_at_index(self, index: int) -> str:
        return self._plans[index].name

    def get_workspace_size(self) -> int:
        if self._chosen is None:
            raise RuntimeError("plans must be built first")
        return self._needs(self._chosen)

    def get_workspace_size_plan_at_index(self, index: int) -> int:
        if index not in self._built:
            raise RuntimeError("the plan must be built first")
        return self._needs(index)

    # -- running it --------------------------------------------------------------------------------------------------

    def execute(self, pack: dict[Tensor, int], workspace: int, handle: Handle) -> None:
        if self._chosen is None:
            raise RuntimeError("plans must be built first")
        self.execute_plan_at_index(pack, workspace, self._chosen, handle)

    def execute_plan_at_index(self, pack: dict[Tensor, int], workspace: int, index: int, handle: Handle) -> None:
        if index not in self._built:
            raise RuntimeError("the plan must be built first")
        if handle is not self._handle:
            raise MisuseError("a plan must run on the handle that it was built with")
        with handle:
            self._execute(pack, workspace, self._plans[index], self._needs(index), handle)

    def _execute(self, pack: dict[Tensor, int], workspace: int, plan: Plan, size: int, handle: Handle) -> None:
        pass_, *tensors = self._operands()
        given = [*tensors] if self._bias is None else [*tensors, self._bias]
        if set(pack) != set(given):
            raise ValueError("the variant pack is missing a buffer")
        dtype = _NUMPY[self._dtype]
        ranges = []
        for tensor in given:
            if type(pack[tensor]) is not int or pack[tensor] % _ALIGNMENT:
                raise MisuseError(f"{tensor.name} must lie at a multiple of {_ALIGNMENT}, got {pack[tensor]!r}")
            ranges.append((pack[tensor], extent(tensor.dim or (), tensor.stride or ()) * dtype.itemsize))
        place = {"forward": 2, "input_gradient": 0, "filter_gradient": 1}[pass_]
        inputs = [r for number, r in enumerate(ranges) if number != place]
        spaces = [ranges[place], (workspace, size)]
        for (a, a_size), (b, b_size) in itertools.product(spaces, inputs):
            if a < b + b_size and b < a + a_size:
                raise MisuseError("results and workspace must not overlap with operands")

        def run() -> None:
            if size:
                view(workspace, np.dtype(np.uint8), (size,), (1,))[...] = 0xFF
            x, w, y = (view(pack[t], dtype, t.dim or (), t.stride or ()) for t in tensors)
            operands = [plan.operand(a).astype(np.float64) for n, a in enumerate((x, w, y)) if n != place]
            result = (x, w, y)[place]
            with np.errstate(all="ignore"):
                if place == 0:
                    operands.reverse()  # dy, w
                wide = np.float64 if self._dtype is data_type.DOUBLE else np.float32
                sums = getattr(compute, pass_)(*operands, result.shape, self._window)
                if self._bias is not None:
                    sums += view(pack[self._bias], dtype, self._bias.dim or (), self._bias.stride or ())
                result[...] = plan.result(sums, float(np.finfo(wide).eps)).astype(wide).astype(dtype)

        work.submit(f"cudnn {pass_}", run, reads=inputs, writes=[r for r in spaces if r[1]], stream=handle.stream)
