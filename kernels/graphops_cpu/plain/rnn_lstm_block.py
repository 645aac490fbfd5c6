"""Plain kernels of long short-term memory in one op; half is computed in float32 and rounded at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from graphops_cpu.lib.lstm import ICFO, IFCO, Cell, all_ignored
from graphops_cpu.lib.precision import narrow, widen
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context


class _LSTM(PlainKernel):
    order: ClassVar[Sequence[int]] = ICFO

    def cell(self, peepholes: Sequence[Array]) -> Cell:
        attrs = self.attrs
        seen = list(peepholes) if attrs["use_peephole"] else None
        return Cell(self.xp, self.order, seen, attrs.get("forget_bias", 0.0), attrs.get("cell_clip", 0.0))


@register_kernel("LSTMBlockCell", "CPU")
class LSTMBlockCell(_LSTM):
    def compute(self, x: Array, *given: Array) -> list[Array]:
        cs_prev, h_prev, w, wci, wcf, wco, b = (widen(array) for array in given)
        xp, inputs = self.xp, x.shape[1]
        with all_ignored():
            gates = xp.matmul(widen(x), w[:inputs]) + xp.matmul(h_prev, w[inputs:]) + b
            return [narrow(value, x.dtype) for value in self.cell((wci, wcf, wco)).step(gates, cs_prev)]


@register_kernel("LSTMBlockCellGrad", "CPU")
class LSTMBlockCellGrad(_LSTM):
    def compute(self, x: Array, *given: Array) -> list[Array]:
        cs_prev, _, _, wci, wcf, wco, _, *values, dcs, dh = (widen(array) for array in given)
        cell = self.cell((wci, wcf, wco))
        gates = self.xp.empty((x.shape[0], 4 * cs_prev.shape[1]), dtype=cs_prev.dtype)
        with all_ignored():
            back = cell.back(values, cs_prev, dcs, dh, gates)
            found = [back, gates, *cell.peephole_gradients(gates, cs_prev, values[1])]
        return [narrow(array, x.dtype) for array in found]


class _Sequence(_LSTM):
    def compute(self, ctx: Context, seq_len_max: Any, x: Array, *given: Array) -> list[Array]:
        xp, made = self.xp, int(seq_len_max)
        steps, batch, inputs = x.shape
        cs, h, w, wci, wcf, wco, b = (widen(array) for array in given)
        units = cs.shape[1]
        cell = self.cell((wci, wcf, wco))
        ctx.check_memory(16 * made * batch * units)
        found = [xp.zeros((steps, batch, units), dtype=x.dtype) for _ in range(7)]
        with all_ignored():
            rows = widen(x[:made]).reshape(made * batch, inputs)
            before = (xp.matmul(rows, w[:inputs]) + b).reshape(made, batch, 4 * units)
            for step in range(made):
                ctx.check_cancelled()
                values = cell.step(before[step] + xp.matmul(h, w[inputs:]), cs)
                cs, h = values[1], values[6]
                for array, value in zip(found, values, strict=True):
                    array[step] = narrow(value, x.dtype)
        return found


@register_kernel("BlockLSTM", "CPU", host_inputs=["seq_len_max"], uses=["memory", "cancel"])
class BlockLSTM(_Sequence):
    pass


@register_kernel("BlockLSTMV2", "CPU", host_inputs=["seq_len_max"], uses=["memory", "cancel"])
class BlockLSTMV2(_Sequence):
    order = IFCO


class _SequenceGrad(_LSTM):
    def compute(self, ctx: Context, seq_len_max: Any, x: Array, *given: Array) -> list[Array]:
        xp, made = self.xp, int(seq_len_max)
        batch, inputs = x.shape[1:]
        first_cs, first_h, w, wci, wcf, wco, _ = (widen(array) for array in given[:7])
        *values, h, by_cs, by_h = given[7:]
        units, cell = first_cs.shape[1], self.cell((wci, wcf, wco))
        ctx.check_memory(first_cs.dtype.itemsize * made * batch * (5 * units + 2 * inputs))
        gates = xp.empty((made, batch, 4 * units), dtype=first_cs.dtype)
        dcs, dh = xp.zeros_like(first_cs), xp.zeros_like(first_h)
        with all_ignored():
            for step in range(made - 1, -1, -1):
                ctx.check_cancelled()
                cs_prev = widen(values[1][step - 1]) if step else first_cs
                dcs, dh = dcs + widen(by_cs[step]), dh + widen(by_h[step])
                dcs = cell.back([widen(array[step]) for array in values], cs_prev, dcs, dh, gates[step])
                dh = xp.matmul(gates[step], w[inputs:].T)
            rows = gates.reshape(made * batch, 4 * units)
            by_x = xp.zeros(x.shape, dtype=x.dtype)
            by_x[:made] = narrow(xp.matmul(rows, w[:inputs].T).reshape(made, batch, inputs), x.dtype)
            by_w = xp.concatenate(
                [
                    xp.matmul(widen(x[:made]).reshape(made * batch, inputs).T, rows),
                    xp.matmul(self._before(first_h, h, made).T, rows),
                ]
            )
            cs = widen(values[1][:made]).reshape(made * batch, units)
            peepholes = cell.peephole_gradients(rows, self._before(first_cs, values[1], made), cs)
            found = [dcs, dh, by_w, *peepholes, rows.sum(axis=0)]
        return [by_x, *(narrow(array, x.dtype) for array in found)]

    def _before(self, first: Array, later: Array, made: int) -> Array:
        """What each step began with, as rows."""
        every = self.xp.concatenate([first[None], widen(later[:made])])[:made]
        return every.reshape(made * first.shape[0], first.shape[1])


@register_kernel("BlockLSTMGrad", "CPU", host_inputs=["seq_len_max"], uses=["memory", "cancel"])
class BlockLSTMGrad(_SequenceGrad):
    pass


@register_kernel("BlockLSTMGradV2", "CPU", host_inputs=["seq_len_max"], uses=["memory", "cancel"])
class BlockLSTMGradV2(_SequenceGrad):
    order = IFCO
