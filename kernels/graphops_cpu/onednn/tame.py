"""Filters and matrices from which no NaN can arise: of a constant one it is found once."""

from __future__ import annotations

import weakref
from typing import Final

from graphops_cpu.lib.finite import is_tame
from graphops_cpu.onednn.arrays import Array
from graphops_cpu.onednn.weights_cache import is_constant
from graphops_registry.kernels.context import Context

_MOST: Final = 256  # that one object remembers


class TameWeights:
    """Remembers constant arrays that were found to be so, by their ids: nodes of the same shapes share a kernel."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[int, weakref.ref[Array]] = {}

    def has(self, ctx: Context, given: Array, dense: Array) -> bool:
        """Whether no sum of products with such weights and tame numbers overflows, see :func:`is_tame`.

        Args:
            given: the operand.
            dense: the same in C order.
        """
        constant = ctx.arrays_are_constant and is_constant(given)
        if constant and (known := self._known.get(id(given))) is not None and known() is given:
            return True
        found = is_tame(dense)
        if found and constant:
            if len(self._known) >= _MOST:
                self._known = {}
            self._known[id(given)] = weakref.ref(given)
        return found
