"""What ``graphops bench`` times: convolution layers, each forward and in its two gradients, in float32."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

# Case: dtype and shape of a random input, or a list of integers that is given as it is.
Operand = tuple[int, ...] | list[int]


@dataclass(frozen=True)
class BenchCase:
    """One call.

    Attributes:
        op: its name.
        title: the layer, for people.
        operands: input -> shape (a tuple) or literal (a list).
        attrs: of the op.
    """

    op: str
    title: str
    operands: dict[str, Operand]
    attrs: dict[str, Any]


@dataclass(frozen=True)
class Layer:
    """A convolution with padding SAME and channels last.

    Attributes:
        family: ``Conv2D``, ``Conv3D`` or ``DepthwiseConv2dNative``.
        input: (batch, spatial ..., channels).
        filter: (spatial ..., channels, outputs or multiplier).
        stride: in all spatial dimensions.
    """

    family: str
    input: tuple[int, ...]
    filter: tuple[int, ...]
    stride: int = 1

    def cases(self) -> Iterator[BenchCase]:
        """The layer forward, its gradient to the input, its gradient to the filter."""
        rank = len(self.input)
        channels = self.filter[-1] * (self.filter[-2] if self.family.startswith("Depthwise") else 1)
        spatial = [-(-size // self.stride) for size in self.input[1:-1]]
        output = (self.input[0], *spatial, channels)
        attrs = {"strides": [1, *[self.stride] * (rank - 2), 1], "padding": "SAME"}
        sizes = "x".join(map(str, self.input)), "x".join(map(str, self.filter))
        title = f"{sizes[0]} * {sizes[1]}" + (f" stride {self.stride}" if self.stride > 1 else "")
        version = "V2" if self.family == "Conv3D" else ""
        yield BenchCase(self.family, title, {"input": self.input, "filter": self.filter}, attrs)
        yield BenchCase(
            f"{self.family}BackpropInput{version}",
            title,
            {"input_sizes": list(self.input), "filter": self.filter, "out_backprop": output},
            attrs,
        )
        yield BenchCase(
            f"{self.family}BackpropFilter{version}",
            title,
            {"input": self.input, "filter_sizes": list(self.filter), "out_backprop": output},
            attrs,
        )


LAYERS: Final[dict[str, tuple[Layer, ...]]] = {
    "small": (
        Layer("Conv2D", (8, 32, 32, 16), (3, 3, 16, 32)),
        Layer("Conv2D", (8, 32, 32, 16), (5, 5, 16, 32), stride=2),
        Layer("Conv3D", (2, 12, 12, 12, 8), (3, 3, 3, 8, 16)),
        Layer("DepthwiseConv2dNative", (8, 32, 32, 32), (3, 3, 32, 1)),
    ),
    "medium": (
        Layer("Conv2D", (16, 56, 56, 64), (3, 3, 64, 64)),
        Layer("Conv2D", (16, 112, 112, 3), (7, 7, 3, 64), stride=2),
        Layer("Conv3D", (2, 16, 32, 32, 32), (3, 3, 3, 32, 32)),
        Layer("DepthwiseConv2dNative", (16, 56, 56, 128), (3, 3, 128, 1)),
    ),
}


def bench_cases(size: str, op: str | None = None) -> list[BenchCase]:
    """All cases of ``"small"`` or ``"medium"``, of one op if it is named."""
    return [case for layer in LAYERS[size] for case in layer.cases() if op is None or case.op == op]
