"""The side of PyTorch on a GPU: eager calls, channels last, cuDNN's plans timed beforehand. Runs in its interpreter."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from math import prod
from typing import Any

import numpy as np

from graphops.apps.bench.sides import call_tasks, torch_gpu_tasks
from graphops.apps.bench.sides.layers import Layer, layer_from
from graphops.apps.bench.sides.rotation import copies, pattern, rotating
from graphops.apps.bench.sides.runner import RefusedError, Task, sample_of

torch: Any = None


def start(threads: int) -> dict[str, Any]:
    """Import torch, and let cuDNN time its plans, as people do who care for speed."""
    global torch
    from importlib import import_module

    torch = import_module("torch")
    if not torch.cuda.is_available():
        raise RuntimeError("torch shows no GPU")
    torch.set_num_threads(threads)
    torch.backends.cudnn.benchmark = True
    cudnn = torch.backends.cudnn.version()
    return {"name": "torch", "version": f"{torch.__version__} (CUDA {torch.version.cuda}, cuDNN {cudnn})"}


def make(case: dict[str, Any]) -> Task:
    """The task of a case."""
    allowed = bool(case.get("tf32", False))
    torch.backends.cudnn.allow_tf32 = torch.backends.cuda.matmul.allow_tf32 = allowed
    kind = case["kind"]
    if kind == "layer":
        return _layer(layer_from(case["layer"]), case["pass"], case["dtype"], case["layout"])
    if kind == "copy":
        return _copy(case["bytes"])
    if kind == "product":
        return _product(case["size"], case["dtype"])
    if kind == "small":
        return torch_gpu_tasks.small(torch, case["name"])
    if kind == "training":
        return _task(*torch_gpu_tasks.training(torch, case["name"], case["dtype"]))
    if kind == "call":
        return call_tasks.torch_task(torch, case, "cuda", clock=_clock, close=torch.cuda.empty_cache)
    raise RefusedError(f"torch has no case of the kind {kind} for a GPU")


# -- the clock, operands ----------------------------------------------------------------------------------------------


def _task(run: Callable[[], Any], sample: Callable[[Any], list[float]], keep: Any) -> Task:
    """A task that the device times."""
    return Task(run, sample, keep=keep, clock=_clock, close=torch.cuda.empty_cache)


def _clock(function: Callable[[], Any], count: int) -> tuple[float, float]:
    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    start.record()
    begin = time.perf_counter()
    for _ in range(count):
        function()
    returned = time.perf_counter() - begin
    end.record()
    end.synchronize()
    return start.elapsed_time(end) / 1000, returned


def _filled(shape: Sequence[int], name: str, dtype: Any) -> Any:
    """A tensor of random numbers, the same as on the other side."""
    size = prod(shape)
    numbers = torch.from_numpy(pattern(name)).cuda()
    repeated = numbers.repeat(-(-size // numbers.numel()))[:size]
    return repeated.to(dtype).reshape(tuple(shape))


def _host(tensor: Any) -> np.ndarray[Any, Any]:
    """The tensor's numbers as float32, float64 as it is."""
    tensor = tensor.detach()
    found: np.ndarray[Any, Any] = (tensor if tensor.dtype is torch.float64 else tensor.float()).cpu().numpy()
    return found


# -- layers and ceilings ----------------------------------------------------------------------------------------------


