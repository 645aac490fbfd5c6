"""Plain kernels that read and change entries of variables by their numbers."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Any

import numpy as np

from graphops_cpu.lib.elementwise import INTEGERS, NUMBERS, REALS, count
from graphops_cpu.lib.entries import check_indices
from graphops_cpu.lib.precision import narrow, widen
from graphops_cpu.plain.math_segment import add_rows
from graphops_cpu.plain.state import here, module_of, require_shape
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, KernelSpec, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context
from graphops_registry.resource import ResourceHandle, handle_in


@register_kernel("ResourceGather", "CPU", host_inputs=["resource"], uses=["resources"])
class ResourceGather(PlainKernel):
    def compute(self, ctx: Context, resource: Any, indices: Array) -> Array:
        handle = handle_in(resource)
        params = here(ctx, ctx.resources.read(handle))
        xp, batch = module_of(self, params), self.attrs["batch_dims"]
        if params.ndim <= batch:
            raise must("resource", "ResourceGather", f"be a variable of rank {batch + 1} or more", params.shape)
        if indices.shape[:batch] != params.shape[:batch]:
            rule = f"have the first {batch} dimensions of {handle.text}, {params.shape[:batch]}"
            raise must("indices", "ResourceGather", rule, indices.shape)
        entries, rest = params.shape[batch], params.shape[batch + 1 :]
        check_indices("ResourceGather", indices, entries)
        if not batch:
            # A vector of indices: NumPy gives the object itself for a single index into an array of objects.
            return xp.take(params, indices.reshape(-1), axis=0).reshape((*indices.shape, *rest))
        batches = prod(params.shape[:batch])
        flat = params.reshape(batches * entries, *rest)
        first = self.xp.arange(batches, dtype=np.int64)[:, None] * entries
        ids = indices.reshape(batches, prod(indices.shape[batch:])).astype(np.int64) + first
        return xp.take(flat, ids.reshape(-1), axis=0).reshape(*indices.shape, *rest)


class Scatter(PlainKernel):
    """Base of kernels that change entries of a variable, all or nothing.

    Only the entries that change are copied: where nothing else can see the value, they are written in place.
    """

    op = ""

    def compute(self, ctx: Context, resource: Any, indices: Array, updates: Array) -> tuple[Array, ...]:
        handle = handle_in(resource)

        def changed(old: Array) -> tuple[Array, Array, Array] | None:
            old = here(ctx, old)
            ids, rows = self.entries(handle, old, indices, updates)
            if not rows.size:
                return None
            found, places = self.xp.unique(ids, return_inverse=True)
            new = old.reshape(-1, rows.shape[1])[found]
            self.apply(new, places.reshape(-1), rows)
            return old, found, new

        ctx.resources.update_rows(handle, changed)
        return ()

    def entries(self, handle: ResourceHandle, old: Array, indices: Array, updates: Array) -> tuple[Array, Array]:
        """Which entries of ``old`` change, (N,), and the rows for them, (N, C), checked. ``old`` has rows of C."""
        if not old.ndim:
            raise must("resource", self.op, "be a variable of rank 1 or more", f"{handle.text} of shape ()")
        if updates.ndim:
            require_shape("updates", self.op, handle, (*indices.shape, *old.shape[1:]), updates)
        check_indices(self.op, indices, old.shape[0])
        rows = module_of(self, old).broadcast_to(updates, (*indices.shape, *old.shape[1:]))
        return indices.reshape(-1), rows.reshape(prod(indices.shape), prod(old.shape[1:]))

    def apply(self, new: Array, ids: Array, rows: Array) -> None:
        """Change ``new``, (entries, C), at ``ids``, (N,), by ``rows``, (N, C). Each entry is among ``ids``."""
        raise NotImplementedError


class _ScatterSum(Scatter):
    """Changes of one entry are added up in 64 bits, and the result is rounded once.

    Holds those sums, at most as many numbers as updates has.
    """

    def workspace(self, spec: KernelSpec) -> int:
        """Bytes: the sums, their places, and the wide copies."""
        return 32 * prod(spec.shapes[2])

    def apply(self, new: Array, ids: Array, rows: Array) -> None:
        with np.errstate(all="ignore"):
            sums = add_rows(self.xp, rows, ids, new.shape[0])
            new[...] = self.combine(new.astype(sums.dtype), sums).astype(new.dtype)

    def combine(self, old: Array, sums: Array) -> Array:
        raise NotImplementedError


@register_kernel("ResourceScatterAdd", "CPU", types={"dtype": NUMBERS}, host_inputs=["resource"], uses=["resources"])
class ResourceScatterAdd(_ScatterSum):
    op = "ResourceScatterAdd"

    def combine(self, old: Array, sums: Array) -> Array:
        return old + sums


@register_kernel("ResourceScatterSub", "CPU", types={"dtype": NUMBERS}, host_inputs=["resource"], uses=["resources"])
class ResourceScatterSub(_ScatterSum):
    op = "ResourceScatterSub"

    def combine(self, old: Array, sums: Array) -> Array:
        return old - sums


@register_kernel("ResourceScatterUpdate", "CPU", host_inputs=["resource"], uses=["resources"])
class ResourceScatterUpdate(Scatter):
    op = "ResourceScatterUpdate"

    def apply(self, new: Array, ids: Array, rows: Array) -> None:
        # Of equal ids the last one counts. Devices write in any order, so only the last ones are written.
        _, last = self.xp.unique(ids[::-1], return_index=True)
        new[...] = rows[ids.shape[0] - 1 - last]


def rounds(xp: Any, ids: Array) -> Iterator[Array]:
    """Places in ``ids``, (N,), in groups without repetition: the first of each id, then the second, and so on.

    If a kernel changes entries group after group, it changes each entry in the order of ``ids``.
    """
    length = ids.shape[0]
    if not length:
        return
    order = xp.argsort(ids, kind="stable")
    found, starts, groups = xp.unique(ids[order], return_index=True, return_inverse=True)
    if found.shape[0] == length:
        yield order
        return
    turn = xp.arange(length) - starts[groups.reshape(-1)]  # how many of the same id come before
    by_turn = order[xp.argsort(turn, kind="stable")]
    sizes = xp.bincount(turn)
    begin = 0
    for number in range(sizes.shape[0]):
        end = begin + int(sizes[number].item())
        yield by_turn[begin:end]
        begin = end


class ScatterEach(Scatter):
    """Base of changes that are done one after another; holds the variable in the compute dtype."""

    def workspace(self, spec: KernelSpec) -> int:
        """Bytes: places and copies of the rows."""
        return 32 * prod(spec.shapes[2])

    def apply(self, new: Array, ids: Array, rows: Array) -> None:
        wide, changes = widen(new), widen(rows)
        with np.errstate(all="ignore"):
            for places in rounds(self.xp, ids):
                at = ids[places]
                wide[at] = self.change(wide[at], changes[places])
            if wide is not new:
                new[...] = narrow(wide, new.dtype)

    def change(self, old: Array, rows: Array) -> Array:
        raise NotImplementedError


@register_kernel("ResourceScatterMul", "CPU", types={"dtype": NUMBERS}, host_inputs=["resource"], uses=["resources"])
class ResourceScatterMul(ScatterEach):
    op = "ResourceScatterMul"

    def change(self, old: Array, rows: Array) -> Array:
        return old * rows


@register_kernel("ResourceScatterDiv", "CPU", types={"dtype": NUMBERS}, host_inputs=["resource"], uses=["resources"])
class ResourceScatterDiv(ScatterEach):
    op = "ResourceScatterDiv"

    def change(self, old: Array, rows: Array) -> Array:
        zeros = count(rows == 0)
        if zeros:
            raise must("updates", self.op, "not be 0 anywhere", f"{zeros} zero{'s' if zeros > 1 else ''}")
        if old.dtype.kind not in "iu":
            return old / rows
        quotient = old // rows
        # NumPy rounds down; where there is a remainder and the signs differ, towards 0 is one more.
        return quotient + ((quotient < 0) & (quotient * rows != old)).astype(old.dtype)


class ScatterLower(ScatterEach):
    """The smaller of old and new; what is there stays where one of them is NaN."""

    def change(self, old: Array, rows: Array) -> Array:
        return self.xp.where(rows < old, rows, old)


class ScatterRaise(ScatterEach):
    """The larger of old and new; what is there stays where one of them is NaN."""

    def change(self, old: Array, rows: Array) -> Array:
        return self.xp.where(rows > old, rows, old)


ORDERED = REALS + INTEGERS


@register_kernel("ResourceScatterMin", "CPU", types={"dtype": ORDERED}, host_inputs=["resource"], uses=["resources"])
class ResourceScatterMin(ScatterLower):
    op = "ResourceScatterMin"


@register_kernel("ResourceScatterMax", "CPU", types={"dtype": ORDERED}, host_inputs=["resource"], uses=["resources"])
class ResourceScatterMax(ScatterRaise):
    op = "ResourceScatterMax"
