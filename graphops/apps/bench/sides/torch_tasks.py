"""The small cases and the training steps in PyTorch, eagerly and channels last. Runs in the peer's interpreter."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any

import numpy as np

from graphops.apps.bench.sides.graph_tasks import LINKS, TINY_W, TINY_X
from graphops.apps.bench.sides.runner import RefusedError, Task, operand, sample_of
from graphops.apps.bench.sides.training_graphs import (
    EPSILON,
    LSTM_CELLS,
    LSTM_FEATURES,
    MOBILENET_BLOCKS,
    MOBILENET_STEM,
    NETWORKS,
    RESNET_STAGES,
    UNET_CHANNELS,
    weight,
)


def make(torch: Any, case: dict[str, Any], compiled: bool = False) -> Task:
    """The task of a case of kind ``small`` or ``training``.

    Args:
        compiled: whether ``torch.compile`` compiles the loss.

    Raises:
        RefusedError: there is none.
    """
    if case["kind"] == "small":
        return _small(torch, case["name"])
    if case["kind"] == "training":
        return _training(torch, case["name"], compiled)
    raise RefusedError(f"torch has no case of the kind {case['kind']}")


def _small(torch: Any, name: str) -> Task:
    """From a NumPy array to one, as the others; for torch there is one way to call an op."""
    if name.startswith("tiny_conv"):
        x = operand(TINY_X, "x")
        w = torch.from_numpy(operand(TINY_W, "w")).permute(3, 2, 0, 1).contiguous(memory_format=torch.channels_last)
        conv = torch.nn.functional.conv2d

        def tiny_conv() -> Any:
            with torch.inference_mode():
                return conv(torch.from_numpy(x).permute(0, 3, 1, 2), w, None, 1, 1).permute(0, 2, 3, 1).numpy()

        return Task(tiny_conv, sample_of)
    value = operand((4,), "x")
    links = 1 if name.startswith("one_op") else LINKS

    def elementwise() -> Any:
        with torch.inference_mode():
            y = torch.from_numpy(value)
            if links == 1:
                return (y * 1.0001).numpy()
            for _ in range(links):
                y = y * 1.0001 + 0.5
            return y.numpy()

    return Task(elementwise, sample_of)


# -- training ---------------------------------------------------------------------------------------------------------


class _Parameters:
    """Weights by name: made in the first pass, the same numbers as elsewhere."""

    def __init__(self, torch: Any) -> None:
        self.torch = torch
        self.found: dict[str, Any] = {}

    def get(self, name: str, array: Callable[[], np.ndarray[Any, Any]], order: tuple[int, ...] = ()) -> Any:
        """A parameter; ``order`` permutes the array's axes to torch's."""
        if name not in self.found:
            tensor = self.torch.from_numpy(array())
            if order:
                tensor = tensor.permute(order)
                formats = {4: self.torch.channels_last, 5: self.torch.channels_last_3d}
                tensor = tensor.contiguous(memory_format=formats.get(tensor.dim(), self.torch.contiguous_format))
            self.found[name] = tensor.clone().requires_grad_()
        return self.found[name]

    def filter(self, shape: tuple[int, ...], name: str) -> Any:
        """(spatial ..., C, D) as torch's (D, C, spatial ...)."""
        rank = len(shape) - 2
        return self.get(name, lambda: weight(shape, prod(shape[:-1]), name), (rank + 1, rank, *range(rank)))

    def depthwise_filter(self, shape: tuple[int, ...], name: str) -> Any:
        """(h, w, C, 1) as torch's (C, 1, h, w)."""
        return self.get(name, lambda: weight(shape, shape[0] * shape[1], name), (2, 3, 0, 1))

    def transposed_filter(self, shape: tuple[int, ...], name: str) -> Any:
        """(d, h, w, outputs, inputs) as torch's (inputs, outputs, d, h, w)."""
        return self.get(name, lambda: weight(shape, shape[-1], name), (4, 3, 0, 1, 2))

    def bias(self, size: int, name: str) -> Any:
        return self.get(name, lambda: np.zeros(size, np.float32))


def _training(torch: Any, name: str, compiled: bool) -> Task:
    """Images and labels from NumPy, loss, gradients, new weights, loss as a number."""
    network = NETWORKS[name]
    images, labels = network.batch()
    x, y = torch.from_numpy(images), torch.from_numpy(labels).long()
    forward = _FORWARD[name]
    parameters = _Parameters(torch)
    with torch.no_grad():
        forward(torch, parameters, x)
    weights = list(parameters.found.values())
    if name == "resnet18":
        optimizer = torch.optim.SGD(weights, lr=0.01, momentum=0.9)
    else:
        optimizer = torch.optim.Adam(weights, lr=1e-3)

    def loss_of(x: Any, y: Any) -> Any:
        return torch.nn.functional.cross_entropy(forward(torch, parameters, x), y)

    compute = torch.compile(loss_of) if compiled else loss_of

    def step() -> float:
        optimizer.zero_grad(set_to_none=True)
        loss = compute(x, y)
        loss.backward()
        optimizer.step()
        return float(loss.item())

    return Task(step, lambda loss: [loss], keep=(optimizer, weights))


def _digits(torch: Any, p: _Parameters, x: Any) -> Any:
    f = torch.nn.functional
    x = x.permute(0, 3, 1, 2)
    for number, (channels, outputs) in enumerate([(1, 16), (16, 32)]):
        w, b = p.filter((3, 3, channels, outputs), f"conv{number}"), p.bias(outputs, f"bias{number}")
        x = f.max_pool2d(f.relu(f.conv2d(x, w, b, padding=1)), 2)
    flat = x.permute(0, 2, 3, 1).reshape(-1, 128)
    return torch.addmm(p.bias(10, "bias"), flat, p.get("dense", lambda: weight((128, 10), 128, "dense")))


