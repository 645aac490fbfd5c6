"""Plain kernels of recurrent layers with all parameters in one vector; half and bfloat16 in float32."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphops_cpu.lib.lstm import all_ignored
from graphops_cpu.lib.precision import narrow, widen
from graphops_cpu.lib.recurrent_layers import Direction, split
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context
from graphops_registry.rules.rnn_params import DIRECTIONS, RecurrentLayers


class _Layers(PlainKernel):
    """Needs the values of all gates at all steps."""

    def layers(self, x: Array, h: Array) -> RecurrentLayers:
        attrs = self.attrs
        directions = DIRECTIONS[attrs["direction"]]
        return RecurrentLayers(attrs["rnn_mode"], directions, h.shape[0] // directions, h.shape[2], x.shape[2])

    def turned(self, *arrays: Array) -> list[Array]:
        """With steps, or layers, and batch exchanged where the batch comes first."""
        if self.attrs.get("time_major", True):
            return list(arrays)
        return [array.swapaxes(0, 1) if array.ndim == 3 else array for array in arrays]

    def alive(self, op: str, x: Array, lengths: Any) -> Array | None:
        if lengths is None:
            return None
        steps = x.shape[0]
        wrong = (lengths < 0) | (lengths > steps)
        if wrong.any():
            row = int(wrong.argmax())
            rule = f"be in [0, {steps}], as input has {steps} steps"
            raise must(f"sequence_lengths[{row}]", op, rule, int(lengths[row]))
        if (lengths == steps).all():
            return None
        return self.xp.asarray(np.arange(steps)[:, None, None] < np.asarray(lengths)[:, None])

    def cells(self, c: Array, h: Array) -> Array:
        return widen(c) if self.attrs["rnn_mode"] == "lstm" else self.xp.zeros_like(h)

    def check_size(self, ctx: Context, x: Array, layers: RecurrentLayers) -> None:
        kept = layers.layers * layers.directions * (4 * layers.gates + 6) * layers.units
        ctx.check_memory(8 * x.shape[0] * x.shape[1] * kept)


class _Forward(_Layers):
    def run_layers(
        self, ctx: Context, x: Array, h: Array, c: Array, params: Array, lengths: Any = None
    ) -> tuple[Array, Array, Array]:
        xp, dtype = self.xp, x.dtype
        x, h, c = self.turned(widen(x), widen(h), c)
        layers, cell = self.layers(x, h), self.cells(c, h)
        self.check_size(ctx, x, layers)
        alive = self.alive(self.definition_name(), x, lengths)
        outputs, h_last, c_last = _run(xp, layers, x, h, cell, widen(params), alive, ctx.check_cancelled)[0]
        last = c_last if layers.mode == "lstm" else xp.zeros((), dtype=x.dtype)
        y, h_last, last = self.turned(outputs, h_last, last)
        return narrow(y, dtype), narrow(h_last, dtype), narrow(last, dtype)

    def definition_name(self) -> str:
        return "CudnnRNNV3"


def _run(
    xp: Any, layers: RecurrentLayers, x: Array, h: Array, c: Array, params: Array, alive: Array | None,
    check: Callable[[], None],
) -> tuple[tuple[Array, Array, Array], list[Direction]]:  # fmt: skip
    """Outputs, last outputs and cell states of all layers, and the layers for their gradients."""
    made, states, cells = [], [], []
    weights = split(params, layers)
    with all_ignored():
        for layer in range(layers.layers):
            found = []
            for turn in range(layers.directions):
                number = layer * layers.directions + turn
                made.append(Direction(xp, layers.mode, weights[number], alive, bool(turn), check))
                y, last, cell = made[-1].forward(x, h[number], c[number])
                found.append(y)
                states.append(last)
                cells.append(cell)
            x = xp.concatenate(found, axis=2)
    return (x, xp.stack(states), xp.stack(cells)), made


@register_kernel("CudnnRNN", "CPU", uses=["memory", "cancel"])
class CudnnRNN(_Forward):
    def compute(self, ctx: Context, x: Array, h: Array, c: Array, params: Array) -> Any:
        return *self.run_layers(ctx, x, h, c, params), self.xp.zeros(0, dtype=x.dtype)


@register_kernel("CudnnRNNV2", "CPU", host_outputs=["host_reserved"], uses=["memory", "cancel"])
class CudnnRNNV2(_Forward):
    def compute(self, ctx: Context, x: Array, h: Array, c: Array, params: Array) -> Any:
        return *self.run_layers(ctx, x, h, c, params), self.xp.zeros(0, dtype=x.dtype), np.zeros(0, np.int8)


@register_kernel("CudnnRNNV3", "CPU", host_outputs=["host_reserved"], uses=["memory", "cancel"])
class CudnnRNNV3(_Forward):
    host_data = ("sequence_lengths",)

    def compute(self, ctx: Context, x: Array, h: Array, c: Array, params: Array, lengths: Any) -> Any:
        return *self.run_layers(ctx, x, h, c, params, lengths), self.xp.zeros(0, dtype=x.dtype), np.zeros(0, np.int8)


class _Backward(_Layers):
    def gradients(
        self, ctx: Context, x: Array, h: Array, c: Array, params: Array, lengths: Any, *given: Array
    ) -> list[Array]:
        xp, dtype, given_c = self.xp, x.dtype, c
        x, h, c, dy, dh, dc = self.turned(widen(x), widen(h), c, *(widen(array) for array in given[3:6]))
        layers, cell = self.layers(x, h), self.cells(c, h)
        self.check_size(ctx, x, layers)
        alive = self.alive("CudnnRNNBackpropV3", x, lengths)
        is_lstm = layers.mode == "lstm"
        dc = dc if is_lstm else xp.zeros_like(h)
        _, made = _run(xp, layers, x, h, cell, widen(params), alive, ctx.check_cancelled)
        by_params = xp.zeros(params.shape, dtype=x.dtype)
        places = split(by_params, layers)
        by_h, by_c = xp.zeros_like(h), xp.zeros_like(h)
        with all_ignored():
            for layer in range(layers.layers - 1, -1, -1):
                parts = []
                for turn in range(layers.directions):
                    number, own = (
                        layer * layers.directions + turn,
                        slice(turn * layers.units, (turn + 1) * layers.units),
                    )
                    dx, by_h[number], by_c[number], found = made[number].backward(dy[..., own], dh[number], dc[number])
                    parts.append(dx)
                    for place, value in zip(places[number], found, strict=True):
                        place[...] = value
                dy = sum(parts[1:], parts[0])
        dx, by_h, by_c = self.turned(dy, by_h, by_c)
        cells = by_c if is_lstm else xp.zeros(given_c.shape, dtype=x.dtype)
        return [narrow(array, dtype) for array in (dx, by_h, cells, by_params)]


@register_kernel("CudnnRNNBackprop", "CPU", uses=["memory", "cancel"])
class CudnnRNNBackprop(_Backward):
    def compute(self, ctx: Context, x: Array, h: Array, c: Array, params: Array, *given: Array) -> Any:
        return self.gradients(ctx, x, h, c, params, None, *given)


@register_kernel("CudnnRNNBackpropV2", "CPU", host_inputs=["host_reserved"], uses=["memory", "cancel"])
class CudnnRNNBackpropV2(CudnnRNNBackprop):
    pass


@register_kernel("CudnnRNNBackpropV3", "CPU", host_inputs=["host_reserved"], uses=["memory", "cancel"])
class CudnnRNNBackpropV3(_Backward):
    host_data = ("sequence_lengths",)

    def compute(self, ctx: Context, x: Array, h: Array, c: Array, params: Array, lengths: Any, *given: Array) -> Any:
        return self.gradients(ctx, x, h, c, params, lengths, *given)
