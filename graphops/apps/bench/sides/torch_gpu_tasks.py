"""The small graphs and the training steps of the GPU's cases in PyTorch, eagerly. Runs in the peer's interpreter."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any

import numpy as np

from graphops.apps.bench.sides.gpu_networks import GPU_NETWORKS, RESNET50
from graphops.apps.bench.sides.graph_tasks import TINY_W, TINY_X
from graphops.apps.bench.sides.runner import RefusedError, Task, operand, sample_of
from graphops.apps.bench.sides.training_graphs import EPSILON, weight

LINKS = 5  # of the chain z * 1.0001 + 0.5 of ten ops
VECTOR = 1024


def small(torch: Any, name: str) -> Task:
    """From the call until the result is there, by the clock of the host."""
    wait = torch.cuda.synchronize

    def host(result: Any) -> list[float]:
        return sample_of(result.cpu().numpy())

    if name == "empty_recording":
        return Task(_then(_recorded(torch, lambda: None)[0], wait))
    if name == "tiny_conv_eager":
        x = torch.from_numpy(operand(TINY_X, "x")).permute(0, 3, 1, 2).cuda()
        w = torch.from_numpy(operand(TINY_W, "w")).permute(3, 2, 0, 1).cuda()
        w = w.contiguous(memory_format=torch.channels_last)

        def convolve() -> Any:
            with torch.inference_mode():
                return torch.nn.functional.conv2d(x, w, None, 1, 1).permute(0, 2, 3, 1)

        return Task(_then(convolve, wait), host)
    value = operand((VECTOR,), "x")

    def ten(z: Any) -> Any:
        with torch.inference_mode():
            for _ in range(LINKS):
                z = z * 1.0001 + 0.5
            return z

    if name == "ten_ops_from_host":
        return Task(lambda: ten(torch.from_numpy(value).cuda()).cpu().numpy(), sample_of)
    x = torch.from_numpy(value).cuda()
    if name == "ten_ops_nodes":
        return Task(_then(lambda: ten(x), wait), host)
    if name == "ten_ops_replayed":
        fixed = x.clone()
        replay, result = _recorded(torch, lambda: ten(fixed))

        def run() -> Any:
            fixed.copy_(x)
            replay()
            return result.clone()

        return Task(_then(run, wait), host)
    raise RefusedError(f"torch has no case {name}")


def _then(run: Callable[[], Any], wait: Callable[[], None]) -> Callable[[], Any]:
    def both() -> Any:
        result = run()
        wait()
        return result

    return both


def _recorded(torch: Any, work: Callable[[], Any]) -> tuple[Callable[[], None], Any]:
    """What replays a CUDA graph of ``work``, and its result."""
    import warnings

    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        for _ in range(3):
            work()
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # one may be empty
        with torch.cuda.graph(graph):
            result = work()
    return graph.replay, result


# -- training ---------------------------------------------------------------------------------------------------------


class _Parameters:
    """Weights by name: made in the first pass, the same numbers as elsewhere."""

    def __init__(self, torch: Any) -> None:
        self.torch = torch
        self.found: dict[str, Any] = {}

    def get(self, name: str, array: Callable[[], np.ndarray[Any, Any]]) -> Any:
        if name not in self.found:
            tensor = self.torch.from_numpy(array())
            if tensor.dim() == 4:  # (height, width, C, D) as torch's (D, C, height, width)
                tensor = tensor.permute(3, 2, 0, 1).contiguous(memory_format=self.torch.channels_last)
            self.found[name] = tensor.cuda().requires_grad_()
        return self.found[name]

    def weight(self, shape: tuple[int, ...], name: str) -> Any:
        return self.get(name, lambda: weight(shape, prod(shape[:-1]), name))

    def full(self, size: int, value: float, name: str) -> Any:
        return self.get(name, lambda: np.full(size, value, np.float32))


def training(torch: Any, name: str, dtype_name: str) -> tuple[Callable[[], Any], Callable[[Any], list[float]], Any]:
    """A step, a function that reads its result, and what must be kept; images, labels and loss are on the device."""
    network = GPU_NETWORKS[name]
    images, labels = network.batch()
    x, y = torch.from_numpy(images).cuda().permute(0, 3, 1, 2), torch.from_numpy(labels).long().cuda()
    dtype = getattr(torch, dtype_name)
    forward = {"digits": _digits, "resnet50": _resnet50}[name]
    parameters = _Parameters(torch)
    with torch.no_grad():
        forward(torch, parameters, x, dtype)
    weights = list(parameters.found.values())
    if name == "resnet50":
        optimizer = torch.optim.SGD(weights, lr=0.01, momentum=0.9)
    else:
        optimizer = torch.optim.Adam(weights, lr=1e-3)

    def step() -> Any:
        optimizer.zero_grad(set_to_none=True)
        loss = torch.nn.functional.cross_entropy(forward(torch, parameters, x, dtype), y)
        loss.backward()
        optimizer.step()
        return loss.detach()

    return step, lambda loss: [float(loss.item())], (optimizer, weights)


def _digits(torch: Any, p: _Parameters, x: Any, _dtype: Any) -> Any:
    f = torch.nn.functional
    for number, (channels, outputs) in enumerate([(1, 16), (16, 32)]):
        w, b = p.weight((3, 3, channels, outputs), f"conv{number}"), p.full(outputs, 0.0, f"bias{number}")
        x = f.max_pool2d(f.relu(f.conv2d(x, w, b, padding=1)), 2)
    flat = x.permute(0, 2, 3, 1).reshape(-1, 128)
    return torch.addmm(p.full(10, 0.0, "bias"), flat, p.weight((128, 10), "dense"))


def _resnet50(torch: Any, p: _Parameters, x: Any, dtype: Any) -> Any:
    f = torch.nn.functional
    x = x.to(dtype)

    def conv_norm(x: Any, channels: int, outputs: int, kernel: int, stride: int, name: str) -> Any:
        w = p.weight((kernel, kernel, channels, outputs), name)
        y = f.conv2d(x, w.to(dtype), None, stride, kernel // 2)
        scale, offset = p.full(outputs, 1.0, f"{name}_scale"), p.full(outputs, 0.0, f"{name}_offset")
        return f.batch_norm(y, None, None, scale, offset, training=True, eps=EPSILON)

    channels = RESNET50[0][0]
    x = f.max_pool2d(f.relu(conv_norm(x, 3, channels, 7, 2, "stem")), 2)
    for stage, (inner, blocks, first_stride) in enumerate(RESNET50):
        for block in range(blocks):
            name, stride = f"stage{stage}_block{block}", 1 if block else first_stride
            y = f.relu(conv_norm(x, channels, inner, 1, 1, f"{name}_conv0"))
            y = f.relu(conv_norm(y, inner, inner, 3, stride, f"{name}_conv1"))
            y = conv_norm(y, inner, 4 * inner, 1, 1, f"{name}_conv2")
            if not block:
                x = conv_norm(x, channels, 4 * inner, 1, stride, f"{name}_shortcut")
            x = f.relu(x + y)
            channels = 4 * inner
    classes = GPU_NETWORKS["resnet50"].classes
    dense = p.weight((channels, classes), "dense").to(dtype)
    return (x.mean((2, 3)) @ dense).float() + p.full(classes, 0.0, "bias")
