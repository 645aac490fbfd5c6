"""The side of PyTorch. Runs in its interpreter, where nothing of graphops but this package can be imported."""

from __future__ import annotations

from typing import Any

from graphops.apps.bench.sides import call_tasks, torch_tasks
from graphops.apps.bench.sides.layers import Layer, layer_from
from graphops.apps.bench.sides.runner import RefusedError, Task, operand, sample_of

torch: Any = None


def start(threads: int) -> dict[str, Any]:
    """Import torch and give it so many threads."""
    global torch
    from importlib import import_module

    torch = import_module("torch")
    torch.set_num_threads(threads)
    torch.set_num_interop_threads(1)
    return {"name": "torch", "version": torch.__version__}


def make(case: dict[str, Any]) -> Task:
    """The task of a case."""
    if case["kind"] == "layer":
        return _layer(layer_from(case["layer"]), case["pass"], case["dtype"], case["layout"])
    if case["kind"] == "call":
        return call_tasks.torch_task(torch, case)
    return torch_tasks.make(torch, case)


def _layer(layer: Layer, pass_: str, dtype_name: str, layout: str) -> Task:
    """An eager call on resident tensors in the wanted memory format. Where SAME pads unevenly, which torch has no
    attribute for, x is padded beforehand, outside of what is timed, and cropped afterwards as a view."""
    rank = layer.rank
    dtype = getattr(torch, dtype_name)
    last = layout == "channels_last"
    memory = {2: torch.channels_last, 3: torch.channels_last_3d}[rank] if last else torch.contiguous_format
    back = (0, *range(2, rank + 2), 1)  # channels first -> last
    even = all(before == after for before, after in layer.pads)
    padding = [before if even else 0 for before, _ in layer.pads]
    crop = () if even else tuple(slice(b, b + n) for (b, _), n in zip(layer.pads, layer.input[1:-1], strict=True))
    groups = layer.input[-1] if layer.depthwise else 1
    shapes = layer.operands(pass_)
    tensors: dict[str, Any] = {}
    for role, shape in shapes.items():
        tensor = torch.from_numpy(operand(shape, role))
        if role == "w":
            tensor = _filter_to_torch(tensor, layer)
        else:
            tensor = tensor.movedim(-1, 1)
            if role == "x" and crop:
                tensor = _pad(tensor, layer)
        tensors[role] = tensor.to(dtype).contiguous(memory_format=memory)
    # The operand that a gradient does not read still has to be there, for its shape.
    if pass_ == "filter_gradient":
        tensors["w"] = _filter_to_torch(torch.zeros(layer.filter, dtype=dtype), layer).contiguous(memory_format=memory)
    if pass_ == "input_gradient":
        x = torch.zeros(layer.input, dtype=dtype).movedim(-1, 1)
        tensors["x"] = (_pad(x, layer) if crop else x).contiguous(memory_format=memory)
    conv = {2: torch.nn.functional.conv2d, 3: torch.nn.functional.conv3d}[rank]
    backward = torch.ops.aten.convolution_backward
    strides, dilations = list(layer.strides), list(layer.dilations)
    mask = [pass_ == "input_gradient", pass_ == "filter_gradient", False]

    def run() -> Any:
        try:
            with torch.inference_mode():
                if pass_ == "forward":
                    y = conv(tensors["x"], tensors["w"], None, strides, padding, dilations, groups)
                else:
                    found = backward(
                        tensors["dy"], tensors["x"], tensors["w"], None, strides, padding, dilations, False,
                        [0] * rank, groups, mask,
                    )  # fmt: skip
                    y = found[0] if pass_ == "input_gradient" else found[1]
                    if pass_ == "input_gradient" and crop:
                        y = y[(slice(None), slice(None), *crop)]
                # NumPy has no bfloat16 of its own; its bits are what torch hands out.
                return (y.view(torch.int16) if dtype is torch.bfloat16 else y).numpy()
        except (RuntimeError, NotImplementedError) as error:
            raise RefusedError(str(error)) from error

    def sample(result: Any) -> list[float]:
        tensor = torch.from_numpy(result)
        if dtype is torch.bfloat16:
            tensor = tensor.view(torch.bfloat16)
        tensor = tensor.to(torch.float64)
        if pass_ != "filter_gradient":
            return sample_of(tensor.permute(back).numpy())
        if layer.depthwise:  # (C * M, 1, h, w) -> (h, w, C, M)
            h, w, c, m = layer.filter
            return sample_of(tensor.reshape(c, m, h, w).permute(2, 3, 0, 1).numpy())
        return sample_of(tensor.permute(*range(2, rank + 2), 1, 0).numpy())

    return Task(run, sample, keep=tensors)


def _filter_to_torch(w: Any, layer: Layer) -> Any:
    """(spatial ..., C, D) -> (D, C, spatial ...); depthwise (h, w, C, M) -> (C * M, 1, h, w)."""
    if layer.depthwise:
        h, width, channels, multiplier = layer.filter
        return w.permute(2, 3, 0, 1).reshape(channels * multiplier, 1, h, width)
    return w.permute(layer.rank + 1, layer.rank, *range(layer.rank))


def _pad(x: Any, layer: Layer) -> Any:
    """x (N, C, spatial ...) with zeros around; ``pad`` takes the last axis first."""
    return torch.nn.functional.pad(x, [amount for pair in reversed(layer.pads) for amount in pair])
