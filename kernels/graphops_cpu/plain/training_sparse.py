"""Plain kernels of optimizer steps for some entries: the arithmetic is that of the steps for whole variables."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from graphops_cpu.calls.functions import callable_function
from graphops_cpu.lib.elementwise import NUMBERS, REALS, count
from graphops_cpu.lib.entries import check_indices
from graphops_cpu.lib.precision import compute_dtype, narrow, widen
from graphops_cpu.plain.math_segment import add_rows, require_below
from graphops_cpu.plain.state import here
from graphops_cpu.plain.state_entries import rounds
from graphops_cpu.plain.training import (
    FRACTIONS,
    ResourceApplyAdagrad,
    ResourceApplyAdagradV2,
    ResourceApplyGradientDescent,
    ResourceApplyKerasMomentum,
    ResourceApplyMomentum,
    ResourceApplyRMSProp,
    Step,
)
from graphops_cpu.plain.training_adaptive import ResourceApplyAdadelta, ResourceApplyCenteredRMSProp
from graphops_cpu.plain.training_penalties import (
    HANDLES,
    Ftrl,
    ResourceApplyAdagradDA,
    ResourceApplyProximalAdagrad,
    ResourceApplyProximalGradientDescent,
    require_penalty,
    require_positive,
)
from graphops_cpu.runtime.addresses import address_of
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, KernelSpec, Shape, register_kernel
from graphops_registry.kernels.context import Context
from graphops_registry.resource import ResourceHandle, handle_in


class SparseStep(Step):
    """Base of sparse steps, in front of the step whose arithmetic is done on rows.

    The variables are copied, once for all rows. Rows without repetition are one round; there are as many rounds as the
    most frequent index has rows.
    """

    def workspace(self, spec: KernelSpec) -> int:
        """Bytes: copies of the variables at most as large as the gradient's rows say, and the rows in all steps."""
        place = next(i for i, arg in enumerate(spec.op.op_def.inputs) if arg.name == "grad")
        return (2 * len(self.variables) + 4) * prod(spec.shapes[place]) * compute_dtype(self.attrs["T"]).itemsize

    def compute(self, ctx: Context, *inputs: Any) -> tuple[Array, ...]:
        many = len(self.variables)
        handles = [handle_in(resource) for resource in inputs[:many]]
        indices = inputs[many + self.gradient + 1]
        numbers = [widen(value) for i, value in enumerate(inputs[many:]) if i != self.gradient + 1]
        gradient = numbers[self.gradient]
        dtype = self.attrs["T"].numpy_dtype

        def change(*old: Array) -> list[Array | None]:
            first = old[0]
            for argument, handle, value in zip(self.variables, handles, old, strict=True):
                if not value.ndim or value.shape[1:] != gradient.shape[1:] or value.shape != first.shape:
                    rule = (
                        f"have entries of the shape {gradient.shape[1:]} of a row of grad, as many as {handles[0].text}"
                    )
                    raise must(argument, self.op, rule, f"{handle.text} of shape {value.shape}")
            check_indices(self.op, indices, first.shape[0])
            new = [here(ctx, value).copy() for value in old]
            with np.errstate(all="ignore"):
                for places in rounds(self.xp, indices):
                    ids = indices[places]
                    numbers[self.gradient] = gradient[places]
                    rows = self.step([widen(value[ids]) for value in new], *numbers)
                    for value, changed in zip(new, rows, strict=True):
                        if changed is not None:
                            value[ids] = narrow(changed, dtype)
            return list(new)

        ctx.resources.update_all(handles, change)
        return ()


@register_kernel(
    "ResourceSparseApplyAdadelta",
    "CPU",
    types={"T": FRACTIONS},
    host_inputs=["var", "accum", "accum_update"],
    uses=["resources"],
)
class ResourceSparseApplyAdadelta(SparseStep, ResourceApplyAdadelta):
    op = "ResourceSparseApplyAdadelta"


@register_kernel(
    "ResourceSparseApplyAdagrad", "CPU", types={"T": FRACTIONS}, host_inputs=["var", "accum"], uses=["resources"]
)
class ResourceSparseApplyAdagrad(SparseStep, ResourceApplyAdagrad):
    op = "ResourceSparseApplyAdagrad"