def _mobilenet(torch: Any, p: _Parameters, x: Any) -> Any:
    f = torch.nn.functional

    def norm(y: Any, size: int, name: str) -> Any:
        scale = p.get(f"{name}_scale", lambda: np.ones(size, np.float32))
        return f.relu6(f.batch_norm(y, None, None, scale, p.bias(size, f"{name}_offset"), training=True, eps=EPSILON))

    channels = MOBILENET_STEM
    stem = p.filter((3, 3, 3, channels), "stem")
    x = norm(f.conv2d(x.permute(0, 3, 1, 2), stem, None, padding=1), channels, "stem")
    for number, (outputs, stride) in enumerate(MOBILENET_BLOCKS):
        w = p.depthwise_filter((3, 3, channels, 1), f"depthwise{number}")
        x = norm(f.conv2d(x, w, None, stride, 1, groups=channels), channels, f"depthwise{number}")
        w = p.filter((1, 1, channels, outputs), f"pointwise{number}")
        x = norm(f.conv2d(x, w), outputs, f"pointwise{number}")
        channels = outputs
    dense = p.get("dense", lambda: weight((channels, 10), channels, "dense"))
    return torch.addmm(p.bias(10, "bias"), x.mean((2, 3)), dense)


def _lstm(torch: Any, p: _Parameters, x: Any) -> Any:
    wide = LSTM_FEATURES + LSTM_CELLS

    def gates(begin: int, end: int) -> np.ndarray[Any, Any]:
        return np.ascontiguousarray(weight((wide, 4 * LSTM_CELLS), wide, "gates")[begin:end].T)

    given = p.get("gates_of_input", lambda: gates(0, LSTM_FEATURES))
    before = p.get("gates_of_state", lambda: gates(LSTM_FEATURES, wide))
    bias = p.bias(4 * LSTM_CELLS, "gates_bias")
    start = x.new_zeros((1, x.shape[0], LSTM_CELLS))
    weights = [given, before, bias, torch.zeros_like(bias)]  # two biases, of which one stays 0
    _, h, _ = torch.lstm(x, (start, start), weights, True, 1, 0.0, True, False, True)
    dense = p.get("dense", lambda: weight((LSTM_CELLS, 10), LSTM_CELLS, "dense"))
    return torch.addmm(p.bias(10, "bias"), h[0], dense)


def _resnet18(torch: Any, p: _Parameters, x: Any) -> Any:
    f = torch.nn.functional

    def conv_norm(x: Any, channels: int, outputs: int, kernel: int, stride: int, name: str) -> Any:
        w = p.filter((kernel, kernel, channels, outputs), name)
        y = f.conv2d(x, w, None, stride, kernel // 2)
        scale = p.get(f"{name}_scale", lambda: np.ones(outputs, np.float32))
        return f.batch_norm(y, None, None, scale, p.bias(outputs, f"{name}_offset"), training=True, eps=EPSILON)

    channels = RESNET_STAGES[0]
    x = f.relu(conv_norm(x.permute(0, 3, 1, 2), 3, channels, 3, 1, "stem"))
    for stage, outputs in enumerate(RESNET_STAGES):
        for block in range(2):
            name = f"stage{stage}_block{block}"
            stride = 2 if stage and not block else 1
            y = f.relu(conv_norm(x, channels, outputs, 3, stride, f"{name}_conv0"))
            y = conv_norm(y, outputs, outputs, 3, 1, f"{name}_conv1")
            if channels != outputs:
                x = conv_norm(x, channels, outputs, 1, stride, f"{name}_shortcut")
            x = f.relu(x + y)
            channels = outputs
    dense = p.get("dense", lambda: weight((channels, 10), channels, "dense"))
    return torch.addmm(p.bias(10, "bias"), x.mean((2, 3)), dense)


def _unet3d(torch: Any, p: _Parameters, x: Any) -> Any:
    f = torch.nn.functional

    def conv(x: Any, channels: int, outputs: int, name: str, kernel: int = 3) -> Any:
        w = p.filter((kernel, kernel, kernel, channels, outputs), name)
        return f.conv3d(x, w, p.bias(outputs, f"{name}_bias"), padding=kernel // 2)

    def twice(x: Any, channels: int, outputs: int, name: str) -> Any:
        return f.relu(conv(f.relu(conv(x, channels, outputs, f"{name}_0")), outputs, outputs, f"{name}_1"))

    x = x.permute(0, 4, 1, 2, 3)
    channels, skipped = 1, []
    for level, outputs in enumerate(UNET_CHANNELS):
        x = twice(f.max_pool3d(x, 2) if level else x, channels, outputs, f"down{level}")
        skipped.append(x)
        channels = outputs
    for level in reversed(range(len(UNET_CHANNELS) - 1)):
        outputs = UNET_CHANNELS[level]
        x_up = f.conv_transpose3d(x, p.transposed_filter((2, 2, 2, outputs, channels), f"up{level}"), None, 2)
        x = torch.cat([skipped[level], x_up], 1)
        x = twice(x, 2 * outputs, outputs, f"across{level}")
        channels = outputs
    return conv(x, channels, 2, "classes", 1)


_FORWARD = {
    "digits": _digits, "mobilenet": _mobilenet, "lstm": _lstm, "resnet18": _resnet18, "unet3d": _unet3d
}  # fmt: skip