def _layer(layer: Layer, pass_: str, dtype_name: str, layout: str) -> Task:
    """Where SAME pads unevenly, which torch has no attribute for, x is padded beforehand, outside of what is timed, and
    cropped afterwards as a view."""
    rank, dtype, first = layer.rank, getattr(torch, dtype_name), layout == "channels_first"
    memory = torch.contiguous_format if first else {2: torch.channels_last, 3: torch.channels_last_3d}[rank]
    even = all(before == after for before, after in layer.pads)
    padding = [before if even else 0 for before, _ in layer.pads]
    crop = () if even else tuple(slice(b, b + n) for (b, _), n in zip(layer.pads, layer.input[1:-1], strict=True))
    groups = layer.input[-1] if layer.depthwise else 1

    def image(shape: tuple[int, ...], name: str) -> Any:
        """(N, C, spatial ...), filled in the order in which it lies in memory."""
        if first:
            return _filled((shape[0], shape[-1], *shape[1:-1]), name, dtype)
        return _filled(shape, name, dtype).movedim(-1, 1)

    def tensor(role: str, shape: tuple[int, ...]) -> Any:
        if role == "w":
            found = filter_to_torch(_filled(shape, role, dtype), layer)
        else:
            found = image(shape, role)
            if role == "x" and crop:
                amounts = [amount for pair in reversed(layer.pads) for amount in pair]
                found = torch.nn.functional.pad(found, amounts)
        return found.contiguous(memory_format=memory)

    # The operand that a gradient does not read still has to be there, for its shape.
    unread = {"forward": "dy", "filter_gradient": "w", "input_gradient": "x"}[pass_]
    shapes = {"x": layer.input, "w": layer.filter} | layer.operands(pass_)
    made = {role: tensor(role, shape) for role, shape in shapes.items()}
    read = [role for role in made if role != unread]
    result_bytes = made["x"].element_size() * prod(layer.result(pass_))
    count = copies(sum(made[role].nbytes for role in read) + result_bytes)
    sets = [[made], *([{**made, **{role: made[role].clone() for role in read}}] for _ in range(count - 1))]
    conv = {2: torch.nn.functional.conv2d, 3: torch.nn.functional.conv3d}[rank]
    backward = torch.ops.aten.convolution_backward
    strides, dilations = list(layer.strides), list(layer.dilations)
    mask = [pass_ == "input_gradient", pass_ == "filter_gradient", False]

    def call(tensors: dict[str, Any]) -> Any:
        try:
            with torch.inference_mode():
                if pass_ == "forward":
                    return conv(tensors["x"], tensors["w"], None, strides, padding, dilations, groups)
                found = backward(
                    tensors["dy"], tensors["x"], tensors["w"], None, strides, padding, dilations, False, [0] * rank,
                    groups, mask,
                )  # fmt: skip
                if pass_ == "filter_gradient":
                    return found[1]
                return found[0][(slice(None), slice(None), *crop)] if crop else found[0]
        except (RuntimeError, NotImplementedError) as error:
            raise RefusedError(str(error)) from error

    def sample(result: Any) -> list[float]:
        if pass_ == "filter_gradient":
            return sample_of(_host(filter_from_torch(result, layer)))
        return sample_of(_host(result.movedim(1, -1)))

    return _task(rotating(call, sets), sample, sets)


def filter_to_torch(w: Any, layer: Layer) -> Any:
    """(spatial ..., C, D) -> (D, C, spatial ...); depthwise (h, w, C, M) -> (C * M, 1, h, w)."""
    if layer.depthwise:
        height, width, channels, multiplier = layer.filter
        return w.permute(2, 3, 0, 1).reshape(channels * multiplier, 1, height, width)
    return w.permute(layer.rank + 1, layer.rank, *range(layer.rank))


def filter_from_torch(w: Any, layer: Layer) -> Any:
    """The inverse of :func:`filter_to_torch`."""
    if layer.depthwise:
        height, width, channels, multiplier = layer.filter
        return w.reshape(channels, multiplier, height, width).permute(2, 3, 0, 1)
    return w.permute(*range(2, layer.rank + 2), 1, 0)


def _copy(size: int) -> Task:
    source = _filled((size // 4,), "copy", torch.float32)
    target = source.clone()

    def run() -> Any:
        target.copy_(source)
        return target

    return _task(run, lambda result: sample_of(_host(result[:1000])), [source, target])


def _product(size: int, dtype_name: str) -> Task:
    a, b = (_filled((size, size), role, getattr(torch, dtype_name)) for role in ("a", "b"))

    def run() -> Any:
        with torch.inference_mode():
            return a @ b

    return _task(run, lambda result: sample_of(_host(result)), [a, b])
