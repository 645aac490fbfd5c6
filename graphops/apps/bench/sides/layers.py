"""Convolution layers of known networks as benchmark cases. Only the standard library: peers import this file too."""

from __future__ import annotations

import json
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any, Final

PASSES: Final = ("forward", "filter_gradient", "input_gradient")
DTYPES: Final = ("float32", "bfloat16", "half", "float64")
LAYOUTS: Final = ("channels_last", "channels_first")
CLASSES: Final = ("dense", "small_channel", "depthwise")
OPS: Final = ("Conv2D", "Conv3D", "DepthwiseConv2dNative")


@dataclass(frozen=True)
class Layer:
    """One convolution.

    Attributes:
        name: unique.
        network: where it is from.
        class_: ``dense``, ``small_channel`` (at most four input channels) or ``depthwise``.
        op: ``Conv2D``, ``Conv3D`` or ``DepthwiseConv2dNative``.
        input: (batch, spatial ..., channels).
        filter: (spatial ..., input channels, output channels); depthwise (height, width, channels, multiplier).
        strides, dilations: one number for each spatial axis.
        padding: ``SAME``, ``VALID``, or (before, after) for each spatial axis.
    """

    name: str
    network: str
    class_: str
    op: str
    input: tuple[int, ...]
    filter: tuple[int, ...]
    strides: tuple[int, ...]
    dilations: tuple[int, ...]
    padding: str | tuple[tuple[int, int], ...]

    @property
    def rank(self) -> int:
        """How many spatial axes there are."""
        return len(self.strides)

    @property
    def depthwise(self) -> bool:
        return self.op == "DepthwiseConv2dNative"

    @property
    def reaches(self) -> tuple[int, ...]:
        """How many input positions the window spans, for each spatial axis."""
        return tuple((k - 1) * d + 1 for k, d in zip(self.filter[: self.rank], self.dilations, strict=True))

    @property
    def output(self) -> tuple[int, ...]:
        """(batch, spatial ..., output channels)."""
        spatial = []
        for axis, (size, stride, reach) in enumerate(zip(self.input[1:-1], self.strides, self.reaches, strict=True)):
            if self.padding == "SAME":
                spatial.append(-(-size // stride))
            else:
                around = 0 if isinstance(self.padding, str) else sum(self.padding[axis])
                spatial.append((size + around - reach) // stride + 1)
        channels = self.filter[-1] * (self.filter[-2] if self.depthwise else 1)
        return (self.input[0], *spatial, channels)

    @property
    def pads(self) -> tuple[tuple[int, int], ...]:
        """(before, after) for each spatial axis. ``SAME`` pads as much as the last window needs, one more at the end
        where that is odd."""
        if not isinstance(self.padding, str):
            return self.padding
        if self.padding == "VALID":
            return ((0, 0),) * self.rank
        found = []
        for size, outputs, stride, reach in zip(
            self.input[1:-1], self.output[1:-1], self.strides, self.reaches, strict=True
        ):
            around = max((outputs - 1) * stride + reach - size, 0)
            found.append((around // 2, around - around // 2))
        return tuple(found)

    @property
    def flops(self) -> int:
        """A multiplication and an addition for each output position and filter element, padding included."""
        return 2 * prod(self.output[:-1]) * prod(self.filter)

    def operands(self, pass_: str) -> dict[str, tuple[int, ...]]:
        """The arrays that a pass takes, by role, with channels last: two of ``x``, ``w``, ``dy``."""
        shapes = {"x": self.input, "w": self.filter, "dy": self.output}
        wanted = {"forward": ("x", "w"), "filter_gradient": ("x", "dy"), "input_gradient": ("w", "dy")}[pass_]
        return {role: shapes[role] for role in wanted}

    def result(self, pass_: str) -> tuple[int, ...]:
        """The shape of what a pass computes, with channels last."""
        return {"forward": self.output, "filter_gradient": self.filter, "input_gradient": self.input}[pass_]

    def op_name(self, pass_: str) -> str:
        """The op that computes a pass."""
        if pass_ == "forward":
            return self.op
        version = "V2" if self.op == "Conv3D" else ""
        return f"{self.op}Backprop{'Filter' if pass_ == 'filter_gradient' else 'Input'}{version}"

    def attrs(self, layout: str) -> dict[str, Any]:
        """The op's attrs: strides, dilations, padding and layout."""
        first = layout == "channels_first"

        def full(spatial: tuple[int, ...]) -> list[int]:
            return [1, 1, *spatial] if first else [1, *spatial, 1]

        formats = {2: ("NHWC", "NCHW"), 3: ("NDHWC", "NCDHW")}
        attrs: dict[str, Any] = {
            "strides": full(self.strides),
            "dilations": full(self.dilations),
            "padding": self.padding if isinstance(self.padding, str) else "EXPLICIT",
            "data_format": formats[self.rank][first],
        }
        if not isinstance(self.padding, str):
            spatial = [amount for pair in self.padding for amount in pair]
            attrs["explicit_paddings"] = [0, 0, 0, 0, *spatial] if first else [0, 0, *spatial, 0, 0]
        return attrs


def layer_from(data: dict[str, Any]) -> Layer:
    """A layer as ``layers.json`` writes it.

    Raises:
        ValueError: a field that is missing or makes no layer.
    """
    try:
        padding = data["padding"]
        if not isinstance(padding, str):
            padding = tuple((int(before), int(after)) for before, after in padding)
        sizes = {field: tuple(map(int, data[field])) for field in ("input", "filter", "strides", "dilations")}
        layer = Layer(data["name"], data["network"], data["class"], data["op"], padding=padding, **sizes)
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"a layer must have name, network, class, op, input, filter, strides, dilations and padding, "
                         f"got {data!r} ({error})") from None  # fmt: skip
    if not _is_whole(layer):
        raise ValueError(f"layer {layer.name} must have a known op, class and padding and as many positive sizes as "
                         f"the op has axes, got {data!r}")  # fmt: skip
    return layer


def _is_whole(layer: Layer) -> bool:
    rank = 3 if layer.op == "Conv3D" else 2
    lengths = len(layer.input), len(layer.filter), len(layer.strides), len(layer.dilations)
    if layer.op not in OPS or layer.class_ not in CLASSES or lengths != (rank + 2, rank + 2, rank, rank):
        return False
    if layer.padding not in ("SAME", "VALID") and (isinstance(layer.padding, str) or len(layer.padding) != rank):
        return False
    if (
        0 in layer.filter
        or layer.input[-1] % layer.filter[-2]
        or (layer.depthwise and layer.input[-1] != layer.filter[-2])
    ):
        return False
    given = min(*layer.input, *layer.filter, *layer.strides, *layer.dilations)
    return given > 0 and min(layer.output) > 0


def layer_data(layer: Layer) -> dict[str, Any]:
    """The inverse of :func:`layer_from`."""
    data = {field: getattr(layer, field) for field in ("name", "network", "op", "input", "filter", "strides")}
    return {**data, "class": layer.class_, "dilations": layer.dilations, "padding": layer.padding}


def load_layers(path: Path) -> list[Layer]:
    """The layers in a file.

    Raises:
        OSError: it cannot be read.
        ValueError: it holds no layers.
    """
    data = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(data, dict) or not isinstance(data.get("layers"), list) or not data["layers"]:
        raise ValueError('it must hold {"layers": [...]}')
    return [layer_from(item) for item in data["layers"]]


def default_layers() -> Path:
    """``layers.json`` beside this file in an installed package, else the one of the checkout."""
    beside = Path(__file__).with_name("layers.json")
    return beside if beside.exists() else Path(__file__).resolve().parents[4] / "benchmarks" / "layers.json"
