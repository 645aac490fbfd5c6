"""A step of long short-term memory and its gradient, for the ops whose gates come in different orders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from graphops_registry.kernel_def import Array

ICFO: Final = (0, 2, 1, 3)  # where the columns of the gates i, f, c and o are
IFCO: Final = (0, 1, 2, 3)


def sigmoid(xp: Any, x: Array) -> Array:
    return 1 / (1 + xp.exp(-x))


@dataclass(frozen=True, slots=True)
class Cell:
    """What a step does beside the matrix products.

    Attributes:
        order: where the columns of the gates i, f, c and o are.
        peepholes: the weights of the cell state in i, f and o, or ``None``.
        clip: the limit of the cell state; 0 or less for none.
    """

    xp: Any
    order: Sequence[int]
    peepholes: Sequence[Array] | None
    forget_bias: float = 0.0
    clip: float = 0.0

    def _columns(self, units: int) -> list[slice]:
        return [slice(place * units, (place + 1) * units) for place in self.order]

    def step(self, gates: Array, cs_prev: Array) -> tuple[Array, ...]:
        """i, cs, f, o, ci, co and h from ``[batch, 4 * units]``."""
        xp = self.xp
        i, f, c, o = (gates[:, columns] for columns in self._columns(cs_prev.shape[1]))
        if self.peepholes is not None:
            i, f = i + self.peepholes[0] * cs_prev, f + self.peepholes[1] * cs_prev
        i, f, c = sigmoid(xp, i), sigmoid(xp, f + f.dtype.type(self.forget_bias)), xp.tanh(c)
        cs = c * i + f * cs_prev
        if self.clip > 0:
            cs = xp.clip(cs, -self.clip, self.clip).astype(cs.dtype, copy=False)
        if self.peepholes is not None:
            o = o + self.peepholes[2] * cs
        o, co = sigmoid(xp, o), xp.tanh(cs)
        return i, cs, f, o, c, co, co * o

    def back(self, values: Sequence[Array], cs_prev: Array, dcs: Array, dh: Array, gates: Array) -> Array:
        """The gradient of ``cs_prev``; those of the gates are written to ``gates``, ``[batch, 4 * units]``.

        values: i, cs, f, o, ci and co, as ``step`` gave them.
        """
        i, _, f, o, ci, co = values
        of_i, of_f, of_c, of_o = (gates[:, columns] for columns in self._columns(cs_prev.shape[1]))
        of_o[...] = o * (1 - o) * dh * co
        dcs = dcs + (1 - co * co) * dh * o
        if self.peepholes is not None:
            dcs = dcs + of_o * self.peepholes[2]
        of_c[...] = (1 - ci * ci) * dcs * i
        of_f[...] = f * (1 - f) * dcs * cs_prev
        of_i[...] = i * (1 - i) * dcs * ci
        back = dcs * f
        if self.peepholes is not None:
            back = back + of_i * self.peepholes[0] + of_f * self.peepholes[1]
        return back

    def peephole_gradients(self, gates: Array, cs_prev: Array, cs: Array) -> list[Array]:
        """The gradients of the weights of the cell state, from those of the gates of one or more steps."""
        units = cs.shape[1]
        if self.peepholes is None:
            return [self.xp.zeros(units, dtype=cs.dtype) for _ in range(3)]
        of_i, of_f, _, of_o = (gates[:, columns] for columns in self._columns(units))
        return [(of_i * cs_prev).sum(axis=0), (of_f * cs_prev).sum(axis=0), (of_o * cs).sum(axis=0)]


def all_ignored() -> Any:
    """For gates that saturate: what is too large for exp is 0 or 1."""
    return np.errstate(all="ignore")