@register_kernel(
    "ResourceSparseApplyAdagradV2", "CPU", types={"T": FRACTIONS}, host_inputs=["var", "accum"], uses=["resources"]
)
class ResourceSparseApplyAdagradV2(SparseStep, ResourceApplyAdagradV2):
    op = "ResourceSparseApplyAdagradV2"


@register_kernel(
    "ResourceSparseApplyAdagradDA",
    "CPU",
    types={"T": REALS},
    host_inputs=["var", "gradient_accumulator", "gradient_squared_accumulator"],
    uses=["resources"],
)
class ResourceSparseApplyAdagradDA(SparseStep, ResourceApplyAdagradDA):
    op = "ResourceSparseApplyAdagradDA"


@register_kernel(
    "ResourceSparseApplyCenteredRMSProp",
    "CPU",
    types={"T": FRACTIONS},
    host_inputs=["var", "mg", "ms", "mom"],
    uses=["resources"],
)
class ResourceSparseApplyCenteredRMSProp(SparseStep, ResourceApplyCenteredRMSProp):
    op = "ResourceSparseApplyCenteredRMSProp"


@register_kernel(
    "ResourceSparseApplyRMSProp", "CPU", types={"T": FRACTIONS}, host_inputs=["var", "ms", "mom"], uses=["resources"]
)
class ResourceSparseApplyRMSProp(SparseStep, ResourceApplyRMSProp):
    op = "ResourceSparseApplyRMSProp"


class SparseFtrl(SparseStep, Ftrl):
    """Base of the sparse Ftrl steps, which look at their numbers: TensorFlow's do, and its whole steps do not."""

    nan_stays = True

    def step(self, values: list[Array], *numbers: Array) -> list[Array | None]:
        _, lr, *penalties, lr_power = numbers
        if self.attrs["multiply_linear_by_lr"]:
            require_penalty("lr", self.op, lr)
        else:
            require_positive("lr", self.op, lr)
        for name, value in zip(("l1", "l2", "l2_shrinkage"), penalties, strict=False):
            require_penalty(name, self.op, value)
        if not float(lr_power.item()) <= 0:
            raise must("lr_power", self.op, "not be positive", float(lr_power.item()))
        return super().step(values, *numbers)


@register_kernel("ResourceSparseApplyFtrl", "CPU", types={"T": REALS}, host_inputs=HANDLES, uses=["resources"])
class ResourceSparseApplyFtrl(SparseFtrl):
    op = "ResourceSparseApplyFtrl"


@register_kernel("ResourceSparseApplyFtrlV2", "CPU", types={"T": REALS}, host_inputs=HANDLES, uses=["resources"])
class ResourceSparseApplyFtrlV2(SparseFtrl):
    op = "ResourceSparseApplyFtrlV2"


@register_kernel(
    "ResourceSparseApplyMomentum", "CPU", types={"T": FRACTIONS}, host_inputs=["var", "accum"], uses=["resources"]
)
class ResourceSparseApplyMomentum(SparseStep, ResourceApplyMomentum):
    op = "ResourceSparseApplyMomentum"


@register_kernel(
    "ResourceSparseApplyKerasMomentum", "CPU", types={"T": FRACTIONS}, host_inputs=["var", "accum"], uses=["resources"]
)
class ResourceSparseApplyKerasMomentum(SparseStep, ResourceApplyKerasMomentum):
    op = "ResourceSparseApplyKerasMomentum"


@register_kernel(
    "ResourceSparseApplyProximalAdagrad", "CPU", types={"T": REALS}, host_inputs=["var", "accum"], uses=["resources"]
)
class ResourceSparseApplyProximalAdagrad(SparseStep, ResourceApplyProximalAdagrad):
    op = "ResourceSparseApplyProximalAdagrad"


@register_kernel(
    "ResourceSparseApplyProximalGradientDescent", "CPU", types={"T": REALS}, host_inputs=["var"], uses=["resources"]
)
class ResourceSparseApplyProximalGradientDescent(SparseStep, ResourceApplyProximalGradientDescent):
    op = "ResourceSparseApplyProximalGradientDescent"


