"""Plain kernels of generators whose state is in a variable."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphops_cpu.plain.state import here
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context
from graphops_registry.resource import handle_in

_RESERVED: Final = 256  # numbers of the counter for each that is drawn, so that no two draws share one
_WORD, _BITS = np.uint64(2**32 - 1), np.uint64(32)


@register_kernel("RngReadAndSkip", "CPU", host_inputs=["resource", "alg", "delta"], uses=["resources"])
class RngReadAndSkip(PlainKernel):
    def compute(self, ctx: Context, resource: Any, alg: Any, delta: Any) -> Array:
        found: list[Array] = []
        step = np.uint64(int(delta) * _RESERVED % (1 << 64))

        def skipped(state: Array) -> Array:
            if state.shape != (3,):
                raise must("resource", "RngReadAndSkip", "be a variable of shape (3,)", f"shape {state.shape}")
            before = here(ctx, state)
            found.append(before.copy())
            low, high = before[:1].view(np.uint64), before[1:2].view(np.uint64)
            # In words of 32 bits, as TensorFlow does it: the upper word of the step may itself wrap around.
            first = (low & _WORD) + (step & _WORD)
            upper = ((first >> _BITS) + (step >> _BITS)) & _WORD
            carry = ((low >> _BITS) + upper) >> _BITS
            return self.xp.concatenate([(low + step).view(np.int64), (high + carry).view(np.int64), before[2:]])

        ctx.resources.update(handle_in(resource), skipped)
        return found[-1]
