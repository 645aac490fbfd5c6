"""Plain kernels of gated recurrent units in one op."""

from __future__ import annotations

from graphops_cpu.lib.lstm import all_ignored, sigmoid
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel


@register_kernel("GRUBlockCell", "CPU")
class GRUBlockCell(PlainKernel):
    def compute(self, x: Array, h_prev: Array, w_ru: Array, w_c: Array, b_ru: Array, b_c: Array) -> list[Array]:
        xp, (inputs, units) = self.xp, (x.shape[1], h_prev.shape[1])
        with all_ignored():
            both = sigmoid(xp, xp.matmul(x, w_ru[:inputs]) + xp.matmul(h_prev, w_ru[inputs:]) + b_ru)
            r, u = both[:, :units].copy(), both[:, units:].copy()
            c = xp.tanh(xp.matmul(x, w_c[:inputs]) + xp.matmul(h_prev * r, w_c[inputs:]) + b_c)
            return [r, u, c, u * h_prev + (1 - u) * c]


@register_kernel("GRUBlockCellGrad", "CPU")
class GRUBlockCellGrad(PlainKernel):
    def compute(
        self, x: Array, h_prev: Array, w_ru: Array, w_c: Array, b_ru: Array, b_c: Array, *more: Array
    ) -> list[Array]:
        xp, (r, u, c, dh), inputs = self.xp, more, x.shape[1]
        with all_ignored():
            by_c = dh * (1 - u) * (1 - c * c)
            by_reset = xp.matmul(by_c, w_c[inputs:].T)  # of h_prev * r
            by_r = by_reset * h_prev * r * (1 - r)
            by_u = dh * (h_prev - c) * u * (1 - u)
            gates = xp.concatenate([by_r, by_u], axis=1)
            by_x = xp.matmul(by_c, w_c[:inputs].T) + xp.matmul(gates, w_ru[:inputs].T)
            by_h = dh * u + by_reset * r + xp.matmul(gates, w_ru[inputs:].T)
            return [by_x, by_h, by_c, gates]