@register_kernel(
    "Graphops>ResourceSparseApplyGradientDescent",
    "CPU",
    types={"T": NUMBERS},
    host_inputs=["var", "num_segments"],
    uses=["resources"],
)
class ResourceSparseApplyGradientDescent(ResourceApplyGradientDescent):
    """The same bits as the ops that it stands for, and their errors.

    Entries without an id keep their bits, as ``var - alpha * 0`` does unless alpha is no finite number: then all
    entries are computed.
    """

    def workspace(self, spec: KernelSpec) -> int:
        """Bytes: ids and their places, the wide copies of data, sums, and the entries."""
        data = spec.shapes[2 : 2 + self.attrs["N"]]
        return 40 * sum(prod(shape) for shape in data)

    def compute(self, ctx: Context, *inputs: Any) -> tuple[Array, ...]:
        many, xp = self.attrs["N"], self.xp
        handle, alpha, lists = handle_in(inputs[0]), inputs[1], inputs[2:]
        data, segments, entries = lists[:many], lists[many : 2 * many], int(lists[2 * many])
        for ids in segments:
            require_below("UnsortedSegmentSum", ids, entries)
        rest = data[0].shape[segments[0].ndim :]
        wanted = (entries, *rest)
        if many == 1 and self._descends_at_once(ctx, handle, alpha, data[0], segments[0], wanted):
            return ()

        def changed(old: Array) -> tuple[Array, Array, Array] | None:
            self._check(handle, old, wanted)
            old = here(ctx, old)
            found, places = self._entries(segments, entries, every=not xp.isfinite(widen(alpha)).item())
            kept = count(found < entries)
            if not kept or not prod(rest):
                return None
            delta, start = None, 0
            for rows in data:
                rows = rows.reshape(-1, prod(rest))
                part = places[start : start + rows.shape[0]]
                start += rows.shape[0]
                with np.errstate(all="ignore"):
                    sums = widen(add_rows(xp, rows, part, found.shape[0])[:kept].astype(rows.dtype))
                    delta = sums if delta is None else delta + sums
            found = found[:kept]
            delta = narrow(delta, old.dtype)
            (new,) = self.stepped([old.reshape(entries, -1)[found]], (alpha, delta))
            return old, found, new

        ctx.resources.update_rows(handle, changed)
        return ()

    def _check(self, handle: ResourceHandle, old: Array, wanted: Shape) -> None:
        if old.shape != wanted:
            rule = f"have the shape of the gradient, {wanted}"
            raise must("var", self.op, rule, f"{handle.text} of shape {old.shape}")

    def _descends_at_once(
        self, ctx: Context, handle: ResourceHandle, alpha: Array, rows: Array, ids: Array, wanted: Shape
    ) -> bool:
        """The same in machine code, if that can do it: in float32, for one list of rows."""
        fits = self.xp is np and rows.dtype == np.float32 and np.isfinite(alpha)
        step = callable_function("descend_rows", 8) if fits else None
        columns = prod(wanted[1:])
        if step is None or not columns or not 0 < ids.size < wanted[0]:  # for more ids all entries are computed
            return False
        ids = np.ascontiguousarray(ids.reshape(-1), np.int64)
        order = np.argsort(ids, kind="stable")
        rows, sums = np.ascontiguousarray(rows), np.empty(columns)

        def descend(old: Sequence[Array], new: Sequence[Array | None]) -> None:
            (value,), (target,) = old, new
            self._check(handle, value, wanted)
            if target is None:
                return
            if target is not value:
                target[...] = here(ctx, value)
            step(address_of(target), address_of(rows), address_of(ids), address_of(order), ids.size, columns,
                 address_of(alpha), address_of(sums))  # fmt: skip

        ctx.resources.update_in_place([handle], [True], descend)
        return True

    def _entries(self, segments: tuple[Array, ...], entries: int, *, every: bool) -> tuple[Array, Array]:
        """Which entries have an id, rising, and where among them each id is; what is dropped has number ``entries``."""
        xp = self.xp
        ids = xp.concatenate([part.reshape(-1).astype(np.int64) for part in segments])
        ids = xp.where(ids < 0, np.int64(entries), ids)
        if every or ids.shape[0] >= entries:
            return xp.arange(entries + 1), ids
        if xp is not np:
            found, places = xp.unique(ids, return_inverse=True)
            return found, places.reshape(-1)
        order = np.argsort(ids, kind="stable")
        rising = ids[order]  # in half the time that np.unique takes for a few hundred
        is_first = np.ones(rising.shape[0], bool)
        np.not_equal(rising[1:], rising[:-1], out=is_first[1:])
        places = np.empty(rising.shape[0], np.int64)
        places[order] = np.cumsum(is_first) - 1
        return rising[is_first], places
